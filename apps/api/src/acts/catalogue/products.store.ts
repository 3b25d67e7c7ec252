/** The merchant's view of products: hidden ones too, with stock and SKUs. Prices in paise. */
import { type Lack, LACKS, type PRODUCT_SORTS, type ProductState } from '@haat/contract/staff/products'
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isOneOf, pick, type Reader, type Tx, changeRows } from '../../db/database.ts'
import { contains, equalsInAnyCase } from '../../db/match-text.ts'
import type { Tables, VariantRow } from '../../db/schema.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { findProductsById, findWholeProducts } from './catalogue-rows.store.ts'

export interface ProductFilter {
  /** Ids of the categories to list. */
  categories?: number[] | undefined
  brand?: string | undefined
  /** Part of a name, brand, key or SKU. */
  search?: string | undefined
  state?: ProductState | undefined
  lacks?: Lack | 'any' | undefined
}

interface Page {
  /** The row that ended the page before. */
  after?: number | undefined
  limit: number
}

export interface ProductListFilter extends ProductFilter, Page {
  /** Only products with a variant that has at most this many pieces. */
  stockUpTo?: number | undefined
  sort?: (typeof PRODUCT_SORTS)[number] | undefined
}

function stateIs({ products }: Tables, state: ProductState): SQL | undefined {
  const { is_published, publish_at, in_stock } = products
  if (state === 'hidden') return and(eq(is_published, false), isNull(publish_at))
  if (state === 'scheduled') return and(eq(is_published, false), isNotNull(publish_at))
  return and(eq(is_published, true), eq(in_stock, state === 'selling'))
}

function lacks({ products }: Tables, what: Lack | 'any'): SQL | undefined {
  if (what === 'any') return or(...LACKS.map((one) => lacks({ products } as Tables, one)))
  if (what === 'country_of_origin') return eq(products.country_of_origin, '')
  return isNull(what === 'picture' ? products.media_url : products[what])
}

/** What a filter asks of a product. */
function fits(reader: Reader, { categories, brand, search, state, lacks: lack }: ProductFilter) {
  const { products, variants } = reader.tables
  const { sku, color, size, variant_name } = variants
  const ofVariant = (text: string) =>
    reader
      .select({ id: variants.product_id })
      .from(variants)
      .where(or(...[sku, color, size, variant_name].map((column) => contains(reader, column, text))))
  const has = (word: string) =>
    or(
      ...[products.name, products.brand, products.external_key].map((column) =>
        contains(reader, column, word),
      ),
      inArray(products.id, ofVariant(word)),
    )
  return and(
    categories && inArray(products.category_id, categories),
    brand === undefined ? undefined : equalsInAnyCase(reader, products.brand, brand),
    state && stateIs(reader.tables, state),
    lack && lacks(reader.tables, lack),
    ...(search?.split(/\s+/).slice(0, 10).filter(Boolean).map(has) ?? []),
  )
}

/** Products, the newest first where nothing else sorts them, with the number of their variants and the pieces of all of them. */
export async function findProductList(reader: Reader, filter: ProductListFilter) {
  const { products, categories, variants } = reader.tables
  const { id, slug, name, brand, price, mrp, external_key, media_url, variant_id } = products
  const { is_published, publish_at, in_stock } = products
  const { hsn, gst_rate, country_of_origin, net_quantity, manufacturer } = products
  const { stockUpTo, after, sort } = filter
  const isLow =
    stockUpTo === undefined
      ? undefined
      : exists(
          reader
            .select({ id: variants.id })
            .from(variants)
            .where(and(eq(variants.product_id, id), lte(variants.stock, stockUpTo))),
        )
  const ofProduct = (value: SQL) =>
    sql`(select ${value} from ${variants} where ${variants.product_id} = ${id})`.mapWith(Number)
  const stock = ofProduct(sql`coalesce(sum(${variants.stock}), 0)`)
  const [byName, byPrice] = [sql`lower(${name})`, sql`${price}`]
  const sorts = { name: byName, price: byPrice, stock }
  const by = sort && { ...sorts, '-name': byName, '-price': byPrice, '-stock': stock }[sort]
  const isDown = sort?.startsWith('-')
  const order = by ? [isDown ? desc(by) : asc(by), desc(id)] : [desc(id)]
  const last = sql`(select ${by} from ${products} where ${id} = ${after})`
  const isAfter = by
    ? or(isDown ? lt(by, last) : gt(by, last), and(eq(by, last), lt(id, after ?? 0)))
    : lt(id, after ?? 0)
  // Only the rows of the page are joined.
  const page = reader
    .select({ id })
    .from(products)
    .where(and(fits(reader, filter), isLow, after === undefined ? undefined : isAfter))
    .orderBy(...order)
    .limit(filter.limit)
    .as('page')
  return reader
    .select({
      ...{ id, slug, name, brand, price, mrp, external_key, media_url, variant_id },
      ...{ is_published, publish_at, in_stock },
      ...{ hsn, gst_rate, country_of_origin, net_quantity, manufacturer },
      category: categories.name,
      variants: ofProduct(sql`count(*)`),
      stock,
    })
    .from(page)
    .innerJoin(products, eq(id, page.id))
    .innerJoin(categories, eq(categories.id, products.category_id))
    .orderBy(...order)
}

const COUNTED = 10_000

/** The newest products, counted by what lists show of them. */
export async function countProducts(reader: Reader) {
  const { products } = reader.tables
  const newest = reader
    .select()
    .from(products)
    .orderBy(desc(products.id))
    .limit(COUNTED + 1)
    .as('products')
  const tables = { products: newest } as unknown as Tables
  const among = (condition: SQL | undefined) =>
    sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`.mapWith(Number)
  const [row] = await reader
    .select({
      all: count(),
      selling: among(stateIs(tables, 'selling')),
      hidden: among(stateIs(tables, 'hidden')),
      scheduled: among(stateIs(tables, 'scheduled')),
      sold_out: among(stateIs(tables, 'sold_out')),
      lacking: among(lacks(tables, 'any')),
    })
    .from(newest)
  return { ...row!, is_all: row!.all <= COUNTED }
}

export interface VariantFilter extends ProductFilter, Page {
  products?: number[] | undefined
  /** Only variants with at most this many pieces. */
  stockUpTo?: number | undefined
}

/** Variants, those of the newest products first, with what their product has. */
export async function findVariantList(reader: Reader, filter: VariantFilter) {
  const { products, categories, variants, media } = reader.tables
  const { after, stockUpTo } = filter
  const last = sql`(select ${variants.product_id} from ${variants} where ${variants.id} = ${after})`
  const own = sql`(select ${media.media_url} from ${media} where ${media.variant_id} = ${variants.id} order by ${media.position} limit 1)`
  return reader
    .select({
      ...pick(variants, 'id', 'product_id', 'sku', 'price', 'mrp', 'stock', 'color', 'size', 'variant_name'),
      is_default: variants.is_default,
      ...pick(products, 'hsn', 'gst_rate', 'is_published', 'is_new_arrival', 'is_featured', 'is_on_sale'),
      product: products.name,
      category: categories.name,
      media_url: sql<string | null>`coalesce(${own}, ${products.media_url})`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .innerJoin(categories, eq(categories.id, products.category_id))
    .where(
      and(
        fits(reader, filter),
        filter.products && inArray(products.id, filter.products),
        stockUpTo === undefined ? undefined : lte(variants.stock, stockUpTo),
        after === undefined
          ? undefined
          : or(
              sql`${variants.product_id} < ${last}`,
              and(sql`${variants.product_id} = ${last}`, gt(variants.id, after)),
            ),
      ),
    )
    .orderBy(desc(variants.product_id), asc(variants.id))
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

export async function deleteMedia(tx: Tx, ids: number[]): Promise<void> {
  const { media } = tx.tables
  if (ids.length > 0) await tx.delete(media).where(inArray(media.id, ids))
}

/** The products of rows, by the row's id. */
export async function findProductsOf(
  reader: Reader,
  name: 'variants' | 'media' | 'deals',
  ids: number[],
): Promise<Map<number, number>> {
  const table: Tables['variants'] = reader.tables[name] as never
  const { id, product_id } = table
  const rows = await reader
    .select({ id, product_id })
    .from(table)
    .where(isOneOf(reader, id, ids))
  return new Map(rows.map((row) => [row.id, row.product_id]))
}

/** Call it after every change of a product, its variants or media: lists and search follow. */
export async function publishChanges(tx: Tx, ids: number[], now: Date): Promise<void> {
  await refreshListings(tx, ids, now, new Map(ids.map((id) => [id, {}])))
  await indexProducts(tx, ids)
}

/** Products whose time to be published has come, the longest due first. */
export async function findDueProducts(reader: Reader, now: Date): Promise<number[]> {
  const { id, publish_at } = reader.tables.products
  const rows = await reader
    .select({ id })
    .from(reader.tables.products)
    .where(lte(publish_at, now))
    .orderBy(asc(publish_at), asc(id))
    .limit(100)
  return rows.map((row) => row.id)
}

/** @returns whether the product was still due: of several servers, one takes it */
export async function takeDueProduct(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { products } = tx.tables
  const isDue = and(eq(products.id, id), lte(products.publish_at, now))
  return (await changeRows(tx, products, { publish_at: null }, isDue)) > 0
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
