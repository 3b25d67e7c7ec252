/**
 * Product search. A product matches when it has a meaning of every word of the query; if none has, those with most
 * words match. The engines find candidates by whole words; they are ranked here: the name before the brand, the
 * category and the description, and the query's own words before beginnings, synonyms and typos.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { Candidates } from './candidates.ts'
import { indexCache } from './index-cache.ts'
import { parseQuery, type Query } from './query.ts'
import {
  byScore,
  ENOUGH,
  isPlausible,
  Judge,
  LEAST,
  matchSlot,
  scoreOf,
  shareOf,
  type SlotMatch,
  wholeOf,
} from './ranking.ts'
import { type Match, productsByCode, type Term } from './search.store.ts'
import { type Slot, Vocabulary } from './vocabulary.ts'
import { type Rank, RANKS } from './words.ts'

/** Counting stops here. */
const COUNT_MAX = 10_000
/** Products whose words are compared with the query's. */
const RANKED_MAX = 100
/** With fewer products, those with the least share of the query are added. */
const FEW = 10
/** Products with the least share of a query. */
const LEAST_MAX = 24
/** Sets of words of which any will do when no product has all words. */
const CHOICES_MAX = 60

export interface Found {
  /** Best first. */
  ids: number[]
  /** Counted up to ten thousand; of suggestions only those that are found. */
  total: number
  /** The query with its typos corrected. */
  did_you_mean?: string
}

/** Limits of the price in paise. */
export type PriceLimits = Pick<Query, 'min_price' | 'max_price'>

interface Depth {
  /** Maximum number of ids. */
  ids: number
  ranked: number
  /** Whether the last word may be the beginning of one. */
  unfinished: boolean
  isQuestion: boolean
}

const DEPTHS = {
  page: { ids: LIMITS.page_size_max, ranked: RANKED_MAX, unfinished: false },
  candidates: { ids: LIMITS.search_results, ranked: RANKED_MAX, unfinished: false },
  suggestions: { ids: 20, ranked: 20, unfinished: true },
}

/**
 * The published products that match, best first.
 *
 * @param revision the catalogue's, read before
 * @returns the limits of the price that the text names too: the caller applies them
 */
export async function searchProducts(
  reader: Reader,
  revision: number,
  text: string,
  size: keyof typeof DEPTHS,
): Promise<Found & { price: PriceLimits | undefined }> {
  const { words, purpose, isQuestion, codes, min_price, max_price } = parseQuery(text)
  const price = min_price === undefined && max_price === undefined ? undefined : { min_price, max_price }
  const depth = { ...(size === 'page' && price ? DEPTHS.candidates : DEPTHS[size]), isQuestion }
  const coded = codes.length > 0 ? await productsByCode(reader, codes) : []
  if (coded.length > 0) return { ids: coded, total: coded.length, price }
  if (words.length === 0) return { ids: [], total: 0, price }
  const cache = indexCache(reader, revision)
  const ordered = depth.unfinished ? words : nounLast(words, purpose)
  const slots = await new Vocabulary(reader, cache).slotsOf(ordered, purpose, depth.unfinished)
  return { ...(await findBySlots(new Candidates(reader, cache), slots, depth)), price }
}

/** `goggles for swimming` means `swimming goggles`. */
const nounLast = (words: string[], purpose: ReadonlySet<string>): string[] => [
  ...words.filter((word) => purpose.has(word)),
  ...words.filter((word) => !purpose.has(word)),
]

async function findBySlots(candidates: Candidates, slots: Slot[], depth: Depth): Promise<Found> {
  const { isNamed, ...found } = await findAll(candidates, slots, depth)
  const isEnough =
    found.total > 0 && (depth.unfinished || (isNamed && !(depth.isQuestion && found.total < FEW)))
  if (slots.length === 1 || isEnough) return withCorrection(found, slots)
  const most = await findMost(candidates, slots, depth)
  const ids = [...new Set([...found.ids, ...most.ids])].slice(0, depth.ids)
  return withCorrection({ ids, total: Math.max(found.total, ids.length) }, slots)
}

function withCorrection(found: Found, slots: Slot[]): Found {
  if (found.total === 0 || !slots.some(({ corrected }) => corrected)) return found
  return { ...found, did_you_mean: slots.flatMap(({ words, corrected }) => corrected ?? words).join(' ') }
}

const canMatch = (terms: Term[]): boolean => terms.every((term) => term.length > 0)

interface FoundAll extends Found {
  /** Whether at least one product has every word that says what is looked for in name, brand or category. */
  isNamed: boolean
}

/** Products that match every slot. */
async function findAll(candidates: Candidates, slots: Slot[], depth: Depth): Promise<FoundAll> {
  const terms = slots.map(({ term }) => term)
  if (!canMatch(terms)) return { ids: [], total: 0, isNamed: false }
  if (depth.unfinished || !areMany(slots, depth.ranked)) {
    // A beginning that only descriptions have is a weak suggestion.
    const named = depth.unfinished ? await candidates.ids([terms], 3, depth.ranked) : []
    const all = named.length > 0 ? named : await candidates.ids([terms], 4, depth.ranked)
    if (all.length < depth.ranked) {
      const { ids, isNamed } = sorted(await candidates.documentsOf(all), slots, depth)
      return { ids, total: ids.length, isNamed }
    }
  }
  return findBest(candidates, slots, terms, depth)
}

/** Whether a query of one word certainly has many answers. */
const areMany = ([slot, ...others]: Slot[], many: number): boolean =>
  others.length === 0 &&
  (slot?.ways ?? []).some(
    ({ parts: [first = [], ...more] }) => more.length === 0 && (first[0]?.frequency ?? 0) > many,
  )

/** Too many products match to compare all: the best are among those with the words in the better texts. */
async function findBest(
  candidates: Candidates,
  slots: Slot[],
  terms: Term[],
  depth: Depth,
): Promise<FoundAll> {
  const { ids, ranked, unfinished } = depth
  const exactTerms = slots.map(({ exactTerm }) => exactTerm)
  const stages = canMatch(exactTerms) ? [exactTerms, terms] : [terms]
  const best = new Set<number>()
  for (const rank of slots.length === 1 ? ([0, ...RANKS] as const) : RANKS) {
    for (const stage of stages) {
      if (best.size >= ranked) break
      for (const id of await candidates.ids([stage], rank, ranked)) best.add(id)
    }
  }
  const documents = await candidates.documentsOf([...best].slice(0, ranked))
  const { ids: first, isNamed } = sorted(documents, slots, depth)
  if (first.length === 0) return { ids: [], total: 0, isNamed }
  const all = new Set(first)
  if (ids <= ranked) {
    const total = unfinished ? first.length : await candidates.count([terms], COUNT_MAX)
    return { ids: first.slice(0, ids), total, isNamed }
  }
  for (const rank of RANKS) {
    if (all.size >= ids) break
    for (const id of await candidates.ids([terms], rank, ids)) all.add(id)
  }
  return { ids: [...all].slice(0, ids), total: all.size, isNamed }
}

/**
 * The products that match every slot, best first; none if none is what is looked for, and without those that have a
 * corrected word or a beginning in the description only, and those that only mention what others are.
 */
function sorted(
  documents: Match[],
  slots: Slot[],
  { unfinished, isQuestion }: Depth,
): { ids: number[]; isNamed: boolean } {
  const judge = new Judge(slots, isQuestion)
  const all = compared(documents, slots).filter((one) =>
    slots.every((slot, n) => isPlausible(slot, one.matches[n] ?? null, unfinished)),
  )
  if (!all.some((one) => judge.isSupported(one.matches))) return { ids: [], isNamed: false }
  const isNamed = all.some((one) => judge.isNamed(one.matches))
  return { ids: judge.withoutMentions(all).toSorted(byScore).map(idOf), isNamed }
}

interface Compared {
  id: number
  /** By slot. */
  matches: (SlotMatch | null)[]
  score: number
}

const idOf = ({ id }: Compared): number => id

/** Compares the words of products with the query's. */
const compared = (documents: Match[], slots: Slot[]): Compared[] =>
  documents.map(({ id, document }) => {
    const matches = slots.map((slot) => matchSlot(document, slot))
    return { id, matches, score: scoreOf(matches) }
  })

/** Sets of slots that make up enough of the query, none of which contains another. */
function choicesOf(slots: Slot[], enough: number): Slot[][] {
  const choices: Slot[][] = []
  const add = (from: number, chosen: Slot[], share: number): void => {
    if (choices.length >= CHOICES_MAX) return
    if (share >= enough) {
      choices.push(chosen)
      return
    }
    for (let n = from; n < slots.length; n += 1) {
      const slot = slots[n]
      if (slot && slot.ways.length > 0) add(n + 1, [...chosen, slot], share + shareOf(slot))
    }
  }
  add(0, [], 0)
  return choices
}

/** Products that match enough of the query, most words first. */
async function findMost(
  candidates: Candidates,
  slots: Slot[],
  { ids, ranked, isQuestion }: Depth,
): Promise<Found> {
  const all = wholeOf(slots)
  const judge = new Judge(slots, isQuestion)
  const best = new Map<number, Compared & { share: number }>()
  const add = async (least: number, ranks: readonly Rank[], limit: number): Promise<void> => {
    const choices = choicesOf(slots, all * least)
    const terms = choices.map((choice) => choice.map(({ term }) => term))
    for (const rank of terms.length > 0 ? ranks : []) {
      const found = compared(await candidates.documents(terms, rank, limit), slots)
      const isCategory = judge.isCategory(found)
      for (const one of found) {
        const share = slots.reduce((sum, slot, n) => sum + (one.matches[n] ? shareOf(slot) : 0), 0)
        if (judge.isAnswer(one.matches, share / all, isCategory)) best.set(one.id, { ...one, share })
      }
      if (found.length < limit) return
    }
  }
  await add(ENOUGH, [4, 1], 2 * ranked)
  if (best.size < FEW) await add(LEAST, [isQuestion ? 1 : 0], Math.min(ranked, LEAST_MAX))
  const order = judge
    .withoutMentions([...best.values()])
    .toSorted((a, b) => b.share - a.share || byScore(a, b))
  return { ids: order.slice(0, ids).map(idOf), total: order.length }
}
