/**
 * Product search. A product matches when it contains every query word, or longer words that start with it; if
 * none does, typos are forgiven; if still none does, products with any of the words match. Matches in the name
 * come first, then brand, category and description.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { countMatching, matchingIds, type Term, wordsSpelled, wordsStartingWith } from './search.store.ts'
import { allowsTypo, deletionsOf, isOneTypoApart, queryWords, type Rank, RANKS, singularOf } from './words.ts'

/** Ranked products from which a filter chooses. */
const CANDIDATES_MAX = 5000
/** Products examined per word when any word will do. */
const ANY_WORD_MAX = 1000
/** Counting stops here. */
const COUNT_MAX = 10_000
const PREFIX_MATCHES_MAX = 60
const TYPO_MATCHES_MAX = 20

interface Result {
  /** Best first. */
  ids: number[]
  total: number
}

interface IndexedWord {
  word: string
  frequency: number
}

/** The indexed words that match one query word. */
interface Matches {
  /** The word itself or its singular. */
  exact: string[]
  /** `exact`, then words that start with it, the most frequent first. */
  prefix: string[]
}

/** Matches of every query word, one entry per word. */
interface QueryMatches {
  exact: string[][]
  /** Prefix matches; with typo matches once those are needed. */
  near: string[][]
}

/** Ids of the published products that match, best first; at most five thousand. */
export async function searchCandidates(reader: Reader, text: string): Promise<number[]> {
  return (await search(reader, text, CANDIDATES_MAX)).ids
}

/** The best hundred products and the number of all matches, counted up to ten thousand. */
export const searchProducts = (reader: Reader, text: string): Promise<Result> =>
  search(reader, text, LIMITS.page_size_max)

/** @param limit maximum number of ids */
async function search(reader: Reader, text: string, limit: number): Promise<Result> {
  const words = queryWords(text)
  if (words.length === 0) return { ids: [], total: 0 }
  const matches = []
  for (const word of words) matches.push(await matchesOf(reader, word))
  const withoutTypos = { exact: matches.map(({ exact }) => exact), near: matches.map(({ prefix }) => prefix) }
  const found = await findAll(reader, withoutTypos, limit)
  if (found.total > 0) return found
  const withTypos: QueryMatches = { exact: withoutTypos.exact, near: [] }
  for (const [n, word] of words.entries())
    withTypos.near.push([
      ...new Set([...(withoutTypos.near[n] ?? []), ...(await typoMatchesOf(reader, word))]),
    ])
  if (withTypos.near.flat().length > withoutTypos.near.flat().length) {
    const corrected = await findAll(reader, withTypos, limit)
    if (corrected.total > 0) return corrected
  }
  return words.length > 1 ? findAny(reader, withTypos, limit) : { ids: [], total: 0 }
}

const mostFrequent = (words: IndexedWord[], max: number): string[] =>
  words
    .toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, max)
    .map(({ word }) => word)

/** The indexed words that match a query word. */
async function matchesOf(reader: Reader, queryWord: string): Promise<Matches> {
  const starting = await wordsStartingWith(reader, queryWord)
  const singular = singularOf(queryWord)
  const exact = [
    ...starting.map(({ word }) => word).filter((word) => word === queryWord),
    ...(singular === undefined ? [] : [singular]),
  ]
  const longer = starting.filter(({ word }) => word !== queryWord)
  return { exact, prefix: [...exact, ...mostFrequent(longer, PREFIX_MATCHES_MAX)] }
}

/** The indexed words that a query word with one typo may mean. */
async function typoMatchesOf(reader: Reader, queryWord: string): Promise<string[]> {
  if (!allowsTypo(queryWord)) return []
  const singular = singularOf(queryWord)
  const typed = singular === undefined ? [queryWord] : [queryWord, singular]
  const spellings = [...new Set(typed.flatMap((word) => [word, ...deletionsOf(word)]))]
  const candidates = await wordsSpelled(reader, spellings)
  const plausible = candidates.filter(({ word }) => typed.some((spelling) => isOneTypoApart(spelling, word)))
  const unique = [...new Map(plausible.map((indexed) => [indexed.word, indexed])).values()]
  return mostFrequent(unique, TYPO_MATCHES_MAX)
}

const canMatch = (sets: string[][]): boolean => sets.every((words) => words.length > 0)

const termsAt = (rank: Rank, sets: string[][]): Term[] => sets.map((words) => ({ rank, words }))

/**
 * Queries in order of relevance; each rank includes the ranks before it. Among products that have some word only
 * in the description, those with another word in the name, brand or category come first.
 */
function rankedQueries({ exact, near }: QueryMatches): Term[][] {
  const isMore = near.flat().length > exact.flat().length
  const stages = isMore && canMatch(exact) ? [exact, near] : [near]
  return RANKS.flatMap((rank) => {
    const anyAt: Rank[] = rank === 4 && near.length > 1 ? [1, 2, 3] : []
    return [
      ...anyAt.flatMap((best) =>
        stages.map((sets) => [...termsAt(rank, sets), { rank: best, words: sets.flat() }]),
      ),
      ...stages.map((sets) => termsAt(rank, sets)),
    ]
  })
}

/** Products that contain every word. */
async function findAll(reader: Reader, sets: QueryMatches, limit: number): Promise<Result> {
  if (!canMatch(sets.near)) return { ids: [], total: 0 }
  const total = await countMatching(reader, termsAt(4, sets.near), COUNT_MAX)
  const enough = Math.min(total, limit)
  const ranked = new Set<number>()
  for (const terms of rankedQueries(sets)) {
    if (ranked.size >= enough) break
    // Earlier steps are included in this one: `limit` ids always contain enough new ones.
    for (const id of await matchingIds(reader, terms, limit)) ranked.add(id)
  }
  return { ids: [...ranked].slice(0, limit), total }
}

/** Products that contain any word, those with most words first; a word in the name counts for more. */
async function findAny(reader: Reader, { near }: QueryMatches, limit: number): Promise<Result> {
  const sets = near.filter((words) => words.length > 0)
  if (sets.length === 0) return { ids: [], total: 0 }
  // No product contains both of two words, or findAll() had found it: the first few of each are enough.
  const max = near.length === 2 ? limit : ANY_WORD_MAX
  const points = new Map<number, number>()
  for (const words of sets) {
    for (const rank of [4, 1] as const) {
      for (const id of await matchingIds(reader, [{ rank, words }], max))
        points.set(id, (points.get(id) ?? 0) + (rank === 4 ? sets.length : 1))
    }
  }
  const best = [...points].toSorted(([a, m], [b, n]) => n - m || a - b)
  const total = await countMatching(reader, [{ rank: 4, words: sets.flat() }], COUNT_MAX)
  return { ids: best.slice(0, limit).map(([id]) => id), total }
}
