/** Writes the changes of a batch within the caller's transaction. */
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { isEmpty } from '../../acts/catalogue/product-values.ts'
import * as store from '../../acts/catalogue/catalogue-rows.store.ts'
import { outcomeOf, type ProductChange, type RowChange } from './product-changes.ts'

/** Variants before products, as orders do. */
export async function writeChanges(tx: Tx, changes: ProductChange[], now: Date): Promise<void> {
  const media = changes.flatMap((change) => change.media)
  const variants = changes.flatMap((change) => change.variants)
  const newMedia = media.filter(isNew)
  const mediaIds = await store.allocateIds(tx, 'media', newMedia.length)
  for (const [at, row] of newMedia.entries()) row.id = mediaIds[at] ?? 0
  await store.insertAll(tx, {
    products: rowsToInsert<store.NewProduct>(changes.map(({ product }) => product)),
    variants: rowsToInsert<store.NewVariant>(variants),
    media: rowsToInsert<store.NewMedia>(media),
  })
  await store.updateRows(tx, 'variants', variants.filter(isChanged))
  await store.updateRows(tx, 'media', media.filter(isChanged))
  const changed = changes.filter((change) => outcomeOf(change) === 'changed')
  const shown = changed.filter(isShown).map(({ product: { id, set } }) => [id, set] as const)
  await refreshListings(tx, changed.map(idOf), now, new Map(shown))
  const searched = changes.filter((change) => isNew(change.product) || isSearched(change)).map(idOf)
  if (searched.length > 0) await indexProducts(tx, searched)
}

const isNew = ({ before }: RowChange): boolean => before === null
const isChanged = ({ before, set }: RowChange): boolean => before !== null && !isEmpty(set)
const idOf = ({ product }: ProductChange): number => product.id

const rowsToInsert = <Row>(rows: RowChange[]): Row[] =>
  rows.filter(isNew).map(({ id, set }) => ({ id, ...set }) as Row)

const OPTIONS = ['color', 'size', 'variant_name'] as const
const SEARCHED = [
  'name',
  'brand',
  'category_id',
  'short_description',
  'description',
  'is_published',
] as const satisfies (keyof store.NewProduct)[]

const isSearched = ({ product, variants }: ProductChange): boolean =>
  SEARCHED.some((column) => column in product.set) ||
  variants.some((row) => isNew(row) || OPTIONS.some((column) => column in row.set))

/** Whether the product's page changes; of a variant, what it is, what it costs, and whether it can be bought. */
const isShown = ({ product, variants, media }: ProductChange): boolean =>
  !isEmpty(product.set) ||
  media.some(isNew) ||
  variants.some(({ before, set: { stock, ...values } }) => {
    const isSoldOutOrBack = stock !== undefined && before !== null && stock > 0 !== before.stock > 0
    return before === null || isSoldOutOrBack || [...OPTIONS, 'price', 'mrp'].some((name) => name in values)
  })
