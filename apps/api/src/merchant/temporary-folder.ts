/** Folders for what is being written, within the data folder: what they hold moves to its place by renaming. */
import { rmSync } from 'node:fs'
import { glob, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 86_400_000
const PREFIXES = ['dry-run-', '.backup-', '.restore-'] as const

/**
 * Gives `work` a new folder, which is deleted afterwards, as are those that killed processes have left.
 *
 * @param keepMs those of this prefix that are younger may still be in use; one day by default
 */
export async function withTemporaryFolder<T>(
  dataDir: string,
  prefix: (typeof PREFIXES)[number],
  work: (folder: string) => Promise<T>,
  keepMs = DAY_MS,
): Promise<T> {
  const folder = await mkdtemp(join(dataDir, prefix))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const interrupt = (): void => process.exit(130)
  process.once('exit', remove).once('SIGINT', interrupt)
  try {
    const now = (await stat(folder)).mtimeMs
    const left = PREFIXES.map((one) => `${one}*`)
    for await (const name of glob(left, { cwd: dataDir })) {
      const other = join(dataDir, name)
      // Another process may be removing it.
      const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: now }))
      if (other !== folder && now - mtimeMs >= (name.startsWith(prefix) ? keepMs : DAY_MS))
        await rm(other, { recursive: true, force: true })
    }
    return await work(folder)
  } finally {
    process.off('exit', remove).off('SIGINT', interrupt)
    remove()
  }
}
