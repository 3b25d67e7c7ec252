/**
 * Rebuilds the search index of a running shop, in transactions of a second at most, so that nobody waits long to write.
 */
import { and, asc, count, eq, gt, lte, max, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import type { Database, Reader, Tx } from '../../db/database.ts'
import {
  changeWordCounts,
  CHUNK,
  countWords,
  documentKey,
  FORMAT,
  FORMAT_NAME,
  indexProducts,
  insertTypos,
  markFormat,
  ROWS,
  type WordCounts,
} from './search-index.store.ts'
import { documentWords } from './words.ts'

/** Rows that one statement looks through. */
const ORPHANS = 20_000
const RECOUNTS = 3
const MERGED_PAGES = 2000

/**
 * Rebuilds an index that an older version of the program wrote: until then it finds less, and ranks worse. Merges the
 * segments of SQLite's index after many changes, such as an import.
 */
export async function renewIndex({ db }: { db: Database }, stopping: AbortSignal): Promise<void> {
  const { counters } = db.tables
  const valueOf = async (name: string) =>
    (await db.select().from(counters).where(eq(counters.name, name)))[0]?.value ?? 0
  if ((await valueOf(FORMAT_NAME)) < FORMAT) return reindex(db, () => undefined, stopping)
  const revision = await catalogueVersion(db)
  if (db.engine !== 'sqlite' || revision - (await valueOf(MERGED)) < MERGED_AFTER) return
  await mergeIndex(db, stopping)
  await db.transaction((tx) =>
    tx
      .insert(counters)
      .values({ name: MERGED, value: revision })
      .onConflictDoUpdate({ target: counters.name, set: { value: revision } })
      .then(() => undefined),
  )
}

/** The counter of the catalogue's revision at which segments were last merged, and the changes until the next time. */
const MERGED = 'search_index_merged'
const MERGED_AFTER = 20

/** Merges the segments of SQLite's index in short transactions. */
async function mergeIndex(db: Database, stopping?: AbortSignal): Promise<void> {
  if (db.engine !== 'sqlite') return
  // A negative number merges all segments, positive ones go on until nothing is written.
  let isDone = await mergePages(db, -MERGED_PAGES)
  while (!isDone) isDone = stopping?.aborted || (await mergePages(db, MERGED_PAGES))
}

/** @returns whether there was nothing to merge */
const mergePages = (db: Database, pages: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await totalChanges(tx)
    await tx.execute(sql`insert into search_index (search_index, rank) values ('merge', ${pages})`)
    return (await totalChanges(tx)) - before < 2
  })

async function totalChanges(tx: Tx): Promise<number> {
  const total = sql<number>`total`
  const [row] = await tx.select({ total }).from(sql`(select total_changes() as total)`)
  return row?.total ?? 0
}

/**
 * Rebuilds the index of a running shop, a thousand products per transaction, then corrects word counts and
 * typo spellings. It may be stopped and run again at any time.
 *
 * @param onProgress called with the number of products done and of all
 * @param stopping ends it after the transaction that runs
 */
export async function reindex(
  db: Database,
  onProgress: (done: number, total: number) => void,
  stopping?: AbortSignal,
): Promise<void> {
  const { products } = db.tables
  const [all] = await db.select({ total: count() }).from(products)
  let done = 0
  for (let last = 0; ;) {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(gt(products.id, last))
      .orderBy(asc(products.id))
      .limit(CHUNK)
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await db.transaction((tx) => indexProducts(tx, ids))
    onProgress((done += ids.length), Math.max(done, all?.total ?? 0))
    if (stopping?.aborted) return
    if (ids.length < CHUNK) break
    last = ids.at(-1) ?? last
  }
  await deleteOrphans(db)
  await recountWords(db)
  await mergeIndex(db, stopping)
  if (!stopping?.aborted) await db.transaction(markFormat)
}

/** Deletes documents of products that do not exist. */
async function deleteOrphans(db: Database): Promise<void> {
  const { products, search_documents } = db.tables
  const key = documentKey(db)
  const [row] = await db.select({ last: max(search_documents.product_id) }).from(search_documents)
  const ends = Array.from({ length: Math.ceil((row?.last ?? 0) / ORPHANS) }, (_, n) => n * ORPHANS)
  for (const from of ends) {
    const range = (id: SQLWrapper) => sql`${id} > ${from} and ${id} <= ${from + ORPHANS}`
    await db.transaction(async (tx) => {
      const existing = tx.select({ id: products.id }).from(products).where(range(products.id))
      await tx.execute(sql`delete from search_index where ${range(key)} and ${key} not in ${existing}`)
      await tx
        .delete(search_documents)
        .where(and(range(search_documents.product_id), notInArray(search_documents.product_id, existing)))
    })
  }
}

/** Corrects the count of every word and the spellings by which typos find it. */
async function recountWords(db: Database): Promise<void> {
  for (let time = 1; ; time += 1) {
    const revision = await catalogueVersion(db)
    const changes = await countChanges(db)
    const isCorrected = await db.transaction(async (tx) => {
      // Where products are written all the time, they are counted while nothing else is written.
      const isCurrent = (await catalogueVersion(tx)) === revision
      if (!isCurrent && time < RECOUNTS) return false
      await changeWordCounts(tx, isCurrent ? changes : await countChanges(tx))
      return true
    })
    if (isCorrected) break
  }
  await renewTypos(db)
}

/** What to add to the count of each word so that it is right. */
async function countChanges(reader: Reader): Promise<WordCounts> {
  const { search_documents, search_words } = reader.tables
  const changes: WordCounts = new Map()
  for (let last = 0; ;) {
    const rows = await reader
      .select()
      .from(search_documents)
      .where(gt(search_documents.product_id, last))
      .orderBy(asc(search_documents.product_id))
      .limit(CHUNK)
    for (const row of rows) countWords(changes, documentWords(row.words), 1)
    if (rows.length < CHUNK) break
    last = rows.at(-1)?.product_id ?? last
  }
  for (const { word, frequency } of await reader.select().from(search_words))
    countWords(changes, [word], -frequency)
  return changes
}

/** Writes the spellings of all words anew, some words at a time. */
async function renewTypos(db: Database): Promise<void> {
  const { search_words, search_typos } = db.tables
  for (let last = ''; ;) {
    const words = await db
      .select({ word: search_words.word })
      .from(search_words)
      .where(gt(search_words.word, last))
      .orderBy(asc(search_words.word))
      .limit(ROWS)
    if (words.length > 0)
      await db.transaction((tx) =>
        insertTypos(
          tx,
          words.map(({ word }) => word),
        ),
      )
    if (words.length < ROWS) break
    last = words.at(-1)?.word ?? last
  }
  for (let last = ''; ;) {
    const [end] = await db
      .select({ deletion: search_typos.deletion })
      .from(search_typos)
      .where(gt(search_typos.deletion, last))
      .orderBy(asc(search_typos.deletion))
      .limit(1)
      .offset(ORPHANS)
    await db.transaction(async (tx) => {
      const known = tx.select({ word: search_words.word }).from(search_words)
      await tx
        .delete(search_typos)
        .where(
          and(
            gt(search_typos.deletion, last),
            end && lte(search_typos.deletion, end.deletion),
            notInArray(search_typos.word, known),
          ),
        )
    })
    if (end === undefined) break
    last = end.deletion
  }
}
