/** Restores a backup into a data folder, or into PostgreSQL and a data folder. Everything is unpacked and checked before the shop is touched. */
import { existsSync, lstatSync } from 'node:fs'
import { chmod, cp, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inspectSqlite, whileAlone } from '../../db/open.sqlite-files.ts'
import { findOtherProcesses } from '../../db/whole-database.ts'
import { forgetShopId } from '../../shop-id.ts'
import { copyFromFile, copyToFile, findFilledTable } from '../moving/copy-shop.store.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { serverRuns, UserError } from '../user-error.ts'
import { fileTimestamp } from '../../db/newest-backup.ts'
import { DATABASE, FORMAT, isAllowed, MANIFEST, Manifest, MEDIA, SECRET_FILES } from './write-backup.ts'

interface RestoreOptions {
  /** Allows replacing an existing shop, which is kept in `before-restore-…`. */
  replace: boolean
  now: Date
  /** The PostgreSQL database to restore into; null or left out: SQLite in the data folder. */
  databaseUrl?: string | null
}

/**
 * Restores a backup of a shop on either engine: the database in one step, then media files, into the data folder.
 *
 * @throws UserError, DatabaseRefused; the shop has not changed then
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { replace, now, databaseUrl = null }: RestoreOptions,
) {
  const target = databaseUrl === null ? sqliteIn(dataDir) : await postgresAt(databaseUrl)
  const restore = async (staging: string) => {
    const manifest = await unpack(resolve(file), staging)
    inspectSqlite(join(staging, DATABASE))
    const keepsMedia = manifest.media !== undefined
    const safety = join(dataDir, `before-restore-${fileTimestamp(now)}`)
    const isDone = await target.whileAlone(async () => {
      if (target.hasShop)
        try {
          await copyFiles(dataDir, safety, keepsMedia ? SECRET_FILES : [...SECRET_FILES, MEDIA])
          await target.copyInto(safety)
        } catch (error) {
          await rm(safety, { recursive: true, force: true })
          throw error
        }
      await target.replaceBy(join(staging, DATABASE))
      await moveFilesIntoPlace(staging, dataDir, keepsMedia)
    })
    if (!isDone) throw serverRuns(target.place)
    // A copy of what was replaced, its database as a SQLite file.
    return { manifest, safety: existsSync(safety) ? safety : null }
  }
  try {
    if (target.hasShop && !replace)
      throw new UserError(`${target.place} already holds a shop. ${target.remedy}, or add --replace.`)
    // One of a killed restore holds the data of all customers.
    return await withTemporaryFolder(dataDir, '.restore-', restore, 0)
  } finally {
    await target.close()
  }
}

/** The database of a restored shop: what a merchant calls it, how to choose another one, and what is done to it. */
function sqliteIn(dataDir: string) {
  const database = join(dataDir, DATABASE)
  const logs = ['-wal', '-shm', '-journal'].map((end) => `${DATABASE}${end}`)
  const hasShop = existsSync(database)
  return {
    place: dataDir,
    remedy: 'Set DATA_DIR to an empty folder',
    hasShop,
    /** @returns false, without running `work`, when a server uses it */
    whileAlone: (work: () => Promise<void>) =>
      hasShop ? whileAlone(database, work) : work().then(() => true),
    /** Writes a copy into a folder, as a SQLite file. */
    copyInto: (folder: string) => copyFiles(dataDir, folder, [DATABASE, ...logs]),
    /** Replaces it by an unpacked SQLite file. */
    replaceBy: async (file: string) => {
      for (const name of logs) await rm(join(dataDir, name), { force: true })
      await syncToDisk(file)
      await rename(file, database)
      await syncToDisk(dataDir)
    },
    close: async () => undefined,
  }
}

async function postgresAt(url: string) {
  const { openPostgres } = await import('../../db/open.postgres.ts')
  const db = await openPostgres(url)
  return {
    place: 'DATABASE_URL',
    remedy: 'Set it to an empty database',
    hasShop: (await findFilledTable(db)) !== null,
    whileAlone: async (work: () => Promise<void>) => {
      if ((await findOtherProcesses(db)).length > 0) return false
      await work()
      return true
    },
    copyInto: (folder: string) => copyToFile(db, join(folder, DATABASE)),
    replaceBy: (file: string) => copyFromFile(file, db),
    close: () => db.close(),
  }
}

/** Unpacks a backup into an empty folder, and verifies that it is whole: the checksum of the archive covers every byte. */
async function unpack(file: string, folder: string): Promise<Manifest> {
  if (!existsSync(file) || !lstatSync(file).isFile()) throw new UserError(`There is no file ${file}.`)
  await extractInto(file, folder)
  const data = await readFile(join(folder, MANIFEST), 'utf8')
    .then((text) => Manifest.parse(JSON.parse(text)))
    .catch(() => null)
  if (data === null) throw notABackup(file)
  if (data.haat_backup > FORMAT)
    throw new UserError(
      `${file} was made by a newer version of Haat (${data.program}). Restore it with that version.`,
    )
  const unpacked = await readdir(folder, { recursive: true })
  const missing = [DATABASE, ...data.files].find((path) => !unpacked.includes(path))
  if (missing !== undefined)
    throw new UserError(`${file} is damaged: ${missing} is missing. Nothing was changed.`)
  return data
}

async function extractInto(file: string, folder: string): Promise<void> {
  const { extract } = await import('tar')
  let unexpected: string | null = null
  try {
    // Synchronous: an asynchronous extraction keeps writing for a while after it fails.
    extract({
      sync: true,
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter: (path, entry) => {
        const isFile = 'type' in entry && (entry.type === 'File' || entry.type === 'OldFile')
        if (isFile && isAllowed(path)) return true
        unexpected ??= path
        return false
      },
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'ENOSPC') throw new UserError('The disk is full: nothing was restored.')
    if (code === 'EACCES') throw new UserError(`${file} cannot be read.`)
    throw new UserError(`${file} is damaged, or is not a backup made by haat.`)
  }
  if (unexpected !== null) throw notABackup(file, ` It contains "${String(unexpected)}".`)
}

const notABackup = (file: string, detail = ''): UserError =>
  new UserError(`${file} is not a backup made by haat.${detail}`)

/** Copies files and folders that exist. */
async function copyFiles(from: string, to: string, names: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names)
    if (existsSync(join(from, name))) await cp(join(from, name), join(to, name), { recursive: true })
}

/** Moves all but the database. */
async function moveFilesIntoPlace(staging: string, dataDir: string, keepsMedia: boolean): Promise<void> {
  forgetShopId(dataDir)
  if (!keepsMedia) {
    await rm(join(dataDir, MEDIA), { recursive: true, force: true })
    if (existsSync(join(staging, MEDIA))) await rename(join(staging, MEDIA), join(dataDir, MEDIA))
  }
  // Resized pictures: the restored shop may use the same names for others.
  await rm(join(dataDir, 'cache'), { recursive: true, force: true })
  for (const name of SECRET_FILES.filter((one) => existsSync(join(staging, one)))) {
    await chmod(join(staging, name), 0o600)
    await rename(join(staging, name), join(dataDir, name))
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
