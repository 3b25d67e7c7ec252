/**
 * Takes back the last import that changed something: deletes what it created and restores the values that it changed.
 * Products in orders, coupons and deals are hidden, and values that were changed since stay.
 */
import type { Tx } from '../../db/database.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'
import { publishChanges } from '../../acts/catalogue/products.store.ts'
import { isAboveMrp, isEmpty } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from '../../acts/catalogue/catalogue-rows.store.ts'
import type { VariantRow } from '../../db/schema.ts'

export type UndoResult = Awaited<ReturnType<typeof undoImport>>

/**
 * @param dryRun writes nothing and only reports what the undo would do
 * @throws UserError when no import is recorded
 */
export const undoImport = (shop: ImportedShop, { dryRun = false }: { dryRun?: boolean | undefined } = {}) =>
  onShopOrCopy(shop, dryRun, (db) =>
    db.transaction(async (tx) => {
      const recorded = await record.findRecordedImport(tx)
      if (!recorded)
        throw new UserError('There is no import to undo: only the last import can be undone, and only once.')
      const undone: Undone = { products: new Map(), kept: [] }
      for await (const changes of record.recordedChanges(tx))
        await undoChanges(tx, changes, undone, shop.now())
      const counts = { deleted: 0, hidden: 0, restored: 0 }
      for (const outcome of undone.products.values()) counts[outcome] += 1
      /** New categories that are empty. */
      const categories = await record.deleteEmptyCategories(tx)
      await record.deleteRecord(tx)
      return {
        file: recorded.file,
        at: recorded.at,
        ...counts,
        categories,
        kept: undone.kept,
        dry_run: dryRun,
      }
    }),
  )

interface Undone {
  /** What became of each product: new ones are deleted, or hidden if they are in orders, coupons or deals. */
  products: Map<number, 'deleted' | 'hidden' | 'restored'>
  /** Values, variants and products that stay as they are, in words. */
  kept: string[]
}

type Row = { id: number } & Record<string, unknown>

interface Uses extends Awaited<ReturnType<typeof record.findUses>> {
  categories: Set<unknown>
}

/** @param changes the last first: of a row that several batches wrote, the oldest value stays */
async function undoChanges(
  tx: Tx,
  changes: readonly record.RecordedRow[],
  { products, kept }: Undone,
  now: Date,
): Promise<void> {
  const ids = [...new Set(changes.map(({ product_id }) => product_id))]
  const rows = await findRows(tx, ids)
  const categories = new Set<unknown>((await findCategoryPaths(tx)).keys())
  const uses = { ...(await record.findUses(tx, ids)), categories }
  const isNew = ({ table, before }: record.RecordedRow): boolean => table === 'products' && before === null
  const created = new Set(changes.filter(isNew).map(({ id }) => id))
  const writes = new Map<Row, { table: record.RecordedRow['table']; set: object | null }>()
  for (const change of changes) {
    const { table, id, product_id } = change
    const row = rows[table].get(id)
    // A new product is deleted or hidden as a whole.
    if (!row || (table !== 'products' && created.has(product_id))) continue
    const name = `product ${product_id} "${String(rows.products.get(product_id)?.['name'])}"`
    const set = undoneRow(change, row, uses, (text) => kept.push(text(name)))
    if (set === undefined) continue
    Object.assign(row, set)
    writes.set(row, { table, set: set && { ...writes.get(row)?.set, ...set } })
    const outcome = uses.users.has(product_id) ? 'hidden' : 'deleted'
    products.set(product_id, created.has(product_id) ? outcome : 'restored')
  }
  for (const table of ['media', 'variants', 'products'] as const) {
    const own = [...writes].filter(([, write]) => write.table === table)
    const deleted = own.filter(([, { set }]) => set === null).map(([{ id }]) => id)
    await store.deleteRows(tx, table, deleted)
    const updates = own.flatMap(([{ id }, { set }]) => (set ? { id, set } : []))
    await store.updateRows(tx, table, updates)
  }
  await publishChanges(tx, ids, now)
}

async function findRows(
  tx: Tx,
  ids: number[],
): Promise<Record<record.RecordedRow['table'], Map<number, Row>>> {
  const byId = (rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]))
  return {
    products: byId(await store.findProductsById(tx, ids)),
    variants: byId([...(await store.findRowsOf(tx, 'variants', ids)).values()].flat()),
    media: byId([...(await store.findRowsOf(tx, 'media', ids)).values()].flat()),
  }
}

/**
 * What to write to a row, null to delete it, undefined to leave it.
 *
 * @param keep gets what stays, in words with the name of the product
 */
function undoneRow(
  { table, id, before, after }: record.RecordedRow,
  row: Row,
  { ordered, users, categories }: Uses,
  keep: (text: (name: string) => string) => void,
): object | null | undefined {
  if (before !== null) {
    const set = oldValues(row, before, after, categories)
    for (const column of Object.keys(before))
      if (!(column in set) && row[column] !== before[column])
        keep((name) => `${column} of ${name} was changed since`)
    return isEmpty(set) ? undefined : set
  }
  if (table === 'variants' && ordered.has(id)) {
    keep((name) => `variant ${id} of ${name} was ordered since`)
    return undefined
  }
  if (table !== 'products' || !users.has(id)) return null
  keep((name) => `${name} is in ${users.get(id)} and is hidden instead of deleted`)
  return { is_published: false }
}

/** The old values of the columns that have the imported value still. Price and MRP stay if one alone would be above. */
function oldValues(
  row: Row,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  categories: Set<unknown>,
): Record<string, unknown> {
  const same = Object.keys(before).filter((column) => row[column] === after[column])
  const set = Object.fromEntries(same.map((column) => [column, before[column]]))
  if ('category_id' in set && !categories.has(set['category_id'])) delete set['category_id']
  if (isAboveMrp({ ...row, ...set } as unknown as VariantRow)) {
    delete set['price']
    delete set['mrp']
  }
  return set
}
