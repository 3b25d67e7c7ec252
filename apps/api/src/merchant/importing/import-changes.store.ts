/** The record of what the last import changed. Each import replaces that of the one before. */
import type { Reader, Tx } from '../../db/database.ts'
import { deleteSetting, findSetting, storeSetting } from '../../features/settings/settings.store.ts'
import type { ProductPlan } from './import-batch.ts'
import type { ImportChange } from './import-changes.ts'

const KEY = 'import:last'

/** The import whose changes are recorded. */
export interface RecordedImport {
  /** Of one run; a resumed import keeps it. */
  run: string
  /** Identifies file and options, see importId(). */
  import_id: string
  /** Name of the file. */
  file: string
  /** ISO time. */
  at: string
}

export async function findRecordedImport(reader: Reader): Promise<RecordedImport | null> {
  const text = await findSetting(reader, KEY)
  return text === undefined ? null : (JSON.parse(text) as RecordedImport)
}

/** Forgets the changes of the import before. */
export async function beginRecord(tx: Tx, recorded: RecordedImport): Promise<void> {
  await tx.delete(tx.tables.import_changes)
  await storeSetting(tx, KEY, JSON.stringify(recorded))
}

export async function deleteRecord(tx: Tx): Promise<void> {
  await tx.delete(tx.tables.import_changes)
  await deleteSetting(tx, KEY)
}

export async function recordChanges(
  tx: Tx,
  products: ProductPlan[],
  categories: { id: number }[],
): Promise<void> {
  const rows = products
    .filter(({ outcome }) => outcome === 'created' || outcome === 'changed')
    .map(({ id, outcome, change }) => ({
      product_id: id,
      is_new: outcome === 'created',
      change: JSON.stringify(change),
    }))
  if (categories.length > 0) {
    const change: ImportChange = { categories: categories.map(({ id }) => id) }
    rows.push({ product_id: null, is_new: true, change: JSON.stringify(change) })
  }
  await tx.insertMany('import_changes', rows)
}
