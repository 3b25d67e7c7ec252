/** Synonyms: those that the program brings along, with the merchant's changes. */
import type { Reader } from '../../db/database.ts'
import { DEFAULT_SYNONYMS } from './default-synonyms.ts'
import { findSynonymChanges } from './search.store.ts'
import { soundOf } from './spelling.ts'
import { queryWords } from './words.ts'

export interface Synonym {
  term: string
  /** What a search for `term` finds too. */
  meaning: string
}

/** Terms examined for each that is completed. */
const EXAMINED = 4

/** The meanings of terms, each as words, by the term's key. */
export class Synonyms {
  readonly #meanings = new Map<string, string[][]>()
  /** Made when a word is looked up by its sound. */
  #bySound: Map<string, string[][]> | undefined
  readonly #synonyms: readonly Synonym[]
  readonly #keys: string[]

  constructor(synonyms: readonly Synonym[]) {
    this.#synonyms = synonyms
    for (const { term, meaning } of synonyms)
      addTo(this.#meanings, synonymKey(term.split(' ')), meaning.split(' '))
    this.#keys = [...this.#meanings.keys()].toSorted()
  }

  get keys(): readonly string[] {
    return this.#keys
  }

  get(key: string): string[][] | undefined {
    return this.#meanings.get(key)
  }

  /** The meanings of terms that sound like this word: `moze` like `moza`. */
  soundingLike(word: string): string[][] {
    const sound = soundOf(word)
    this.#bySound ??= bySound(this.#synonyms)
    return (sound !== undefined && this.#bySound.get(sound)) || []
  }

  /** The meanings of the first `max` terms that begin so; one word begins only terms of one. */
  startingWith(start: string, max: number): string[][] {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#keys[middle] ?? '') < start) low = middle + 1
      else high = middle
    }
    const isWord = !start.includes(' ')
    const meanings: string[][] = []
    let found = 0
    for (const key of this.#keys.slice(low, low + EXAMINED * max)) {
      if (found === max || !key.startsWith(start)) break
      if (isWord && key.includes(' ')) continue
      found += 1
      meanings.push(...(this.#meanings.get(key) ?? []))
    }
    return meanings
  }
}

/** The meanings of terms of one word. */
function bySound(synonyms: readonly Synonym[]): Map<string, string[][]> {
  const all = new Map<string, string[][]>()
  for (const { term, meaning } of synonyms) {
    const sound = term.includes(' ') ? undefined : soundOf(term)
    if (sound !== undefined) addTo(all, sound, meaning.split(' '))
  }
  return all
}

function addTo(all: Map<string, string[][]>, key: string, meaning: string[]): void {
  const meanings = all.get(key)
  if (meanings === undefined) all.set(key, [meaning])
  else meanings.push(meaning)
}

/** The words that are compared, in lower case and without stop words. */
export const synonymText = (text: string): string => queryWords(text).join(' ')

export const synonymKey = (words: string[]): string =>
  words.map((word) => word.replace(PLURAL, '$1')).join(' ')

const PLURAL = /^(\p{Script=Latin}{2,}[^s])s$/u

/** Words of the longest term. */
export const TERM_WORDS_MAX = 4

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
const defaultSynonyms = (): Synonym[] => (defaults ??= parseSynonyms(DEFAULT_SYNONYMS))

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
  const all = currentSynonyms(await findSynonymChanges(reader))
  return all.toSorted((a, b) => compare(a.term, b.term) || compare(a.meaning, b.meaning))
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

export const isDefaultSynonym = ({ term, meaning }: Synonym): boolean =>
  defaultSynonyms().some((synonym) => synonym.term === term && synonym.meaning === meaning)

let unchanged: Synonyms | undefined

/** Those of a shop without changes are made once. */
export async function readSynonyms(reader: Reader): Promise<Synonyms> {
  const changes = await findSynonymChanges(reader)
  return changes.length > 0
    ? new Synonyms(currentSynonyms(changes))
    : (unchanged ??= new Synonyms(currentSynonyms([])))
}
