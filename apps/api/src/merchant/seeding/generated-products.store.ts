/** Writes generated products in bulk, listing columns included: nothing has to be read back. */
import { discountPercent, variantLabel } from '@haat/contract/rules'
import type { DemoMedia, DemoProduct } from '@haat/seed'
import type { Tx } from '../../db/database.ts'
import {
  insertAll,
  type NewMedia,
  type NewProduct,
  type NewVariant,
  reserveIds,
} from '../importing/importing.store.ts'
import { daysBefore, type DemoIds, idOf } from './demo-frame.ts'
import { addressOf } from './demo.store.ts'

/** What an order copies of a variant. Kept for all of them, so it is small. */
export interface Sellable {
  product_id: number
  variant_id: number
  category_id: number
  price: number
  mrp: number | null
  product_name: string
  variant_name: string | null
  sku: string
  hsn: string
  gst_rate: number
  variant_image: string | null
}

/** @returns what can be ordered of them */
export async function writeProducts(
  tx: Tx,
  products: DemoProduct[],
  categories: Map<string, number>,
  now: Date,
): Promise<Sellable[]> {
  const productIds = await reserveIds(tx, 'products', products.length)
  const total = products.reduce((sum, { variants }) => sum + variants.length, 0)
  const variantIds = (await reserveIds(tx, 'variants', total)).toReversed()
  const rows = { products: [] as NewProduct[], variants: [] as NewVariant[], media: [] as NewMedia[] }
  const sellables: Sellable[] = []
  for (const [at, product] of products.entries()) {
    const ids = { id: productIds[at]!, category_id: categories.get(product.category)! }
    const own = product.variants.map((variant) => ({ variant, id: variantIds.pop()! }))
    for (const [position, { variant, id }] of own.entries()) {
      const { media, ...fields } = variant
      rows.variants.push({ id, ...fields, product_id: ids.id, position })
      rows.media.push(...mediaRows(media, ids.id, id))
      sellables.push(sellableOf(product, variant, { ...ids, variant_id: id }))
    }
    rows.media.push(...mediaRows(product.media, ids.id, null))
    rows.products.push(productRow(product, own[0]!.id, ids, now))
  }
  await insertAll(tx, rows)
  return sellables
}

const mediaRows = (media: DemoMedia[], product_id: number, variant_id: number | null): NewMedia[] =>
  media.map((item, position) => ({
    ...{ product_id, variant_id, media_type: item.media_type, position },
    ...addressOf(item),
  }))

const firstImage = (...lists: DemoMedia[][]): string | null => {
  const item = lists.flat().find(({ media_type }) => media_type === 'image')
  return item ? addressOf(item).media_url : null
}

function productRow(
  product: DemoProduct,
  variant_id: number,
  ids: { id: number; category_id: number },
  now: Date,
): NewProduct {
  const { media, variants, category: _category, age_days, ...fields } = product
  const shown = variants[0]!
  return {
    ...fields,
    ...ids,
    created_at: daysBefore(now, age_days),
    ...{ variant_id, price: shown.price, mrp: shown.mrp },
    discount_percentage: discountPercent(shown.mrp, shown.price),
    in_stock: variants.some(({ stock }) => stock > 0),
    media_url: firstImage(shown.media, media),
  }
}

/** What can be ordered of products that were written before. */
export const sellablesOf = (products: DemoProduct[], known: DemoIds): Sellable[] =>
  products.flatMap((product) =>
    product.variants.map((variant) =>
      sellableOf(product, variant, {
        id: idOf(known.products, product.slug),
        category_id: idOf(known.categories, product.category),
        variant_id: idOf(known.variants, variant.sku),
      }),
    ),
  )

function sellableOf(
  product: DemoProduct,
  variant: DemoProduct['variants'][number],
  ids: { id: number; category_id: number; variant_id: number },
): Sellable {
  const { sku, price, mrp } = variant
  return {
    ...{ product_id: ids.id, variant_id: ids.variant_id, category_id: ids.category_id, price, mrp, sku },
    ...{ product_name: product.name, hsn: product.hsn, gst_rate: product.gst_rate },
    variant_name: variantLabel(variant),
    variant_image: firstImage(variant.media, product.media),
  }
}
