/** Pours one SQLite file into another that is in use: who has it open sees the old content, then the new. */
import Sqlite from 'better-sqlite3'
import { DatabaseRefused } from './database.ts'
import { knownMigrations } from './migrate.ts'

/** Pages at a time: a demo shop in a few steps. */
const PAGES = 5000

/**
 * Replaces the content of `target` by that of `source`, all at once.
 *
 * @throws DatabaseRefused when the source is damaged or of another version of the program
 */
export async function replaceContent(source: string, target: string): Promise<void> {
  const from = new Sqlite(source, { readonly: true, fileMustExist: true })
  try {
    refuseOther(from)
    await from.backup(target, { progress: () => PAGES })
  } finally {
    from.close()
  }
}

function refuseOther(from: Sqlite.Database): void {
  const applied = from.prepare('select hash from applied_migrations').pluck().all()
  const known = knownMigrations('sqlite').map(({ hash }) => hash)
  if (applied.length !== known.length || known.some((hash) => !applied.includes(hash)))
    throw new DatabaseRefused('It was saved by another version of the program.')
}
