/** Puts a backup in the place of the shop. */
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BackupRefused, DATABASE, type Manifest, MEDIA, SECRETS } from './manifest.ts'
import { unpack } from './read-backup.ts'
import { stampOf } from './stamp.ts'

/** What of the database layer a restore needs; given by the caller, since features do not open files. */
export interface RestingDatabase {
  /** @throws DatabaseRefused */
  inspect(file: string): void
  /** @returns false when another process uses the file */
  whileAlone(file: string, work: () => Promise<void>): Promise<boolean>
}

export interface RestoreResult {
  manifest: Manifest
  /** Folder with the shop as it was before, or null where there was none. */
  safety: string | null
}

/**
 * Restores a backup into a data folder. It is unpacked and checked beside the shop first; then pictures and
 * database take their places, the database last and in one step.
 *
 * @param replace whether a shop that is there may be replaced; it is kept in `before-restore-…`
 * @throws BackupRefused, DatabaseRefused; nothing has changed then
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  database: RestingDatabase,
  { replace, now }: { replace: boolean; now: Date },
): Promise<RestoreResult> {
  const current = join(dataDir, DATABASE)
  const isTaken = existsSync(current)
  if (isTaken && !replace) {
    throw new BackupRefused(
      `${dataDir} holds a shop already. Name an empty folder with DATA_DIR, or add --replace.`,
    )
  }
  const stage = await mkdtemp(join(dataDir, '.restore-'))
  try {
    const manifest = await unpack(resolve(file), stage)
    database.inspect(join(stage, DATABASE))
    const safety = isTaken ? join(dataDir, `before-restore-${stampOf(now)}`) : null
    const swap = async (): Promise<void> => {
      if (safety !== null) await keepSafe(dataDir, safety)
      await takePlaces(stage, dataDir)
    }
    const done = isTaken ? await database.whileAlone(current, swap) : (await swap(), true)
    if (!done) throw new BackupRefused(`A server uses ${dataDir}. Stop it first.`)
    return { manifest, safety }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Everything a start needs is copied or moved; a shop that is put back from there is as it was. */
async function keepSafe(dataDir: string, safety: string): Promise<void> {
  await mkdir(safety, { mode: 0o700 })
  for (const name of [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, SECRETS]) {
    if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(safety, name))
  }
  if (existsSync(join(dataDir, MEDIA)))
    await cp(join(dataDir, MEDIA), join(safety, MEDIA), { recursive: true })
}

async function takePlaces(stage: string, dataDir: string): Promise<void> {
  await rm(join(dataDir, MEDIA), { recursive: true, force: true })
  if (existsSync(join(stage, MEDIA))) await rename(join(stage, MEDIA), join(dataDir, MEDIA))
  // Sizes of pictures that may now be others.
  await rm(join(dataDir, 'cache'), { recursive: true, force: true })
  if (existsSync(join(stage, SECRETS))) {
    await chmod(join(stage, SECRETS), 0o600)
    await rename(join(stage, SECRETS), join(dataDir, SECRETS))
  }
  for (const left of (await readdir(dataDir)).filter((name) => /^haat\.db-(wal|shm|journal)$/.test(name)))
    await rm(join(dataDir, left))
  await synced(join(stage, DATABASE))
  await rename(join(stage, DATABASE), join(dataDir, DATABASE))
  await synced(dataDir)
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
