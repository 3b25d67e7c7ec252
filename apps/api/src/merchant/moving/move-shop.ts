/**
 * Moves a shop between SQLite and PostgreSQL: the rows are copied as for a backup, and the database that was left is
 * closed. Media and secrets stay in the data folder, whichever the engine.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Database } from '../../db/database.ts'
import { DatabaseRefused } from '../../db/errors.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { isMoved, whileAlone } from '../../db/open.sqlite-files.ts'
import { findOtherProcesses, holdMoment, markMoved } from '../../db/whole-database.ts'
import { openDatabase, sqliteFile } from '../../open-shop.ts'
import { fileTimestamp } from '../backup/scheduled-backup.ts'
import { UserError } from '../user-error.ts'
import { copyShop, findFilledTable, type TableDigest } from './copy-shop.store.ts'

export interface MoveOptions {
  dataDir: string
  /** The PostgreSQL database, which the shop moves to or from. */
  url: string
  now: Date
  onProgress?: ((done: number, total: number) => void) | undefined
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

export const serverRuns = (place: string): UserError =>
  new UserError(`A server is using ${place}. Stop it first.`)

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
    const place = { to: addressOf(url), remedy: 'Set DATABASE_URL to use it.' }
    return await move(source, await openPostgres(url), place, options)
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
  const finish = async (copy: Database): Promise<void> => {
    await copy.close()
    const keep = () => rename(file, `${file}.before-move-${fileTimestamp(now)}`)
    if (existsSync(file) && !(await whileAlone(file, keep))) throw serverRuns(file)
    await rename(unfinished, file)
  }
  try {
    if ((await findOtherProcesses(source)).length > 0) throw serverRuns(addressOf(url))
    for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
    const place = { to: file, remedy: 'Unset DATABASE_URL to use it.' }
    return await move(source, await openSqlite(unfinished), place, options, finish)
  } finally {
    await rm(unfinished, { force: true })
    await source.close()
  }
}

/**
 * The source is locked from before it is read until it is marked, so that nothing is lost.
 *
 * @param finish runs when the copy is complete, before the source is marked
 */
async function move(
  source: Database,
  target: Database,
  place: { to: string; remedy: string },
  { now, onProgress }: MoveOptions,
  finish: (copy: Database) => Promise<void> = async () => undefined,
): Promise<MoveResult> {
  try {
    return await source.transaction(async (from) => {
      await holdMoment(from, true)
      if ((await findFilledTable(from)) === null)
        throw new DatabaseRefused('The database holds no shop. Nothing was changed.')
      const filled = await findFilledTable(target)
      if (filled !== null)
        throw new UserError(
          `${place.to} already holds a shop (there are rows in ${filled}). Move to an empty database: createdb makes one. Nothing was changed.`,
        )
      const tables = await target.transaction((copy) => copyShop(from, copy, onProgress))
      await finish(target)
      await markMoved(from, { ...place, at: now.toISOString() })
      return { to: place.to, tables }
    })
  } finally {
    await target.close()
  }
}
