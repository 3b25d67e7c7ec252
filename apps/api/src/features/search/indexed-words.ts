/** Indexed words that a word of a query may mean: its forms, words that begin so, and those it may be a misspelling of. */
import type { Reader } from '../../db/database.ts'
import type { IndexCache, Meaning } from './index-cache.ts'
import {
  indexedAmong,
  PREFIX_WORDS_MAX,
  type WordCount,
  wordsSpelled,
  wordsStartingWith,
} from './search.store.ts'
import {
  deletionsOf,
  hasPlausibleStart,
  isOneTypoApart,
  otherVowels,
  singularOf,
  soundAlikes,
} from './spelling.ts'
import { formsOf } from './words.ts'

export const WEIGHTS = {
  exact: 1,
  form: 0.995,
  joined: 0.97,
  split: 0.9,
  synonym: 0.85,
  /** What a synonym means that begins so. */
  completed: 0.68,
  typo: 0.7,
  /** A short word with another vowel: enough beside others that are spelt right, never alone. */
  vowel: 0.65,
  prefix: 0.5,
  size: 0.5,
}

/** Meanings of this weight are the words themselves, their forms and synonyms; not beginnings and typos. */
export const EXACT_WEIGHT = 0.8

/** Words that a beginning may mean, by its letters: of a short one it can only be the most frequent. */
const beginningsMax = (start: string): number => (start.length < 3 ? 12 : start.length === 3 ? 24 : 60)
const TYPO_MATCHES_MAX = 20

export class IndexedWords {
  readonly #reader: Reader
  readonly #cache: IndexCache

  constructor(reader: Reader, cache: IndexCache) {
    this.#reader = reader
    this.#cache = cache
  }

  /** What is kept of this key until the index changes. */
  cached(key: string, find: () => Promise<Meaning[]>): Promise<Meaning[]> {
    const { meanings } = this.#cache
    const cached = meanings.get(key)
    if (cached) return cached
    const found = find()
    meanings.set(key, found)
    found.catch(() => meanings.delete(key))
    return found
  }

  /** The word itself and its other forms, if they are indexed. */
  forms(word: string): Promise<Meaning[]> {
    return this.cached(`=${word}`, async () => {
      const spellings = [word, ...formsOf(word)]
      return (await this.#among(spellings))
        .map((row) => toMeaning(row, row.word === word ? WEIGHTS.exact : WEIGHTS.form))
        .toSorted((a, b) => b.weight - a.weight || mostFrequentFirst(a, b))
    })
  }

  async #among(spellings: string[]): Promise<WordCount[]> {
    return this.#cache.words?.among(spellings) ?? (await indexedAmong(this.#reader, spellings))
  }

  /** Words that this short one may be a misspelling of. */
  otherVowels(word: string): Promise<Meaning[]> {
    return this.cached(`%${word}`, async () =>
      (await this.#among(otherVowels(word)))
        .toSorted(mostFrequentFirst)
        .map((row) => toMeaning(row, WEIGHTS.vowel)),
    )
  }

  #beginnings(word: string): Promise<Meaning[]> {
    return this.cached(`^${word}`, async () => {
      const found =
        this.#cache.words?.startingWith(word, PREFIX_WORDS_MAX) ??
        (await wordsStartingWith(this.#reader, word))
      return found
        .filter((row) => row.word !== word)
        .toSorted(mostFrequentFirst)
        .slice(0, beginningsMax(word))
        .map((row) => ({ ...toMeaning(row, WEIGHTS.prefix), start: ` ${word}` }))
    })
  }

  /** The forms, then the words that begin so. */
  formsAndBeginnings(word: string): Promise<Meaning[]> {
    return this.cached(`*${word}`, async () => {
      const forms = await this.forms(word)
      return [...forms, ...without(await this.#beginnings(word), forms)]
    })
  }

  /** Words that this one may be a misspelling of. */
  typos(word: string): Promise<Meaning[]> {
    return this.cached(`~${word}`, async () => {
      const singular = singularOf(word)
      const typed = [...(singular === undefined ? [word] : [word, singular]), ...soundAlikes(word)]
      const spellings = [...new Set(typed.flatMap((spelling) => [spelling, ...deletionsOf(spelling)]))]
      const found = await wordsSpelled(this.#reader, spellings)
      const plausible = found.filter((row) =>
        typed.some((spelling) => isOneTypoApart(spelling, row.word) && hasPlausibleStart(spelling, row.word)),
      )
      const unique = [...new Map(plausible.map((row) => [row.word, row])).values()]
      return unique
        .filter((row) => row.word !== word)
        .toSorted(mostFrequentFirst)
        .slice(0, TYPO_MATCHES_MAX)
        .map((row) => toMeaning(row, WEIGHTS.typo))
    })
  }
}

const toMeaning = ({ word, frequency }: WordCount, weight: number): Meaning => ({
  word,
  frequency,
  weight,
  entry: `${word}:`,
})

const mostFrequentFirst = (
  a: { word: string; frequency: number },
  b: { word: string; frequency: number },
): number => b.frequency - a.frequency || (a.word < b.word ? -1 : 1)

function without(meanings: Meaning[], others: Meaning[]): Meaning[] {
  const words = new Set(others.map(({ word }) => word))
  return meanings.filter(({ word }) => !words.has(word))
}
