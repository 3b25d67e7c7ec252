/** What may be wrong with the merchant's data: each answers with names, so that it can be found. */
import { and, asc, eq, gt, gte, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

export interface Named {
  id: number
  name: string
}

/** Published products with a variant for which something holds. */
async function productsWhere(reader: Reader, where: SQL | undefined): Promise<Named[]> {
  const { products, variants } = reader.tables
  return reader
    .selectDistinct({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(variants, eq(variants.product_id, products.id))
    .where(and(eq(products.is_published, true), where))
    .orderBy(asc(products.id))
}

export const withoutMrp = (reader: Reader) => productsWhere(reader, isNull(reader.tables.variants.mrp))

export const dearerThanMrp = (reader: Reader) =>
  productsWhere(reader, gt(reader.tables.variants.price, reader.tables.variants.mrp))

export const withoutPrice = (reader: Reader) => productsWhere(reader, eq(reader.tables.variants.price, 0))

export const withoutOrigin = (reader: Reader) =>
  productsWhere(reader, sql`trim(${reader.tables.products.country_of_origin}) = ''`)

export const withoutHsn = (reader: Reader) => {
  const { hsn } = reader.tables.products
  return productsWhere(reader, or(isNull(hsn), sql`trim(${hsn}) = ''`))
}

export const withoutGstRate = (reader: Reader) =>
  productsWhere(reader, isNull(reader.tables.products.gst_rate))

export async function withoutVariants(reader: Reader): Promise<Named[]> {
  const { products } = reader.tables
  return reader
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(eq(products.is_published, true), isNull(products.variant_id)))
    .orderBy(asc(products.id))
}

/** Published products whose category is not there. */
export async function withoutCategory(reader: Reader): Promise<Named[]> {
  const { products, categories } = reader.tables
  return reader
    .select({ id: products.id, name: products.name })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(and(eq(products.is_published, true), isNull(categories.id)))
    .orderBy(asc(products.id))
}

/** Everything shown that lies in the media folder, with what it belongs to. */
export async function usedMedia(reader: Reader): Promise<{ url: string; name: string }[]> {
  const { media, products, categories, banners } = reader.tables
  const own = (column: typeof media.media_url) => like(column, '/media/%')
  const shown = await reader
    .select({ url: media.media_url, name: products.name })
    .from(media)
    .innerJoin(products, eq(products.id, media.product_id))
    .where(and(eq(products.is_published, true), own(media.media_url)))
  const shelves = await reader.select({ url: categories.image_url, name: categories.name }).from(categories)
  const windows = await reader
    .select({ url: banners.banner_image, name: banners.banner_name })
    .from(banners)
    .where(eq(banners.is_active, true))
  const all = [...shown, ...shelves, ...windows]
  return all.flatMap(({ url, name }) => (url?.startsWith('/media/') ? [{ url, name }] : []))
}

/** Deals that run or are to come, with what their product costs and has. */
export async function dealsToJudge(reader: Reader, now: Date) {
  const { deals, products, variants } = reader.tables
  return reader
    .select({
      ...{ id: deals.id, name: deals.name, deal_price: deals.deal_price },
      ...{ price: variants.price, in_stock: products.in_stock, is_published: products.is_published },
    })
    .from(deals)
    .innerJoin(products, eq(products.id, deals.product_id))
    .innerJoin(variants, eq(variants.id, products.variant_id))
    .where(and(eq(deals.is_active, true), gte(deals.end_date, now)))
    .orderBy(asc(deals.id))
}

export async function refundsDue(reader: Reader): Promise<Named[]> {
  const { orders } = reader.tables
  return reader
    .select({ id: orders.id, name: orders.shipping_name })
    .from(orders)
    .where(eq(orders.refund_due, true))
    .orderBy(asc(orders.id))
}

/** Mails that have been tried in vain since before `since`. */
export async function stuckMails(reader: Reader, since: Date): Promise<Named[]> {
  const { outbox } = reader.tables
  return reader
    .select({ id: outbox.id, name: outbox.dedupe_key })
    .from(outbox)
    .where(
      and(
        gt(outbox.attempts, 3),
        sql`${outbox.last_error} is not null`,
        or(isNull(outbox.done_at), lt(outbox.next_at, since)),
      ),
    )
    .orderBy(asc(outbox.id))
}
