/** Synonyms: those of a text file that the program brings along, with the merchant's changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionCache } from '../../db/catalogue-version.ts'
import type { Reader } from '../../db/database.ts'
import { PACKAGE } from '../../package-folder.ts'
import { queryWords } from './query.ts'
import { findSynonymChanges } from './search.store.ts'
import { otherSoundKeys, soundDifference, soundKey } from './sounds.ts'
import { isMisspelling, stemOf } from './words.ts'

export interface Synonym {
  term: string
  /** What a search for `term` finds too. */
  meaning: string
}

/** Words of the longest term. */
export const TERM_WORDS_MAX = 4
/** Terms that a beginning is completed to. */
const COMPLETED_MAX = 8

/** The meanings of terms, each as words; of one term the likeliest first. */
export class Synonyms {
  /** By the stems of the term's words. */
  readonly #meanings = new Map<string, string[][]>()
  /** The words of all terms, by their sound. */
  readonly #words = new Map<string, Set<string>>()

  constructor(synonyms: readonly Synonym[]) {
    for (const { term, meaning } of synonyms) {
      const key = stemsOf(term.split(' '))
      const meanings = this.#meanings.get(key)
      if (meanings) meanings.push(meaning.split(' '))
      else this.#meanings.set(key, [meaning.split(' ')])
      for (const word of term.split(' ')) {
        this.#words.set(soundKey(word), (this.#words.get(soundKey(word)) ?? new Set()).add(word))
      }
    }
  }

  of(words: readonly string[]): string[][] {
    return this.#meanings.get(stemsOf(words)) ?? []
  }

  /** The meanings of the first terms that begin so. */
  startingWith(start: string): string[][] {
    const keys = [...this.#meanings.keys()].filter((key) => key.startsWith(start)).slice(0, COMPLETED_MAX)
    return keys.flatMap((key) => this.#meanings.get(key) ?? [])
  }

  /** The meanings of terms of which this word is a misspelling, or the nearest transliteration. */
  like(word: string): string[][] {
    const stem = stemOf(word)
    const alike = [soundKey(word), ...otherSoundKeys(word)].flatMap((key) => [
      ...(this.#words.get(key || '-') ?? []),
    ])
    const least = Math.min(Number.MAX_VALUE, ...alike.map((other) => soundDifference(word, other)))
    const sounding = alike.filter((other) => soundDifference(word, other) === least).map(stemOf)
    const misspelt = [...this.#meanings.keys()].filter((key) => isMisspelling(stem, key))
    return [...new Set([...sounding, ...misspelt])].flatMap((key) => this.#meanings.get(key) ?? [])
  }
}

const stemsOf = (words: readonly string[]): string => words.map(stemOf).join(' ')

/** The words that are compared, in lower case and without stop words. */
export const synonymText = (text: string): string => queryWords(text).join(' ')

/**
 * Reads lines such as `joota, जूता > shoe`: each term finds each meaning. Terms joined by `=` find each other. Empty
 * lines and those that begin with # are left out.
 */
export function parseSynonyms(text: string): Synonym[] {
  const list = (part: string) => part.split(',').map(synonymText).filter(Boolean)
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#') || line.trim() === '') return []
    const [left = '', meanings] = line.split('>')
    const groups = left.split('=').map(list)
    const others = (index: number) => groups.filter((_, other) => other !== index).flat()
    return groups.flatMap((terms, index) =>
      terms.flatMap((term) =>
        (meanings === undefined ? others(index) : list(meanings))
          .filter((meaning) => meaning !== term)
          .map((meaning) => ({ term, meaning })),
      ),
    )
  })
}

const readAsset = (name: string): Synonym[] =>
  parseSynonyms(readFileSync(join(PACKAGE, 'assets', name), 'utf8'))

let defaults: Synonym[] | undefined
const defaultSynonyms = (): Synonym[] => (defaults ??= readAsset('default-synonyms.txt'))

let brands: Synonyms | undefined
/** What well-known brands make. */
export const brandKinds = (): Synonyms => (brands ??= new Synonyms(readAsset('brand-kinds.txt')))

export const synonymKey = ({ term, meaning }: Synonym): string => `${term}>${meaning}`

export const isDefaultSynonym = (synonym: Synonym): boolean =>
  defaultSynonyms().some((one) => synonymKey(one) === synonymKey(synonym))

/** Every synonym that applies: of one term, the likeliest meaning first. */
function currentSynonyms(
  changes: Awaited<ReturnType<typeof findSynonymChanges>>,
): (Synonym & { own: boolean })[] {
  const all = new Map(defaultSynonyms().map((synonym) => [synonymKey(synonym), { ...synonym, own: false }]))
  for (const { term, meaning, is_removed } of changes) {
    const key = synonymKey({ term, meaning })
    if (is_removed) all.delete(key)
    else if (!all.has(key)) all.set(key, { term, meaning, own: true })
  }
  return [...all.values()]
}

/** Every synonym that applies, by term. */
export async function listSynonyms(reader: Reader): Promise<(Synonym & { own: boolean })[]> {
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
  const all = currentSynonyms(await findSynonymChanges(reader))
  return all.toSorted((a, b) => compare(a.term, b.term) || compare(a.meaning, b.meaning))
}

const cached = versionCache<Synonyms>(1)

export const readSynonyms = (reader: Reader): Promise<Synonyms> =>
  cached(reader, 'synonyms', async () => new Synonyms(currentSynonyms(await findSynonymChanges(reader))))
