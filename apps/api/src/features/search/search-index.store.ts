/**
 * Writes the search index: FTS5 on SQLite, tsvector with a GIN index on PostgreSQL. Code that writes or deletes
 * products calls indexProducts() in the same transaction: so far the merchant's tools. It is here because it must match
 * what search reads.
 */
import { and, asc, eq, gt, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf, type Reader, type Tx } from '../../db/database.ts'
import { deletionsToIndex } from './spelling.ts'
import { documentWords, indexed, type IndexEntry, rememberedWords } from './words.ts'

export const CHUNK = 1000
/** Rows of one insert statement. */
export const ROWS = 2000
/** Words whose spellings one statement deletes: about forty spellings each. */
const TYPO_WORDS = 20

/** Number of products by word, added to or taken away. */
export type WordCounts = Map<string, number>

/** Updates the index for these products: removes unpublished and deleted ones, indexes the others. */
export async function indexProducts(tx: Tx, productIds: number[]): Promise<void> {
  const { products } = tx.tables
  const paths = await findCategoryPaths(tx)
  if (productIds.length >= CHUNK) await mergeLess(tx)
  for (const ids of chunked([...new Set(productIds)], CHUNK)) {
    const changes: WordCounts = new Map()
    await deleteDocuments(tx, ids, changes)
    await insertDocuments(tx, await searchableProducts(tx, isOneOf(tx, products.id, ids), paths), changes)
    await changeWordCounts(tx, changes)
  }
}

/** Adds products to the index that were inserted in the same transaction: the published ones, with their variants. */
export async function indexNewProducts(
  tx: Tx,
  rows: ProductTexts[],
  variants: VariantTexts[],
): Promise<void> {
  const published = rows.filter((row) => row.is_published !== false)
  if (published.length === 0) return
  const changes: WordCounts = new Map()
  const documents = toDocuments(published, variants, await findCategoryPaths(tx))
  await insertDocuments(tx, documents, changes)
  await changeWordCounts(tx, changes)
}

/** Builds the index of a shop that was just filled, in one transaction. */
export async function buildIndex(tx: Tx): Promise<void> {
  const { products, search_documents, search_words, search_typos } = tx.tables
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`insert into search_index (search_index) values ('delete-all')`
      : sql`delete from search_index`,
  )
  for (const table of [search_documents, search_words, search_typos]) await tx.delete(table)
  const paths = await findCategoryPaths(tx)
  const words: WordCounts = new Map()
  for (let last = 0; ;) {
    const documents = await searchableProducts(tx, gt(products.id, last), paths)
    await insertDocuments(tx, documents, words)
    if (documents.length < CHUNK) break
    last = documents.at(-1)?.id ?? last
  }
  await changeWordCounts(tx, words)
  await mergeSegments(tx)
  await markFormat(tx)
}

/** Grows when the entries of the index change. */
export const FORMAT = 2
export const FORMAT_NAME = 'search_index_format'

export async function markFormat(tx: Tx): Promise<void> {
  const { counters } = tx.tables
  await tx
    .insert(counters)
    .values({ name: FORMAT_NAME, value: FORMAT })
    .onConflictDoUpdate({ target: counters.name, set: { value: FORMAT } })
}

/** Looking up a word takes as many steps as SQLite's index has segments. */
async function mergeSegments(tx: Tx): Promise<void> {
  if (tx.engine === 'sqlite')
    await tx.execute(sql`insert into search_index (search_index) values ('optimize')`)
}

/**
 * Lets SQLite's index rewrite a segment once half of its documents are deleted. By default it does so at a tenth, which
 * an import that changes all products reaches with each batch. The index keeps the setting.
 */
async function mergeLess(tx: Tx): Promise<void> {
  if (tx.engine === 'sqlite')
    await tx.execute(sql`insert into search_index (search_index, rank) values ('deletemerge', 50)`)
}

export const documentKey = ({ engine }: Reader) => sql.raw(engine === 'sqlite' ? 'rowid' : 'product_id')

interface Document extends IndexEntry {
  id: number
}

/** Documents of the next published products, at most a thousand. */
async function searchableProducts(tx: Tx, which: SQL, paths: Map<number, string[]>): Promise<Document[]> {
  const { products, variants } = tx.tables
  const { id, name, brand, category_id, short_description, description } = products
  const rows = await tx
    .select({ id, name, brand, category_id, short_description, description })
    .from(products)
    .where(and(which, eq(products.is_published, true)))
    .orderBy(asc(id))
    .limit(CHUNK)
  const { product_id, color, size, variant_name, position, id: variant_id } = variants
  const variantRows = await tx
    .select({ product_id, color, size, variant_name })
    .from(variants)
    .where(
      and(
        isOneOf(
          tx,
          product_id,
          rows.map((row) => row.id),
        ),
        or(isNotNull(color), isNotNull(size), isNotNull(variant_name)),
      ),
    )
    .orderBy(asc(product_id), asc(position), asc(variant_id))
  return toDocuments(rows, variantRows, paths)
}

/** The searchable texts of a product's row. */
type ProductTexts = Pick<
  Tx['tables']['products']['$inferInsert'],
  'id' | 'name' | 'brand' | 'category_id' | 'short_description' | 'description' | 'is_published'
>

/** Those of a variant's row. */
type VariantTexts = Pick<
  Tx['tables']['variants']['$inferInsert'],
  'product_id' | 'color' | 'size' | 'variant_name'
>

/** @param variants of these products, those of one product in order */
function toDocuments(
  rows: ProductTexts[],
  variants: VariantTexts[],
  paths: Map<number, string[]>,
): Document[] {
  const textsById = new Map<number, string[]>()
  for (const { product_id, color, size, variant_name } of variants) {
    if (!color && !size && !variant_name) continue
    const texts = textsById.get(product_id) ?? []
    texts.push(color ?? '', size ?? '', variant_name ?? '')
    textsById.set(product_id, texts)
  }
  const wordsFor = rememberedWords()
  return rows.map(({ id = 0, name, brand, category_id, short_description, description }) => {
    const texts = [short_description, ...(textsById.get(id) ?? [])]
    const category = paths.get(category_id)?.join('\n') ?? ''
    const searchable = { name, brand, category, description: texts.join('\n'), details: description }
    return { id, ...indexed(searchable, wordsFor) }
  })
}

/** The name of each category after those of its ancestors, topmost first, by category id. A cycle ends a path. */
export async function findCategoryPaths(reader: Reader): Promise<Map<number, string[]>> {
  const { id, name, parent_id } = reader.tables.categories
  const rows = await reader.select({ id, name, parent_id }).from(reader.tables.categories)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const path = new Set([row])
      for (const step of path) {
        const parent = step.parent_id === null ? undefined : byId.get(step.parent_id)
        if (parent) path.add(parent)
      }
      return [row.id, [...path].map((step) => step.name).toReversed()]
    }),
  )
}

/** @param changes gets one more for each word of each document */
async function insertDocuments(tx: Tx, documents: Document[], changes: WordCounts): Promise<void> {
  if (documents.length === 0) return
  await insertIndexed(tx, documents)
  await tx.insertMany(
    'search_documents',
    documents.map(({ id, document }) => ({ product_id: id, words: document })),
  )
  for (const { words } of documents) countWords(changes, words, 1)
}

export async function insertIndexed(tx: Tx, documents: Pick<Document, 'id' | 'text'>[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  const texts = documents.map(({ text }) => text)
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`insert into search_index (rowid, words) ${valuesOf(tx, [ids, texts])}`
      : sql`insert into search_index (product_id, words) select id, array_to_tsvector(string_to_array(words, ' '))
          from (${valuesOf(tx, [ids, texts])}) as document (id, words)`,
  )
}

/**
 * Selects rows of a number or text each, given as columns: a statement with a parameter for each value takes longer to
 * build than to run.
 */
function valuesOf({ engine }: Tx, [first, second]: [Values, Values]): SQL {
  if (engine === 'sqlite') {
    const json = JSON.stringify(first.map((value, at) => [value, second[at]]))
    return sql`select value ->> 0, value ->> 1 from json_each(${json}) where true`
  }
  const array = (values: Values) =>
    sql`${sql.param(values)}::${sql.raw(typeof values[0] === 'number' ? 'integer' : 'text')}[]`
  return sql`select * from unnest(${array(first)}, ${array(second)})`
}

type Values = readonly (string | number)[]

/** @param changes gets one less for each word of each deleted document */
async function deleteDocuments(tx: Tx, ids: number[], changes: WordCounts): Promise<void> {
  const { search_documents } = tx.tables
  const deleted = await tx
    .delete(search_documents)
    .where(isOneOf(tx, search_documents.product_id, ids))
    .returning({ words: search_documents.words })
  for (const { words } of deleted) countWords(changes, documentWords(words), -1)
  await tx.execute(sql`delete from search_index where ${isOneOf(tx, documentKey(tx), ids)}`)
}

export function countWords(counts: WordCounts, words: string[], by: number): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + by)
}

/** Words are written in alphabetical order, so that concurrent writers lock rows in the same order. */
export async function changeWordCounts(tx: Tx, changes: WordCounts): Promise<void> {
  const { search_words, search_typos } = tx.tables
  const { word, frequency } = search_words
  const rows = [...changes]
    .filter(([, change]) => change !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, change]) => ({ word: text, frequency: change }))
  for (const batch of chunked(rows, ROWS)) {
    const written = await tx
      .insert(search_words)
      .select(valuesOf(tx, [batch.map((row) => row.word), batch.map((row) => row.frequency)]))
      .onConflictDoUpdate({ target: word, set: { frequency: sql`${frequency} + excluded.frequency` } })
      .returning({ word, frequency })
    const isNew = (row: { word: string; frequency: number }) => row.frequency === changes.get(row.word)
    await insertTypos(
      tx,
      written.filter((row) => row.frequency > 0 && isNew(row)).map((row) => row.word),
    )
    const unused = written.filter((row) => row.frequency <= 0).map((row) => row.word)
    if (unused.length === 0) continue
    await tx.delete(search_words).where(and(isOneOf(tx, word, unused), lte(frequency, 0)))
    for (const words of chunked(unused, TYPO_WORDS))
      await tx
        .delete(search_typos)
        .where(
          and(
            isOneOf(tx, search_typos.deletion, words.flatMap(deletionsToIndex)),
            isOneOf(tx, search_typos.word, words),
          ),
        )
  }
}

export async function insertTypos(tx: Tx, words: string[]): Promise<void> {
  const typos = words.flatMap((word) => deletionsToIndex(word).map((deletion) => ({ deletion, word })))
  await tx.insertMany('search_typos', typos, ['deletion', 'word'])
}

function chunked<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
