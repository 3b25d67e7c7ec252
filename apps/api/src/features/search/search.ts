/**
 * Finds products by words. Every word must stand in the product, itself or at the beginning of a longer one;
 * when that finds nothing, typos are forgiven; when that finds nothing either, any of the words will do.
 * What stands in the name comes before what stands in the brand, the category, the description.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { alternativesOf, typosOf } from './alternatives.ts'
import { countMatching, type Demand, matchingIds } from './search.store.ts'
import { askedWords, type Rank, RANKS } from './words.ts'

/** So many products are ranked at most for a filter to choose from, however common the words. */
const MOST_CANDIDATES = 5000
/** So many products with one of several words are looked at for others. */
const MOST_LOOSE = 1000
/** Counting goes no further. */
const MOST_COUNTED = 10_000

interface Found {
  /** The best first. */
  ids: number[]
  total: number
}

/** For each word that was asked for, the words that answer it, the surer sets first. */
interface Sets {
  exact: string[][]
  near: string[][]
}

/** Ids of the published products that match, the best first; at most five thousand. */
export async function candidates(reader: Reader, text: string): Promise<number[]> {
  return (await find(reader, text, MOST_CANDIDATES)).ids
}

/** The best hundred products, and how many there are in all (ten thousand stands for more). */
export const searchProducts = (reader: Reader, text: string): Promise<Found> =>
  find(reader, text, LIMITS.page_size_max)

/** @param wanted so many ids are enough */
async function find(reader: Reader, text: string, wanted: number): Promise<Found> {
  const asked = askedWords(text)
  if (asked.length === 0) return { ids: [], total: 0 }
  const words = []
  for (const word of asked) words.push(await alternativesOf(reader, word))
  const sets: Sets = { exact: words.map((word) => word.exact), near: words.map((word) => word.near) }
  const found = await findAll(reader, sets, wanted)
  if (found.total > 0) return found
  const forgiving: Sets = { exact: sets.exact, near: [] }
  for (const [n, word] of asked.entries())
    forgiving.near.push([...new Set([...(sets.near[n] ?? []), ...(await typosOf(reader, word))])])
  if (forgiving.near.flat().length > sets.near.flat().length) {
    const meant = await findAll(reader, forgiving, wanted)
    if (meant.total > 0) return meant
  }
  return asked.length > 1 ? findAny(reader, forgiving, wanted) : { ids: [], total: 0 }
}

const canMatch = (sets: string[][]): boolean => sets.every((words) => words.length > 0)

const allAt = (rank: Rank, sets: string[][]): Demand[] => sets.map((words) => ({ rank, words }))

/**
 * What to ask for, the best first. Each rank holds those of the ranks before. Of products that need the
 * description for some word, those come first that have another in the name, the brand, the category.
 */
function steps({ exact, near }: Sets): Demand[][] {
  const isMore = near.flat().length > exact.flat().length
  const sure = isMore && canMatch(exact) ? [exact, near] : [near]
  return RANKS.flatMap((rank) => {
    const anyAt: Rank[] = rank === 4 && near.length > 1 ? [1, 2, 3] : []
    return [
      ...anyAt.flatMap((best) =>
        sure.map((sets) => [...allAt(rank, sets), { rank: best, words: sets.flat() }]),
      ),
      ...sure.map((sets) => allAt(rank, sets)),
    ]
  })
}

/** Products in which every word stands. */
async function findAll(reader: Reader, sets: Sets, wanted: number): Promise<Found> {
  if (!canMatch(sets.near)) return { ids: [], total: 0 }
  const total = await countMatching(reader, allAt(4, sets.near), MOST_COUNTED)
  const enough = Math.min(total, wanted)
  const ranked = new Set<number>()
  for (const step of steps(sets)) {
    if (ranked.size >= enough) break
    // The known ones among as many as are wanted leave room for as many new ones as are missing.
    for (const id of await matchingIds(reader, step, wanted)) ranked.add(id)
  }
  return { ids: [...ranked].slice(0, wanted), total }
}

/** Products in which any word stands, those with most words first; a word in the name counts for more. */
async function findAny(reader: Reader, { near }: Sets, wanted: number): Promise<Found> {
  const sets = near.filter((words) => words.length > 0)
  if (sets.length === 0) return { ids: [], total: 0 }
  // No product holds both of two words, or it would have been found before: the first few of each will do.
  const most = near.length === 2 ? wanted : MOST_LOOSE
  const points = new Map<number, number>()
  for (const words of sets) {
    for (const rank of [4, 1] as const) {
      for (const id of await matchingIds(reader, [{ rank, words }], most))
        points.set(id, (points.get(id) ?? 0) + (rank === 4 ? sets.length : 1))
    }
  }
  const best = [...points].toSorted(([a, m], [b, n]) => n - m || a - b)
  const total = await countMatching(reader, [{ rank: 4, words: sets.flat() }], MOST_COUNTED)
  return { ids: best.slice(0, wanted).map(([id]) => id), total }
}
