/**
 * Product search. Products with all words of a query come first; where none is named so, those with most words follow.
 * The engines find candidates by whole words; they are ranked here.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { parseQuery, type PriceLimits } from './query.ts'
import {
  type Alternatives,
  countMatching,
  findDocuments,
  matchingIds,
  productsByCode,
  TIERS,
} from './search.store.ts'
import { readSynonyms } from './synonyms.ts'
import { type Term, TermResolver, type WeightedWord } from './terms.ts'
import { hasDigit } from './words.ts'

export type { PriceLimits }

/** Counting stops here. */
const COUNT_MAX = 10_000
/** Products of each word that are looked through when none has all words. */
const PARTIAL_MAX = 1000

interface Size {
  /** Maximum number of ids. */
  limit: number
  /** Products whose words are compared with the query's. */
  ranked: number
  /** Whether the last word may be the beginning of one. */
  unfinished: boolean
}

const SIZES = {
  page: { limit: LIMITS.page_size_max, ranked: 100, unfinished: false },
  candidates: { limit: LIMITS.search_results, ranked: 100, unfinished: false },
  suggestions: { limit: 20, ranked: 20, unfinished: true },
}

export interface Found {
  /** Best first. */
  ids: number[]
  /** Counted up to ten thousand; of suggestions only those that are found. */
  total: number
  /** The query with its typos corrected. */
  did_you_mean?: string
}

/**
 * The published products that match, best first.
 *
 * @param version the catalogue's, read before
 * @returns the limits of the price that the text names too: the caller applies them
 */
export async function searchProducts(
  reader: Reader,
  version: number,
  text: string,
  sizeName: keyof typeof SIZES,
): Promise<Found & { price: PriceLimits | undefined }> {
  const { unfinished } = SIZES[sizeName]
  const { words, codes, price } = parseQuery(text, unfinished)
  const size = SIZES[sizeName === 'page' && price ? 'candidates' : sizeName]
  const coded = codes.length > 0 ? await productsByCode(reader, codes) : []
  if (coded.length > 0) return { ids: coded, total: coded.length, price }
  if (words.length === 0) return { ids: [], total: 0, price }
  const synonyms = await readSynonyms(reader, version)
  const terms = await new TermResolver(reader, synonyms).resolve(words, unfinished)
  const { isNamed, ...found } = await findAll(reader, terms, size)
  if (!isNamed && terms.length > 1 && !(unfinished && found.total > 0)) {
    const ids = new Set([...found.ids, ...(await findMost(reader, terms, size))])
    found.ids = [...ids].slice(0, size.limit)
    found.total = ids.size
  }
  const isCorrected = found.total > 0 && terms.some(({ corrected }) => corrected !== undefined)
  const did_you_mean = terms.map((term) => term.corrected ?? term.words.join(' ')).join(' ')
  return { ...found, ...(isCorrected && { did_you_mean }), price }
}

/** What the index is asked for a term. */
const asked = ({ alternatives }: Term): Alternatives => alternatives.map(({ groups }) => groups)

/**
 * Products that match every term.
 *
 * @returns also whether one of them has all but in its details
 */
async function findAll(reader: Reader, terms: Term[], size: Size): Promise<Found & { isNamed: boolean }> {
  const { limit, ranked, unfinished } = size
  if (terms.some(({ alternatives }) => alternatives.length === 0))
    return { ids: [], total: 0, isNamed: false }
  const all = terms.map(asked)
  const matching = await matchingIds(reader, all, TIERS.all, ranked)
  const areMany = matching.length === ranked
  const candidates = areMany ? await bestIds(reader, all, matching) : matching
  const found = withoutMentions(await rank(reader, terms, candidates)).filter(({ matches }) =>
    isAnswer(matches),
  )
  const isNamed =
    areMany ||
    found.some(({ matches }) => matches.every((match) => match !== null && match.field <= FIELDS.description))
  const ids = found.map(({ id }) => id)
  if (!areMany || limit <= ids.length) {
    const total = areMany && !unfinished ? await countMatching(reader, all, COUNT_MAX) : ids.length
    return { ids: ids.slice(0, limit), total, isNamed }
  }
  const others = await matchingIds(reader, all, TIERS.all, limit)
  const more = [...new Set([...ids, ...others])].slice(0, limit)
  return { ids: more, total: more.length, isNamed }
}

/** Too many products match to compare all: the best are among those with the words in the better fields. */
async function bestIds(reader: Reader, all: Alternatives[], matching: number[]): Promise<number[]> {
  const best = new Set<number>()
  for (const tier of [TIERS.kind, TIERS.name, TIERS.title]) {
    if (best.size >= matching.length) break
    for (const id of await matchingIds(reader, all, tier, matching.length)) best.add(id)
  }
  return [...new Set([...best, ...matching])].slice(0, matching.length)
}

/**
 * Products with more than half of the words, those that are what the last term says, and those that are what another
 * says if they lack only what other products have; most words first.
 */
async function findMost(reader: Reader, terms: Term[], { ranked: most }: Size): Promise<number[]> {
  const known = terms.filter(({ alternatives }) => alternatives.length > 0)
  const head = terms.findLastIndex(({ words }) => !words.some(hasDigit))
  const counts = new Map<number, number>()
  for (const term of known) {
    for (const tier of term === terms[head] ? [TIERS.all, TIERS.title] : [TIERS.all]) {
      const ids = await matchingIds(reader, [asked(term)], tier, PARTIAL_MAX)
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  const candidates = [...counts].toSorted(([a, count], [b, other]) => other - count || a - b)
  const ranked = await rank(
    reader,
    terms,
    candidates.slice(0, most).map(([id]) => id),
  )
  const lengthOf = (some: Term[]) => some.reduce((sum, { words }) => sum + words.length, 0)
  const shareOf = ({ matches }: Ranked) => lengthOf(terms.filter((_, at) => matches[at])) / lengthOf(terms)
  const isHeadKnown = known.some((term) => term === terms[head] && isKnown(term))
  const answers = ranked.filter((one) => {
    const { matches } = one
    if (isKind(matches[head] ?? null) || (shareOf(one) > 0.5 && matches.some(isTitle))) return true
    return shareOf(one) >= 0.5 && isHeadKnown && matches.some(isKind)
  })
  return withoutMentions(answers)
    .toSorted((a, b) => shareOf(b) - shareOf(a) || byScore(a, b))
    .map(({ id }) => id)
}

/** Whether products have the words of a term, not only beginnings and corrections. */
const isKnown = ({ alternatives }: Term): boolean =>
  alternatives.some(({ groups }) => groups.every((group) => group.some(({ titleOnly }) => !titleOnly)))

/** The fields of a document, in their order, and how much a word in each counts. */
const FIELDS = { kind: 0, name: 1, brand: 2, category: 3, description: 4, details: 5 }
const FIELD_WEIGHTS = [12, 8, 7, 5, 2, 1.5]
/** For terms that are neighbours. */
const PHRASE_BONUS = 3
/** How much several words count of which one is in a description only. */
const SCATTERED = 0.5

/** Where a word is in a document. */
interface Place {
  field: number
  at: number
}

/** How well a product matches a term. */
interface Match {
  score: number
  /** The worst field, and the first and the last place, of its words. */
  field: number
  first: number
  last: number
  /** Whether it is several words of the product. */
  isPhrase: boolean
  /** Whether it is no beginning and no correction. */
  isExact: boolean
}

interface Ranked {
  id: number
  score: number
  /** By term; null for those that the product does not match. */
  matches: (Match | null)[]
}

/** Whether a term is in the name, the brand or the categories. */
const isTitle = (match: Match | null): boolean => match !== null && match.field <= FIELDS.category

const isMention = (match: Match | null): boolean => match?.field === FIELDS.details

/** Whether a term says what the product is. */
const isKind = (match: Match | null): boolean =>
  match !== null &&
  match.isExact &&
  (match.field === FIELDS.kind || match.field === FIELDS.category || (match.isPhrase && isTitle(match)))

const areNeighbours = (match: Match | null, next: Match | null): boolean =>
  match !== null && match.field === next?.field && next.first === match.last + 1

/** Whether a product with all words is no coincidence: not all are scattered in its details. */
const isAnswer = (matches: (Match | null)[]): boolean =>
  matches.length === 1 ||
  !matches.every(isMention) ||
  matches.slice(1).every((match, at) => areNeighbours(matches[at] ?? null, match))

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || a.id - b.id

/** Products with how well their words match the terms, the best first. */
async function rank(reader: Reader, terms: Term[], ids: number[]): Promise<Ranked[]> {
  const words = terms.flatMap(({ alternatives }) => alternatives.flatMap(({ groups }) => groups.flat()))
  const searched = new Set(words.map(({ word }) => word))
  const documents = await findDocuments(reader, ids)
  const ranked = documents.map(({ id, document }) => {
    const places = placesOf(document, searched)
    const matches = terms.map((term) => bestMatch(term, places))
    const phrases = matches.filter((match, at) => areNeighbours(matches[at - 1] ?? null, match)).length
    const score = matches.reduce((sum, match) => sum + (match?.score ?? 0), phrases * PHRASE_BONUS)
    return { id, score, matches }
  })
  return ranked.toSorted(byScore)
}

/** Where the searched words of a document are: in which field first, and where in it; those of the kind in the name. */
function placesOf(document: string, searched: Set<string>): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const [field, line] of document.split('\n').entries()) {
    for (const [at, word] of line.split(' ').entries()) {
      if (!searched.has(word)) continue
      const known = places.get(word)
      if (known === undefined) places.set(word, { field, at })
      else if (known.field === FIELDS.kind) known.at = at
    }
  }
  return places
}

/** How well a product matches the best alternative of a term. */
function bestMatch({ alternatives }: Term, places: Map<string, Place>): Match | null {
  let best: Match | null = null
  for (const { groups, weight } of alternatives) {
    const words = groups.map((group) => bestWord(group, places))
    if (!words.every((word) => word !== null)) continue
    const isPhrase = words.length > 1
    const field = Math.max(...words.map((word) => word.field))
    const factor = isPhrase && field > FIELDS.category ? SCATTERED : 1
    const score = weight * factor * Math.max(...words.map((word) => word.score))
    const [first, last] = [Math.min(...words.map(({ at }) => at)), Math.max(...words.map(({ at }) => at))]
    const isExact = words.every((word) => word.isExact)
    if (score > (best?.score ?? 0)) best = { score, field, first, last, isPhrase, isExact }
  }
  return best
}

function bestWord(group: WeightedWord[], places: Map<string, Place>) {
  let best: (Place & { score: number; isExact: boolean }) | null = null
  for (const { word, weight, titleOnly } of group) {
    const place = places.get(word)
    if (place === undefined || (titleOnly && place.field > FIELDS.category)) continue
    const score = weight * (FIELD_WEIGHTS[place.field] ?? 0)
    if (score > (best?.score ?? 0)) best = { ...place, score, isExact: !titleOnly }
  }
  return best
}

/** Without products that only mention in their details what others are. */
function withoutMentions(ranked: Ranked[]): Ranked[] {
  const isOfKind = ranked.some(({ matches }) => matches.at(-1)?.field === FIELDS.kind)
  return isOfKind ? ranked.filter(({ matches }) => !isMention(matches.at(-1) ?? null)) : ranked
}
