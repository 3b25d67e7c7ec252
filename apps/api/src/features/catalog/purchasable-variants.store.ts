/** Variants with everything a purchase needs: price, running deal, stock, tax and picture. */
import { brandedName } from '@haat/contract/rules'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { isOneOf, pick, pipelined, preparedForList, type Reader } from '../../db/database.ts'
import { liveDealPrices } from './listing-columns.store.ts'

export type PurchasableVariant = Awaited<ReturnType<typeof findPurchasableVariants>>[number]

/**
 * The variants with these ids, of unpublished products too; missing ids are left out. Prices in paise;
 * `deal_price` is set for the default variant of a product whose deal runs at `now`, otherwise null.
 */
export async function findPurchasableVariants(reader: Reader, variantIds: number[], now: Date) {
  if (variantIds.length === 0) return []
  const [found, ids] = variantsOf(reader, variantIds)
  const rows = await found.execute(ids)
  const products = [...new Set(rows.map((row) => row.product_id))]
  const [dealPrices, pictures] = await pipelined(reader, [
    () => liveDealPrices(reader, products, now),
    () => findPictures(reader, products),
  ])
  return rows.map(({ name, brand, ...row }) => ({
    ...row,
    product_name: brandedName({ name, brand }),
    deal_price: row.is_default ? (dealPrices.get(row.product_id) ?? null) : null,
    media_url: pictureOf(row, pictures) ?? row.media_url,
  }))
}

const variantsOf = preparedForList((reader, ids) => {
  const { variants, products } = reader.tables
  return reader
    .select({
      variant_id: variants.id,
      product_id: products.id,
      description: products.short_description,
      ...pick(
        products,
        'name',
        'brand',
        'category_id',
        'is_published',
        'hsn',
        'gst_rate',
        'no_cod',
        'return_days',
        'media_url',
      ),
      ...pick(variants, 'is_default', 'variant_name', 'color', 'size', 'sku', 'price', 'mrp', 'stock'),
      ...pick(variants, 'weight', 'length', 'breadth', 'height'),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(isOneOf(reader, variants.id, ids))
    .orderBy(asc(variants.id))
    .prepare('purchasable_variants')
})

/** The default variant of each product, by product id. */
export async function findDefaultVariants(
  reader: Reader,
  productIds: number[],
): Promise<Map<number, number>> {
  const { variants } = reader.tables
  if (productIds.length === 0) return new Map()
  const rows = await reader
    .select({ product_id: variants.product_id, id: variants.id })
    .from(variants)
    .where(and(inArray(variants.product_id, productIds), eq(variants.is_default, true)))
  return new Map(rows.map((row) => [row.product_id, row.id]))
}

/** The pictures of products and their variants, in order. */
export async function findPictures(reader: Reader, productIds: number[]) {
  if (productIds.length === 0) return []
  const [pictures, ids] = picturesOf(reader, productIds)
  return pictures.execute(ids)
}

const picturesOf = preparedForList((reader, ids) => {
  const { media } = reader.tables
  return reader
    .select(pick(media, 'product_id', 'variant_id', 'media_url'))
    .from(media)
    .where(and(isOneOf(reader, media.product_id, ids), eq(media.media_type, 'image')))
    .orderBy(asc(media.position), asc(media.id))
    .prepare('pictures_of_variants')
})

type Picture = Awaited<ReturnType<typeof findPictures>>[number]

/** The variant's own first picture, otherwise the product's first shared one. */
function pictureOf(row: { product_id: number; variant_id: number }, pictures: Picture[]): string | undefined {
  const variantPicture = pictures.find((picture) => picture.variant_id === row.variant_id)
  const sharedPicture = pictures.find(
    (picture) => picture.product_id === row.product_id && picture.variant_id === null,
  )
  return (variantPicture ?? sharedPicture)?.media_url
}
