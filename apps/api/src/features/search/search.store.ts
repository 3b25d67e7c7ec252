/** Reads the search index. Both engines only look up whole words, so their answers are equal. */
import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import {
  pipelined,
  prepared,
  preparedForIds,
  preparedForList,
  type Reader,
  type Tx,
  withoutIndex,
} from '../../db/database.ts'
import { type Rank, ranked } from './words.ts'

/** Ways to match a term: all groups of one way must match, each by any of its words. */
export type Term = string[][][]

/** A product that matches, with its words and their ranks as indexed() writes them. */
export interface Match {
  id: number
  document: string
}

const statements = prepared((reader) => {
  const sqlite = reader.engine === 'sqlite'
  const { product_id, words } = reader.tables.search_documents
  const id = sqlite ? sql<number>`search_index.rowid` : sql<number>`search_index.product_id`
  const expression = sql.placeholder('expression')
  const matches = sqlite
    ? sql`search_index match ${expression}`
    : sql`search_index.words @@ ${expression}::tsquery`
  const matching = () =>
    reader
      .select({ id: id.as('id') })
      .from(sql`search_index`)
      .where(matches)
  const limit = sql.placeholder('limit')
  // Unnamed, so that PostgreSQL plans for the actual words: one plan cannot suit rare and common ones.
  return {
    ids: matching().orderBy(id).limit(limit).prepare(''),
    documents: reader
      .select({ id: product_id, document: words })
      .from(matching().orderBy(id).limit(limit).as('found'))
      .innerJoin(reader.tables.search_documents, eq(product_id, sql`found.id`))
      .prepare(''),
    count: reader
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(matching().limit(limit).as('found'))
      .prepare(''),
  }
})

/**
 * An expression for products that match all of some terms in a text of this rank or a better one.
 *
 * @param choices lists of terms: a product must match all terms of one list
 */
export function matchExpression(reader: Reader, choices: Term[][], rank: Rank): string {
  // Words contain only letters, digits and marks; quotes keep the engines from parsing them as operators.
  const [quote, and_, or_] = reader.engine === 'sqlite' ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const join = (parts: string[], by: string) =>
    parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(by)})`
  const group = (words: string[]) =>
    join(
      words.map((word) => `${quote}${ranked(rank, word)}${quote}`),
      or_,
    )
  const term = (ways: Term) =>
    join(
      ways.map((groups) => join(groups.map(group), and_)),
      or_,
    )
  return join(
    choices.map((terms) => join(terms.map(term), and_)),
    or_,
  )
}

/** The first `limit` ids of products that match, in ascending order. */
export async function matchingIds(reader: Reader, expression: string, limit: number): Promise<number[]> {
  const rows = await statements(reader).ids.execute({ expression, limit })
  return rows.map((row) => row.id)
}

/** The first `limit` products that match, in ascending order of their ids. */
export async function matchingDocuments(reader: Reader, expression: string, limit: number): Promise<Match[]> {
  const rows = await statements(reader).documents.execute({ expression, limit })
  return rows.toSorted((a, b) => a.id - b.id)
}

const documentsOf = preparedForIds('search_documents', (reader, ids, name) => {
  const { product_id, words } = reader.tables.search_documents
  return reader
    .select({ id: product_id, document: words })
    .from(reader.tables.search_documents)
    .where(inArray(product_id, ids))
    .prepare(name)
})

/** The words of these products, in any order. */
export async function findDocuments(reader: Reader, ids: number[]): Promise<Match[]> {
  if (ids.length === 0) return []
  const [query, values] = documentsOf(reader, ids)
  return query.execute(values)
}

/** Number of products that match; counting stops at `limit`. */
export async function countMatching(reader: Reader, expression: string, limit: number): Promise<number> {
  const [row] = await statements(reader).count.execute({ expression, limit })
  return row?.total ?? 0
}

const PREFIX_WORDS_MAX = 500

const wordRange = prepared((reader) => {
  const { word, frequency } = reader.tables.search_words
  return reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(and(gte(word, sql.placeholder('from')), lt(word, sql.placeholder('to'))))
    .orderBy(asc(word))
    .limit(PREFIX_WORDS_MAX)
    .prepare('words_starting_with')
})

/** Indexed words that start with `start`, in alphabetical order, at most 500. */
export const wordsStartingWith = (reader: Reader, start: string) =>
  wordRange(reader).execute({ from: start, to: `${start}\u{10FFFF}` })

const wordsEqual = preparedForList('words_equal', '', (reader, spellings, name) => {
  const { word, frequency } = reader.tables.search_words
  return reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(inArray(word, spellings))
    .prepare(name)
})

/** The indexed words among `words`. */
export async function indexedAmong(reader: Reader, words: string[]) {
  const [query, values] = wordsEqual(reader, words)
  return query.execute(values)
}

const wordsLonger = preparedForList('words_longer', '', (reader, spellings, name) => {
  const { search_words, search_typos } = reader.tables
  const { word, frequency } = search_words
  return reader
    .select({ word, frequency })
    .from(search_typos)
    .innerJoin(search_words, eq(word, search_typos.word))
    .where(inArray(search_typos.deletion, spellings))
    .prepare(name)
})

/** Indexed words that equal one of `spellings`, with or without one letter deleted. */
export async function wordsSpelled(reader: Reader, spellings: string[]) {
  const [longer, longerValues] = wordsLonger(reader, spellings)
  const found = await pipelined(reader, [
    () => indexedAmong(reader, spellings),
    () => longer.execute(longerValues),
  ])
  return found.flat()
}

const CODES = 4
const CODE_PRODUCTS_MAX = 50

const codeRanges = prepared((reader) => {
  const { products, variants } = reader.tables
  const published = sql`${withoutIndex(reader, products.is_published)} = ${sql.param(true, products.is_published)}`
  const ranges = Array.from({ length: CODES }, (_, n) =>
    and(gte(variants.sku, sql.placeholder(`from${n}`)), lt(variants.sku, sql.placeholder(`to${n}`))),
  )
  return reader
    .select({ id: products.id, sku: variants.sku })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(and(or(...ranges), published))
    .limit(CODE_PRODUCTS_MAX)
    .prepare('products_by_code')
})

/** The published products with a SKU that is one of `codes` or goes on after it with something else than a digit. */
export async function productsByCode(reader: Reader, codes: string[]): Promise<number[]> {
  const values = Object.fromEntries(
    Array.from({ length: CODES }, (_, n) => codes[n] ?? codes[0] ?? '').flatMap((code, n) => [
      [`from${n}`, code],
      // Above every longer code in any collation.
      [`to${n}`, `${code}zzzz`],
    ]),
  )
  const rows = await codeRanges(reader).execute(values)
  const isCode = (sku: string | null) =>
    codes.some((code) => sku?.startsWith(code) && !/^\d/.test(sku.slice(code.length)))
  return [...new Set(rows.filter(({ sku }) => isCode(sku)).map(({ id }) => id))].toSorted((a, b) => a - b)
}

const suggested = preparedForIds('suggested_products', (reader, ids, name) => {
  const { id, name: productName, category_id, media_url, price } = reader.tables.products
  return reader
    .select({ id, name: productName, category_id, media_url, price })
    .from(reader.tables.products)
    .where(inArray(id, ids))
    .prepare(name)
})

/** What a suggestion shows of these products, in their order. */
export async function findSuggested(reader: Reader, ids: number[]) {
  if (ids.length === 0) return []
  const [query, values] = suggested(reader, ids)
  const rows = new Map((await query.execute(values)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
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
