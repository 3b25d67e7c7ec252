/** Splits text into words, in the same way for indexed texts and for queries on both engines, and compares words. */

const WORD_MAX_LETTERS = 40
/** Characters of a text that are read. */
const TEXT_MAX = 20_000
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-/][\p{L}\p{N}\p{M}]+)*/gu
const JOINT = /[-/]/
// Joiners shape Indic letters but are not part of the word; apostrophes are often left out.
const IGNORED = /[\u200B-\u200D\u2060\uFEFF\u00AD'’ʼ`]/gu
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu
const ASCII = /^[\n\x20-\x7e]*$/
/** Between the numbers of `M12 x 60` and `20×30 cm`. */
const TIMES = /(?<=\d(?:mm|cm|m|in|ft)?) ?[x×*] ?(?=\d)/g

/** The start of a text in lower case, Latin letters without accents, and sizes without `×`. */
export function normalised(text: string): string {
  const start = text.slice(0, TEXT_MAX)
  const plain = ASCII.test(start)
    ? start
    : start.normalize('NFKD').replace(LATIN_MARKS, '$1').normalize('NFC')
  return plain.replace(IGNORED, '').toLowerCase().replace(TIMES, ' ')
}

const cut = (word: string): string =>
  word.length <= WORD_MAX_LETTERS ? word : [...word].slice(0, WORD_MAX_LETTERS).join('')

/** The words of a text, in order and with repeats. */
export const wordsOf = (text: string): string[] => (normalised(text).match(WORD) ?? []).map(cut)

/** The words to index: compounds also in one piece, because `T-shirt` is written `tshirt` too, and sizes as one word. */
export function indexableWords(text: string): string[] {
  const words = wordsOf(text)
  const compounds = (normalised(text).match(COMPOUND) ?? []).filter((word) => JOINT.test(word))
  const sizes = withSizes(words).filter((word) => word.includes(' '))
  return [
    ...words,
    ...compounds.map((compound) => cut(compound.replaceAll(/[-/]/g, ''))),
    ...sizes.map(joined),
  ]
}

const UNITS = new Map(
  `litre l ltr ltrs lt liter liters litres लीटर
  ml mls millilitre milliliter
  kg kgs kilo kilos kilogram किलो
  g gm gms gram grams
  m mtr mtrs meter meters metre metres
  cm cms centimetre centimeter
  mm millimetre millimeter
  inch inches in
  ft foot feet
  oz ounce ounces
  w watt watts
  mah
  v volt volts
  gb
  tonne ton tonnes tons`
    .split('\n')
    .flatMap((line) =>
      line
        .trim()
        .split(' ')
        .map((spelling, _, [unit = '']) => [spelling, unit] as const),
    ),
)
/** Words that name the size that follows. */
const SIZE_NAMES = new Set(['uk', 'us', 'eu', 'size', 'grade', 'level', 'class'])
const NUMBER = /^\d+$/
const NUMBER_WITH_UNIT = /^(\d+)(\p{L}+)$/u

/** Words with each size as one, its number and its unit apart: `5 litre`, also if typed `5ltr`, or `uk 9`. */
export function withSizes(words: readonly string[]): string[] {
  const sized: string[] = []
  for (const word of words.flatMap(splitSize)) {
    const previous = sized.at(-1) ?? ''
    const unit = NUMBER.test(previous) ? UNITS.get(word) : undefined
    if (unit !== undefined) sized[sized.length - 1] = `${previous} ${unit}`
    else if (SIZE_NAMES.has(previous) && NUMBER.test(word)) sized[sized.length - 1] = `${previous} ${word}`
    else sized.push(word)
  }
  return sized
}

function splitSize(word: string): string[] {
  const [, number, unit] = NUMBER_WITH_UNIT.exec(word) ?? []
  return number !== undefined && unit !== undefined && UNITS.has(unit) ? [number, unit] : [word]
}

export const isUnit = (word: string): boolean => UNITS.has(word)
export const joined = (word: string): string => word.replace(' ', '')
export const hasDigit = (word: string): boolean => /\p{N}/u.test(word)

/** Endings of English words and what replaces them; of each group the first that fits. */
const ENDINGS: [ending: RegExp, other: string][][] = [
  [
    [/(.{2}[^aeiou])ies?$/, '$1y'],
    [/(ss|x|zz|[cs]h)es$/, '$1'],
    [/(.{2}[^su])s$/, '$1'],
  ],
  [
    [/([^aeiou][aeiou])([bdgkmnprt])\2ing$/, '$1$2'],
    [/^([^aeiou]*[aeiou][^aeiouwxy])ing$/, '$1e'],
    [/([aeiou][a-z]{1,3})ing$/, '$1'],
  ],
  [
    [/(.{2}o)e$/, '$1'],
    [/([aeiou][^aeiou]+[aeiou]+[^aeiou]+)e$/, '$1'],
    [/([^f])fe?$/, '$1ve'],
    [/([bt])re$/, '$1er'],
  ],
  [[/iz(ed?|er)?$/, 'is$1']],
  [[/(.{3})our$/, '$1or']],
]

/** What the forms of an English word have in common: plural and singular, with or without -ing, British and American. */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return ENDINGS.reduce((stem, group) => {
    const [ending, other] = group.find(([pattern]) => pattern.test(stem)) ?? []
    return ending && other !== undefined ? stem.replace(ending, other) : stem
  }, word)
}

const FORMS = new Set(
  'powder bar liquid slice spray paste refill flake sachet chunk cube'.split(' ').map(stemOf),
)
/** Whether a word names the form that goods of many kinds have: of `milk powder` the word before says what it is. */
export const isForm = (word: string): boolean => FORMS.has(stemOf(word))

const TYPO_MIN_LETTERS = 5

/** Whether a typo in this word of a query is forgiven: five letters or more, no digits, which name models. */
export const allowsTypo = (word: string): boolean => [...word].length >= TYPO_MIN_LETTERS && !hasDigit(word)

/** Whether two words are one typo apart: an extra, missing or wrong letter, or two neighbours swapped. */
export function isOneTypoApart(first: string, second: string): boolean {
  const [a, b] = [[...first], [...second]]
  if (Math.abs(a.length - b.length) > 1) return false
  const at = a.findIndex((letter, index) => letter !== b[index])
  if (at === -1) return true
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (a.length !== b.length)
    return a.length > b.length ? rest(a, at + 1) === rest(b, at) : rest(a, at) === rest(b, at + 1)
  const isSwap = a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2)
  return isSwap || rest(a, at + 1) === rest(b, at + 1)
}

export const LENGTH_DIFFERENCE_MAX = 2

/** Whether a word is probably another one with one typo that is not a wrong first letter. */
export function isMisspelling(typed: string, meant: string): boolean {
  if (!allowsTypo(typed) || Math.abs(typed.length - meant.length) > 1) return false
  if (typed[0] !== meant[0] && typed[1] !== meant[0] && typed[0] !== meant[1]) return false
  return isOneTypoApart(typed, meant)
}

export const reversed = (word: string): string => [...word].toReversed().join('')
