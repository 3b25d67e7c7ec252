/**
 * Product search. Products with all words of a query come first; where none is named so, those with most words follow.
 * The engines find candidates by whole words; they are ranked here.
 */
import { LIMITS } from '@haat/contract/rules'
import type { Reader } from '../../db/database.ts'
import { parseQuery, type PriceLimits } from './query.ts'
import { type Alternatives, findDocuments, matchingIds, productsByCode, TIERS } from './search.store.ts'
import { brandKinds, readSynonyms } from './synonyms.ts'
import { frequencyOf, isSize, type Term, TermResolver, type WeightedWord } from './terms.ts'
import { hasDigit, isForm } from './words.ts'

export type { PriceLimits }

/** Products whose words are compared with the query's. */
const RANKED = 100
/** Terms that tell most, of which a product may lack one. */
const TELLING = 4
/** Of the products that have a word, the share of which it says what they are. */
const KIND_SHARE = 0.1
/** The shares of what is found that has the words in its title, or as a part of its name, from which only these are hits. */
const TITLED = 1 / 2
const PARTS = 1 / 3
/** Products with all words below which those with most of them follow, half as many at most. */
const FEW = 10

export interface Found {
  /** Best first. */
  ids: number[]
  /** The query with its typos corrected. */
  did_you_mean?: string
  /** The limits of the price that the text names: the caller applies them. */
  price: PriceLimits | undefined
}

/**
 * The published products that match, best first, at most five thousand.
 *
 * @param unfinished whether it is for suggestions: the last word may be the beginning of one, and few are wanted
 */
export async function searchProducts(reader: Reader, text: string, unfinished = false): Promise<Found> {
  const { words, codes, price } = parseQuery(text, unfinished)
  const coded = codes.length > 0 ? await productsByCode(reader, codes) : []
  if (coded.length > 0) return { ids: coded, price }
  if (words.length === 0) return { ids: [], price }
  const synonyms = await readSynonyms(reader)
  const resolver = new TermResolver(reader, synonyms)
  const terms = await resolver.resolve(words, unfinished)
  const ids = await findAll(reader, terms, unfinished)
  const named = terms.filter((term) => !isSize(term))
  if (ids.length < FEW && named.length > 0 && named.length < terms.length) {
    // Many products do not name their size, and others name it of something else.
    const best = await findAll(reader, named, unfinished)
    ids.unshift(...best.slice(0, RANKED).filter((id) => ids.includes(id)), ...best)
  }
  const made = ids.length < FEW ? await findMade(reader, resolver, named) : []
  ids.push(...made)
  if (ids.length < FEW && made.length === 0 && terms.length > 1 && !(unfinished && ids.length > 0))
    ids.push(...(await findMost(reader, terms)).slice(0, ids.length > 0 ? FEW / 2 : undefined))
  const isCorrected = ids.length > 0 && terms.some(({ corrected }) => corrected !== undefined)
  const did_you_mean = terms.map((term) => term.corrected ?? term.words.join(' ')).join(' ')
  return { ids: [...new Set(ids)], ...(isCorrected && { did_you_mean }), price }
}

/** What a well-known brand makes: for `surf excel` detergents, for `rin bar` only bars. */
async function findMade(reader: Reader, resolver: TermResolver, brand: Term[]): Promise<number[]> {
  const typed = brand.flatMap(({ words }) => words)
  const made: number[] = []
  for (const kind of brandKinds().of(typed.filter((word) => !isForm(word)))) {
    const terms = await resolver.resolve([...kind, ...typed.filter(isForm)], false)
    if (made.length < FEW) made.push(...(await findAll(reader, terms, true)))
  }
  return made
}

const saysKind = ({ words }: Term): boolean => !words.some((word) => hasDigit(word) || isForm(word))

/** The place of the term that says what is looked for: the last, but for sizes and forms. */
const kindPlace = (terms: Term[]): number =>
  terms.some(saysKind) ? terms.findLastIndex(saysKind) : terms.length - 1

/** What the index is asked for a term. */
const asked = ({ alternatives }: Term): Alternatives => alternatives.map(({ groups }) => groups)

/** The products that match every term; where these are many, only hits, so that a sort by price lists no mere mentions. */
async function findHits(inTier: (tier: keyof typeof TIERS, most?: number) => Promise<number[]>) {
  const named = { ids: await inTier('all'), widest: TIERS.all }
  if (named.ids.length < FEW) return { ids: await inTier('list'), widest: TIERS.list }
  const titled = { ids: await inTier('title'), widest: TIERS.title }
  const hits = titled.ids.length >= Math.max(FEW, named.ids.length * TITLED) ? titled : named
  const ofKind = await inTier('kind', FEW)
  const parts = { ids: ofKind.length < FEW ? [] : await inTier('part'), widest: TIERS.part }
  return parts.ids.length >= hits.ids.length * PARTS ? parts : hits
}

/** Products that match every term, the best first. */
async function findAll(reader: Reader, terms: Term[], areFewWanted: boolean): Promise<number[]> {
  if (terms.some(({ alternatives }) => alternatives.length === 0)) return []
  const limit = areFewWanted ? RANKED : LIMITS.search_results
  const inTier = (tier: keyof typeof TIERS, most = limit) =>
    matchingIds(reader, [terms.map(asked)], TIERS[tier], most)
  const { ids: matching, widest } = await findHits(inTier)
  const best = new Set(matching.length < RANKED ? matching : [])
  // Where too many match to compare all, the best are among those with the words in the better fields.
  for (const tier of ['kind', 'part', 'title', 'all'] as const)
    if (TIERS[tier] <= widest && best.size < RANKED && matching.length >= RANKED)
      for (const id of await inTier(tier, RANKED)) best.add(id)
  const ranked = await rank(reader, terms, [...best].slice(0, RANKED))
  const ids = withoutMentions(ranked, kindPlace(terms))
    .filter(isAnswer)
    .map(({ id }) => id)
  return matching.length < RANKED ? ids : [...ids, ...matching]
}

/**
 * Products of the kind or brand that the rarest term says, or else the last, and those that have it and words that tell more
 * than half; then what the last says, or has most terms, if it is in a category of the first. Most words first.
 */
async function findMost(reader: Reader, terms: Term[]): Promise<number[]> {
  const last = kindPlace(terms)
  const known = terms.filter(({ alternatives }) => alternatives.length > 0)
  const telling = known.toSorted((a, b) => b.importance - a.importance).slice(0, TELLING)
  const some = [known, ...telling.map((one) => telling.filter((other) => other !== one))]
  const lists = some.filter((those) => those.length > 1).map((those) => those.map(asked))
  const ofLast = known.filter((one) => one === terms[last])
  const rarest = [...telling.filter(saysKind), ...telling].slice(0, ofLast.length)
  const ids = new Set([
    ...(await matchingIds(reader, [ofLast.map(asked)], TIERS.kind, RANKED)),
    ...(await matchingIds(reader, [rarest.map(asked)], TIERS.title, RANKED)),
    ...(await matchingIds(reader, lists, TIERS.all, RANKED)),
  ])
  const ranked = await rank(reader, terms, [...ids])
  const places = [terms.indexOf(rarest[0]!), last]
  const saying = (is: (match: Match | null) => boolean) =>
    places.filter((at) => {
      const least = Math.min(RANKED, frequencyOf(terms[at]?.alternatives ?? []) * KIND_SHARE)
      return ranked.filter(({ matches }) => is(matches[at] ?? null)).length >= Math.max(1, least)
    })
  // The places of the terms that say a kind of this shop, or else a brand: what is of the brand is of many kinds.
  const kinds = saying(isKind)
  const [asking, isSaid] = kinds.length > 0 ? [kinds, isKind] : [saying(isKindOrBrand), isKindOrBrand]
  const [lead = last] = asking
  const importanceOf = (those: Term[]) => those.reduce((sum, { importance }) => sum + importance, 0)
  const answers = ranked.flatMap((one) => {
    const matched = terms.filter((_, at) => one.matches[at])
    const share = importanceOf(matched) / importanceOf(terms)
    const isTold = matched.length > 1 && share > 0.5 && one.matches.some(isTitle)
    const isMost = matched.length > terms.length / 2 && one.matches.some(isKind)
    const hasLead = Boolean(one.matches[lead])
    const isAsked = asking.some((at) => isSaid(one.matches[at] ?? null))
    return isAsked || (hasLead ? isTold : isMost) ? [{ ...one, share: share + Number(hasLead) }] : []
  })
  const first = new Set(answers.filter(({ share }) => share > 1).map(({ categories }) => categories))
  return withoutMentions(answers, last)
    .filter(({ categories }) => first.size === 0 || first.has(categories))
    .toSorted((a, b) => b.share - a.share || byScore(a, b))
    .map(({ id }) => id)
}

/** The fields of a document, in their order, and how much a word in each counts. */
const FIELDS = { kind: 0, name: 1, brand: 2, category: 3, description: 4, details: 5, list: 6, label: 7 }
const FIELD_WEIGHTS = [12, 8, 7, 5, 2, 1.5, 1, 1]
/** For terms that are neighbours, for each that is in the name and in a category, and for a name of these terms alone. */
const PHRASE_BONUS = 3
const CATEGORY_BONUS = 2
const FOCUS_BONUS = 4
/** By the share that a product's category has of those that are what the last term says, if these are no few. */
const USUAL_BONUS = 6
/** Fewer products of a kind do not tell their usual category. */
const USUAL_FROM = 5
/** How much several words count that follow each other in the name. */
const COMPOUND = 11
/** How much several words count of which one is in a description only. */
const SCATTERED = 0.5

/** Where a word is in a document. */
interface Place {
  field: number
  /** From the space before it to the one after it. */
  at: number
  end: number
  /** How many of the category, the lists of kinds and the label name it too. */
  inCategories: number
}

/** How well a product matches a term. */
interface Match {
  score: number
  /** The worst field of its words, where the first begins, and where the last ends. */
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
  categories: string
}

/** Whether a term is in the name, the brand or the categories. */
const isTitle = (match: Match | null): boolean => match !== null && match.field <= FIELDS.category

const isMention = (match: Match | null): boolean => match !== null && match.field >= FIELDS.details

/** Whether a term says what the product is. */
const isKind = (match: Match | null): boolean =>
  match !== null &&
  match.isExact &&
  (match.field === FIELDS.kind || match.field === FIELDS.category || (match.isPhrase && isTitle(match)))

const isKindOrBrand = (match: Match | null): boolean => isKind(match) || match?.field === FIELDS.brand

const areNeighbours = (match: Match | null, next: Match | null): boolean =>
  match !== null && match.field === next?.field && next.first === match.last

/** Whether a product with all words is no coincidence: not all are scattered in its details. */
const isAnswer = ({ matches }: Ranked): boolean =>
  matches.length === 1 ||
  !matches.every(isMention) ||
  matches.slice(1).every((match, at) => areNeighbours(matches[at] ?? null, match))

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || a.id - b.id

/** Products with how well their words match the terms, the best first. */
async function rank(reader: Reader, terms: Term[], ids: number[]): Promise<Ranked[]> {
  if (ids.length === 0) return []
  const words = terms.flatMap(({ alternatives }) => alternatives.flatMap(({ groups }) => groups.flat()))
  // Corrections first: a word that counts everywhere overwrites them.
  const byReach = words.toSorted((a, b) => Number(b.titleOnly) - Number(a.titleOnly))
  const searched = new Map(byReach.map(({ word, titleOnly }) => [word, titleOnly]))
  const documents = await findDocuments(reader, ids)
  const ranked = documents.map(({ id, document }) => {
    const places = placesOf(document, searched)
    const matches = terms.map((term) => bestMatch(term, places))
    const phrases = matches.filter((match, at) => areNeighbours(matches[at - 1] ?? null, match)).length
    const named = [...places.values()].filter(({ field }) => field <= FIELDS.name).length
    const focus = named / (document.split('\n', 2)[1]?.split(' ').length ?? 1)
    const bonus = phrases * PHRASE_BONUS + focus * FOCUS_BONUS
    const score = matches.reduce((sum, match) => sum + (match?.score ?? 0), bonus)
    const lines = document.split('\n')
    return { id, score, matches, categories: `${lines[FIELDS.category]} ${lines[FIELDS.list]}` }
  })
  const kinds = ranked.filter(({ matches }) => matches[kindPlace(terms)]?.field === FIELDS.kind)
  const alike = Map.groupBy(kinds, ({ categories }) => categories)
  for (const one of kinds.length < USUAL_FROM ? [] : ranked)
    one.score += (USUAL_BONUS * (alike.get(one.categories)?.length ?? 0)) / kinds.length
  return ranked.toSorted(byScore)
}

/** Where the searched words of a document are: in which field first, and where in it; those of the kind in the name. */
function placesOf(document: string, searched: ReadonlyMap<string, boolean>): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const [field, line] of ` ${document.replaceAll('\n', ' \n ')} `.split('\n').entries()) {
    for (const [word, titleOnly] of searched) {
      const at = titleOnly && field > FIELDS.category ? -1 : line.indexOf(` ${word} `)
      if (at === -1) continue
      const known = places.get(word)
      if (known === undefined) places.set(word, { field, at, end: at + word.length + 1, inCategories: 0 })
      else if (field === FIELDS.category || field >= FIELDS.list) {
        known.inCategories += 1
        // What a list of kinds confirms is no mere mention.
        if (field === FIELDS.list) known.field = Math.min(known.field, FIELDS.description)
      } else if (field === FIELDS.name && known.field === FIELDS.kind)
        Object.assign(known, { at, end: at + word.length + 1 })
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
    const [first, last] = [Math.min(...words.map(({ at }) => at)), Math.max(...words.map(({ end }) => end))]
    const field = Math.max(...words.map((word) => word.field))
    const isCompound = last - first === words.reduce((sum, { at, end }) => sum + end - at, 0)
    const factor = isPhrase && field > FIELDS.category ? SCATTERED : 1
    const least = isPhrase && isCompound && field <= FIELDS.name ? COMPOUND : 0
    const score = weight * factor * Math.max(least, ...words.map((word) => word.score))
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
    const score = weight * ((FIELD_WEIGHTS[place.field] ?? 0) + place.inCategories * CATEGORY_BONUS)
    if (score > (best?.score ?? 0)) best = { ...place, score, isExact: !titleOnly }
  }
  return best
}

/** Without products that only mention in their details what others are. */
function withoutMentions<One extends Ranked>(ranked: One[], kind: number): One[] {
  const isOfKind = ranked.some(({ matches }) => isKind(matches[kind] ?? null))
  return isOfKind ? ranked.filter(({ matches }) => !isMention(matches[kind] ?? null)) : ranked
}
