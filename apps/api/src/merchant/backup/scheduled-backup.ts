/** Backups that the server makes by itself, in a process of their own, and of which it keeps the latest. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PACKAGE } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { stampOf } from './stamp.ts'

const HOUR_MS = 3_600_000
/** Its own only: nothing else in the folder is ever deleted. */
const NAME = /^haat-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})Z\.tar\.gz$/

/** Folder of the backups that the server makes. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups')

/**
 * Makes a backup when the latest is old enough, and deletes those beyond the number to keep.
 *
 * @param stopping ends one that is being made; nothing of it stays
 * @returns whether one was made
 */
export async function backUpWhenDue({ db, config, now }: Shop, stopping: AbortSignal): Promise<boolean> {
  const { everyHours, keep } = config.backup
  if (everyHours === null || db.engine !== 'sqlite') return false
  const folder = backupsFolder(config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const latest = momentOf((await backupsIn(folder)).at(-1))
  // Half a minute early, so that the hour at which it is made does not creep.
  if (latest !== null && now().getTime() - latest < everyHours * HOUR_MS - 30_000) return false
  const file = join(folder, `haat-${stampOf(now())}.tar.gz`)
  await backUpApart(config.dataDir, file, stopping)
  if (stopping.aborted) return false
  for (const old of (await backupsIn(folder)).slice(0, -keep)) await rm(join(folder, old))
  return true
}

/** The oldest first. */
async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
}

function momentOf(name: string | undefined): number | null {
  const [, hour, minute, second] = NAME.exec(name ?? '') ?? []
  return hour === undefined ? null : Date.parse(`${hour}:${minute}:${second}Z`)
}

/** Packing takes a while and memory: the server answers as fast as ever meanwhile. */
async function backUpApart(dataDir: string, file: string, stopping: AbortSignal): Promise<void> {
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  const program = join(PACKAGE, 'src/merchant/haat.ts')
  try {
    await promisify(execFile)(process.execPath, [program, 'backup', unfinished], {
      env: { DATA_DIR: dataDir },
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
