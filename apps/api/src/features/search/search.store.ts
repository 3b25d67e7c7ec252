/** Reads the search index. Both engines only look up whole words, so their answers are equal. */
import { and, asc, desc, eq, gte, lt, or, sql } from 'drizzle-orm'
import { isOneOf, listParameter, pick, prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { formatSortable } from '../../format.ts'
import { LENGTH_DIFFERENCE_MAX, reversed } from './words.ts'

/**
 * Where a product has a word: in what its name says it is, or a part of it; in its name, brand or categories; or anywhere.
 * Each includes those before, so that one indexed word, such as `2rope`, answers it. Last the names of categories that
 * list kinds, as `Eggs, Meat & Fish`, of which a product is one: asked only where few products have a word otherwise.
 */
export const TIERS = { kind: 0, part: 1, title: 2, all: 3, list: 4 } as const
export type Tier = (typeof TIERS)[keyof typeof TIERS]

/** How many terms a day are kept, and for how many days. */
const EMPTY_A_DAY = 1000
const EMPTY_DAYS = 7

/** Adds to what customers searched in vain, and forgets what is old. */
export async function addEmptySearches(
  tx: Tx,
  counted: readonly [term: string, times: number][],
  now: Date,
): Promise<void> {
  const { empty_searches: searches } = tx.tables
  const day = indiaDay(now)
  await tx.delete(searches).where(lt(searches.day, indiaDay(now, -EMPTY_DAYS)))
  const known = await tx.$count(searches, eq(searches.day, day))
  for (const [term, times] of counted.slice(0, EMPTY_A_DAY - known))
    await tx
      .insert(searches)
      .values({ day, term, times })
      .onConflictDoUpdate({
        target: [searches.day, searches.term],
        set: { times: sql`${searches.times} + ${times}` },
      })
}

const indiaDay = (now: Date, days = 0): string =>
  formatSortable(new Date(now.getTime() + days * 86_400_000)).slice(0, 10)

/** What customers searched in vain of late, most often first. */
export function findEmptySearches(reader: Reader, limit: number) {
  const { empty_searches: searches } = reader.tables
  const times = sql<number>`cast(sum(${searches.times}) as integer)`
  return reader
    .select({ term: searches.term, times })
    .from(searches)
    .groupBy(searches.term)
    .orderBy(desc(times), asc(searches.term))
    .limit(limit)
}

/** The first tier of each field of a document: kind, name, brand, categories, description, details, lists, label. */
export const FIELD_TIERS: readonly Tier[] = [0, 2, 2, 2, 3, 3, 4, 4]

/** A word of the index; a beginning or a correction counts in the title only. */
export interface SearchedWord {
  word: string
  titleOnly: boolean
}

/** What a term of a query may be: all groups of one alternative, each by any of its words. */
export type Alternatives = SearchedWord[][][]

/** An indexed word, and about how many products have it. */
export type WordCount = Pick<Tables['search_words']['$inferSelect'], 'word' | 'stem' | 'sound' | 'frequency'>

/** An expression for products that match all terms of one of the lists in this tier; only the last word can be a kind. */
function matchExpression({ engine }: Reader, lists: Alternatives[][], tier: Tier): string {
  // Words contain only letters, digits and marks; quotes keep the engines from parsing them as operators.
  const [quote, and_, or_] = engine === 'sqlite' ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const every = (parts: string[]) => `(${parts.join(and_)})`
  const any = (parts: string[]) => `(${parts.join(or_)})`
  const tierOf = (at: number, { length }: unknown[], inTier: number) =>
    at < length - 1 ? Math.max(inTier, TIERS.title) : inTier
  const indexed = ({ word, titleOnly }: SearchedWord, inTier: number) =>
    (inTier === TIERS.list ? [TIERS.all, inTier] : [inTier])
      .map((one) => `${quote}${titleOnly ? Math.min(one, TIERS.title) : one}${word}${quote}`)
      .join(or_)
  const groups = (all: SearchedWord[][], inTier: number) =>
    every(all.map((group, at) => any(group.map((one) => indexed(one, tierOf(at, all, inTier))))))
  const all = (terms: Alternatives[]) =>
    every(terms.map((term, at) => any(term.map((one) => groups(one, tierOf(at, terms, tier))))))
  return any(lists.map(all))
}

/** The first `limit` products, by id, that match all terms of one of the lists in this tier. */
export async function matchingIds(
  reader: Reader,
  lists: Alternatives[][],
  tier: Tier,
  limit: number,
): Promise<number[]> {
  const asked = lists.filter((terms) => terms.length > 0)
  if (asked.length === 0) return []
  const expression = matchExpression(reader, asked, tier)
  const [id, matches] =
    reader.engine === 'sqlite'
      ? [sql`rowid`, sql`search_index match ${expression}`]
      : [sql`product_id`, sql`words @@ ${expression}::tsquery`]
  const rows = await reader.rows<{ id: number }>(
    sql`select ${id} as id from search_index where ${matches} order by ${id} limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** The words of these products, in any order. */
export function findDocuments(reader: Reader, ids: number[]) {
  const { search_documents: documents } = reader.tables
  return reader.rows<{ id: number; document: string }>(
    sql`select product_id as id, words as document from ${documents} where ${isOneOf(reader, documents.product_id, ids)}`,
  )
}

const columnsOf = ({ tables: { search_words } }: Reader) =>
  pick(search_words, 'word', 'stem', 'sound', 'frequency')
const mostFrequentFirst = ({ tables: { search_words } }: Reader) => [
  desc(search_words.frequency),
  asc(search_words.word),
]

const wordsLike = prepared((reader) => {
  const { stem, sound } = reader.tables.search_words
  return reader
    .select(columnsOf(reader))
    .from(reader.tables.search_words)
    .where(
      or(isOneOf(reader, stem, sql.placeholder('stems')), isOneOf(reader, sound, sql.placeholder('sounds'))),
    )
    .orderBy(...mostFrequentFirst(reader))
    .prepare('words_like')
})

/** The indexed words with one of these stems, or of these consonants, the most frequent first. */
export const findForms = (reader: Reader, stems: string[], sounds: string[]): Promise<WordCount[]> =>
  wordsLike(reader).execute({ stems: listParameter(reader, stems), sounds: listParameter(reader, sounds) })

const BEGINNINGS_MAX = 40
/** After every word that begins so. */
const endOf = (start: string): string => `${start}\u{10FFFF}`

const wordRange = prepared((reader) => {
  const { word } = reader.tables.search_words
  return reader
    .select(columnsOf(reader))
    .from(reader.tables.search_words)
    .where(and(gte(word, sql.placeholder('from')), lt(word, sql.placeholder('to'))))
    .orderBy(...mostFrequentFirst(reader))
    .limit(BEGINNINGS_MAX)
    .prepare('words_starting_with')
})

/** The most frequent indexed words that begin so. */
export const findBeginnings = (reader: Reader, start: string): Promise<WordCount[]> =>
  wordRange(reader).execute({ from: start, to: endOf(start) })

const SIMILAR_MAX = 1000

const similarWords = prepared((reader) => {
  const { stem, reversed_stem, sound } = reader.tables.search_words
  const halves = [
    and(gte(stem, sql.placeholder('start')), lt(stem, sql.placeholder('start_to'))),
    and(gte(reversed_stem, sql.placeholder('end')), lt(reversed_stem, sql.placeholder('end_to'))),
  ]
  return reader
    .select(columnsOf(reader))
    .from(reader.tables.search_words)
    .where(
      and(
        sql`length(${stem}) between ${sql.placeholder('least')} and ${sql.placeholder('most')}`,
        or(...halves, eq(sound, sql.placeholder('sound'))),
      ),
    )
    .orderBy(...mostFrequentFirst(reader))
    .limit(SIMILAR_MAX)
    .prepare('words_similar')
})

/**
 * Indexed words that may be one typo away from this stem, or of this sound, the most frequent first: one typo, a swap of
 * neighbours included, leaves the first or the last letters as they are.
 */
export function findSimilar(reader: Reader, stem: string, sound: string): Promise<WordCount[]> {
  const letters = [...stem]
  const half = Math.floor((letters.length - 1) / 2)
  const [start, end] = [letters.slice(0, half).join(''), reversed(letters.slice(-half).join(''))]
  const [least, most] = [letters.length - LENGTH_DIFFERENCE_MAX, letters.length + LENGTH_DIFFERENCE_MAX]
  return similarWords(reader).execute({
    ...{ start, start_to: endOf(start), end, end_to: endOf(end) },
    ...{ sound, least, most },
  })
}

const CODE_PRODUCTS_MAX = 50

/**
 * The published products with a SKU that is one of `codes` or goes on after it with something else than a digit.
 *
 * @param codes in lower case
 */
export async function productsByCode(reader: Reader, codes: string[]): Promise<number[]> {
  const { products, variants } = reader.tables
  // Above every longer code in any collation.
  const sku = sql<string>`lower(${variants.sku})`
  const ranges = codes.map((code) => and(gte(sku, code), lt(sku, `${code}zzzz`)))
  const rows = await reader
    .select({ id: products.id, sku })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(and(or(...ranges), sql`${products.is_published}`))
    .limit(CODE_PRODUCTS_MAX)
  const isCode = (one: string) =>
    codes.some((code) => one.startsWith(code) && !/^\d/.test(one.slice(code.length)))
  return [...new Set(rows.filter((row) => isCode(row.sku)).map(({ id }) => id))].toSorted((a, b) => a - b)
}

/** What the merchant changed of the synonyms. */
export const findSynonymChanges = (reader: Reader) => reader.select().from(reader.tables.search_synonyms)

/** @param isRemoved whether the synonym is one that the program brings along and the merchant does not want */
export async function storeSynonym(
  tx: Tx,
  { term, meaning }: { term: string; meaning: string },
  isRemoved: boolean,
): Promise<void> {
  const { search_synonyms } = tx.tables
  await tx
    .insert(search_synonyms)
    .values({ term, meaning, is_removed: isRemoved })
    .onConflictDoUpdate({
      target: [search_synonyms.term, search_synonyms.meaning],
      set: { is_removed: isRemoved },
    })
}

export async function deleteSynonym(
  tx: Tx,
  { term, meaning }: { term: string; meaning: string },
): Promise<void> {
  const { search_synonyms } = tx.tables
  await tx
    .delete(search_synonyms)
    .where(and(eq(search_synonyms.term, term), eq(search_synonyms.meaning, meaning)))
}
