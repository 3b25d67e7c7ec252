/**
 * Writes the search index: FTS5 on SQLite, tsvector under a GIN index on PostgreSQL. Whoever writes products
 * calls indexProducts(), whoever deletes them unindexProducts(), in the same transaction.
 */
import { and, asc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { touchCatalogue } from '../../db/catalogue-revision.ts'
import { deletionsToIndex } from './typos.ts'
import { indexed } from './words.ts'

const CHUNK = 1000
/** Rows of one insert statement. */
const ROWS = 200

/** Brings the index in line with some products; those that are not published leave it. */
export async function indexProducts(tx: Tx, productIds: number[]): Promise<void> {
  const ids = [...new Set(productIds)]
  await unindexProducts(tx, ids)
  const { products } = tx.tables
  const paths = await categoryPaths(tx)
  for (const some of chunked(ids, CHUNK)) {
    const known = new Map<string, number>()
    await writeDocuments(tx, await searchables(tx, inArray(products.id, some), paths), known)
    await writeWords(tx, known)
  }
}

/** Takes products out of the index; whether they still exist does not matter. */
export async function unindexProducts(tx: Tx, productIds: number[]): Promise<void> {
  const key = sql.identifier(tx.engine === 'sqlite' ? 'rowid' : 'product_id')
  for (const ids of chunked(productIds, CHUNK))
    await tx.execute(sql`delete from search_index where ${key} in ${ids}`)
  await touchCatalogue(tx)
}

/** Makes the whole index anew: the way for seeds and large imports. */
export async function rebuildIndex(tx: Tx): Promise<void> {
  const { products, search_words, search_typos } = tx.tables
  await tx.execute(
    tx.engine === 'sqlite'
      ? sql`insert into search_index (search_index) values ('delete-all')`
      : sql`delete from search_index`,
  )
  await tx.delete(search_words)
  await tx.delete(search_typos)
  const paths = await categoryPaths(tx)
  const words = new Map<string, number>()
  for (let last = 0; ;) {
    const some = await searchables(tx, gt(products.id, last), paths)
    await writeDocuments(tx, some, words)
    if (some.length < CHUNK) break
    last = some.at(-1)?.id ?? last
  }
  await writeWords(tx, words)
  await touchCatalogue(tx)
}

interface Document {
  id: number
  words: string[]
  text: string
}

/** The next published products, as the index holds them. */
async function searchables(tx: Tx, which: SQL, paths: Map<number, string>): Promise<Document[]> {
  const { products } = tx.tables
  const { id, name, brand, category_id, short_description, description } = products
  const rows = await tx
    .select({ id, name, brand, category_id, short_description, description })
    .from(products)
    .where(and(which, eq(products.is_published, true)))
    .orderBy(asc(id))
    .limit(CHUNK)
  const kinds = await variantTexts(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const description = [row.short_description, row.description, ...(kinds.get(row.id) ?? [])].join('\n')
    const category = paths.get(row.category_id) ?? ''
    return { id: row.id, ...indexed({ name: row.name, brand: row.brand, category, description }) }
  })
}

/** Colours and names of variants, which shoppers ask for too. */
async function variantTexts(tx: Tx, productIds: number[]): Promise<Map<number, string[]>> {
  if (productIds.length === 0) return new Map()
  const { product_id, color, variant_name } = tx.tables.variants
  const rows = await tx
    .select({ product_id, color, variant_name })
    .from(tx.tables.variants)
    .where(and(inArray(product_id, productIds), or(isNotNull(color), isNotNull(variant_name))))
  const texts = new Map<number, string[]>()
  for (const row of rows) {
    const own = texts.get(row.product_id) ?? []
    own.push(row.color ?? '', row.variant_name ?? '')
    texts.set(row.product_id, own)
  }
  return texts
}

/** The name of each category together with those above it. */
async function categoryPaths(reader: Reader): Promise<Map<number, string>> {
  const { id, name, parent_id } = reader.tables.categories
  const rows = await reader.select({ id, name, parent_id }).from(reader.tables.categories)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const path = new Set([row])
      for (const step of path) {
        const above = step.parent_id === null ? undefined : byId.get(step.parent_id)
        if (above) path.add(above)
      }
      return [row.id, [...path].map((step) => step.name).join('\n')]
    }),
  )
}

/** @param counts in how many documents each word stands; added to */
async function writeDocuments(tx: Tx, documents: Document[], counts: Map<string, number>): Promise<void> {
  const sqlite = tx.engine === 'sqlite'
  const into = sqlite ? sql`search_index (rowid, words)` : sql`search_index (product_id, words)`
  for (const some of chunked(documents, ROWS)) {
    const rows = some.map(({ id, text }) =>
      sqlite ? sql`(${id}, ${text})` : sql`(${id}, array_to_tsvector(string_to_array(${text}, ' ')))`,
    )
    await tx.execute(sql`insert into ${into} values ${sql.join(rows, sql`, `)}`)
  }
  for (const { words } of documents) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
}

/** Words are written in alphabetical order, so that two writers wait for each other in the same one. */
async function writeWords(tx: Tx, counts: Map<string, number>): Promise<void> {
  const { search_words: table } = tx.tables
  const words = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const some of chunked(words, ROWS)) {
    const rows = some.map(([word, frequency]) => ({ word, frequency }))
    const known = await tx
      .select({ word: table.word })
      .from(table)
      .where(
        inArray(
          table.word,
          rows.map((row) => row.word),
        ),
      )
    const before = new Set(known.map((row) => row.word))
    const fresh = rows.filter((row) => !before.has(row.word))
    const again = rows.filter((row) => before.has(row.word))
    const frequency = sql`${table.frequency} + excluded.frequency`
    if (again.length > 0)
      await tx.insert(table).values(again).onConflictDoUpdate({ target: table.word, set: { frequency } })
    await tx.insertMany('search_words', fresh, 'skip')
    const typos = fresh.flatMap(({ word }) => deletionsToIndex(word).map((deletion) => ({ deletion, word })))
    await tx.insertMany('search_typos', typos, 'skip')
  }
}

function chunked<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
