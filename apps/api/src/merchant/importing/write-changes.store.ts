/** Writes the changes of a batch within the caller's transaction, and records them for an undo. */
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isEmpty } from '../catalogue/product-values.ts'
import { recordChanges } from './import-record.store.ts'
import {
  allocateIds,
  type CatalogueTable,
  insertAll,
  type NewMedia,
  type NewProduct,
  type NewVariant,
  updateRows,
} from './importing.store.ts'
import { outcomeOf, type ProductChange, type RowChange } from './product-changes.ts'

/** Variants before products, as orders do. @param newCategories ids, parents first */
export async function writeChanges(
  tx: Tx,
  changes: ProductChange[],
  { now, newCategories, isRecorded }: { now: Date; newCategories: number[]; isRecorded: boolean },
): Promise<void> {
  const newMedia = changes.flatMap(({ media }) => media).filter(isNew)
  const mediaIds = await allocateIds(tx, 'media', newMedia.length)
  for (const [at, row] of newMedia.entries()) row.id = mediaIds[at] ?? 0
  const products = inserted<NewProduct>(changes, 'products')
  const variants = inserted<NewVariant>(changes, 'variants')
  await insertAll(tx, { products, variants, media: inserted<NewMedia>(changes, 'media') })
  if (isRecorded) await recordChanges(tx, changes, newCategories)
  const changed = changes.filter((change) => outcomeOf(change) === 'changed')
  await updateRows(tx, 'variants', changed.flatMap(({ variants: rows }) => rows).filter(isChanged))
  await updateRows(tx, 'media', changed.flatMap(({ media }) => media).filter(isChanged))
  const shown = changed.filter(isShown).map(({ products: [{ id, set }] }) => [id, set] as const)
  await refreshListings(tx, changed.map(idOf), now, new Map(shown))
  const searched = [...products.flatMap(({ id }) => id ?? []), ...changed.filter(isSearched).map(idOf)]
  if (searched.length > 0) await indexProducts(tx, searched)
}

const isNew = ({ before }: RowChange<CatalogueTable>): boolean => before === null
const isChanged = ({ before, set }: RowChange<CatalogueTable>): boolean => before !== null && !isEmpty(set)
const idOf = ({ products: [{ id }] }: ProductChange): number => id

const inserted = <Row>(changes: ProductChange[], table: CatalogueTable): Row[] =>
  changes.flatMap((change) => change[table].filter(isNew).map(({ id, set }) => ({ id, ...set }) as Row))

const OPTIONS = ['color', 'size', 'variant_name'] as const
const SEARCHED = [
  'name',
  'brand',
  'category_id',
  'short_description',
  'description',
  'is_published',
] as const satisfies (keyof NewProduct)[]

const isSearched = ({ products: [{ set }], variants }: ProductChange): boolean =>
  SEARCHED.some((column) => column in set) ||
  variants.some((row) => isNew(row) || OPTIONS.some((column) => column in row.set))

/** Whether the product's page changes; of a variant, what it is, what it costs, and whether it can be bought. */
const isShown = ({ products: [{ set }], variants, media }: ProductChange): boolean =>
  !isEmpty(set) ||
  media.some(isNew) ||
  variants.some(({ before, set: { stock, ...values } }) => {
    const isSoldOutOrBack = stock !== undefined && before !== null && stock > 0 !== before.stock > 0
    return before === null || isSoldOutOrBack || [...OPTIONS, 'price', 'mrp'].some((name) => name in values)
  })
