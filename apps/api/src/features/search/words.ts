/** How text becomes words: the same for what is indexed and for what is asked, on both engines. */

const MOST_LETTERS = 40
/** Characters of a text that are looked at. */
const MOST_TEXT = 20_000
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-/][\p{L}\p{N}\p{M}]+)*/gu
// Joiners shape Indic letters and are no part of the word; apostrophes are often left out.
const SILENT = /[\u200B-\u200D\u2060\uFEFF\u00AD'’ʼ`]/gu
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu

const ASCII = /^[\n\x20-\x7e]*$/

/** The beginning of a text in small letters, Latin ones without their accents. */
function plain(text: string): string {
  if (ASCII.test(text)) return text.slice(0, MOST_TEXT).replace(SILENT, '').toLowerCase()
  return text
    .slice(0, MOST_TEXT)
    .normalize('NFKD')
    .replace(SILENT, '')
    .replace(LATIN_MARKS, '$1')
    .normalize('NFC')
    .toLowerCase()
}

/** The words of a text, in order and with repeats. */
export const wordsOf = (text: string): string[] => (plain(text).match(WORD) ?? []).map(cut)

/** The words of a text to be found by: a compound also in one piece, as `T-shirt` is written `tshirt` too. */
function findableWords(text: string): string[] {
  const compounds = plain(text).match(COMPOUND) ?? []
  const inOne = compounds.map((compound) => cut(compound.replaceAll(/[-/]/g, '')))
  return [...wordsOf(text), ...inOne]
}

const cut = (word: string): string =>
  word.length <= MOST_LETTERS ? word : [...word].slice(0, MOST_LETTERS).join('')

/** The texts of a product that are searched, in falling order of what a match in them is worth. */
export interface Searchable {
  name: string
  brand: string
  /** Names of its category and those above. */
  category: string
  description: string
}

/** A match in the name is of the first rank, one in the description of the fourth. */
export const RANKS = [1, 2, 3, 4] as const
export type Rank = (typeof RANKS)[number]

/** A word as the index holds it: `2rope` stands in the name or the brand. */
export const ranked = (rank: Rank, word: string): string => `${rank}${word}`

const MOST_WORDS = 500

/**
 * What the index holds of a product. Ranks add up, so that one word of the index answers "in the name,
 * brand or category": a word of the name is there with all four ranks, one of the description with the last.
 */
export function indexed({ name, brand, category, description }: Searchable): {
  words: string[]
  text: string
} {
  const ranks = new Map<string, Rank>()
  const texts = [name, brand, category, description]
  for (const rank of RANKS) {
    for (const word of findableWords(texts[rank - 1] ?? '').slice(0, MOST_WORDS))
      if (!ranks.has(word)) ranks.set(word, rank)
  }
  const entries = [...ranks].flatMap(([word, best]) =>
    RANKS.filter((rank) => rank >= best).map((rank) => ranked(rank, word)),
  )
  return { words: [...ranks.keys()], text: entries.join(' ') }
}

const FILLERS = new Set('a an and by for from in is of on or the to with'.split(' '))
const MOST_ASKED = 10

/** The words that a search asks for, each once. Fillers count only when there is nothing else. */
export function askedWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : words).slice(0, MOST_ASKED)
}
