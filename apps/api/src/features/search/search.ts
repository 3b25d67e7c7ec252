/**
 * Product search. A product matches when it has a meaning of every word of the query; if none has, those with most
 * words match. The engines find candidates by whole words; they are ranked here: the name before the brand, the
 * category and the description, and the query's own words before beginnings, synonyms and typos.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { parseQuery, type Query } from './query.ts'
import { Candidates } from './candidates.ts'
import { indexCache } from './index-cache.ts'
import { type Match, productsByCode, type Term } from './search.store.ts'
import { type Slot, Vocabulary } from './vocabulary.ts'
import { type Rank, RANKS } from './words.ts'

/** Products from which a filter chooses. */
const CANDIDATES_MAX = 5000
/** Counting stops here. */
const COUNT_MAX = 10_000
/** Products whose words are compared with the query's. */
const RANKED_MAX = 100
/** Sets of words of which any will do when no product has all words. */
const CHOICES_MAX = 60

export interface Found {
  /** Best first. */
  ids: number[]
  /** Counted up to ten thousand. */
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
}

const DEPTHS = {
  page: { ids: LIMITS.page_size_max, ranked: RANKED_MAX, unfinished: false },
  candidates: { ids: CANDIDATES_MAX, ranked: RANKED_MAX, unfinished: false },
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
  const { words, purpose, codes, min_price, max_price } = parseQuery(text)
  const price = min_price === undefined && max_price === undefined ? undefined : { min_price, max_price }
  const depth = size === 'page' && price ? DEPTHS.candidates : DEPTHS[size]
  const coded = codes.length > 0 ? await productsByCode(reader, codes) : []
  if (coded.length > 0) return { ids: coded, total: coded.length, price }
  if (words.length === 0) return { ids: [], total: 0, price }
  const cache = indexCache(reader, revision)
  const slots = await new Vocabulary(reader, cache).slotsOf(words, purpose, depth.unfinished)
  return { ...(await findBySlots(new Candidates(reader, cache), slots, depth)), price }
}

async function findBySlots(candidates: Candidates, slots: Slot[], depth: Depth): Promise<Found> {
  const found = await findAll(candidates, slots, depth)
  const isAny = found.total > 0 || slots.length === 1
  return withCorrection(isAny ? found : await findMost(candidates, slots, depth), slots)
}

function withCorrection(found: Found, slots: Slot[]): Found {
  if (found.total === 0 || !slots.some(({ corrected }) => corrected)) return found
  return { ...found, did_you_mean: slots.flatMap(({ words, corrected }) => corrected ?? words).join(' ') }
}

const EXACT_WEIGHT = 0.8

/** The ways to match a slot. @param exact only by its own words and their forms */
function termOf({ ways }: Slot, exact: boolean): Term {
  const terms = ways.map(({ parts, weight }) =>
    exact ? parts.map((part) => part.filter((meaning) => meaning.weight * weight >= EXACT_WEIGHT)) : parts,
  )
  return terms.filter((parts) => parts.every((words) => words.length > 0))
}

const canMatch = (terms: Term[]): boolean => terms.every((term) => term.length > 0)

/** Products that match every slot. */
async function findAll(candidates: Candidates, slots: Slot[], depth: Depth): Promise<Found> {
  const terms = slots.map((slot) => termOf(slot, false))
  if (!canMatch(terms)) return { ids: [], total: 0 }
  if (depth.unfinished || !areMany(slots, depth.ranked)) {
    // A beginning that only descriptions have is a weak suggestion.
    const named = depth.unfinished ? await candidates.documents([terms], 3, depth.ranked) : []
    const matches = named.length > 0 ? named : await candidates.documents([terms], 4, depth.ranked)
    const ids = sorted(matches, slots)
    if (matches.length < depth.ranked) return { ids, total: ids.length }
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
  { ids, ranked }: Depth,
): Promise<Found> {
  const exactTerms = slots.map((slot) => termOf(slot, true))
  const stages = canMatch(exactTerms) ? [exactTerms, terms] : [terms]
  const best = new Set<number>()
  for (const rank of slots.length === 1 ? ([0, ...RANKS] as const) : RANKS) {
    for (const stage of stages) {
      if (best.size >= ranked) break
      for (const id of await candidates.ids([stage], rank, ranked)) best.add(id)
    }
  }
  const all = new Set(sorted(await candidates.documentsOf([...best].slice(0, ranked)), slots))
  if (ids <= ranked) return { ids: [...all].slice(0, ids), total: await candidates.count([terms], COUNT_MAX) }
  for (const rank of RANKS) {
    if (all.size >= ids) break
    for (const id of await candidates.ids([terms], rank, ids)) all.add(id)
  }
  return { ids: [...all].slice(0, ids), total: all.size }
}

/** How much a match in the type words, name, brand, category or description counts. */
const RANK_WEIGHTS = [12, 8, 7, 5, 2] as const
const PHRASE_BONUS = 3

interface SlotMatch {
  score: number
  /** How well the words fit: less than EXACT_WEIGHT for beginnings and typos. */
  weight: number
  /** 0 for the type words. */
  rank: number
  /** Where in the document. */
  at: number
  end: number
}

/** The best match of a slot in a document; null if there is none. */
function matchSlot(document: string, { ways }: Slot): SlotMatch | null {
  let best: SlotMatch | null = null
  for (const { parts, weight } of ways) {
    let score = 0
    let [least, worst, at, end] = [1, 0, Infinity, -1]
    for (const part of parts) {
      const found = matchPart(document, part)
      if (found === null) {
        score = -1
        break
      }
      score += found.score / parts.length
      least = Math.min(least, found.weight)
      worst = Math.max(worst, found.rank)
      at = Math.min(at, found.at)
      end = Math.max(end, found.end)
    }
    if (score > 0 && (best === null || score * weight > best.score))
      best = { score: score * weight, weight: least * weight, rank: worst, at, end }
  }
  return best
}

/** Where an entry begins; searching for the space before it, too, would be much slower. */
function indexOfEntry(document: string, entry: string): number {
  let at = document.indexOf(entry)
  while (at > 0 && document[at - 1] !== ' ') at = document.indexOf(entry, at + 1)
  return at
}

function matchPart(document: string, part: Slot['ways'][number]['parts'][number]): SlotMatch | null {
  let best: SlotMatch | null = null
  let missing: string | undefined
  for (const { entry, start, weight } of part) {
    if (best !== null && weight < EXACT_WEIGHT && best.score > RANK_WEIGHTS[0] * weight) break
    if (start !== undefined && start === missing) continue
    const at = indexOfEntry(document, entry)
    if (at === -1) {
      // Most documents have no word with this beginning, which may be that of sixty words.
      if (start !== undefined && !document.includes(start)) missing = start
      continue
    }
    // After the rank and the space.
    const end = at + entry.length + 2
    const rank = Number(document[at + entry.length])
    const score = weight * (RANK_WEIGHTS[rank] ?? 0)
    if (best === null || score > best.score) best = { score, weight, rank, at, end }
  }
  return best
}

function scoreOf(matches: (SlotMatch | null)[]): number {
  let score = 0
  let previous: SlotMatch | null = null
  for (const match of matches) {
    if (match === null) continue
    score += match.score
    if (previous && match.rank <= 1 && previous.rank <= 1 && match.at === previous.end) score += PHRASE_BONUS
    previous = match
  }
  return score
}

const byScore = (a: { id: number; score: number }, b: { id: number; score: number }): number =>
  b.score - a.score || a.id - b.id

/** The ids of products that match every slot, best first; without those that have a corrected word in the description. */
function sorted(matches: Match[], slots: Slot[]): number[] {
  return matches
    .flatMap(({ id, document }) => {
      const found = slots.map((slot) => matchSlot(document, slot))
      const isDoubtful = slots.some(({ corrected }, n) => corrected && found[n]?.rank === 4)
      return isDoubtful ? [] : [{ id, score: scoreOf(found) }]
    })
    .toSorted(byScore)
    .map(({ id }) => id)
}

/** Share of a word that says less than others. */
const VAGUE_SHARE = 0.4
const ENOUGH = 0.5
/** Share of the words that is enough whatever they are. */
const NEARLY_ALL = 0.65
/** Share that is enough for a word that says what a product is, if there is nothing better. */
const LEAST = 0.3
/** Products with so small a share. */
const LEAST_MAX = 24

const shareOf = ({ isVague, isPurpose, words }: Slot): number =>
  isVague || isPurpose ? VAGUE_SHARE : words.length

/** Slots that say what is looked for. */
const isMeaningful = ({ isVague, isPurpose }: Slot): boolean => !isVague && !isPurpose

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

/**
 * Products that match enough of the query, most words first. What is looked for must be among the words: all that say
 * it, one that says what the product is, a term of several words, or the last; a number, a colour or one word of a
 * description is no answer.
 */
async function findMost(candidates: Candidates, slots: Slot[], { ids, ranked }: Depth): Promise<Found> {
  const all = slots.reduce((sum, slot) => sum + shareOf(slot), 0)
  const termBySlot = new Map(slots.map((slot) => [slot, termOf(slot, false)]))
  const best = new Map<number, { id: number; score: number; share: number }>()
  const add = async (least: number, ranks: readonly Rank[], limit: number): Promise<void> => {
    const choices = choicesOf(slots, all * least)
    const terms = choices.map((choice) => choice.map((slot) => termBySlot.get(slot) ?? []))
    for (const rank of terms.length > 0 ? ranks : []) {
      const matches = await candidates.documents(terms, rank, limit)
      for (const { id, document } of matches) {
        const found = slots.map((slot) => matchSlot(document, slot))
        const share = slots.reduce((sum, slot, n) => sum + (found[n] ? shareOf(slot) : 0), 0)
        if (isAnswer(slots, found, share / all)) best.set(id, { id, score: scoreOf(found), share })
      }
      if (matches.length < limit) return
    }
  }
  await add(ENOUGH, [4, 1], 2 * ranked)
  if (best.size === 0) await add(LEAST, [0], Math.min(ranked, LEAST_MAX))
  const order = [...best.values()].toSorted((a, b) => b.share - a.share || byScore(a, b))
  return { ids: order.slice(0, ids).map(({ id }) => id), total: order.length }
}

/** Less for a misspelt word that says what the product is. */
const TYPE_WEIGHT = 0.7

function isAnswer(slots: Slot[], matches: (SlotMatch | null)[], share: number): boolean {
  const meaningful = slots.flatMap((slot, n) => (isMeaningful(slot) ? [{ slot, match: matches[n] }] : []))
  const isExact = (match: SlotMatch | null | undefined) => (match?.weight ?? 0) >= EXACT_WEIGHT
  if (meaningful.length > 0 && meaningful.every(({ match }) => isExact(match))) return true
  const last = meaningful.at(-1)
  return meaningful.some((one) => {
    const { slot, match } = one
    if (!match || match.rank > 3) return false
    if (match.rank === 0 && match.weight >= TYPE_WEIGHT) return share >= LEAST
    if (!isExact(match) || share < ENOUGH) return false
    return share >= NEARLY_ALL || one === last || slot.words.length > 1
  })
}
