import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { prepared, placeholder, type Reader } from '../../db/database.ts'
import { isShown } from '../catalog/published.store.ts'

/** So many deals are listed at most. */
const MOST = 200

function dealRows(reader: Reader) {
  const { deals, products, variants } = reader.tables
  const { id, product_id, name, description, deal_price, start_date, end_date, is_active } = deals
  return reader
    .select({
      ...{ id, product_id, name, description, deal_price, start_date, end_date, is_active },
      ...{ variant_id: variants.id, mrp: variants.mrp, stock: variants.stock },
      ...{ product_name: products.name, image_url: products.media_url },
    })
    .from(deals)
    .innerJoin(products, eq(products.id, product_id))
    .innerJoin(variants, eq(variants.id, products.variant_id))
}

const active = prepared((reader) => {
  const { deals } = reader.tables
  return dealRows(reader)
    .where(
      and(isShown(reader), eq(deals.is_active, true), gt(deals.end_date, placeholder('now', deals.end_date))),
    )
    .orderBy(asc(deals.end_date), asc(deals.id))
    .limit(MOST)
    .prepare('active_deals')
})

const all = prepared((reader) => {
  const { deals } = reader.tables
  return dealRows(reader)
    .where(isShown(reader))
    .orderBy(desc(deals.end_date), desc(deals.id))
    .limit(MOST)
    .prepare('all_deals')
})

const images = prepared((reader) => {
  const { media } = reader.tables
  const { id, product_id, variant_id, media_type, media_url, video_source, alt } = media
  return reader
    .select({ id, product_id, variant_id, media_type, media_url, video_source, alt })
    .from(media)
    .where(
      and(
        inArray(
          product_id,
          Array.from({ length: MOST }, (_, index) => sql.placeholder(`id${index}`)),
        ),
        eq(media_type, 'image'),
      ),
    )
    .orderBy(asc(media.position), asc(id))
    .prepare('deal_images')
})

/** Switched-on deals of published products whose window has not ended, the one that ends first in front. */
export const findActiveDeals = (reader: Reader, now: Date) => active(reader).execute({ now })

/** Deals of published products, the one that ends last in front. */
export const findAllDeals = (reader: Reader) => all(reader).execute()

/** Pictures of the products, those of every variant, in order. */
export const findImages = (reader: Reader, productIds: number[]) =>
  images(reader).execute(
    Object.fromEntries(Array.from({ length: MOST }, (_, index) => [`id${index}`, productIds[index] ?? 0])),
  )
