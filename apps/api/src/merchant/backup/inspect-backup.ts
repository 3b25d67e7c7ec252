/** Opens a backup without restoring it. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkForDamage, countOrdersIn } from '../../db/open.sqlite-files.ts'
import { DATABASE } from './write-backup.ts'

/** How long the database of a backup is searched for damage. */
const CHECK_MS = 30_000

/**
 * Unpacks the database of a backup beside the shop, searches it for damage and counts its orders.
 *
 * @returns the reason when it could not be checked; null when the file or its database is damaged
 */
export async function inspectBackup(
  file: string,
  dataDir: string,
): Promise<{ orders: number } | { reason: string } | null> {
  const folder = await mkdtemp(join(dataDir, '.backup-check-'))
  const database = join(folder, DATABASE)
  try {
    const { extract } = await import('tar')
    const unpacked = await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path) => path === DATABASE,
    }).then(
      () => existsSync(database),
      () => false,
    )
    if (!unpacked) return null
    const found = checkForDamage(database, CHECK_MS)
    if (found.state === 'unchecked') return { reason: found.reason }
    return found.state === 'sound' ? { orders: countOrdersIn(database) } : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
