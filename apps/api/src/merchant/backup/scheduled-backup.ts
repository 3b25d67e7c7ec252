/** Backups that the server makes on a schedule. It keeps the latest ones. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locationVariables } from '../../adapters/s3-location.ts'
import { HAAT } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { UNFINISHED } from './write-backup.ts'

const HOUR_MS = 3_600_000
/** Names of scheduled backups. Other files in the folder are never deleted. */
const NAME = /^haat-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})Z\.tar\.gz$/

/** A time for use in file names: `2026-03-02T06-30-00Z`. */
export const fileTimestamp = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Folder of the scheduled backups. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups')

/**
 * Makes a backup when the latest one is old enough, and deletes all but the latest `config.backup.keep`.
 *
 * @param stopping cancels a running backup and removes what it has written
 * @param haat file of the `haat` command
 * @returns whether a backup was made
 */
export async function backUpWhenDue(
  { config, now }: Shop,
  stopping: AbortSignal,
  haat = HAAT,
): Promise<boolean> {
  const { everyHours, keep } = config.backup
  if (everyHours === null) return false
  const folder = backupsFolder(config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const latest = timeOf((await backupsIn(folder)).at(-1))
  // Half a minute early, so that the time of day does not drift.
  if (latest !== null && now().getTime() - latest < everyHours * HOUR_MS - 30_000) return false
  const file = join(folder, `haat-${fileTimestamp(now())}.tar.gz`)
  await backUp(haat, config, file, stopping)
  if (stopping.aborted) return false
  for (const old of (await backupsIn(folder)).slice(0, -keep)) await rm(join(folder, old))
  return true
}

/** File, time in ms since 1970 and size in bytes of the latest scheduled backup, or null if there is none. */
export async function latestScheduledBackup(
  dataDir: string,
): Promise<{ file: string; time: number; size: number } | null> {
  const folder = backupsFolder(dataDir)
  const name = existsSync(folder) ? (await backupsIn(folder)).at(-1) : undefined
  const time = timeOf(name)
  if (name === undefined || time === null) return null
  const file = join(folder, name)
  return { file, time, size: (await stat(file)).size }
}

/** Names of the scheduled backups, oldest first. */
async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
}

/** The time in a backup's name, in ms since 1970. */
function timeOf(name: string | undefined): number | null {
  const [, hour, minute, second] = NAME.exec(name ?? '') ?? []
  return hour === undefined ? null : Date.parse(`${hour}:${minute}:${second}Z`)
}

/** Runs `haat backup` in its own process: compressing takes time and memory that the server needs. */
async function backUp(
  haat: string,
  { dataDir, databaseUrl, media }: Shop['config'],
  file: string,
  stopping: AbortSignal,
): Promise<void> {
  const unfinished = `${file}${UNFINISHED}`
  await rm(unfinished, { force: true })
  try {
    await promisify(execFile)(process.execPath, [haat, 'backup', unfinished], {
      env: {
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        ...(media !== null && locationVariables(media)),
      },
      signal: stopping,
    })
    await rename(unfinished, file)
  } catch (error) {
    if (!stopping.aborted) throw error
  } finally {
    for (const left of [unfinished, `${unfinished}.part`])
      if (existsSync(left)) await rm(left, { force: true })
  }
}
