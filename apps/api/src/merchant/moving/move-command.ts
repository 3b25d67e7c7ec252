/**
 * `haat move`: moves a shop between SQLite and PostgreSQL: the rows are copied as for a backup, and the database that was left is
 * closed. Media and secrets stay in the data folder, whichever the engine.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { DatabaseRefused } from '../../db/errors.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { whileAlone } from '../../db/open.sqlite-files.ts'
import { findOtherProcesses, holdMoment } from '../../db/whole-database.ts'
import { deleteSetting, storeSetting } from '../../features/settings/settings.store.ts'
import { openDatabase, sqliteFile } from '../../open-shop.ts'
import { MOVED_TO, movedTo } from '../../shop-id.ts'
import { fileTimestamp } from '../../db/newest-backup.ts'
import { addPlainCommand, withProgress } from '../command.ts'
import { serverRuns, UserError } from '../user-error.ts'
import { closing, copyShop, findFilledTable, type TableDigest } from './copy-shop.store.ts'

const HELP = `Stop the server first. Every row is copied with its id and compared; pictures and secrets stay in the data folder.
The old database is kept, closed. To go back, move the shop again, with all that has happened since; or restore a
backup that you made before.

Examples:
  haat move --to postgres://haat:PASSWORD@127.0.0.1:5432/haat    # then set DATABASE_URL to it
  haat move --to sqlite                                          # then unset DATABASE_URL`

export function registerMove(program: Command): void {
  addPlainCommand(program, {
    name: 'move',
    description: 'move the shop from SQLite to PostgreSQL, or back',
    options: {
      '--to <database>': { text: 'an empty PostgreSQL database (postgres://…), or sqlite', required: true },
    },
    help: HELP,
    run: (config, { to }) => withProgress('Moving', (onProgress) => moveTo(to, config, onProgress)),
    text: movedText,
  })
}

async function moveTo(
  to: string,
  { dataDir, databaseUrl }: Config,
  onProgress: MoveOptions['onProgress'],
): Promise<MoveResult> {
  const isPostgres = /^postgres(ql)?:\/\//.test(to) && URL.canParse(to)
  if (to !== 'sqlite' && !isPostgres) throw new UserError('--to must be postgres://…, or sqlite.')
  if (isPostgres && databaseUrl !== null)
    throw new UserError(
      'The shop is in PostgreSQL already. To move it to another server, use haat backup and haat restore.',
    )
  if (!isPostgres && databaseUrl === null)
    throw new UserError('The shop is in SQLite already: DATABASE_URL is not set.')
  const options = { dataDir, url: databaseUrl ?? to, now: new Date(), onProgress }
  return isPostgres ? moveToPostgres(options) : moveToSqlite(options)
}

const movedText = ({ to, tables }: MoveResult): string =>
  [
    `Moved the shop to ${to}: ${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-IN')} rows in ${tables.length} tables, each compared.`,
    `${to.startsWith('postgres') ? 'Set DATABASE_URL to it' : 'Unset DATABASE_URL'}, leave DATA_DIR as it is, and start the server.`,
    'The old database is kept and closed. To go back, run haat move again, or restore a backup of before.',
  ].join('\n')

interface MoveOptions {
  dataDir: string
  /** The PostgreSQL database, which the shop moves to or from. */
  url: string
  now: Date
  onProgress?: ((done: number, total: number) => void) | undefined
}

interface MoveResult {
  /** The database that holds the shop now, without a password. */
  to: string
  tables: TableDigest[]
}

/** The address of a PostgreSQL database without user, password and options. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}${port && `:${port}`}${pathname}`
}

const startedMeanwhile = (): UserError =>
  new UserError('A server has been started meanwhile. Stop it, and run the same move again.')

/**
 * Copies the SQLite shop of a data folder into an empty PostgreSQL database. The file stays as it is, apart from the
 * mark that closes it.
 *
 * @throws UserError, DatabaseRefused; the shop is where it was then, or the next move goes on
 */
export async function moveToPostgres(options: MoveOptions): Promise<MoveResult> {
  const { dataDir, url } = options
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) throw new UserError(`${dataDir} holds no SQLite shop.`)
  if (await isUsed(file)) throw serverRuns(file)
  const place = addressOf(url)
  const { openPostgres } = await import('../../db/open.postgres.ts')
  return closing(await openPostgres(url), async (target) => {
    const filled = await findFilledTable(target)
    if (filled !== null)
      throw new UserError(
        `${place} already holds a shop (there are rows in ${filled}). Move to an empty database: createdb makes one. Nothing was changed.`,
      )
    const source = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, place)
    // Nobody can open the file once it is marked: only who opened it before can be using it.
    const refuseServer = async (): Promise<void> => {
      await source.close()
      if (!(await isUsed(file))) return
      await closing(await openSqlite(file), (db) => db.transaction((tx) => deleteSetting(tx, MOVED_TO)))
      throw startedMeanwhile()
    }
    return closing(source, () => move(source, target, place, options, refuseServer))
  })
}

/**
 * Copies a PostgreSQL shop into a new SQLite file in its data folder. A file that a move to PostgreSQL has left there
 * is kept as `haat.db.before-move-…`.
 *
 * @throws UserError, DatabaseRefused; the shop is where it was then, or the next move goes on
 */
export async function moveToSqlite(options: MoveOptions): Promise<MoveResult> {
  const { dataDir, url, now } = options
  const file = sqliteFile(dataDir)
  const isMoved = async () => closing(await openSqlite(file), async (db) => (await movedTo(db)) !== null)
  if (existsSync(file) && !(await isMoved()))
    throw new UserError(`${file} exists already. Rename it first. Nothing was changed.`)
  const source = await openDatabase({ dataDir, databaseUrl: url, databaseReadUrl: null }, file)
  const unfinished = `${file}.unfinished`
  const removeUnfinished = async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
  }
  const copy = async (): Promise<MoveResult> => {
    if ((await findOtherProcesses(source)).length > 0) throw serverRuns(addressOf(url))
    if (existsSync(file) && (await isUsed(file))) throw serverRuns(file)
    await removeUnfinished()
    const target = await openSqlite(unfinished)
    const moved = await closing(target, () => move(source, target, file, options))
    if (existsSync(file)) await rename(file, `${file}.before-move-${fileTimestamp(now)}`)
    await rename(unfinished, file)
    return moved
  }
  try {
    return await closing(source, copy)
  } finally {
    await removeUnfinished()
  }
}

const isUsed = async (file: string): Promise<boolean> => !(await whileAlone(file, async () => undefined))

/**
 * The source is locked from before it is read until it is marked, so that nothing is lost. It is marked before the copy
 * is committed, so that two shops never open. What ends the work between these two leaves no shop open: the next move
 * takes the mark away, since it names a place without a shop, and copies again.
 */
async function move(
  source: Database,
  target: Database,
  place: string,
  { onProgress }: MoveOptions,
  onMarked: () => Promise<void> = async () => undefined,
): Promise<MoveResult> {
  return target.transaction(async (copy) => {
    const moved = await source.transaction(async (from) => {
      await holdMoment(from, true)
      if ((await findFilledTable(from)) === null)
        throw new DatabaseRefused('The database holds no shop. Nothing was changed.')
      await deleteSetting(from, MOVED_TO)
      const tables = await copyShop(from, copy, onProgress)
      await storeSetting(from, MOVED_TO, place)
      // A server that was started meanwhile would go on selling from the source.
      if ((await findOtherProcesses(source)).length > 0) throw startedMeanwhile()
      return { to: place, tables }
    })
    await onMarked()
    return moved
  })
}
