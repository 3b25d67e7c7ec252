/**
 * Takes back the last import that changed something: deletes what it created and restores the values that it changed.
 * Products in orders, coupons and deals are hidden, and values that were changed since stay.
 */
import { ID_MAX } from '@haat/contract/wire'
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isAboveMrp, isEmpty } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import * as record from './import-record.store.ts'
import * as store from './importing.store.ts'
import type { CatalogueTable, ProductRow, VariantRow } from './importing.store.ts'

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
      const undone = new Map<number, UndoneProduct>()
      let parts = await record.findRecorded(tx, ID_MAX, BATCH)
      while (parts.length > 0) {
        await undoBatch(tx, parts, undone, shop.now())
        parts = await record.findRecorded(tx, parts.at(-1)!.id, BATCH)
      }
      const categories = await record.deleteEmptyCategories(tx)
      await record.deleteRecord(tx)
      const count = (outcome: UndoneProduct['outcome']): number =>
        [...undone.values()].filter((product) => product.outcome === outcome).length
      return {
        file: recorded.file,
        at: recorded.at,
        deleted: count('deleted'),
        hidden: count('hidden'),
        restored: count('restored'),
        categories,
        kept: [...undone.values()].flatMap((product) => product.kept),
        dry_run: dryRun,
      }
    }),
  )
}

type Row = { id: number } & Record<string, unknown>

interface UndoneProduct {
  id: number
  outcome: 'deleted' | 'hidden' | 'restored' | 'kept'
  /** Rows to update, or to delete if nothing is set. */
  writes: { table: CatalogueTable; id: number; set: Record<string, unknown> | null }[]
  /** What stays as it is. */
  kept: string[]
}

interface Circumstances extends Awaited<ReturnType<typeof record.findUses>> {
  categories: Set<unknown>
}

/** @param undone gets the products; what a later batch of the import changed is undone already */
async function undoBatch(
  tx: Tx,
  parts: Awaited<ReturnType<typeof record.findRecorded>>,
  undone: Map<number, UndoneProduct>,
  now: Date,
): Promise<void> {
  const recorded = Map.groupBy(parts, ({ productId }) => productId)
  const ids = [...recorded.keys()]
  const [variants, media] = [await store.findVariantsOf(tx, ids), await store.findMediaOf(tx, ids)]
  const categories = new Set((await store.findAllCategories(tx)).map(({ id }) => id))
  const circumstances = { ...(await record.findUses(tx, ids)), categories }
  const batch = (await store.findProductsById(tx, ids)).map((product) => {
    const { id } = product
    const rows = { products: [product], variants: variants.get(id) ?? [], media: media.get(id) ?? [] }
    const changes = recorded.get(id)?.flatMap((part) => part.rows) ?? []
    return undoProduct(product, changes, rows, circumstances)
  })
  await writeUndone(tx, batch, now)
  for (const product of batch) {
    const kept = [...(undone.get(product.id)?.kept ?? []), ...product.kept]
    undone.set(product.id, { ...product, kept })
  }
}

async function writeUndone(tx: Tx, undone: UndoneProduct[], now: Date): Promise<void> {
  const writes = undone.flatMap((product) => product.writes)
  for (const table of ['media', 'variants', 'products'] as const) {
    const own = writes.filter((write) => write.table === table)
    const deleted = own.flatMap(({ id, set }) => (set === null ? id : []))
    await store.deleteRows(tx, table, deleted)
    await store.updateRows(
      tx,
      table,
      own.flatMap(({ id, set }) => (set === null ? [] : { id, set })),
    )
  }
  const shown = undone.flatMap(({ id, outcome }) => (['hidden', 'restored'].includes(outcome) ? id : []))
  // Their pages change, whatever their rows in lists do.
  await refreshListings(tx, shown, now, new Map(shown.map((id) => [id, {}])))
  await indexProducts(
    tx,
    undone.map(({ id }) => id),
  )
}

/** @param recorded the last change first: of a row that several batches wrote, the oldest value stays */
function undoProduct(
  product: ProductRow,
  recorded: record.RecordedRow[],
  rows: Record<CatalogueTable, Row[]>,
  { ordered, promoted, categories }: Circumstances,
): UndoneProduct {
  const { id: productId } = product
  const name = `product ${productId} "${product.name}"`
  const own = { table: 'products' as const, id: productId }
  if (recorded.some(({ table, before }) => table === 'products' && before === null)) {
    const isOrdered = rows.variants.some(({ id }) => ordered.has(id))
    if (!isOrdered && !promoted.has(productId))
      return { id: productId, outcome: 'deleted', writes: [{ ...own, set: null }], kept: [] }
    const kept = `${name} is in ${isOrdered ? 'an order' : 'a coupon or deal'} and is hidden instead of deleted`
    const writes = [{ ...own, set: { is_published: false } }]
    return { id: productId, outcome: 'hidden', writes, kept: [kept] }
  }
  const writes: UndoneProduct['writes'] = []
  const kept: string[] = []
  for (const { table, id, before, after } of recorded) {
    const row = rows[table].find((other) => other.id === id)
    if (!row) continue
    if (before === null && ordered.has(id) && table === 'variants')
      kept.push(`variant ${id} of ${name} was ordered since`)
    else if (before === null) writes.push({ table, id, set: null })
    else {
      const set = oldValues(row, before, after, categories)
      const stays = Object.keys(before).filter((column) => !(column in set) && row[column] !== before[column])
      kept.push(...stays.map((column) => `${column} of ${name} was changed since`))
      Object.assign(row, set)
      const later = writes.find((write) => write.table === table && write.id === id)
      if (later) Object.assign(later.set!, set)
      else if (!isEmpty(set)) writes.push({ table, id, set })
    }
  }
  return { id: productId, outcome: writes.length > 0 ? 'restored' : 'kept', writes, kept }
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
