/** The data folder: it and what it holds belong to the user of the server alone. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file with the shop's id. */
export const SHOP_ID = 'shop-id'

/** What Haat itself puts into the folder. */
const OWN =
  /^(haat\.db.*|shop-id|secrets\.json|media|cache|backups|restored|reports|snapshots|before-restore-.*|\.(backup|restore)-.*)$/

/** Files and folders that the process creates from now on can be read by its user alone. */
export function restrictNewFiles(): void {
  process.umask(0o077)
}

/** Creates the folder if it is missing. @throws when it cannot be read and written */
export function prepareDataFolder(folder: string): void {
  makeFolder(folder)
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** What a server writes in the folder, and what it only reads. */
const WRITTEN = /^(haat\.db(-wal|-shm)?|media|cache|backups)$/
const READ = /^(shop-id|secrets\.json)$/

/**
 * The first of Haat's files in the folder that this user may not use, such as one of root; or null.
 *
 * @param access throws if this user has not these rights to the path
 */
export function unusableFile(folder: string, access = accessSync): string | null {
  const mayUse = (name: string): boolean => {
    if (!WRITTEN.test(name) && !READ.test(name)) return true
    try {
      const folders = name.includes('.') ? 0 : constants.X_OK
      access(join(folder, name), READ.test(name) ? constants.R_OK : constants.R_OK | constants.W_OK | folders)
      return true
    } catch {
      return false
    }
  }
  const name = readdirSync(folder).find((one) => !mayUse(one))
  return name === undefined ? null : join(folder, name)
}

/** Not `recursive`, which hangs where a folder cannot be created (ENOENT in /proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Takes the permissions of other users from Haat's files directly in the folder of a shop, which may hold others as well. */
export function restrictDataFolder(folder: string): void {
  for (const name of readdirSync(folder)) if (OWN.test(name)) restrict(join(folder, name))
}

/** Windows has no such permissions. */
function restrict(path: string): void {
  try {
    const { mode } = statSync(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // It belongs to another user, or another process has removed it.
  }
}

/** What only a shop leaves behind: its id, its secrets, and copies of its database. */
const REMAINS = /^(shop-id|secrets\.json|before-restore-.*|\.restore-.*|haat\.db\.before-.*)$/

/**
 * Whether the folder holds secrets, media or backups of a shop, but no SQLite database. It may be lost, or be in
 * PostgreSQL.
 */
export function lacksDatabase(folder: string): boolean {
  const names = readdirSync(folder)
  if (names.includes('haat.db')) return false
  const contents = (name: string) => (names.includes(name) ? readdirSync(join(folder, name)) : [])
  return (
    names.some((name) => REMAINS.test(name)) ||
    contents('media').length > 0 ||
    contents('backups').some((name) => name.endsWith('.tar.gz'))
  )
}

/** Whether the folder exists and holds a shop, or what is left of one. */
export function holdsShop(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  return existsSync(join(folder, 'haat.db')) || lacksDatabase(folder)
}
