/** The merchant's view of products: hidden ones too, with stock and SKUs. Prices in paise. */
import { and, asc, count, eq, exists, inArray, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf, type Reader, type Tx } from '../../db/database.ts'
import { contains, equalsInAnyCase } from '../../db/match-text.ts'
import type { VariantRow } from '../../db/schema.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { findProductsById, findWholeProducts } from './catalogue-rows.store.ts'

export interface ProductListFilter {
  /** Ids of the categories to list. */
  categories?: number[] | undefined
  brand?: string | undefined
  /** Part of a name, brand, key or SKU. */
  search?: string | undefined
  /** Only hidden products. */
  hidden?: boolean | undefined
  /** Only products with a variant that has at most this many pieces. */
  stockUpTo?: number | undefined
  limit: number
}

/** Products by id, with the number of their variants and the pieces of all of them. */
export async function findProductList(reader: Reader, filter: ProductListFilter) {
  const { products, categories, variants } = reader.tables
  const { id, slug, name, brand, price, mrp, is_published, external_key } = products
  const variant = (condition: SQL | undefined): SQL =>
    exists(
      reader
        .select({ id: variants.id })
        .from(variants)
        .where(and(eq(variants.product_id, products.id), condition)),
    )
  const { search, stockUpTo } = filter
  return reader
    .select({
      id,
      slug,
      name,
      brand,
      category: categories.name,
      price,
      mrp,
      is_published,
      external_key,
      variants: count(variants.id),
      stock: sql`coalesce(sum(${variants.stock}), 0)`.mapWith(Number),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(variants, eq(variants.product_id, products.id))
    .where(
      and(
        filter.categories && inArray(products.category_id, filter.categories),
        filter.brand === undefined ? undefined : equalsInAnyCase(reader, brand, filter.brand),
        filter.hidden ? eq(is_published, false) : undefined,
        stockUpTo === undefined ? undefined : variant(lte(variants.stock, stockUpTo)),
        search === undefined
          ? undefined
          : or(
              ...[name, brand, external_key].map((column) => contains(reader, column, search)),
              variant(contains(reader, variants.sku, search)),
            ),
      ),
    )
    .groupBy(products.id, categories.id)
    .orderBy(asc(id))
    .limit(filter.limit)
}

/** A product with its category path, variants, media and deals, in display order; undefined when there is none. */
export async function findWholeProduct(reader: Reader, id: number) {
  const { deals } = reader.tables
  const [whole] = await findWholeProducts(reader, await findProductsById(reader, [id]))
  return (
    whole && {
      ...whole,
      deals: await reader
        .select()
        .from(deals)
        .where(and(eq(deals.product_id, id), eq(deals.is_active, true)))
        .orderBy(asc(deals.start_date)),
    }
  )
}

/** Waits for orders that take this product's stock, and lets no other take any until the transaction ends. */
export async function lockProduct(tx: Tx, id: number): Promise<void> {
  const { variants } = tx.tables
  await tx
    .update(variants)
    .set({ stock: sql`${variants.stock}` })
    .where(eq(variants.product_id, id))
}

/** @param nextId the variant that becomes the default one if this was it */
export async function deleteVariant(tx: Tx, { id, is_default }: VariantRow, nextId: number): Promise<void> {
  const { variants } = tx.tables
  await tx.delete(variants).where(eq(variants.id, id))
  if (is_default) await tx.updateMany('variants', [{ id: nextId, set: { is_default: true } }])
}

/** Keeps these media of a product, in this order, and deletes the others. */
export async function keepMedia(tx: Tx, productId: number, ids: number[]): Promise<void> {
  const { media } = tx.tables
  await tx.delete(media).where(and(eq(media.product_id, productId), notInArray(media.id, ids)))
  for (const [position, id] of ids.entries()) await tx.update(media).set({ position }).where(eq(media.id, id))
}

/** Call it after every change of a product, its variants or media: lists and search follow. */
export async function publishChanges(tx: Tx, ids: number[], now: Date): Promise<void> {
  await refreshListings(tx, ids, now, new Map(ids.map((id) => [id, {}])))
  await indexProducts(tx, ids)
}

/** In how many orders a product or variant is. */
export async function countOrdersWith(
  reader: Reader,
  by: 'product_id' | 'variant_id',
  id: number,
): Promise<number> {
  const { order_items } = reader.tables
  const [row] = await reader
    .select({ orders: sql`count(distinct ${order_items.order_id})`.mapWith(Number) })
    .from(order_items)
    .where(eq(order_items[by], id))
  return row?.orders ?? 0
}

/** The coupons for this product or category only. */
export async function findCouponsOf(reader: Reader, by: 'product_id' | 'category_id', id: number) {
  const { coupons } = reader.tables
  const { code, is_active } = coupons
  return reader.select({ code, is_active }).from(coupons).where(eq(coupons[by], id))
}

/** Deletes a product with its variants, media, deals and coupons, also from carts and wishlists. Orders stay. */
export async function deleteProductRow(tx: Tx, id: number): Promise<void> {
  const { products, coupons } = tx.tables
  await tx.delete(coupons).where(eq(coupons.product_id, id))
  await tx.delete(products).where(eq(products.id, id))
  await indexProducts(tx, [id])
}

export async function findTakenSlugs(reader: Reader, slugs: string[]): Promise<Set<string>> {
  const { slug } = reader.tables.products
  const rows = await reader
    .select({ slug })
    .from(reader.tables.products)
    .where(isOneOf(reader, slug, slugs))
  return new Set(rows.map((row) => row.slug))
}
