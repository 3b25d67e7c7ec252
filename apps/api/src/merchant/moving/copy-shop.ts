/** Copies a shop's whole database into another, and compares both. */
import type { Database, Reader, Tx } from '../../db/database.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'
import { copyRows, countRows, digestRows, type TableDigest } from './copy-rows.store.ts'
import { deleteAllRows, holdMoment } from '../../db/whole-database.ts'

type OnProgress = (done: number, total: number) => void

/**
 * Replaces all rows of `to` by those of `from`, compares every row, and builds the search index.
 *
 * @param from a transaction that reads one moment, or a database that nobody else writes
 * @returns the digests of the tables
 * @throws when a table differs
 */
export async function copyShop(
  from: Reader,
  to: Tx,
  onProgress: OnProgress = () => undefined,
): Promise<TableDigest[]> {
  const total = 2 * (await countRows(from)) + 1
  let done = 0
  const onRows = (rows: number): void => onProgress((done += rows), total)
  await deleteAllRows(to)
  const read = await copyRows(from, to, onRows)
  const written = await digestRows(to, onRows)
  for (const [at, { table, rows, sha256 }] of read.entries()) {
    const copy = written[at]
    if (copy?.rows !== rows || copy.sha256 !== sha256)
      throw new Error(`The copy of the table ${table} differs (${copy?.rows} rows of ${rows}).`)
  }
  await buildIndex(to)
  onProgress(total, total)
  return read
}

/** Writes a copy of the open database, as it is at one moment, to a new SQLite file. */
export async function copyToFile(db: Database, file: string): Promise<void> {
  if (db.engine === 'sqlite') return db.copyTo(file)
  const copy = await openSqlite(file)
  try {
    await db.transaction(async (from) => {
      await holdMoment(from, false)
      await copy.transaction((to) => copyShop(from, to))
    })
  } finally {
    await copy.close()
  }
}

/** Replaces all rows of a PostgreSQL database by those of a SQLite file, which is migrated first. */
export async function copyFromFile(file: string, db: Database): Promise<void> {
  const source = await openSqlite(file)
  try {
    await db.transaction((to) => copyShop(source, to))
  } finally {
    await source.close()
  }
}
