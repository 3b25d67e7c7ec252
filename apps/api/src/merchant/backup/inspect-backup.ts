/** Opens a backup without restoring it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkForDamage } from '../../db/open.sqlite-files.ts'
import { DATABASE } from './write-backup.ts'

/** How long the database of a backup is searched for damage. */
const CHECK_MS = 30_000

/** Unpacks the database of a backup beside the shop and searches it for damage. @returns what is wrong, or null */
export async function faultOfBackup(file: string, dataDir: string): Promise<string | null> {
  const damaged = `${file} is damaged. Delete it: the server makes another one.`
  const folder = await mkdtemp(join(dataDir, '.backup-check-'))
  try {
    const { extract } = await import('tar')
    await extract({ file, cwd: folder, strict: true, filter: (path) => path === DATABASE })
    const found = checkForDamage(join(folder, DATABASE), CHECK_MS)
    if (found.state === 'unchecked') return `${file} could not be checked for damage: ${found.reason}.`
    return found.state === 'sound' ? null : damaged
  } catch {
    return damaged
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
