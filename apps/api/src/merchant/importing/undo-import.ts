/**
 * Takes back the last import that changed something: deletes what it created and restores the values that it changed.
 * Products in orders, coupons and deals are hidden, and values that were changed since stay.
 */
import { ID_MAX } from '@haat/contract/wire'
import type { Tx } from '../../db/database.ts'
import { publishChanges } from '../../acts/catalogue/products.store.ts'
import { isAboveMrp, isEmpty } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from '../../acts/catalogue/catalogue-rows.store.ts'
import type { CatalogueTable } from '../../acts/catalogue/catalogue-rows.store.ts'
import type { VariantRow } from '../../db/schema.ts'

const BATCH = 500

export interface UndoResult {
  /** Name of the imported file, and when it was imported (ISO). */
  file: string
  at: string
  /** New products. */
  deleted: number
  /** New products that are in orders, coupons or deals: they are hidden. */
  hidden: number
  /** Products that have their old values again, but for those in `kept`. */
  restored: number
  /** New categories that are empty. */
  categories: number
  /** Values, variants and products that stay as they are, in words. */
  kept: string[]
  dry_run: boolean
}

/**
 * @param dryRun writes nothing and only reports what the undo would do
 * @throws UserError when no import is recorded
 */
export function undoImport(
  shop: ImportedShop,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<UndoResult> {
  return onShopOrCopy(shop, dryRun, (db) =>
    db.transaction(async (tx) => {
      const recorded = await record.findRecordedImport(tx)
      if (!recorded)
        throw new UserError('There is no import to undo: only the last import can be undone, and only once.')
      const undone: Undone = { products: new Map(), kept: [] }
      let page = await record.findRecorded(tx, ID_MAX, BATCH)
      while (page.changes.length > 0) {
        await undoBatch(tx, page.changes, undone, shop.now())
        page = await record.findRecorded(tx, page.firstId, BATCH)
      }
      const categories = await record.deleteEmptyCategories(tx)
      await record.deleteRecord(tx)
      const count = (outcome: 'deleted' | 'hidden' | 'restored'): number =>
        [...undone.products.values()].filter((one) => one === outcome).length
      return {
        file: recorded.file,
        at: recorded.at,
        deleted: count('deleted'),
        hidden: count('hidden'),
        restored: count('restored'),
        categories,
        kept: undone.kept,
        dry_run: dryRun,
      }
    }),
  )
}

interface Undone {
  /** What became of each product. */
  products: Map<number, 'deleted' | 'hidden' | 'restored'>
  kept: string[]
}

type Row = { id: number } & Record<string, unknown>

type Rows = Record<CatalogueTable, Map<number, Row>>

interface Circumstances extends Awaited<ReturnType<typeof record.findUses>> {
  categories: Set<unknown>
}

/** @param changes the last first: of a row that several batches wrote, the oldest value stays */
async function undoBatch(
  tx: Tx,
  changes: readonly record.RecordedRow[],
  undone: Undone,
  now: Date,
): Promise<void> {
  const ids = [...new Set(changes.map(({ product_id }) => product_id))]
  const rows: Rows = {
    products: byId(await store.findProductsById(tx, ids)),
    variants: byId([...(await store.findRowsOf(tx, 'variants', ids)).values()].flat()),
    media: byId([...(await store.findRowsOf(tx, 'media', ids)).values()].flat()),
  }
  const categories = new Set((await store.findAllCategories(tx)).map(({ id }) => id))
  const { sets, deleted } = undoRows(
    changes,
    rows,
    { ...(await record.findUses(tx, ids)), categories },
    undone,
  )
  for (const table of ['media', 'variants', 'products'] as const) {
    await store.deleteRows(tx, table, deleted[table])
    const updates = [...sets[table]].map(([id, set]) => ({ id, set }))
    await store.updateRows(tx, table, updates)
  }
  await publishChanges(tx, ids, now)
}

/** @param rows get their old values @returns the values to write by table and id, and the ids of rows to delete */
function undoRows(
  changes: readonly record.RecordedRow[],
  rows: Rows,
  { ordered, users, categories }: Circumstances,
  undone: Undone,
) {
  const isNew = ({ table, before }: record.RecordedRow): boolean => table === 'products' && before === null
  const created = new Set(changes.filter(isNew).map(({ id }) => id))
  const sets = { products: new Map<number, object>(), variants: new Map(), media: new Map() }
  const deleted = { products: [] as number[], variants: [] as number[], media: [] as number[] }
  for (const { table, id, product_id, before, after } of changes) {
    const row = rows[table].get(id)
    // A new product is deleted or hidden as a whole.
    if (!row || (table !== 'products' && created.has(product_id))) continue
    const name = `product ${product_id} "${String(rows.products.get(product_id)?.['name'])}"`
    const write = (set: object): void => {
      Object.assign(row, set)
      sets[table].set(id, { ...sets[table].get(id), ...set })
    }
    if (before !== null) {
      const set = oldValues(row, before, after, categories)
      const stays = Object.keys(before).filter((column) => !(column in set) && row[column] !== before[column])
      undone.kept.push(...stays.map((column) => `${column} of ${name} was changed since`))
      if (isEmpty(set)) continue
      write(set)
    } else if (table === 'variants' && ordered.has(id)) {
      undone.kept.push(`variant ${id} of ${name} was ordered since`)
      continue
    } else if (table === 'products' && users.has(id)) {
      undone.kept.push(`${name} is in ${users.get(id)} and is hidden instead of deleted`)
      write({ is_published: false })
    } else deleted[table].push(id)
    const outcome = users.has(product_id) ? 'hidden' : 'deleted'
    undone.products.set(product_id, created.has(product_id) ? outcome : 'restored')
  }
  return { sets, deleted }
}

const byId = (rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]))

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
