/** Synonyms: those of a text file that the program brings along, with the merchant's changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../db/database.ts'
import { PACKAGE } from '../../package-folder.ts'
import { queryWords } from './query.ts'
import { findSynonymChanges } from './search.store.ts'
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

  constructor(synonyms: readonly Synonym[]) {
    for (const { term, meaning } of synonyms) {
      const key = keyOf(term.split(' '))
      const meanings = this.#meanings.get(key)
      if (meanings) meanings.push(meaning.split(' '))
      else this.#meanings.set(key, [meaning.split(' ')])
    }
  }

  of(words: readonly string[]): string[][] {
    return this.#meanings.get(keyOf(words)) ?? []
  }

  /** The meanings of the first terms of as many words that begin so. */
  startingWith(words: readonly string[]): string[][] {
    const start = [...words.slice(0, -1).map(stemOf), words.at(-1)].join(' ')
    const keys = [...this.#meanings.keys()].filter(
      (key) => key.startsWith(start) && !key.slice(start.length).includes(' '),
    )
    return keys.slice(0, COMPLETED_MAX).flatMap((key) => this.#meanings.get(key) ?? [])
  }

  /** The meanings of terms of which this word is a misspelling, or another transliteration. */
  like(word: string): string[][] {
    const stem = stemOf(word)
    const keys = [...this.#meanings.keys()].filter((key) => isMisspelling(stem, key))
    return keys.flatMap((key) => this.#meanings.get(key) ?? [])
  }
}

const keyOf = (words: readonly string[]): string => words.map(stemOf).join(' ')

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

let defaults: Synonym[] | undefined
const defaultSynonyms = (): Synonym[] =>
  (defaults ??= parseSynonyms(readFileSync(join(PACKAGE, 'assets/default-synonyms.txt'), 'utf8')))

export const isDefaultSynonym = ({ term, meaning }: Synonym): boolean =>
  defaultSynonyms().some((synonym) => synonym.term === term && synonym.meaning === meaning)

type Change = Awaited<ReturnType<typeof findSynonymChanges>>[number]

/** Every synonym that applies: of one term, the likeliest meaning first. */
function currentSynonyms(changes: readonly Change[]): (Synonym & { own: boolean })[] {
  const key = ({ term, meaning }: Synonym) => `${term}>${meaning}`
  const all = new Map(defaultSynonyms().map((synonym) => [key(synonym), { ...synonym, own: false }]))
  for (const { term, meaning, is_removed } of changes) {
    if (is_removed) all.delete(key({ term, meaning }))
    else if (!all.has(key({ term, meaning }))) all.set(key({ term, meaning }), { term, meaning, own: true })
  }
  return [...all.values()]
}

/** Every synonym that applies, by term. */
export async function listSynonyms(reader: Reader): Promise<(Synonym & { own: boolean })[]> {
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
  const all = currentSynonyms(await findSynonymChanges(reader))
  return all.toSorted((a, b) => compare(a.term, b.term) || compare(a.meaning, b.meaning))
}

interface Kept {
  version: number
  changes: string
  synonyms: Synonyms
}
const cached = new WeakMap<object, Kept>()

/** @param version the catalogue's, read before: a change of the synonyms raises it */
export async function readSynonyms(reader: Reader, version: number): Promise<Synonyms> {
  const kept = cached.get(reader.connection)
  if (kept?.version === version) return kept.synonyms
  const rows = await findSynonymChanges(reader)
  const changes = JSON.stringify(rows)
  const synonyms = kept?.changes === changes ? kept.synonyms : new Synonyms(currentSynonyms(rows))
  cached.set(reader.connection, { version, changes, synonyms })
  return synonyms
}
