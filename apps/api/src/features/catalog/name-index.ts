/** Finds names by the beginnings of their words. */
import { wordsOf } from '../search/words.ts'

interface Entry<Named> {
  /** A word of the name. */
  word: string
  words: string[]
  named: Named
}

/** Entries by word, in order. */
export type NameIndex<Named> = readonly Entry<Named>[]

/** Entries examined per query. */
const EXAMINED_MAX = 500

const byWord = (a: { word: string }, b: { word: string }): number =>
  Number(a.word > b.word) - Number(a.word < b.word)

export function indexNames<Named>(all: readonly Named[], nameOf: (named: Named) => string): NameIndex<Named> {
  return all
    .flatMap((named) => {
      const words = wordsOf(nameOf(named))
      return [...new Set(words)].map((word) => ({ word, words, named }))
    })
    .toSorted(byWord)
}

/** Those with a word that begins with each of these words; first those whose name begins so. */
export function findNames<Named>(index: NameIndex<Named>, text: string, max: number): Named[] {
  const typed = wordsOf(text)
  const start = typed.at(-1)
  if (start === undefined) return []
  const first = lowerBound(index, start)
  const found = new Map<Named, boolean>()
  for (const { word, words, named } of index.slice(first, first + EXAMINED_MAX)) {
    if (!word.startsWith(start)) break
    if (typed.every((part) => words.some((other) => other.startsWith(part))))
      found.set(named, words[0]?.startsWith(typed[0] ?? '') ?? false)
  }
  return [...found]
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .slice(0, max)
    .map(([named]) => named)
}

/** Where the first entry is whose word is not before `word`. */
function lowerBound(index: NameIndex<unknown>, word: string): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index[middle]?.word ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
