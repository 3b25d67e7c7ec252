/**
 * What searches have read of the index, in memory until the catalogue's content changes: at most 30 MB per database. It
 * is read when a search needs it, but for the words, which are read in the background: until then the database is asked.
 */
import { LRUCache } from 'lru-cache'
import type { Reader } from '../../db/database.ts'
import { findDocuments, type Match, readLists, readWords, type Term, type WordCount } from './search.store.ts'
import type { Synonyms } from './synonyms.ts'
import type { SlotOfWords } from './vocabulary.ts'
import { type Rank, ranked, RANKS } from './words.ts'

const DOCUMENTS_MAX_BYTES = 4 * 1024 * 1024
const LISTS_MAX_BYTES = 4 * 1024 * 1024
/** Of the lists of one rank. */
const MATCHES_MAX_BYTES = 1 * 1024 * 1024
/** Products of a word whose list is kept: there may be a million. */
const LIST_MAX_IDS = 20_000
/** Products in the lists that one search reads. */
const READ_MAX_IDS = 60_000
const MEANINGS_MAX = 5000
const SLOTS_MAX = 2000
/** Words in memory at most: about 15 MB. */
const WORDS_MAX = 500_000
const WORDS_READ = 5000
/** Reading the words may take this share of the time. */
const READING_SHARE = 0.05

/** An indexed word that a query word may mean, and how well it fits: at most 1. */
export interface Meaning extends WordCount {
  weight: number
  /** Its entry in a document, without the rank. */
  entry: string
  /** The space and the letters with which all entries begin among which this one was found. */
  start?: string
}

/** Entries of the index that are the same as long as its revision is. */
export class IndexCache {
  readonly revision: number
  synonyms: Promise<Synonyms> | undefined
  /** The indexed words that words of queries may mean. */
  readonly meanings = new LRUCache<string, Promise<Meaning[]>>({ max: MEANINGS_MAX })
  /** What words and terms of queries ask the index for. */
  readonly slots = new LRUCache<string, SlotOfWords>({ max: SLOTS_MAX })
  words: WordList | null = null
  readonly #reader: Reader
  readonly #documents = new LRUCache<number, Match>({
    maxSize: DOCUMENTS_MAX_BYTES,
    sizeCalculation: ({ document }) => document.length + 140,
  })
  readonly #lists = new LRUCache<string, Uint32Array>({
    maxSize: LISTS_MAX_BYTES,
    sizeCalculation: (list) => list.byteLength + 200,
  })

  /** The products that match a term, by rank. */
  readonly #matches = [0, ...RANKS].map(
    () =>
      new LRUCache<Term, Uint32Array>({
        maxSize: MATCHES_MAX_BYTES,
        sizeCalculation: (ids) => ids.byteLength + 200,
      }),
  )

  constructor(reader: Reader, revision: number) {
    this.#reader = reader
    this.revision = revision
  }

  /**
   * The first `limit` products that match all terms of one of `choices` in a text of this rank or a better one, in ascending
   * order; null where a word has too many products.
   */
  async matching(choices: Term[][], rank: Rank, limit: number): Promise<number[] | null> {
    const kept = this.#matches[rank]!
    const known = new Map<Term, Uint32Array>()
    const others: Term[] = []
    for (const choice of choices) {
      for (const term of choice) {
        const ids = kept.get(term)
        if (ids === undefined) others.push(term)
        else known.set(term, ids)
      }
    }
    if (others.length > 0 && !(await this.#read(others, rank, known))) return null
    const lists = choices.map((choice) => choice.map((term) => known.get(term)!))
    if (lists.length === 1) return firstOf(inAll(lists[0]!), limit)
    const ids = union(lists.map(intersection))
    return firstOf({ ids, size: ids.length }, limit)
  }

  /** Adds the products that match each term. @returns false if they are too many */
  async #read(terms: Term[], rank: Rank, known: Map<Term, Uint32Array>): Promise<boolean> {
    const lists = await this.#listsOf(terms.flat(3), rank)
    if (lists === null) return false
    const ofAny = (words: WordCount[]) => union(words.map(({ word }) => lists.get(word)!))
    for (const term of terms) {
      const ids = union(term.map((parts) => intersection(parts.map(ofAny))))
      this.#matches[rank]!.set(term, ids)
      known.set(term, ids)
    }
    return true
  }

  /** The products of each word; null if they are too many. */
  async #listsOf(words: WordCount[], rank: Rank): Promise<Map<string, Uint32Array> | null> {
    const lists = new Map<string, Uint32Array>()
    const others: WordCount[] = []
    for (const one of words) {
      if (one.frequency > LIST_MAX_IDS) return null
      const list = this.#lists.get(ranked(rank, one.word))
      if (list === undefined) others.push(one)
      else lists.set(one.word, list)
    }
    if (others.length === 0) return lists
    if (others.reduce((sum, { frequency }) => sum + frequency, 0) > READ_MAX_IDS) return null
    const read = await readLists(this.#reader, [...new Set(others.map(({ word }) => ranked(rank, word)))])
    for (const [key, list] of read) {
      this.#lists.set(key, list)
      lists.set(key.slice(1), list)
    }
    return lists
  }

  /** These products with their documents, as `rankedDocument()` has them, in any order. */
  async documents(ids: readonly number[]): Promise<Match[]> {
    const found: Match[] = []
    const others: number[] = []
    for (const id of ids) {
      const match = this.#documents.get(id)
      if (match === undefined) others.push(id)
      else found.push(match)
    }
    if (others.length === 0) return found
    for (const { id, document } of await findDocuments(this.#reader, others)) {
      const match = { id, document: rankedDocument(document) }
      this.#documents.set(id, match)
      found.push(match)
    }
    return found
  }
}

/** Documents of an index that was built before ranks were written have words alone. */
const RANKED = /:\d/
const rankedDocument = (document: string): string =>
  RANKED.test(document) ? ` ${document} ` : ` ${document.split(' ').join(':4 ')}:4 `

/** The first `size` of `ids`. */
interface Ids {
  ids: Uint32Array
  size: number
}

function firstOf({ ids, size }: Ids, limit: number): number[] {
  const first: number[] = []
  for (let at = 0; at < Math.min(size, limit); at += 1) first.push(ids[at]!)
  return first
}

const intersection = (lists: Uint32Array[]): Uint32Array => {
  const { ids, size } = inAll(lists)
  return ids === common ? ids.slice(0, size) : ids
}

/** What all lists have; valid until the next call. */
function inAll(lists: Uint32Array[]): Ids {
  const [first = new Uint32Array(), ...others] =
    lists.length < 2 ? lists : lists.toSorted((a, b) => a.length - b.length)
  let [ids, size] = [first, first.length]
  if (common.length < size) common = new Uint32Array(size)
  for (const other of others) {
    size = intersect(ids, size, other)
    ids = common
  }
  return { ids, size }
}

/** Where the products of several lists are collected: arrays outside of the heap are dear to make and to collect. */
let common = new Uint32Array(READ_MAX_IDS)
const STEP = 16

/** Collects those of the first `size` of `few` that are in `many`. @returns how many */
function intersect(few: Uint32Array, size: number, many: Uint32Array): number {
  let [count, from] = [0, 0]
  for (let at = 0; at < size; at += 1) {
    const id = few[at]!
    while (many[from + STEP]! < id) from += STEP
    while (many[from]! < id) from += 1
    if (many[from] === id) common[count++] = id
  }
  return count
}

function union(lists: Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = lists
  if (others.length === 0) return first
  const last = lists.reduce((max, list) => Math.max(max, list.at(-1) ?? 0), 0)
  const bits = new Uint32Array((last >>> 5) + 1)
  for (const list of lists) {
    for (const id of list) bits[id >>> 5]! |= 1 << (id & 31)
  }
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let count = 0
  for (let at = 0; at < bits.length; at += 1) {
    for (let rest = bits[at]!; rest !== 0; rest &= rest - 1)
      all[count++] = at * 32 + 31 - Math.clz32(rest & -rest)
  }
  return all.subarray(0, count)
}

/** Sorted words in one text, with the number of products that have each. */
export class WordList {
  readonly #text: string
  readonly #ends: Uint32Array
  readonly #frequencies: Uint32Array

  constructor(words: WordCount[]) {
    const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
    this.#text = sorted.map(({ word }) => word).join('')
    let end = 0
    this.#ends = Uint32Array.from(sorted, ({ word }) => (end += word.length))
    this.#frequencies = Uint32Array.from(sorted, ({ frequency }) => frequency)
  }

  among(words: string[]): WordCount[] {
    return words.flatMap((word) => {
      const at = this.#lowerBound(word)
      return this.#word(at) === word ? [{ word, frequency: this.#frequencies[at] ?? 0 }] : []
    })
  }

  /** In alphabetical order. */
  startingWith(start: string, max: number): WordCount[] {
    const found: WordCount[] = []
    for (let at = this.#lowerBound(start); found.length < max; at += 1) {
      const word = this.#word(at)
      if (!word?.startsWith(start)) break
      found.push({ word, frequency: this.#frequencies[at] ?? 0 })
    }
    return found
  }

  #word(at: number): string | undefined {
    const end = this.#ends[at]
    return end === undefined ? undefined : this.#text.slice(at === 0 ? 0 : this.#ends[at - 1], end)
  }

  #lowerBound(word: string): number {
    let [low, high] = [0, this.#ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#word(middle) ?? '') < word) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface Kept {
  cache: IndexCache
  isReading: boolean
  /** Before this time the words are not read again, in ms; infinite where they are too many. */
  readAgainAt: number
}

const kept = new WeakMap<object, Kept>()

/** @param revision the catalogue's, read before */
export function indexCache(reader: Reader, revision: number): IndexCache {
  let entry = kept.get(reader.connection)
  if (entry === undefined) {
    entry = { cache: new IndexCache(reader, revision), isReading: false, readAgainAt: 0 }
    kept.set(reader.connection, entry)
  }
  if (entry.cache.revision !== revision) entry.cache = new IndexCache(reader, revision)
  if (entry.cache.words === null && !entry.isReading && performance.now() >= entry.readAgainAt)
    void keepWords(reader, entry)
  return entry.cache
}

/**
 * Reads all words in the background; a change meanwhile makes it worthless. Of a shop with too many words they are not read
 * again.
 */
async function keepWords(reader: Reader, entry: Kept): Promise<void> {
  const { cache } = entry
  entry.isReading = true
  const words: WordCount[] = []
  let [busy, last, isDone] = [0, '', false]
  try {
    while (!isDone && entry.cache === cache && words.length < WORDS_MAX) {
      await new Promise(setImmediate)
      const begun = performance.now()
      const next = await readWords(reader, last, WORDS_READ)
      for (const word of next.words) words.push(word)
      isDone = next.words.length < WORDS_READ
      if (isDone) cache.words = new WordList(words)
      last = next.last
      busy += performance.now() - begun
    }
  } catch {
    // The search that needs the words meets the error itself.
  }
  entry.isReading = false
  const isTooLarge = !isDone && words.length >= WORDS_MAX
  entry.readAgainAt = isTooLarge ? Infinity : performance.now() + busy / READING_SHARE
}
