/** Coupons, deals and banners. */
import { and, asc, desc, eq, max } from 'drizzle-orm'
import { changeRow, insertRow, pick, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import type { Coupon } from '../../features/coupons/coupons.store.ts'

type New<Name extends keyof Tables> = Tables[Name]['$inferInsert']

/** All coupons with the name of their only product, newest first. Amounts in paise. */
export async function findCoupons(reader: Reader): Promise<(Coupon & { product: string | null })[]> {
  const { coupons, products } = reader.tables
  const rows = await reader
    .select({ coupon: coupons, product: products.name })
    .from(coupons)
    .leftJoin(products, eq(products.id, coupons.product_id))
    .orderBy(desc(coupons.id))
  return rows.map(({ coupon, product }) => ({ ...coupon, product }))
}

/** @returns undefined when the code is taken */
export async function insertCoupon(tx: Tx, coupon: New<'coupons'>): Promise<Coupon | undefined> {
  const { coupons } = tx.tables
  const [inserted] = await tx
    .insert(coupons)
    .values(coupon)
    .onConflictDoNothing({ target: coupons.code })
    .returning()
  return inserted
}

/** @returns undefined where no coupon has the code */
export const updateCoupon = (
  tx: Tx,
  code: string,
  set: Partial<New<'coupons'>>,
): Promise<Coupon | undefined> => changeRow(tx, tx.tables.coupons, set, eq(tx.tables.coupons.code, code))

/**
 * Switches a coupon, deal or banner off. Orders that used it do not change; the product of a deal returns to its usual
 * price.
 *
 * @param key the code of a coupon; of others the id
 * @returns whether it was on
 */
export async function endPromotion(
  tx: Tx,
  table: 'coupons' | 'deals' | 'banners',
  key: string,
  now: Date,
): Promise<boolean> {
  const { coupons, [table]: rows } = tx.tables
  const isIt = table === 'coupons' ? eq(coupons.code, key) : eq(rows.id, Number(key))
  const isOn = and(isIt, eq(rows.is_active, true))
  const ended = await changeRow(tx, rows as Tables['deals'], { is_active: false }, isOn)
  if (ended && table === 'deals') await refreshListings(tx, [ended.product_id], now)
  return ended !== undefined
}

/** All deals with the name, state and usual price of their product, newest first. Prices in paise. */
export async function findDealsWithProducts(reader: Reader) {
  const { deals, products, variants } = reader.tables
  return reader
    .select({
      ...pick(deals, 'id', 'product_id', 'name', 'deal_price', 'start_date', 'end_date', 'is_active'),
      ...pick(products, 'variant_id', 'in_stock', 'is_published'),
      ...{ product: products.name, ...pick(variants, 'price', 'mrp') },
    })
    .from(deals)
    .innerJoin(products, eq(products.id, deals.product_id))
    .leftJoin(variants, eq(variants.id, products.variant_id))
    .orderBy(desc(deals.id))
}

/** @returns the id of the deal */
export async function insertDeal(tx: Tx, deal: New<'deals'>, now: Date): Promise<number> {
  const { id } = await insertRow(tx, tx.tables.deals, deal)
  await refreshListings(tx, [deal.product_id], now)
  return id
}

/** All banners in display order. */
export const findAllBanners = (reader: Reader) =>
  reader
    .select()
    .from(reader.tables.banners)
    .orderBy(asc(reader.tables.banners.position), asc(reader.tables.banners.id))

export async function updateBanner(tx: Tx, id: number, set: Partial<New<'banners'>>): Promise<void> {
  const { banners } = tx.tables
  if (Object.values(set).some((value) => value !== undefined))
    await tx.update(banners).set(set).where(eq(banners.id, id))
}

/** Adds a banner after the others. @returns its id */
export async function insertBanner(
  tx: Tx,
  banner: { banner_name: string; banner_image: string; link: string | null },
): Promise<number> {
  const { banners } = tx.tables
  const [last] = await tx.select({ position: max(banners.position) }).from(banners)
  const position = (last?.position ?? -1) + 1
  return (await insertRow(tx, banners, { ...banner, position })).id
}
