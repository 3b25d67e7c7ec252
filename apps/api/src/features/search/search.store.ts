/** Reads the search index. Both engines only look up whole words, so their answers are equal. */
import { and, asc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import {
  listParameter,
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
export type Term = WordCount[][][]

/** A product's words and their ranks as indexed() writes them. */
export interface Match {
  id: number
  document: string
}

/** An indexed word, and the number of products that have it. */
export interface WordCount {
  word: string
  frequency: number
}

const statements = prepared((reader) => {
  const sqlite = reader.engine === 'sqlite'
  const id = sqlite ? sql<number>`search_index.rowid` : sql<number>`search_index.product_id`
  const expression = sql.placeholder('expression')
  const matches = sqlite
    ? sql`search_index match ${expression}`
    : sql`search_index.words @@ ${expression}::tsquery`
  const limit = sql.placeholder('limit')
  const matching = () =>
    reader
      .select({ id: id.as('id') })
      .from(sql`search_index`)
      .where(matches)
  // Unnamed, so that PostgreSQL plans for the actual words: one plan cannot suit rare and common ones.
  return {
    ids: matching().orderBy(id).limit(limit).prepare(''),
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
function matchExpression(reader: Reader, choices: Term[][], rank: Rank): string {
  // Words contain only letters, digits and marks; quotes keep the engines from parsing them as operators.
  const [quote, and_, or_] = reader.engine === 'sqlite' ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const join = (parts: string[], by: string) =>
    parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(by)})`
  const group = (words: WordCount[]) =>
    join(
      words.map(({ word }) => `${quote}${ranked(rank, word)}${quote}`),
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

/** The first `limit` ids of products that match, in ascending order. @param choices as in matchExpression() */
export async function matchingIds(
  reader: Reader,
  choices: Term[][],
  rank: Rank,
  limit: number,
): Promise<number[]> {
  const expression = matchExpression(reader, choices, rank)
  const rows = await statements(reader).ids.execute({ expression, limit })
  return rows.map((row) => row.id)
}

const lists = prepared((reader) => {
  // Each list is one text, which is read much faster than as many rows.
  const [words, ids] =
    reader.engine === 'sqlite'
      ? [
          sql`(select value as word from json_each(${sql.placeholder('words')})) as listed`,
          sql`(select group_concat(rowid) from search_index where search_index match '"' || listed.word || '"')`,
        ]
      : [
          sql`unnest(${sql.placeholder('words')}::text[]) as listed (word)`,
          sql`(select string_agg(product_id::text, ',') from search_index
              where words @@ quote_literal(listed.word)::tsquery)`,
        ]
  return reader
    .select({ word: sql<string>`listed.word`, ids: sql<string | null>`${ids}` })
    .from(words)
    .prepare('search_lists')
})

/**
 * All products with each of these words, in ascending order.
 *
 * @param words with a rank, as ranked() writes them
 */
export async function readLists(reader: Reader, words: string[]): Promise<Map<string, Uint32Array>> {
  const rows = await lists(reader).execute({ words: listParameter(reader, words) })
  return new Map(
    rows.map(({ word, ids }) => [
      word,
      ids ? Uint32Array.from(ids.split(','), Number).sort() : new Uint32Array(),
    ]),
  )
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
export async function countMatching(
  reader: Reader,
  choices: Term[][],
  rank: Rank,
  limit: number,
): Promise<number> {
  const expression = matchExpression(reader, choices, rank)
  const [row] = await statements(reader).count.execute({ expression, limit })
  return row?.total ?? 0
}

const wordsAfter = prepared((reader) => {
  const { word, frequency } = reader.tables.search_words
  const next = reader
    .select({ word, frequency })
    .from(reader.tables.search_words)
    .where(gt(word, sql.placeholder('last')))
    .orderBy(asc(word))
    .limit(sql.placeholder('limit'))
    .as('next')
  const pair = sql`${next.word} || ' ' || ${next.frequency}`
  // One text is read much faster than as many rows.
  return reader
    .select({
      words: sql<
        string | null
      >`${sql.raw(reader.engine === 'sqlite' ? 'group_concat' : 'string_agg')}(${pair}, ' ')`,
      last: sql<string | null>`max(${next.word})`,
    })
    .from(next)
    .prepare('words_after')
})

/** The next `limit` indexed words after `last`, in any order, and the last of them in the database's order. */
export async function readWords(
  reader: Reader,
  last: string,
  limit: number,
): Promise<{ words: WordCount[]; last: string }> {
  const [row] = await wordsAfter(reader).execute({ last, limit })
  const parts = row?.words?.split(' ') ?? []
  const words = Array.from({ length: parts.length / 2 }, (_, n) => ({
    word: parts[2 * n] ?? '',
    frequency: Number(parts[2 * n + 1]),
  }))
  return { words, last: row?.last ?? '' }
}

export const PREFIX_WORDS_MAX = 500

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

/** What a suggestion shows of these products, in any order. */
export async function findSuggested(reader: Reader, ids: number[]) {
  const [query, values] = suggested(reader, ids)
  return query.execute(values)
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
