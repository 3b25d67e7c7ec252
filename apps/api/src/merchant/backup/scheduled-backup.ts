/** Backups that the server makes on a schedule. It keeps the latest ones. */
import { execFile } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import { isDamaged } from '../../db/open.sqlite-files.ts'
import { backupsFolder, fileTimestamp, scheduledBackups } from '../../db/newest-backup.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatSortable } from '../../format.ts'
import { PROGRAMS } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { DATABASE } from './write-backup.ts'

const HOUR_MS = 3_600_000

/** The time in a backup's name, in ms since 1970. */
const timeOf = (file: string): number =>
  Date.parse(basename(file).replace(/^haat-(.{13})-(\d\d)-(\d\d)Z.*/, '$1:$2:$3Z'))

/**
 * Makes a backup when the latest one is old enough, and deletes all but the latest of the schedule.
 *
 * @param stopping cancels a running backup and removes what it has written
 * @param haat file of the `haat` command
 * @returns whether a backup was made
 */
export async function backUpWhenDue(
  { db, config, now }: Shop,
  stopping: AbortSignal,
  haat = PROGRAMS.haat,
): Promise<boolean> {
  const { dataDir } = config
  const { pauseHours, keep, hour } = await scheduleOf({ db, config })
  if (pauseHours === null) return false
  await mkdir(backupsFolder(dataDir), { recursive: true, mode: 0o700 })
  const latest = (await readSchedule(dataDir, now())).latest
  // Half a minute early, so that the time of day does not drift.
  const due = hour === null ? now().getTime() - pauseHours * HOUR_MS + 30_000 : latestHour(hour, now())
  if (latest !== null && latest.time >= due) return false
  const file = join(backupsFolder(dataDir), `haat-${fileTimestamp(now())}.tar.gz`)
  await backUp(haat, file, stopping)
  if (stopping.aborted) return false
  const past = scheduledBackups(dataDir).filter((one) => timeOf(one) <= now().getTime())
  for (const old of past.slice(0, -keep)) await rm(old)
  return true
}

/** When backups are made: each day at an hour of the settings, or as the configuration says. */
export async function scheduleOf({ db, config }: Pick<Shop, 'db' | 'config'>) {
  const { hour, keep } = (await readSettings(db)).backups
  return hour === null
    ? { hour, pauseHours: config.backup.everyHours, keep: config.backup.keep }
    : { hour, pauseHours: 24, keep }
}

/** The last time that it was this hour in India, in ms since 1970. */
function latestHour(hour: number, now: Date): number {
  const [day] = formatSortable(now).split(' ')
  const today = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00${SHOP_UTC_OFFSET}`)
  return today <= now.getTime() ? today : today - 24 * HOUR_MS
}

/**
 * The latest scheduled backup, with its time in ms since 1970 and its size in bytes, and the first that is dated in the
 * future: the clock was ahead when it was made, and it does not count.
 */
export async function readSchedule(dataDir: string, now: Date) {
  const files = scheduledBackups(dataDir)
  const file = files.findLast((one) => timeOf(one) <= now.getTime())
  return {
    latest: file === undefined ? null : { file, time: timeOf(file), size: (await stat(file)).size },
    future: files.find((one) => timeOf(one) > now.getTime()) ?? null,
  }
}

/**
 * Runs `haat backup` in its own process, in the server's environment: compressing takes time and memory that the server
 * needs.
 */
async function backUp(haat: string, file: string, stopping: AbortSignal): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [haat, 'backup', file], { signal: stopping })
  } catch (error) {
    await rm(`${file}.part`, { force: true })
    if (!stopping.aborted) throw error
  }
}

/** How long the database of a backup is searched for damage. */
const CHECK_MS = 30_000

/** Unpacks the database of a backup beside the shop and searches it for damage. @returns what is wrong, or null */
export async function faultOfBackup(file: string, dataDir: string): Promise<string | null> {
  const damaged = `${file} is damaged or cannot be read. Delete it: the server makes another one.`
  return withTemporaryFolder(dataDir, '.backup-', async (folder) => {
    const { extract } = await import('tar')
    await extract({ file, cwd: folder, strict: true, filter: (path) => path === DATABASE })
    return isDamaged(join(folder, DATABASE), CHECK_MS) === false ? null : damaged
  }).catch(() => damaged)
}
