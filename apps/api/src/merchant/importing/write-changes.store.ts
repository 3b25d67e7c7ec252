/** Writes the changes of a batch within the caller's transaction, and records them for an undo. */
import { pipelined, type Tx } from '../../db/database.ts'
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
  type VariantRow,
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
  await pipelined(tx, [
    () => insertAll(tx, { products, variants, media: inserted<NewMedia>(changes, 'media') }),
    async () => isRecorded && recordChanges(tx, changes, newCategories),
  ])
  const changed = changes.filter((change) => outcomeOf(change) === 'changed')
  await updateRows(tx, 'variants', changed.flatMap(({ variants: rows }) => rows).filter(isChanged))
  await updateRows(tx, 'media', changed.flatMap(({ media }) => media).filter(isChanged))
  const shown = changed.filter(isShown).map(({ products: [{ id, set }] }) => [id, set] as const)
  const listed = [...shown.map(([id]) => id), ...changed.filter(isListed).map(idOf)]
  await refreshListings(tx, listed, now, new Map(shown))
  const searched = [...products.flatMap(({ id }) => id ?? []), ...changed.filter(isSearched).map(idOf)]
  if (searched.length > 0) await indexProducts(tx, searched)
}

const isNew = ({ before }: RowChange<CatalogueTable>): boolean => before === null
const isChanged = ({ before, set }: RowChange<CatalogueTable>): boolean => before !== null && !isEmpty(set)
const idOf = ({ products: [{ id }] }: ProductChange): number => id

const inserted = <Row>(changes: ProductChange[], table: CatalogueTable): Row[] =>
  changes.flatMap((change) => change[table].filter(isNew).map(({ id, set }) => ({ id, ...set }) as Row))

const LISTED = ['price', 'mrp', 'stock'] as const
const OPTIONS = ['color', 'size', 'variant_name'] as const
const SEARCHED = [
  'name',
  'brand',
  'category_id',
  'short_description',
  'description',
  'is_published',
] as const satisfies (keyof NewProduct)[]

/** Whether price, stock or picture in lists may change. */
const isListed = ({ variants, media }: ProductChange): boolean =>
  media.some(isNew) || variants.some((row) => isNew(row) || LISTED.some((column) => column in row.set))

const isSearched = ({ products: [{ set }], variants }: ProductChange): boolean =>
  SEARCHED.some((column) => column in set) ||
  variants.some((row) => isNew(row) || OPTIONS.some((column) => column in row.set))

/** Whether the product's page changes. */
const isShown = ({ products: [{ set }], variants, media }: ProductChange): boolean =>
  !isEmpty(set) ||
  media.some(isNew) ||
  variants.some(
    ({ before, set: values }) =>
      before === null || OPTIONS.some((column) => column in values) || changesOffer(before, values),
  )

/** Whether a change of a variant changes what it costs or whether it can be bought. */
const changesOffer = (
  before: VariantRow,
  { price, mrp, stock = before.stock }: Partial<NewVariant>,
): boolean => price !== undefined || mrp !== undefined || stock > 0 !== before.stock > 0
