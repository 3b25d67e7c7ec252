/**
 * The listing columns of a product: price, mrp, discount, stock flag and picture, copied from variants, deals
 * and media so that lists filter and sort on one indexed table. Only listingOf() computes them.
 */
import { discountPercent } from '@haat/contract/rules'
import { and, asc, desc, eq, gt, lt, lte, min, not, or, type SQL } from 'drizzle-orm'
import {
  type Database,
  isOneOf,
  lockName,
  pick,
  placeholder,
  prepared,
  preparedForList,
  type Reader,
  type Tx,
} from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { Tables } from '../../db/schema.ts'

const CHUNK = 2000

/**
 * Prices in paise of the deals running at `now`, by product id; the lowest where several run. A deal that is no cheaper
 * than the default variant, whose price was lowered since, does not count.
 */
export async function liveDealPrices(
  reader: Reader,
  productIds: number[],
  now: Date,
): Promise<Map<number, number>> {
  if (productIds.length === 0) return new Map()
  const [deals, ids] = dealsOf(reader, productIds)
  const rows = await deals.execute({ ...ids, now })
  return new Map(rows.map((row) => [row.product_id, row.deal_price]))
}

const runsAt = ({ deals }: Tables, now: Date | SQL) =>
  and(eq(deals.is_active, true), lte(deals.start_date, now), gt(deals.end_date, now))!

/** Deals that run and are not in the listings yet, and those in them that do not run. */
const edgesAt = (tables: Tables, now: Date | SQL) => ({
  begun: and(eq(tables.deals.is_applied, false), runsAt(tables, now)),
  over: and(eq(tables.deals.is_applied, true), not(runsAt(tables, now))),
})

const dealsOf = preparedForList((reader, ids) => {
  const { deals, variants } = reader.tables
  const { product_id, deal_price } = deals
  const runs = runsAt(reader.tables, placeholder('now', deals.start_date))
  return reader
    .select({ product_id, deal_price })
    .from(deals)
    .innerJoin(variants, and(eq(variants.product_id, product_id), eq(variants.is_default, true)))
    .where(and(isOneOf(reader, product_id, ids), runs, lt(deal_price, variants.price)))
    .orderBy(desc(deal_price))
    .prepare('live_deals')
})

/** Other columns and their values, by product id. */
type ProductChanges = ReadonlyMap<number, Partial<Tx['tables']['products']['$inferInsert']>>

/**
 * Recomputes the listing columns of products, and which of their deals these contain. Code that changes what the pages of
 * products show calls it in the same transaction. Locks the products before it reads their variants: of two transactions
 * that change a product, the second sees what the first has written.
 *
 * @param changes of these products, which are written in the same statement: each index of a row costs once. An empty one
 * says that the product's page shows something else, whatever its listing columns are
 */
export async function refreshListings(
  tx: Tx,
  productIds: readonly number[],
  now: Date,
  changes: ProductChanges = new Map(),
): Promise<void> {
  const ids = [...new Set(productIds)].toSorted((a, b) => a - b)
  for (let start = 0; start < ids.length; start += CHUNK)
    await refreshChunk(tx, ids.slice(start, start + CHUNK), now, changes)
}

async function refreshChunk(tx: Tx, ids: number[], now: Date, changes: ProductChanges): Promise<void> {
  const { variants, media } = tx.tables
  await tx.lockRows('products', ids)
  await markApplied(tx, ids, now)
  const dealPrices = await liveDealPrices(tx, ids, now)
  const variantRows = await tx
    .select(pick(variants, 'id', 'product_id', 'price', 'mrp', 'stock'))
    .from(variants)
    .where(isOneOf(tx, variants.product_id, ids))
    .orderBy(desc(variants.is_default), asc(variants.position), asc(variants.id))
  const pictureRows = await tx
    .select({ product_id: media.product_id, variant_id: media.variant_id, media_url: media.media_url })
    .from(media)
    .where(and(isOneOf(tx, media.product_id, ids), eq(media.media_type, 'image')))
    .orderBy(asc(media.position), asc(media.id))
  const pictures = Map.groupBy(pictureRows, (row) => row.product_id)
  const listings = [...Map.groupBy(variantRows, (row) => row.product_id)].map(
    ([id, productVariants]) =>
      [id, listingOf(productVariants, pictures.get(id) ?? [], dealPrices.get(id))] as const,
  )
  await writeListings(tx, ids, new Map(listings), changes, now)
}

/** Marks the deals that run at `now`, so that applyDeals() finds those that end later. */
async function markApplied(tx: Tx, productIds: number[], now: Date): Promise<void> {
  const { deals } = tx.tables
  const ofProducts = isOneOf(tx, deals.product_id, productIds)
  const { begun, over } = edgesAt(tx.tables, now)
  await tx.update(deals).set({ is_applied: false }).where(and(ofProducts, over))
  await tx.update(deals).set({ is_applied: true }).where(and(ofProducts, begun))
}

/**
 * The listing columns of a product.
 *
 * @param variants the default variant first
 * @param pictures of the product and its variants, in order
 * @param dealPrice paise, while a deal runs
 */
export function listingOf(
  variants: readonly { id?: number | undefined; price: number; mrp?: number | null; stock: number }[],
  pictures: readonly { variant_id?: number | null; media_url: string }[],
  dealPrice?: number,
) {
  const { id: variant_id = null, price: usualPrice = 0, mrp = null } = variants[0] ?? {}
  const price = dealPrice ?? usualPrice
  const own = variant_id === null ? undefined : pictures.find((row) => row.variant_id === variant_id)
  const picture = own ?? pictures.find((row) => row.variant_id === null)
  return {
    variant_id,
    price,
    mrp,
    discount_percentage: discountPercent(mrp, price),
    in_stock: variants.some(({ stock }) => stock > 0),
    media_url: picture?.media_url ?? null,
  }
}

type Listing = ReturnType<typeof listingOf>
const LISTING_COLUMNS = [
  'variant_id',
  'price',
  'mrp',
  'discount_percentage',
  'in_stock',
  'media_url',
] as const satisfies (keyof Listing)[]

/** Writes the columns that differ, and `changes`, together for products in which the same ones do. */
async function writeListings(
  tx: Tx,
  ids: number[],
  listings: Map<number, Listing>,
  changes: ProductChanges,
  now: Date,
): Promise<void> {
  const { products } = tx.tables
  const rows = await tx
    .select(pick(products, 'id', ...LISTING_COLUMNS))
    .from(products)
    .where(isOneOf(tx, products.id, ids))
  const updates = rows.map((row) => {
    const listing = listings.get(row.id)
    const changed = LISTING_COLUMNS.filter((column) => listing && listing[column] !== row[column])
    const set = Object.fromEntries(changed.map((column) => [column, listing?.[column]]))
    const others = changes.get(row.id)
    const isChanged = others !== undefined || changed.length > 0
    return { id: row.id, set: isChanged ? { ...others, ...set, updated_at: now } : {} }
  })
  await tx.updateMany('products', updates)
}

const staleDeals = prepared((reader) => {
  const { deals } = reader.tables
  const { begun, over } = edgesAt(reader.tables, placeholder('now', deals.start_date))
  return reader
    .select({ product_id: deals.product_id })
    .from(deals)
    .where(or(begun, over))
    .prepare('stale_deals')
})

const hasStaleDeals = async (reader: Reader, now: Date): Promise<boolean> =>
  (await staleDeals(reader).execute({ now })).length > 0

/** The transactions that update listings at a deal's edge: one at a time for each database. */
const applying = new WeakMap<Database, Promise<void>>()

/**
 * Updates the listings of products whose deal started or ended since the last call. Call it before reading
 * products; it writes only when needed, and a database that cannot write now is still read.
 */
export async function applyDeals(db: Database, now: Date): Promise<void> {
  // Twice: the transaction that runs already may have begun before the edge.
  for (let tries = 0; tries < 2 && (await hasStaleDeals(db, now)); tries += 1) {
    const running = applying.get(db) ?? applyStaleDeals(db, now).finally(() => applying.delete(db))
    applying.set(db, running)
    await running
  }
}

async function applyStaleDeals(db: Database, now: Date): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // Another server may be doing the same.
      await lockName(tx, 'deals')
      const stale = await staleDeals(tx).execute({ now })
      await refreshListings(
        tx,
        stale.map((row) => row.product_id),
        now,
      )
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

const FAR_FUTURE = 8.64e15

/** The next start or end of a deal: until then the listings show the right prices. `now` while they lack one. */
export async function nextDealEdge(reader: Reader, now: Date): Promise<Date> {
  if (await hasStaleDeals(reader, now)) return now
  const { deals } = reader.tables
  const nextOf = async (edge: 'start_date' | 'end_date'): Promise<number> => {
    const isToCome = and(eq(deals.is_active, true), gt(deals[edge], now))
    const [row] = await reader
      .select({ at: min(deals[edge]) })
      .from(deals)
      .where(isToCome)
    return row?.at?.getTime() ?? FAR_FUTURE
  }
  return new Date(Math.min(await nextOf('start_date'), await nextOf('end_date')))
}
