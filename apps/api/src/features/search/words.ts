/**
 * Splits text into words, in the same way for indexed texts and for queries on both engines, and tolerates one
 * typo: an extra, missing or wrong letter, or two adjacent letters swapped. Two words that differ by one typo become
 * equal when at most one letter is deleted from each, so candidates are found by equality.
 */

const WORD_MAX_LETTERS = 40
/** Characters of a text that are indexed. */
const TEXT_MAX = 20_000
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-/][\p{L}\p{N}\p{M}]+)*/gu
// Joiners shape Indic letters but are not part of the word; apostrophes are often left out.
const IGNORED = /[\u200B-\u200D\u2060\uFEFF\u00AD'’ʼ`]/gu
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu

const ASCII = /^[\n\x20-\x7e]*$/

/** The start of a text in lower case, Latin letters without accents. */
function normalised(text: string): string {
  if (ASCII.test(text)) return text.slice(0, TEXT_MAX).replace(IGNORED, '').toLowerCase()
  return text
    .slice(0, TEXT_MAX)
    .normalize('NFKD')
    .replace(IGNORED, '')
    .replace(LATIN_MARKS, '$1')
    .normalize('NFC')
    .toLowerCase()
}

/** The words of a text, in order and with repeats. */
export const wordsOf = (text: string): string[] => (normalised(text).match(WORD) ?? []).map(cut)

/** The words to index: compounds also in one piece, because `T-shirt` is written `tshirt` too. */
function indexableWords(text: string): string[] {
  const compounds = normalised(text).match(COMPOUND) ?? []
  const joined = compounds.map((compound) => cut(compound.replaceAll(/[-/]/g, '')))
  return [...wordsOf(text), ...joined]
}

const cut = (word: string): string =>
  word.length <= WORD_MAX_LETTERS ? word : [...word].slice(0, WORD_MAX_LETTERS).join('')

/** The searched texts of a product, most relevant first. */
export interface Searchable {
  name: string
  brand: string
  /** Names of its category and of that category's ancestors. */
  category: string
  description: string
}

/** Relevance: 1 is a match in the name, 4 one in the description. */
export const RANKS = [1, 2, 3, 4] as const
export type Rank = (typeof RANKS)[number]

/** A word as indexed: `2rope` means that `rope` is in the name or the brand. */
export const ranked = (rank: Rank, word: string): string => `${rank}${word}`

const WORDS_PER_TEXT_MAX = 500

/**
 * A product's index entry. Ranks are cumulative, so one indexed word answers "in the name, brand or category":
 * a word of the name is indexed with all four ranks, a word of the description with the last one.
 */
export function indexed({ name, brand, category, description }: Searchable): {
  words: string[]
  text: string
} {
  const ranks = new Map<string, Rank>()
  const texts = [name, brand, category, description]
  for (const rank of RANKS) {
    for (const word of indexableWords(texts[rank - 1] ?? '').slice(0, WORDS_PER_TEXT_MAX))
      if (!ranks.has(word)) ranks.set(word, rank)
  }
  const entries = [...ranks].flatMap(([word, best]) =>
    RANKS.filter((rank) => rank >= best).map((rank) => ranked(rank, word)),
  )
  return { words: [...ranks.keys()], text: entries.join(' ') }
}

const STOP_WORDS = new Set('a an and by for from in is of on or the to with'.split(' '))
const QUERY_WORDS_MAX = 10

/** The distinct words of a query, without stop words unless there is nothing else. */
export function queryWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const meaningful = words.filter((word) => !STOP_WORDS.has(word))
  return (meaningful.length > 0 ? meaningful : words).slice(0, QUERY_WORDS_MAX)
}

const TYPO_MIN_LETTERS = 5

/** Whether a typo in this query word is forgiven: five letters or more, no digits, which name models. */
export const allowsTypo = (word: string): boolean =>
  [...word].length >= TYPO_MIN_LETTERS && !/\p{N}/u.test(word)

/** Whether an indexed word may match a query word that has a typo. */
const allowsTypoMatch = (word: string): boolean =>
  [...word].length >= TYPO_MIN_LETTERS - 1 && !/\p{N}/u.test(word)

/** The spellings that result from deleting one letter. */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** The singular of an English plural such as `sneakers`. */
export const singularOf = (word: string): string | undefined =>
  /^\p{Script=Latin}{3,}[^s]s$/u.test(word) ? word.slice(0, -1) : undefined

/** The shorter spellings under which an indexed word is found despite a typo. */
export function deletionsToIndex(word: string): string[] {
  if (!allowsTypoMatch(word)) return []
  const singular = singularOf(word)
  return [...new Set([...deletionsOf(word), ...(singular === undefined ? [] : deletionsOf(singular))])]
}

/** Whether `typed` is `word` or its singular with at most one typo. */
export function isOneTypoApart(typed: string, word: string): boolean {
  const singular = singularOf(word)
  return isNear([...typed], [...word]) || (singular !== undefined && isNear([...typed], [...singular]))
}

function isNear(a: string[], b: string[]): boolean {
  if (a.length < b.length) return isNear(b, a)
  if (a.length - b.length > 1) return false
  const at = a.findIndex((letter, index) => letter !== b[index])
  if (at === -1) return true
  const same = (first: string[], second: string[]) => first.join('') === second.join('')
  if (a.length > b.length) return same(a.slice(at + 1), b.slice(at))
  if (same(a.slice(at + 1), b.slice(at + 1))) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && same(a.slice(at + 2), b.slice(at + 2))
}
