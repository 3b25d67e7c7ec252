/**
 * Writes a backup: one compressed tar file with a manifest, the database, the media files and, on request, the secrets.
 * The database is a SQLite file whatever the shop's engine, and can be restored on both. Media in a bucket are included
 * on request only.
 */
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import program from '../../../package.json' with { type: 'json' }
import type { Reader, Tx } from '../../db/database.ts'
import { isDamaged } from '../../db/open.sqlite-files.ts'
import { restoreCommand } from '../../db/newest-backup.ts'
import { findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import { PAYMENT_KEYS } from '../../payment-keys.ts'
import { readSecrets } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { copyToFile } from '../moving/copy-shop.store.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { UserError } from '../user-error.ts'

export const MANIFEST = 'manifest.json'
export const DATABASE = 'haat.db'
export const MEDIA = 'media'
export const SECRETS = 'secrets.json'
/** What is packed only when it is asked for. */
export const SECRET_FILES = [SECRETS, PAYMENT_KEYS] as const
/** Raised when older programs cannot read the new format. */
export const FORMAT = 3

export const Manifest = z.object({
  haat_backup: z.int(),
  /** Version of the program that wrote the backup. */
  program: z.string(),
  created_at: z.iso.datetime(),
  /** Where the media are that the backup leaves out. */
  media: z.optional(z.string()),
  /** Paths of all files. */
  files: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** Whether a backup may contain this path. No other path is packed or unpacked. */
export const isAllowed = (path: string): boolean =>
  [MANIFEST, DATABASE, ...SECRET_FILES].includes(path) ||
  /^media\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/.test(path)

const LAST_BACKUP = 'last_backup_at'

const LAST_BACKUP_FILE = 'last_backup_file'

/** When the last backup was made and as which file, or null if there has been none. */
export async function findLastBackup(reader: Reader): Promise<{ at: Date; file: string | null } | null> {
  const stored = await findSetting(reader, LAST_BACKUP)
  if (stored === undefined) return null
  return { at: new Date(stored), file: (await findSetting(reader, LAST_BACKUP_FILE)) ?? null }
}

export async function storeLastBackup(tx: Tx, at: Date, file: string): Promise<void> {
  await storeSetting(tx, LAST_BACKUP, at.toISOString())
  await storeSetting(tx, LAST_BACKUP_FILE, file)
}

/** How long a backup looks for damage before it is written. */
const CHECK_MS = 60_000

export interface BackupOptions {
  /** Includes the keys of sessions and payments. Anyone with such a file can log in as any customer. */
  secrets?: boolean
  /** Includes media that are in a bucket; those of a data folder are always included. */
  media?: boolean
  onProgress?: (done: number, total: number) => void
}

export type BackupResult = Awaited<ReturnType<typeof writeBackup>>

/**
 * Backs up a running shop: the database at one moment, and all media files. The file appears only when it is complete.
 *
 * @throws UserError when the shop is damaged, or the file exists or cannot be written; StorageUnavailable
 */
export async function writeBackup(
  shop: Pick<Shop, 'db' | 'now' | 'config' | 'media'>,
  target: string,
  { secrets = false, media = false, onProgress = () => undefined }: BackupOptions = {},
) {
  const file = resolve(target)
  if (existsSync(file)) throw new UserError(`${file} already exists. Choose another name.`)
  return withTemporaryFolder(shop.config.dataDir, '.backup-', async (staging) => {
    const leftOut = shop.media.isShared && !media ? shop.media.place : null
    const paths = await collectFiles(shop, staging, { secrets, media: leftOut === null })
    const manifest: Manifest = {
      haat_backup: FORMAT,
      program: program.version,
      created_at: shop.now().toISOString(),
      ...(leftOut !== null && { media: leftOut }),
      files: paths,
    }
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest, null, 2))
    await pack(staging, file, [MANIFEST, ...paths], (done) => onProgress(done, paths.length + 1))
    await shop.db.transaction((tx) => storeLastBackup(tx, shop.now(), file))
    // Without the manifest.
    const files = paths.length
    return { file, bytes: (await stat(file)).size, files, media: leftOut }
  })
}

/**
 * Collects the files in the staging folder. The database is copied first, so that every media file it names exists.
 *
 * @returns the paths in the order in which they are packed
 */
async function collectFiles(
  { db, config, now, media: { originals, isShared, place } }: Pick<Shop, 'db' | 'config' | 'now' | 'media'>,
  staging: string,
  { secrets, media }: Required<Pick<BackupOptions, 'secrets' | 'media'>>,
): Promise<string[]> {
  const copy = join(staging, DATABASE)
  await copyToFile(db, copy)
  if (isDamaged(copy, CHECK_MS) !== false)
    throw new UserError(
      `The database in ${config.dataDir} is damaged or cannot be read: no backup was written. To restore the last one: ${restoreCommand(join(config.dataDir, DATABASE), now())}`,
    )
  const paths = [DATABASE]
  await mkdir(join(staging, MEDIA))
  for (const name of media ? await originals.list() : []) {
    const file = await originals.fetch(name)
    if (file === null && isShared && (await originals.list(name)).includes(name))
      throw new UserError(`${place} lists ${name}, but does not send it. No backup was written.`)
    if (file === null) continue
    await linkOrCopy(file, join(staging, MEDIA, name))
    paths.push(`${MEDIA}/${name}`)
  }
  if (secrets) {
    const stored = join(config.dataDir, SECRETS)
    const { jwt, payment } = readSecrets(config.dataDir) ?? {}
    if (jwt !== config.jwtSecret || payment !== config.paymentSecret)
      throw new UserError(
        'The secrets of this shop are in JWT_SECRET and PAYMENT_SECRET: keep them there, and leave out --with-secrets.',
      )
    await copyFile(stored, join(staging, SECRETS))
    paths.push(SECRETS)
    if (existsSync(join(config.dataDir, PAYMENT_KEYS))) {
      await copyFile(join(config.dataDir, PAYMENT_KEYS), join(staging, PAYMENT_KEYS))
      paths.push(PAYMENT_KEYS)
    }
  }
  return paths
}

/** A hard link is free and keeps the file readable if the original is deleted; some file systems have no links. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))

async function pack(
  staging: string,
  file: string,
  paths: string[],
  onFile: (done: number) => void,
): Promise<void> {
  const unfinished = `${file}.part`
  const { create } = await import('tar')
  let done = 0
  try {
    await create(
      {
        cwd: staging,
        file: unfinished,
        gzip: { level: 4 },
        portable: true,
        strict: true,
        mode: 0o600,
        onWriteEntry: () => onFile((done += 1)),
      },
      paths,
    )
    const handle = await open(unfinished, 'r+')
    await handle.chmod(0o600)
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new UserError(`The folder for ${basename(file)} does not exist.`)
    if (code === 'EACCES' || code === 'EROFS') throw new UserError(`${file} cannot be written.`)
    if (code === 'ENOSPC') throw new UserError(`The disk is full: ${basename(file)} was not written.`)
    throw error
  }
}
