/**
 * Moves a shop between SQLite and PostgreSQL: the rows are copied as for a backup, and the database that was left is
 * closed. Media and secrets stay in the data folder, whichever the engine.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Database, Tx } from '../../db/database.ts'
import { DatabaseRefused } from '../../db/errors.ts'
import type { Moved } from '../../db/migrate.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { isMoved, whileAlone } from '../../db/open.sqlite-files.ts'
import { openDatabase, sqliteFile } from '../../open-shop.ts'
import { fileTimestamp } from '../backup/scheduled-backup.ts'
import { UserError } from '../user-error.ts'
import { findFilledTable, type TableDigest } from './copy-rows.store.ts'
import { findOtherProcesses, holdMoment, markMoved } from '../../db/whole-database.ts'
import { copyShop } from './copy-shop.ts'

export interface MoveOptions {
  dataDir: string
  /** The PostgreSQL database, which the shop moves to or from. */
  url: string
  now: Date
  onProgress?: (done: number, total: number) => void
}

export interface MoveResult {
  /** The database that holds the shop now, without a password. */
  to: string
  tables: TableDigest[]
}

/** The address of a PostgreSQL database without user, password and options. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}${port && `:${port}`}${pathname}`
}

const serverRuns = (place: string): UserError => new UserError(`A server is using ${place}. Stop it first.`)

/**
 * Copies the SQLite shop of a data folder into an empty PostgreSQL database. The file stays as it is, apart from the
 * mark that closes it.
 *
 * @throws UserError, DatabaseRefused; the shop is where it was then
 */
export async function moveToPostgres(options: MoveOptions): Promise<MoveResult> {
  const { dataDir, url } = options
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) throw new UserError(`${dataDir} holds no SQLite shop.`)
  if (!(await whileAlone(file, async () => undefined))) throw serverRuns(file)
  const source = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null })
  const { openPostgres } = await import('../../db/open.postgres.ts')
  try {
    const target = await openPostgres(url)
    const there = { to: addressOf(url), remedy: 'Set DATABASE_URL to use it.' }
    return await move(source, target, { ...options, ...there })
  } finally {
    await source.close()
  }
}

/**
 * Copies a PostgreSQL shop into a new SQLite file in its data folder. A file that a move to PostgreSQL has left there
 * is kept as `haat.db.before-move-…`.
 *
 * @throws UserError, DatabaseRefused; the shop is where it was then
 */
export async function moveToSqlite(options: MoveOptions): Promise<MoveResult> {
  const { dataDir, url, now } = options
  const file = sqliteFile(dataDir)
  if (existsSync(file) && !isMoved(file))
    throw new UserError(`${file} exists already. Rename it first. Nothing was changed.`)
  const source = await openDatabase({ dataDir, databaseUrl: url, databaseReadUrl: null })
  const unfinished = `${file}.unfinished`
  try {
    if ((await findOtherProcesses(source)).length > 0) throw serverRuns(addressOf(url))
    for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
    const target = await openSqlite(unfinished)
    const finish = async (): Promise<void> => {
      await target.close()
      const keep = () => rename(file, `${file}.before-move-${fileTimestamp(now)}`)
      if (existsSync(file) && !(await whileAlone(file, keep))) throw serverRuns(file)
      await rename(unfinished, file)
    }
    const there = { to: file, remedy: 'Unset DATABASE_URL to use it.', finish }
    return await move(source, target, { ...options, ...there })
  } finally {
    await rm(unfinished, { force: true })
    await source.close()
  }
}

interface Move extends MoveOptions, Pick<Moved, 'to' | 'remedy'> {
  /** Runs when the copy is complete, before the source is marked. */
  finish?: () => Promise<void>
}

/** The source is locked from before it is read until it is marked, so that nothing is lost. Closes the target. */
async function move(source: Database, target: Database, { now, to, remedy, onProgress, finish }: Move) {
  const copyInto = async (copy: Tx, from: Tx): Promise<TableDigest[]> => {
    const filled = await findFilledTable(copy)
    if (filled !== null)
      throw new UserError(
        `${to} already holds a shop (there are rows in ${filled}). Move to an empty database: createdb makes one. Nothing was changed.`,
      )
    return copyShop(from, copy, onProgress)
  }
  try {
    return await source.transaction(async (from) => {
      await holdMoment(from, true)
      if ((await findFilledTable(from)) === null)
        throw new DatabaseRefused('The database holds no shop. Nothing was changed.')
      const tables = await target.transaction((copy) => copyInto(copy, from))
      await finish?.()
      await markMoved(from, { to, remedy, at: now.toISOString() })
      return { to, tables }
    })
  } finally {
    await target.close()
  }
}
