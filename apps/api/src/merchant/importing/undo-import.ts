/** `haat import undo`: takes back the last import that changed something, by the audit. */
import type { Who } from '../../acts/act-table.ts'
import { auditedDatabase } from '../../acts/audit/audited-database.ts'
import { findLastEntry, isUndone } from '../../acts/audit/audit.store.ts'
import { undoEntry } from '../../acts/audit/undo.ts'
import type { Shop } from '../../shop.ts'
import { UserError } from '../user-error.ts'

export type UndoneImport = Awaited<ReturnType<typeof undoImport>>

/**
 * @param dryRun writes nothing and only reports what the undo would do
 * @throws UserError when there is no import to undo
 */
export async function undoImport(shop: Pick<Shop, 'db' | 'now'>, who: Who, dryRun = false) {
  const entry = await findLastEntry(shop.db, 'imports.run')
  if (!entry || (await isUndone(shop.db, entry.id)))
    throw new UserError(
      'There is no import to undo: this undoes the last one, once. For an older one, see haat audit list --act imports, and haat undo.',
    )
  const { db } = auditedDatabase(shop, who, {
    act: 'audit.undo',
    input: { entry: entry.id },
    undo_of: entry.id,
    isTrial: dryRun,
  })
  const { kept, products, categories } = await undoEntry({ ...shop, db }, who, entry.id, dryRun)
  const counts = { deleted: 0, hidden: 0, restored: 0 }
  for (const outcome of products.values()) counts[outcome] += 1
  const { file } = JSON.parse(entry.input) as { file: string }
  return { file, at: entry.at, ...counts, categories, kept, dry_run: dryRun }
}
