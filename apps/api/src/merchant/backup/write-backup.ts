/** One file with everything a shop is: database, pictures and videos, and the secrets when asked for. */
import {
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import type { Shop } from '../../shop.ts'
import { storeLastBackup } from './last-backup.ts'
import {
  BackupRefused,
  DATABASE,
  type FileEntry,
  FORMAT,
  isAllowed,
  MANIFEST,
  type Manifest,
  MEDIA,
  SECRETS,
  sha256Of,
} from './manifest.ts'

/** Folder in which a backup is put together, named after its process. */
const STAGE = /^\.backup-(\d+)-/

export interface BackupOptions {
  /** With the keys of sessions and payments: whoever has the file can then log in as anybody. */
  secrets?: boolean
  /** Told how many bytes of how many are done. */
  onProgress?: (done: number, total: number) => void
}

export interface BackupResult {
  file: string
  /** Of the finished file. */
  bytes: number
  /** Files in it, without the manifest. */
  files: number
}

/**
 * Backs the shop up while it goes on: the database as it is at one moment, and the media files that it names.
 * The file appears whole or not at all.
 *
 * @throws BackupRefused
 */
export async function writeBackup(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  target: string,
  options: BackupOptions = {},
): Promise<BackupResult> {
  const file = resolve(target)
  if (shop.db.engine !== 'sqlite') {
    throw new BackupRefused(
      'This shop keeps its data in PostgreSQL: back it up with pg_dump --format=custom --file=shop.dump "$DATABASE_URL", and copy the media folder of the data folder beside it.',
    )
  }
  if (existsSync(file)) throw new BackupRefused(`${file} exists already. Choose another name.`)
  const { dataDir } = shop.config
  await sweepStages(dataDir)
  const stage = await mkdtemp(join(dataDir, `.backup-${process.pid}-`))
  try {
    const names = await fillStage(shop, stage, options.secrets ?? false)
    const files = await describe(stage, names, shop.now(), options.onProgress)
    await pack(stage, file, options.onProgress)
    await shop.db.transaction((tx) => storeLastBackup(tx, shop.now()))
    return { file, bytes: (await stat(file)).size, files }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Removes what was left by processes that died. */
async function sweepStages(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const owner = STAGE.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner)))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Gathers what belongs in, in the order in which it is written. The database comes first: what it names is there. */
async function fillStage(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  stage: string,
  secrets: boolean,
): Promise<string[]> {
  await db.copyTo(join(stage, DATABASE))
  const names = [DATABASE]
  await mkdir(join(stage, MEDIA))
  const media = join(config.dataDir, MEDIA)
  for (const name of existsSync(media) ? (await readdir(media)).toSorted() : []) {
    const path = `${MEDIA}/${name}`
    if (!isAllowed(path) || !(await lstat(join(media, name))).isFile()) continue
    await linkOrCopy(join(media, name), join(stage, path))
    names.push(path)
  }
  if (secrets) {
    await copyFile(join(config.dataDir, SECRETS), join(stage, SECRETS))
    names.push(SECRETS)
  }
  return names
}

/** A second name costs nothing and keeps the file while it is read; some file systems have none. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))

/** Writes the manifest. @returns how many files it names */
async function describe(
  stage: string,
  names: string[],
  now: Date,
  onProgress?: BackupOptions['onProgress'],
): Promise<number> {
  const files: FileEntry[] = []
  for (const path of names) {
    files.push({
      path,
      size: (await stat(join(stage, path))).size,
      sha256: await sha256Of(join(stage, path)),
    })
    onProgress?.(files.length, names.length * 2)
  }
  const about: Manifest = {
    haat_backup: FORMAT,
    program: manifest.version,
    created_at: now.toISOString(),
    files,
  }
  await writeFile(join(stage, MANIFEST), JSON.stringify(about, null, 2))
  return files.length
}

async function pack(stage: string, file: string, onProgress?: BackupOptions['onProgress']): Promise<void> {
  const part = `${file}.part`
  const { create } = await import('tar')
  const paths: string[] = [MANIFEST, DATABASE]
  for (const name of await readdir(join(stage, MEDIA))) paths.push(`${MEDIA}/${name}`)
  if (existsSync(join(stage, SECRETS))) paths.push(SECRETS)
  let done = 0
  try {
    await create(
      {
        cwd: stage,
        file: part,
        gzip: { level: 4 },
        portable: true,
        strict: true,
        mode: 0o600,
        onWriteEntry: () => onProgress?.(paths.length + (done += 1), paths.length * 2),
      },
      paths,
    )
    const handle = await open(part, 'r+')
    await handle.chmod(0o600)
    await handle.sync()
    await handle.close()
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new BackupRefused(`The folder of ${basename(file)} does not exist.`)
    if (code === 'EACCES' || code === 'EROFS') throw new BackupRefused(`${file} cannot be written.`)
    if (code === 'ENOSPC') throw new BackupRefused(`The disk is full: ${basename(file)} was not written.`)
    throw error
  }
}
