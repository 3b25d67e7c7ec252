/** The scheduled backups in a data folder. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Other files in the folder are never deleted. */
const NAME = /^haat-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/

/** A time for use in file names: `2026-03-02T06-30-00Z`. */
export const fileTimestamp = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Files of the scheduled backups, oldest first. */
export function scheduledBackups(dataDir: string): string[] {
  const folder = backupsFolder(dataDir)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : []
  return names.toSorted().map((name) => join(folder, name))
}

/**
 * The command that replaces a damaged database by the newest scheduled backup that is not of the future.
 *
 * @param now a start has the machine's clock
 */
export function restoreCommand(database: string, now = new Date()): string {
  const latest = `haat-${now.toISOString().replaceAll(':', '-')}`
  const newest = scheduledBackups(dirname(database)).findLast((file) => basename(file) <= latest)
  return `haat restore ${newest ?? 'backup.tar.gz'} --replace`
}
