/** Restores a backup into a data folder, or into PostgreSQL and a data folder. Everything is unpacked and checked before the shop is touched. */
import { existsSync, lstatSync } from 'node:fs'
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { folderFiles, type MediaStorage } from '../../adapters/media-storage.ts'
import { inspectSqlite, whileAlone } from '../../db/open.sqlite-files.ts'
import { forgetShopId } from '../../shop-id.ts'
import { copyFromFile, copyToFile } from '../moving/copy-shop.ts'
import { findFilledTable } from '../moving/copy-rows.store.ts'
import { findOtherProcesses } from '../../db/whole-database.ts'
import { UserError } from '../user-error.ts'
import { fileTimestamp } from './scheduled-backup.ts'
import { DATABASE, FORMAT, isAllowed, MANIFEST, Manifest, MEDIA, SECRETS, sha256Of } from './write-backup.ts'

export interface RestoreResult {
  manifest: Manifest
  /** Folder with a copy of what was replaced, its database as a SQLite file; null when that is nothing. */
  safety: string | null
}

interface RestoreOptions {
  /** Allows replacing an existing shop, which is kept in `before-restore-…`. */
  replace: boolean
  now: Date
  /** The PostgreSQL database to restore into; null or left out: SQLite in the data folder. */
  databaseUrl?: string | null
  /** Where the shop keeps its media; the data folder if left out. */
  media?: MediaStorage
}

/**
 * Restores a backup of a shop on either engine. On SQLite, media files are replaced first, then the database in one
 * step; on PostgreSQL the database in one transaction, then media files. Media in a bucket come first: those that are
 * missing or different are stored, and none is deleted.
 *
 * @throws UserError, DatabaseRefused, StorageUnavailable; the shop has not changed then, but its bucket may have some of
 * the media already
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { replace, databaseUrl = null } = options
  if (databaseUrl !== null) return restoreIntoPostgres(file, dataDir, databaseUrl, options)
  const current = join(dataDir, DATABASE)
  const hasShop = existsSync(current)
  if (hasShop && !replace) throw holdsShop(dataDir, 'Set DATA_DIR to an empty folder')
  return unpacked(file, dataDir, async (staging, manifest) => {
    const keepMedia = keepsMedia(manifest, options)
    const safety = safetyFolder(dataDir, options)
    if (!hasShop) {
      await storeInBucket(staging, options.media, safety)
      await moveIntoPlace(staging, dataDir, keepMedia)
      return existsSync(safety) ? safety : null
    }
    const replaced = await whileAlone(current, async () => {
      await storeInBucket(staging, options.media, safety)
      await copyFiles(dataDir, safety, [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, SECRETS])
      if (!keepMedia) await copyMedia(dataDir, safety)
      await moveIntoPlace(staging, dataDir, keepMedia)
    })
    if (!replaced) throw serverRuns(dataDir)
    return safety
  })
}

async function restoreIntoPostgres(
  file: string,
  dataDir: string,
  url: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { openPostgres } = await import('../../db/open.postgres.ts')
  const db = await openPostgres(url)
  try {
    const hasShop = (await findFilledTable(db)) !== null
    if (hasShop && !options.replace) throw holdsShop('DATABASE_URL', 'Set it to an empty database')
    if ((await findOtherProcesses(db)).length > 0) throw serverRuns('DATABASE_URL')
    return await unpacked(file, dataDir, async (staging, manifest) => {
      const keepMedia = keepsMedia(manifest, options)
      const safety = safetyFolder(dataDir, options)
      await storeInBucket(staging, options.media, safety)
      if (hasShop) {
        await copyFiles(dataDir, safety, [SECRETS])
        if (!keepMedia) await copyMedia(dataDir, safety)
        await copyToFile(db, join(safety, DATABASE))
      }
      await copyFromFile(join(staging, DATABASE), db)
      await moveFilesIntoPlace(staging, dataDir, keepMedia)
      return existsSync(safety) ? safety : null
    })
  } finally {
    await db.close()
  }
}

const holdsShop = (place: string, remedy: string): UserError =>
  new UserError(`${place} already holds a shop. ${remedy}, or add --replace.`)

const serverRuns = (place: string): UserError => new UserError(`A server is using ${place}. Stop it first.`)

/** Whether the media of the data folder stay: the backup has none, or they are not the shop's. */
const keepsMedia = (manifest: Manifest, { media }: RestoreOptions): boolean =>
  manifest.media !== undefined || media?.isShared === true

const safetyFolder = (dataDir: string, { now }: RestoreOptions): string =>
  join(dataDir, `before-restore-${fileTimestamp(now)}`)

/** Unpacks and checks a backup for `restore`, which returns the folder of the replaced shop. */
async function unpacked(
  file: string,
  dataDir: string,
  restore: (staging: string, manifest: Manifest) => Promise<string | null>,
): Promise<RestoreResult> {
  const staging = await mkdtemp(join(dataDir, '.restore-'))
  try {
    const manifest = await unpack(resolve(file), staging)
    inspectSqlite(join(staging, DATABASE))
    return { manifest, safety: await restore(staging, manifest) }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Unpacks a backup into an empty folder and verifies every file. */
async function unpack(file: string, folder: string): Promise<Manifest> {
  if (!existsSync(file) || !lstatSync(file).isFile()) throw new UserError(`There is no file ${file}.`)
  await extractInto(file, folder)
  const manifest = await readManifest(file, folder)
  if (manifest.haat_backup > FORMAT)
    throw new UserError(
      `${file} was made by a newer version of Haat (${manifest.program}). Restore it with that version.`,
    )
  await verifyFiles(file, folder, manifest)
  return manifest
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

async function readManifest(file: string, folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch {
    throw notABackup(file)
  }
}

async function verifyFiles(file: string, folder: string, { files }: Manifest): Promise<void> {
  const damaged = (why: string) => new UserError(`${file} is damaged: ${why}. Nothing was changed.`)
  const listed = new Set(files.map(({ path }) => path))
  if (!listed.has(DATABASE)) throw damaged('it has no database')
  const media = existsSync(join(folder, MEDIA)) ? await readdir(join(folder, MEDIA)) : []
  const unpacked = [
    ...(await readdir(folder)).filter((name) => name !== MEDIA && name !== MANIFEST),
    ...media.map((name) => `${MEDIA}/${name}`),
  ]
  const unlisted = unpacked.find((path) => !listed.has(path))
  if (unlisted !== undefined) throw damaged(`${unlisted} is not in its list of files`)
  for (const { path, size, sha256 } of files) {
    const part = join(folder, path)
    if (!isAllowed(path) || !existsSync(part)) throw damaged(`${path} is missing`)
    if ((await stat(part)).size !== size || (await sha256Of(part)) !== sha256)
      throw damaged(`${path} differs from what was saved`)
  }
}

/**
 * Takes the media of a backup from the staging folder into the shop's bucket, if it has one.
 *
 * @param safety folder for the files that are replaced by others of the same name
 */
async function storeInBucket(
  staging: string,
  media: MediaStorage | undefined,
  safety: string,
): Promise<void> {
  if (media?.isShared !== true) return
  const replaced = folderFiles(join(safety, MEDIA))
  const backup = folderFiles(join(staging, MEDIA))
  for (const name of await backup.list()) {
    const bytes = await backup.read(name)
    const before = await media.originals.read(name)
    if (bytes === null || before?.equals(bytes) === true) continue
    if (before !== null) {
      await replaced.write(name, before)
      for (const size of await media.sizes.list(`${parse(name).name}-`)) await media.sizes.delete(size)
    }
    await media.originals.write(name, bytes)
  }
}

async function copyFiles(dataDir: string, target: string, names: readonly string[]): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of names) {
    if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(target, name))
  }
}

async function copyMedia(dataDir: string, target: string): Promise<void> {
  if (existsSync(join(dataDir, MEDIA)))
    await cp(join(dataDir, MEDIA), join(target, MEDIA), { recursive: true })
}

async function moveIntoPlace(staging: string, dataDir: string, keepMedia: boolean): Promise<void> {
  await moveFilesIntoPlace(staging, dataDir, keepMedia)
  for (const name of (await readdir(dataDir)).filter((name) => /^haat\.db-(wal|shm|journal)$/.test(name)))
    await rm(join(dataDir, name))
  await syncToDisk(join(staging, DATABASE))
  await rename(join(staging, DATABASE), join(dataDir, DATABASE))
  await syncToDisk(dataDir)
}

/** Moves all but the database. */
async function moveFilesIntoPlace(staging: string, dataDir: string, keepMedia: boolean): Promise<void> {
  forgetShopId(dataDir)
  if (!keepMedia) {
    await rm(join(dataDir, MEDIA), { recursive: true, force: true })
    if (existsSync(join(staging, MEDIA))) await rename(join(staging, MEDIA), join(dataDir, MEDIA))
  }
  // Resized pictures: the restored shop may use the same names for others.
  await rm(join(dataDir, 'cache'), { recursive: true, force: true })
  if (existsSync(join(staging, SECRETS))) {
    await chmod(join(staging, SECRETS), 0o600)
    await rename(join(staging, SECRETS), join(dataDir, SECRETS))
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
