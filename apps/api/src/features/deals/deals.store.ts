import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import { isOneOf, pick, placeholder, prepared, type Reader } from '../../db/database.ts'
import { isShown, SHOWN_MEDIA } from '../catalog/product-list.store.ts'

const DEALS_MAX = 200

function dealRows(reader: Reader) {
  const { deals, products, variants } = reader.tables
  return reader
    .select({
      ...pick(deals, 'id', 'product_id', 'name', 'description'),
      ...pick(deals, 'deal_price', 'start_date', 'end_date', 'is_active'),
      ...{ variant_id: variants.id, ...pick(variants, 'mrp', 'stock', 'color', 'size', 'variant_name') },
      ...{ product: products.name, image_url: products.media_url, ...pick(products, 'brand', 'rating') },
    })
    .from(deals)
    .innerJoin(products, eq(products.id, deals.product_id))
    .innerJoin(variants, eq(variants.id, products.variant_id))
}

const active = prepared((reader) => {
  const { deals, variants } = reader.tables
  return dealRows(reader)
    .where(
      and(
        isShown(reader),
        eq(deals.is_active, true),
        gt(deals.end_date, placeholder('now', deals.end_date)),
        lt(deals.deal_price, variants.price),
      ),
    )
    .orderBy(asc(deals.end_date), asc(deals.id))
    .limit(DEALS_MAX)
    .prepare('active_deals')
})

/** Active deals below the usual price of published products that have not ended, the one ending soonest first. */
export const findActiveDeals = (reader: Reader, now: Date) => active(reader).execute({ now })

/** All deals of published products, the one ending last first. */
export function findAllDeals(reader: Reader) {
  const { deals } = reader.tables
  const order = [desc(deals.end_date), desc(deals.id)]
  return dealRows(reader)
    .where(isShown(reader))
    .orderBy(...order)
    .limit(DEALS_MAX)
}

/** Pictures of the products and of all their variants, in order. */
export function findImages(reader: Reader, productIds: number[]) {
  const { media } = reader.tables
  return reader
    .select(pick(media, ...SHOWN_MEDIA, 'product_id', 'variant_id'))
    .from(media)
    .where(and(isOneOf(reader, media.product_id, productIds), eq(media.media_type, 'image')))
    .orderBy(asc(media.position), asc(media.id))
}
