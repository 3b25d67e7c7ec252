/** Queries for what may be wrong with the data of a shop. */
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { findState, INDIAN_STATES } from '@haat/contract/indian-states'
import { SOLD_STATUSES } from '@haat/contract/rules'
import { hasRow, type Reader } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { isOwed } from '../../features/payments/refunds.store.ts'

export interface NamedRow {
  id: number
  name: string
}

/** A product with one of its variants that a check found. Amounts in paise: of all that it found. */
export interface FaultyVariant extends NamedRow {
  variant_id: number
  /** The highest price. */
  price: number
  /** The lowest MRP. */
  mrp: number | null
}

/** What may be wrong with published products, their categories and variants. @param rates of GST */
const FAULTS = {
  noVariants: ({ variants }) => isNull(variants.id),
  noCategory: ({ categories }) => isNull(categories.id),
  noMrp: ({ variants }) => and(isNotNull(variants.id), isNull(variants.mrp)),
  priceAboveMrp: ({ variants }) => gt(variants.price, variants.mrp),
  noPrice: ({ variants }) => eq(variants.price, 0),
  noPackFacts: ({ products }) => or(isNull(products.manufacturer), isNull(products.net_quantity)),
  noOrigin: ({ products }) => sql`trim(${products.country_of_origin}) = ''`,
  noHsn: ({ products }) => or(isNull(products.hsn), sql`trim(${products.hsn}) = ''`),
  oddHsn: ({ products }) => sql`length(trim(${products.hsn})) not in (0, 4, 6, 8)`,
  noGstRate: ({ products }) => isNull(products.gst_rate),
  gstRate: ({ products }, rates) => inArray(products.gst_rate, rates),
  otherGstRate: ({ products }, rates) =>
    and(isNotNull(products.gst_rate), notInArray(products.gst_rate, rates)),
} satisfies Record<string, (tables: Tables, rates: number[]) => SQL | undefined>

/** Published products with a fault, or with a variant that has it. */
export async function productsWith(
  reader: Reader,
  fault: keyof typeof FAULTS,
  rates: readonly number[] = [],
): Promise<FaultyVariant[]> {
  const { products, variants, categories } = reader.tables
  const rows = await reader
    .select({
      id: products.id,
      name: products.name,
      variant_id: min(variants.id),
      price: max(variants.price),
      mrp: min(variants.mrp),
    })
    .from(products)
    .leftJoin(variants, eq(variants.product_id, products.id))
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(and(eq(products.is_published, true), FAULTS[fault](reader.tables, [...rates])))
    .groupBy(products.id, products.name)
    .orderBy(asc(products.id))
  return rows.map((row) => ({ ...row, variant_id: row.variant_id ?? 0, price: row.price ?? 0 }))
}

export const hasProducts = (reader: Reader): Promise<boolean> => hasRow(reader, reader.tables.products)

/**
 * The media files that published products, categories and active banners show, each with the name of its owner.
 */
export async function usedMedia(reader: Reader): Promise<{ url: string; name: string }[]> {
  const { media, products, categories, banners } = reader.tables
  const ofProducts = await reader
    .select({ url: media.media_url, name: products.name })
    .from(media)
    .innerJoin(products, eq(products.id, media.product_id))
    .where(eq(products.is_published, true))
  const ofCategories = await reader
    .select({ url: categories.image_url, name: categories.name })
    .from(categories)
  const ofBanners = await reader
    .select({ url: banners.banner_image, name: banners.banner_name })
    .from(banners)
    .where(eq(banners.is_active, true))
  return [...ofProducts, ...ofCategories, ...ofBanners].flatMap(({ url, name }) =>
    url?.startsWith('/media/') ? [{ url, name }] : [],
  )
}

/** Sold orders whose state is none of India's, and whose tax can still be put right: without an invoice from before `month`. */
export async function ordersOfNoState(reader: Reader, month: Date): Promise<NamedRow[]> {
  const { orders, documents } = reader.tables
  const states = INDIAN_STATES.map(({ name }) => name)
  const stated = reader
    .select({ order_id: documents.order_id })
    .from(documents)
    .where(and(isNull(documents.voided_at), lt(documents.issued_at, month)))
  const rows = await reader
    .select({ id: orders.id, name: orders.shipping_state })
    .from(orders)
    .where(
      and(
        inArray(orders.status, SOLD_STATUSES),
        inArray(orders.shipping_country, ['India', '']),
        notInArray(orders.shipping_state, states),
        notInArray(orders.id, stated),
      ),
    )
    .orderBy(asc(orders.id))
  return rows.filter(({ name }) => findState(name) === null)
}

/** Orders of which the merchant is to pay something back. */
export async function refundsDue(reader: Reader): Promise<NamedRow[]> {
  const { orders, refunds } = reader.tables
  return reader
    .selectDistinct({ id: orders.id, name: orders.shipping_name })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(isOwed(reader.tables))
    .orderBy(asc(orders.id))
}

/** Mails that were not delivered in more than three attempts. */
export async function unsentMails(reader: Reader, now: Date): Promise<NamedRow[]> {
  const { outbox } = reader.tables
  return reader
    .select({ id: outbox.id, name: outbox.dedupe_key })
    .from(outbox)
    .where(
      and(
        gt(outbox.attempts, 3),
        sql`${outbox.last_error} is not null`,
        or(isNull(outbox.done_at), lt(outbox.next_at, now)),
      ),
    )
    .orderBy(asc(outbox.id))
}

/** When somebody last logged in, as every customer does before an order; null in an unused shop. */
export async function latestLogin(reader: Reader): Promise<Date | null> {
  const { sessions } = reader.tables
  const [row] = await reader.select({ at: max(sessions.created_at) }).from(sessions)
  return row?.at ?? null
}
