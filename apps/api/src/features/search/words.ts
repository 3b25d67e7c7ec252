/** Splits text into words, in the same way for indexed texts and for queries on both engines. */

const WORD_MAX_LETTERS = 40
/** Characters of a text that are indexed. */
const TEXT_MAX = 20_000
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-/][\p{L}\p{N}\p{M}]+)*/gu
const ASCII_COMPOUND = /[a-z0-9]+(?:[-/][a-z0-9]+)*/g
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
  if (ASCII.test(text)) return start.replace(IGNORED, '').toLowerCase().replace(TIMES, ' ')
  const plain = start.normalize('NFKD').replace(IGNORED, '').replace(LATIN_MARKS, '$1').normalize('NFC')
  return plain.toLowerCase().replace(TIMES, ' ')
}

/** The words of a text, in order and with repeats. */
export const wordsOf = (text: string): string[] => (normalised(text).match(WORD) ?? []).map(cut)

/** What a product does not have: `fragrance-free`, `without latex`, `free of BPA`. */
const FREE_AFTER = /(?<=[\p{L}\p{N}\p{M}])[- ]free(?![\p{L}\p{M}]| of | from )/gu
const FREE_BEFORE =
  /(?<![\p{L}\p{N}\p{M}])(?:without|free of|free from) (?:an? |the |any )?([\p{L}\p{N}\p{M}]+)/gu

/**
 * The words to index: compounds also in one piece, because `T-shirt` is written `tshirt` too, sizes as one word, so that
 * `UK 9` does not match any nine, and what a product lacks as `latexfree`, so that it is not found by `latex`.
 */
function indexableWords(typed: string): string[] {
  const normal = normalised(typed)
  const mayLack = normal.includes('free') || normal.includes('without')
  const text = mayLack ? normal.replace(FREE_AFTER, 'free').replace(FREE_BEFORE, '$1free') : normal
  const words: string[] = []
  const joined: string[] = []
  for (const compound of text.match(ASCII.test(text) ? ASCII_COMPOUND : COMPOUND) ?? []) {
    const parts = compound.split(JOINT)
    for (const part of parts) words.push(cut(part))
    if (parts.length > 1) joined.push(cut(parts.join('')))
  }
  return [...words, ...joined, ...sizesIn(words)]
}

const UNIT_SPELLINGS = `litre l ltr ltrs lt liter liters litres लीटर
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
mah v volt volts
tonne ton tonnes tons
tier tiers
teeth tooth`
const UNITS = new Map(
  UNIT_SPELLINGS.split('\n').flatMap((line) => {
    const spellings = line.split(' ')
    return spellings.map((spelling) => [spelling, spellings[0] ?? ''] as const)
  }),
)
/** Words that name the size that follows. */
const SIZE_NAMES = new Set('uk us eu size grip grade level class kids'.split(' '))
const NUMBER = /^\d+$/
const NUMBER_WITH_UNIT = /^(\d+)(\p{L}+)$/u

/** A number with its unit, or a size with its name, as one word; undefined for other pairs of words. */
export function sizeOf(first: string, second: string): string | undefined {
  if (NUMBER.test(first)) {
    const unit = UNITS.get(second)
    return unit === undefined ? undefined : first + unit
  }
  return SIZE_NAMES.has(first) && NUMBER.test(second) ? first + second : undefined
}

/** `250ml` in two words; undefined for other words. */
export function splitSize(word: string): [string, string] | undefined {
  if (!/^\d/.test(word)) return undefined
  const [, number, unit] = NUMBER_WITH_UNIT.exec(word) ?? []
  return number !== undefined && unit !== undefined && UNITS.has(unit) ? [number, unit] : undefined
}

function sizesIn(words: string[]): string[] {
  const sizes: string[] = []
  for (const [at, word] of words.entries()) {
    const [first, second] = splitSize(word) ?? [word, words[at + 1] ?? '']
    const size = sizeOf(first, second)
    if (size !== undefined) sizes.push(size)
  }
  return sizes
}

const cut = (word: string): string =>
  word.length <= WORD_MAX_LETTERS ? word : [...word].slice(0, WORD_MAX_LETTERS).join('')

/** The searched texts of a product, most relevant first. */
export interface Searchable {
  name: string
  brand: string
  /** Names of its category and of that category's ancestors. */
  category: string
  /** The short description, and the names of the variants. */
  description: string
  details?: string
}

/** Relevance: 1 is a match in the name, 4 one in the description or the details. */
export const RANKS = [1, 2, 3, 4] as const
/** 0 is a match in the words of the name that say what the product is. */
export type Rank = 0 | (typeof RANKS)[number]

const NAME_ENDS = /,|\(|\||\s-\s| with | for | without | in /i
/** Words after which a name still says what the product is: `Gloves Level 5`, `Badminton Set`. */
const TRAILING = new Set('set pair pack kit level grade class module size no'.split(' '))

/** The words of a name that say what the product is: the last, or both of `Cup and Saucer`. */
export function typeWords(name: string): string[] {
  const words = wordsOf(name.split(NAME_ENDS)[0] ?? '')
  const isTrailing = (word: string) => TRAILING.has(word) || UNITS.has(word) || /\p{N}/u.test(word)
  let end = words.length
  while (end > 1 && isTrailing(words[end - 1] ?? '')) end -= 1
  const [first, and, last] = words.slice(Math.max(0, end - 3), end)
  return and === 'and' && first !== undefined && last !== undefined
    ? [first, last]
    : words.slice(end - 1, end)
}

/** A word as indexed: `2rope` means that `rope` is in the name or the brand. */
export const ranked = (rank: Rank, word: string): string => `${rank}${word}`

const WORDS_PER_TEXT_MAX = 500

/** A product's index entry. */
export interface IndexEntry {
  /** The distinct words, those of the name first and in their order. */
  words: string[]
  /** The words with their ranks, by which results are sorted, 5 for those of the details: `rope:0 tapti:2 wet:5`. */
  document: string
  /**
   * The words to match. Ranks are cumulative, so one indexed word answers "in the name, brand or category": a word of
   * the name is indexed with ranks 1 to 4, a word of the description with the last one.
   */
  text: string
}

/** @param wordsFor gives the words of brands and categories, which many products have: see rememberedWords() */
export function indexed(
  { name, brand, category, description, details = '' }: Searchable,
  wordsFor: (text: string) => string[] = indexableWords,
): IndexEntry {
  const ranks = new Map<string, number>()
  const ofName = indexableWords(name)
  const texts = [
    ofName,
    wordsFor(brand),
    wordsFor(category),
    indexableWords(description),
    indexableWords(details),
  ]
  for (const [n, words] of texts.entries())
    for (const word of words.slice(0, WORDS_PER_TEXT_MAX)) if (!ranks.has(word)) ranks.set(word, n + 1)
  const types = new Set(typeWords(name))
  const ofTypes: string[] = []
  const ofRanks: string[] = []
  const document: string[] = []
  for (const [word, best] of ranks) {
    const isType = types.has(word)
    if (isType) ofTypes.push(ranked(0, word))
    for (const rank of RANKS) if (rank >= Math.min(best, 4)) ofRanks.push(ranked(rank, word))
    document.push(`${word}:${isType ? 0 : best}`)
  }
  return {
    words: [...ranks.keys()],
    document: document.join(' '),
    text: [...ofTypes, ...ofRanks].join(' '),
  }
}

/** The words to index of texts that are given again and again, computed once for each. */
export function rememberedWords(): (text: string) => string[] {
  const known = new Map<string, string[]>()
  return (text) => {
    const words = known.get(text) ?? indexableWords(text)
    known.set(text, words)
    return words
  }
}

/** The words of a document, with or without ranks. */
export const documentWords = (document: string): string[] =>
  document === '' ? [] : document.split(' ').map((entry) => entry.split(':', 1)[0] ?? '')

const STOP_WORDS = new Set(
  `a an and by for from in is of on or the to with at as it its are be this that these those
  which what where how when who can could should would will i we you me my your do does did have has need want use
  used using get give show find buy order purchase looking best good better nice top quality cheap cheapest
  affordable low price priced rate cost costing online shop store near please some any something anything someone
  ka ke ki ko se mein me wala wale wali hai chahiye liye sasta saste sasti accha acche acchi dikhao
  का के की को से में वाला वाले वाली है चाहिए लिए सस्ता सस्ते सस्ती अच्छा और`.split(/\s+/),
)
/** Words that alone do not say what somebody looks for. */
const VAGUE = new Set(
  `set pack kit pair piece pieces pcs box single double new big small large mini long short full half pro max plus
  red blue green black white yellow orange pink grey gray brown navy purple men mens women womens man woman
  gear equipment supplies item items accessories product products material thing things stuff
  apparatus machine device instrument tool tools appliance gadget system type style design brand size
  digital electric electronic automatic manual portable wireless rechargeable waterproof professional premium original
  branded strong modern latest stylish fancy imported desi standard normal regular simple plain
  check checking checker measure measuring testing
  carry hold keep make protect put remove stop wear free
  karne rakhne napne naapne dhone lagane banane katne kaatne pehenne pehnne peene pine khane chalane
  करने रखने नापने धोने लगाने बनाने काटने पहनने पीने खाने चलाने मशीन सामान
  one two three four five heavy light lightweight daily home house indian`.split(/\s+/),
)

/** Whether a match of this word alone is no answer: a number, a colour, a vague word. */
export const isVague = (word: string): boolean =>
  VAGUE.has(word) || /\p{N}/u.test(word) || [...word].length < 2

const ADJECTIVE = /^[a-z]{3,}(?:able|ible|proof|less|ful|ish|ous|ive|ed|friendly|resistant)$/

/** Whether a word describes a product rather than names one. */
export const isAdjective = (word: string): boolean => ADJECTIVE.test(word)

const MACHINES = new Set(['machine', 'machines', 'appliance', 'मशीन'])
/** Whether a word says only that the words before it name a machine. */
export const isMachine = (word: string): boolean => MACHINES.has(word)

const ACCESSORIES = new Set(
  `polish rack stand holder cover drive charger cable lace laces strap sticker stickers cleaner remover refill lid
  straightener dryer trimmer organiser organizer hanger`.split(/\s+/),
)
/** Whether a word makes the name of a thing the name of something that belongs to it. */
export const isAccessory = (word: string): boolean => ACCESSORIES.has(word)

const QUERY_WORDS_MAX = 10

const distinctWords = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap((word) => splitSize(word) ?? [word])),
]

/** The distinct words of a text without stop words; a number is split from its unit. */
export const meaningfulWords = (text: string): string[] =>
  distinctWords(text).filter((word) => !STOP_WORDS.has(word))

/** The distinct words of a query, without stop words unless there is nothing else; a number is split from its unit. */
export function queryWords(text: string): string[] {
  const meaningful = meaningfulWords(text)
  return (meaningful.length > 0 ? meaningful : distinctWords(text)).slice(0, QUERY_WORDS_MAX)
}

const ALTERNATIVES: [RegExp, string][] = [
  [/is(e|ed|ing)$/, 'iz$1'],
  [/iz(e|ed|ing)$/, 'is$1'],
  [/our(s?)$/, 'or$1'],
  [/([^u])or(s?)$/, '$1our$2'],
]

/** Other English forms of a word: singular, plural, with or without -ing, British and American spelling. */
export function formsOf(word: string): string[] {
  if (!/^\p{Script=Latin}{3,}$/u.test(word)) return []
  const bases = new Set([word])
  if (/[^aeiou]ies$/.test(word)) bases.add(`${word.slice(0, -3)}y`)
  else if (/(s|x|z|ch|sh|o)es$/.test(word)) bases.add(word.slice(0, -2))
  if (/[^su]s$/.test(word)) bases.add(word.slice(0, -1))
  if (/.{3}ing$/.test(word)) {
    const base = word.slice(0, -3)
    bases.add(base).add(`${base}e`)
    if (/([^aeiou])\1$/.test(base)) bases.add(base.slice(0, -1))
  }
  if (word.endsWith('ves')) bases.add(`${word.slice(0, -3)}fe`).add(`${word.slice(0, -3)}f`)
  for (const base of [...bases]) {
    for (const [pattern, other] of ALTERNATIVES)
      if (pattern.test(base)) bases.add(base.replace(pattern, other))
  }
  const forms = new Set<string>()
  for (const base of bases) {
    forms.add(base).add(`${base}s`)
    if (/(s|x|z|ch|sh|[^aeiou]o)$/.test(base)) forms.add(`${base}es`)
    if (/[^aeiou]y$/.test(base)) forms.add(`${base.slice(0, -1)}ies`)
    if (base.length >= 3 && !base.endsWith('ing')) {
      forms.add(`${base.replace(/e$/, '')}ing`)
      if (/[^aeiou][aeiou][^aeiouwxy]$/.test(base)) forms.add(`${base}${base.at(-1)}ing`)
    }
    if (base.endsWith('fe')) forms.add(`${base.slice(0, -2)}ves`)
  }
  forms.delete(word)
  return [...forms].filter((form) => form.length >= 3)
}
