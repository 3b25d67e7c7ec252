import { eq, or } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'

const idOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/** The product that somebody typed: by its id, its slug or the SKU of one of its variants. Prices in paise. */
export async function findTypedProduct(reader: Reader, text: string) {
  const { products, variants } = reader.tables
  const [bySku] = await reader
    .select({ product_id: variants.product_id })
    .from(variants)
    .where(eq(variants.sku, text))
  const [product] = await reader
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      price: variants.price,
      mrp: variants.mrp,
    })
    .from(products)
    .innerJoin(variants, eq(variants.id, products.variant_id))
    .where(or(eq(products.id, bySku?.product_id ?? idOf(text)), eq(products.slug, text)))
    .limit(1)
  return product
}

/** The category that somebody typed: by its id or slug. */
export async function findTypedCategory(reader: Reader, text: string) {
  const { categories } = reader.tables
  const [category] = await reader
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(or(eq(categories.id, idOf(text)), eq(categories.slug, text)))
  return category
}
