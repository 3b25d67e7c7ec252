/** Moves a shop between SQLite and PostgreSQL. Media and secrets stay in the data folder, whichever the engine. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config.ts'
import { type Database, type Reader } from '../../db/database.ts'
import { DatabaseRefused } from '../../db/errors.ts'
import type { Moved } from '../../db/migrate.ts'
import { isOlder, type Place, readAccounts, readMoved, reopen } from '../../db/open.moved.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { whileAlone } from '../../db/open.sqlite-files.ts'
import { findShopId } from '../../features/settings/settings.store.ts'
import { sqliteFile } from '../../open-shop.ts'
import { readShopId, storeSecretsDigest } from '../../shop-id.ts'
import { fileTimestamp } from '../backup/scheduled-backup.ts'
import { UserError } from '../user-error.ts'
import {
  findFilledTable,
  findLastIds,
  findOtherProcesses,
  holdMoment,
  markMoved,
  type TableDigest,
} from './copy-rows.store.ts'
import { copyShop } from './copy-shop.ts'

export interface MoveOptions {
  dataDir: string
  /** The PostgreSQL database, which the shop moves to or from. */
  url: string
  now: Date
  /** The secrets of the shop, so that servers with folders of their own can start at once on PostgreSQL. */
  secrets?: Pick<Config, 'keys' | 'paymentSecret'>
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

const REMEDY = {
  sqlite: 'Unset DATABASE_URL to use it.',
  postgres: 'Set DATABASE_URL to use it.',
}

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
  await refuseServer({ file })
  await refuseOlder({ file }, file)
  const source = await openSqlite(file)
  try {
    await refuseOtherShop(source, file, dataDir)
    const target = await openTarget(url)
    try {
      return await move(source, target, { ...options, to: addressOf(url), remedy: REMEDY.postgres })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** A database that still has the mark of an earlier move is not empty. */
async function openTarget(url: string): Promise<Database> {
  const { openPostgres } = await import('../../db/open.postgres.ts')
  if (await readMoved({ url }).catch(unusable)) throw notEmpty(addressOf(url))
  return openPostgres(url)
}

function unusable(error: Error): never {
  throw error instanceof UserError
    ? error
    : new DatabaseRefused(`PostgreSQL cannot be used: ${error.message}`)
}

/** A move changes nothing in the database that it leaves. @throws UserError when opening it would migrate it */
async function refuseOlder(place: Place, name: string): Promise<void> {
  if ((await readMoved(place)) === null && (await isOlder(place)))
    throw new UserError(
      `The shop in ${name} was last opened by an older version of Haat. Start the server once, stop it, and move the shop then.`,
    )
}

/** @param reader null for a database without tables @throws DatabaseRefused unless it holds the folder's shop */
async function refuseOtherShop(reader: Reader | null, name: string, dataDir: string): Promise<void> {
  if (reader === null || (await findFilledTable(reader)) === null)
    throw new DatabaseRefused(`${name} holds no shop. Nothing was changed.`)
  const [id, ofFolder] = [await findShopId(reader), readShopId(dataDir)]
  if (id !== undefined && ofFolder !== null && id !== ofFolder)
    throw new DatabaseRefused(
      `${name} holds the shop ${id}, ${dataDir} the shop ${ofFolder}. Correct DATA_DIR or DATABASE_URL. Nothing was changed.`,
    )
}

const notEmpty = (target: string, detail = ''): UserError =>
  new UserError(
    `${target} already holds a shop${detail}. Move to an empty database: createdb makes one. Nothing was changed.`,
  )

/**
 * Copies a PostgreSQL shop into a new SQLite file in its data folder. A file that a move to this database has left
 * there is kept as `haat.db.before-move-…`.
 *
 * @throws UserError, DatabaseRefused; the shop is where it was then
 */
export async function moveToSqlite(options: MoveOptions): Promise<MoveResult> {
  const { dataDir, url, now } = options
  const file = sqliteFile(dataDir)
  const left = existsSync(file) ? await readMoved({ file }) : undefined
  if (left === null) throw new UserError(`${file} exists already. Rename it first. Nothing was changed.`)
  // Without the id of the folder's shop only this tells whether it is the same one.
  if (left && left.to !== addressOf(url) && readShopId(dataDir) === null)
    throw new UserError(
      `The shop in ${file} was moved to ${left.to}, not to ${addressOf(url)}. Rename the file first if they are one shop. Nothing was changed.`,
    )
  const { openPostgres } = await import('../../db/open.postgres.ts')
  await refuseOlder({ url }, addressOf(url)).catch(unusable)
  const source = await openPostgres(url, undefined, null, (reader) =>
    refuseOtherShop(reader, addressOf(url), dataDir),
  )
  const unfinished = `${file}.unfinished`
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
  const target = await openSqlite(unfinished)
  try {
    const finish = async (): Promise<void> => {
      await target.close()
      if (existsSync(file)) {
        const aside = () => rename(file, `${file}.before-move-${fileTimestamp(now)}`)
        if (!(await whileAlone(file, aside))) throw serverRuns(dataDir)
      }
      await rename(unfinished, file)
    }
    return await move(source, target, { ...options, to: file, remedy: REMEDY.sqlite, finish })
  } finally {
    await target.close()
    await rm(unfinished, { force: true })
    await source.close()
  }
}

const serverRuns = (place: string): UserError => new UserError(`A server is using ${place}. Stop it first.`)

/** @throws UserError when another process has the database open */
async function refuseServer(place: { file: string } | { db: Database; name: string }): Promise<void> {
  if ('file' in place) {
    if (!(await whileAlone(place.file, async () => undefined))) throw serverRuns(place.file)
  } else if ((await findOtherProcesses(place.db)).length > 0) throw serverRuns(place.name)
}

interface Move extends MoveOptions, Pick<Moved, 'to' | 'remedy'> {
  /** Runs when the copy is complete, before the source is marked. */
  finish?: () => Promise<void>
}

/** The source is locked from before it is read until it is marked, so that nothing is lost. */
async function move(
  source: Database,
  target: Database,
  { url, now, to, remedy, secrets, onProgress, finish }: Move,
): Promise<MoveResult> {
  if (source.engine === 'postgres') await refuseServer({ db: source, name: addressOf(url) })
  return source.transaction(async (from) => {
    await holdMoment(from, true)
    const tables = await target.transaction(async (copy) => {
      const filled = await findFilledTable(copy)
      if (filled !== null) throw notEmpty(to, ` (there are rows in ${filled})`)
      const copied = await copyShop(from, copy, onProgress)
      if (secrets && copy.engine === 'postgres') await storeSecretsDigest(copy, secrets)
      return copied
    })
    await finish?.()
    await markMoved(from, { to, remedy, at: now.toISOString(), lastIds: await findLastIds(from) })
    return { to, tables }
  })
}

/**
 * Opens the database again that a move has closed, and closes the other. All customers are logged out.
 *
 * @returns the database that holds the shop now
 * @throws UserError when nothing was moved, or the shop has taken orders or customers since, or changed accounts
 */
export async function undoMove({ dataDir, url, now }: MoveOptions): Promise<{ to: string }> {
  const file = sqliteFile(dataDir)
  const sqlite: Place & { name: string } = { file, name: file }
  const postgres: Place & { name: string } = { url, name: addressOf(url) }
  const inFile = existsSync(file) ? await readMoved(sqlite) : null
  const inPostgres = await readMoved(postgres)
  const moved = [inFile, inPostgres].filter((mark) => mark !== null)
  // Both have one when an undo was interrupted.
  const [first, last] = moved.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  if (!first) throw new UserError(`No shop was moved between ${sqlite.name} and ${postgres.name}.`)
  const [before, after] = first === inFile ? [sqlite, postgres] : [postgres, sqlite]
  if (last && !(last.isUndone && last.to === before.name))
    throw new UserError(`The shop was moved again, to ${last.to}. ${last.remedy}`)
  if (moved.length === 1 && first.isUndone)
    throw new UserError(
      `The shop is in ${first.to} again since ${first.at.slice(0, 10)}: there is no move to undo. ${first.remedy}`,
    )
  if (first.to !== after.name) throw new UserError(`The shop was moved to ${first.to}, not to ${after.name}.`)
  if (moved.length === 1) await closeAgain(after, before, first, now)
  await reopen(before)
  return { to: before.name }
}

async function closeAgain(
  place: Place & { name: string },
  before: Place & { name: string },
  { lastIds: idsThen }: Moved,
  now: Date,
): Promise<void> {
  if ('file' in place) await refuseServer(place)
  const db = 'file' in place ? await openSqlite(place.file) : await openTarget(place.url)
  try {
    await refuseServer({ db, name: place.name })
    await db.transaction(async (tx) => {
      await holdMoment(tx, true)
      const ids = await findLastIds(tx)
      const grown = Object.keys(ids).find((table) => (ids[table] ?? 0) > (idsThen[table] ?? 0))
      if (grown !== undefined)
        throw new UserError(
          `The shop in ${place.name} has new ${grown.replace('_', ' ')} since it was moved. Going back would lose them: move it with haat move --to instead.`,
        )
      await refuseChangedAccounts(place, before)
      const remedy = REMEDY['file' in place ? 'postgres' : 'sqlite']
      await markMoved(tx, { to: before.name, remedy, at: now.toISOString(), lastIds: ids, isUndone: true })
    })
  } finally {
    await db.close()
  }
}

/** Customers that an error names. */
const NAMED = 5

/** @throws UserError when going back would restore a password, login or account that was replaced, blocked or deleted */
async function refuseChangedAccounts(place: Place & { name: string }, before: Place): Promise<void> {
  const now = new Map((await readAccounts(place)).map((account) => [account.id, account]))
  const changed = (await readAccounts(before)).filter(
    (then) => !isDeepStrictEqual({ ...now.get(then.id) }, then),
  )
  if (changed.length === 0) return
  const more = changed.length > NAMED ? ` and ${(changed.length - NAMED).toLocaleString('en-IN')} more` : ''
  const emails = `${changed
    .slice(0, NAMED)
    .map(({ email }) => email)
    .join(', ')}${more}`
  throw new UserError(
    `In ${place.name}, accounts were blocked, unblocked, deleted or given another password, e-mail address or phone number since the shop was moved: ${emails}. Going back would undo that: move the shop with haat move --to instead.`,
  )
}
