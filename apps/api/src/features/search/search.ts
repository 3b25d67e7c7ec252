/**
 * Finds products by words. Every word must stand in the product, itself or at the beginning of a longer one;
 * when that finds nothing, typos are forgiven; when that finds nothing either, any of the words will do.
 * What stands in the name comes before what stands in the brand, the category, the description.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { alternativesOf, typosOf } from './alternatives.ts'
import { countMatching, matchingIds } from './lookup.store.ts'
import { askedWords, RANKS } from './words.ts'

/** So many products are ranked at most, however common the words. */
const MOST_CANDIDATES = 1000
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

/** Ids of the published products that match, the best first; at most a thousand. */
export async function candidates(reader: Reader, text: string): Promise<number[]> {
  return (await find(reader, text)).ids
}

/** The best page of products, and how many there are in all (ten thousand stands for more). */
export async function searchProducts(reader: Reader, text: string): Promise<Found> {
  const { ids, total } = await find(reader, text)
  return { ids: ids.slice(0, LIMITS.page_size_max), total }
}

async function find(reader: Reader, text: string): Promise<Found> {
  const asked = askedWords(text)
  if (asked.length === 0) return { ids: [], total: 0 }
  const words = []
  for (const word of asked) words.push(await alternativesOf(reader, word))
  const sets: Sets = { exact: words.map((word) => word.exact), near: words.map((word) => word.near) }
  const found = await findAll(reader, sets)
  if (found.total > 0) return found
  const typos: string[][] = []
  for (const word of asked) typos.push(await typosOf(reader, word))
  const forgiving = {
    ...sets,
    near: sets.near.map((near, n) => [...new Set([...near, ...(typos[n] ?? [])])]),
  }
  if (typos.some((words) => words.length > 0)) {
    const meant = await findAll(reader, forgiving)
    if (meant.total > 0) return meant
  }
  return asked.length > 1 ? findAny(reader, forgiving) : { ids: [], total: 0 }
}

const canMatch = (sets: string[][]): boolean => sets.every((words) => words.length > 0)

/** Products in which every word stands. Each rank holds those of the ranks before. */
async function findAll(reader: Reader, { exact, near }: Sets): Promise<Found> {
  if (!canMatch(near)) return { ids: [], total: 0 }
  const last = { rank: 4, sets: near } as const
  const all = await matchingIds(reader, last, MOST_CANDIDATES + 1)
  const ranked = new Set<number>()
  for (const rank of RANKS) {
    for (const sets of canMatch(exact) ? [exact, near] : [near]) {
      if (ranked.size >= Math.min(all.length, MOST_CANDIDATES)) break
      for (const id of await matchingIds(reader, { rank, sets }, MOST_CANDIDATES)) ranked.add(id)
    }
  }
  const ids = [...ranked].slice(0, MOST_CANDIDATES)
  const isMore = all.length > MOST_CANDIDATES
  return { ids, total: isMore ? await countMatching(reader, last, MOST_COUNTED) : ids.length }
}

/** Products in which any word stands, those with most words first; a word in the name counts for more. */
async function findAny(reader: Reader, { near }: Sets): Promise<Found> {
  const sets = near.filter((words) => words.length > 0)
  const points = new Map<number, number>()
  for (const words of sets) {
    for (const rank of [4, 1] as const) {
      for (const id of await matchingIds(reader, { rank, sets: [words] }, MOST_CANDIDATES))
        points.set(id, (points.get(id) ?? 0) + (rank === 4 ? sets.length : 1))
    }
  }
  const best = [...points].toSorted(([a, m], [b, n]) => n - m || a - b)
  const ids = best.slice(0, MOST_CANDIDATES).map(([id]) => id)
  return { ids, total: ids.length }
}
