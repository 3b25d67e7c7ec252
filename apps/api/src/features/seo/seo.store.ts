/** What search engines ask about the catalogue: which products have a page. These are published and have a variant. */
import { and, asc, eq, gt, isNotNull, lte, min, sql } from 'drizzle-orm'
import { placeholder, prepared, type Reader } from '../../db/database.ts'

const publicName = prepared((reader) => {
  const { id, name, is_published, variant_id } = reader.tables.products
  return reader
    .select({ name })
    .from(reader.tables.products)
    .where(and(eq(id, sql.placeholder('id')), eq(is_published, true), isNotNull(variant_id)))
    .prepare('public_product_name')
})

/** The name of a published product. */
export async function findPublicName(reader: Reader, id: number): Promise<string | undefined> {
  const [product] = await publicName(reader).execute({ id })
  return product?.name
}

const previewedProduct = prepared((reader) => {
  const { id, name, price, mrp, media_url, is_published, variant_id } = reader.tables.products
  return reader
    .select({ id, name, price, mrp, media_url })
    .from(reader.tables.products)
    .where(and(eq(id, sql.placeholder('id')), eq(is_published, true), isNotNull(variant_id)))
    .prepare('previewed_product')
})

/** What the preview of a published product shows. Its price is current when applyDeals() ran before. */
export async function findPreviewed(reader: Reader, id: number) {
  const [product] = await previewedProduct(reader).execute({ id })
  return product
}

const firstProduct = prepared((reader) => {
  const { id, is_published } = reader.tables.products
  return reader
    .select({ id: min(id) })
    .from(reader.tables.products)
    .where(and(eq(is_published, true), gt(id, placeholder('after', id))))
    .prepare('first_product_after')
})

/** The lowest id of a published product above `after`, or null. */
export async function findFirstProduct(reader: Reader, after: number): Promise<number | null> {
  const [row] = await firstProduct(reader).execute({ after })
  return row?.id ?? null
}

/** When, in each category, a published product with an id above `after` up to `last` changed last. */
export function findLastChanges(
  reader: Reader,
  range: { after: number; last: number },
): Promise<{ category_id: number; changed_at: Date }[]> {
  const { id, category_id, created_at, updated_at, is_published, variant_id } = reader.tables.products
  const changed_at = sql`max(coalesce(${updated_at}, ${created_at}))`.mapWith(created_at)
  return reader
    .select({ category_id, changed_at })
    .from(reader.tables.products)
    .where(and(eq(is_published, true), isNotNull(variant_id), gt(id, range.after), lte(id, range.last)))
    .groupBy(category_id)
}

const productsBetween = prepared((reader) => {
  const { id, name, media_url, created_at, updated_at, is_published, variant_id } = reader.tables.products
  return reader
    .select({ id, name, media_url, created_at, updated_at })
    .from(reader.tables.products)
    .where(
      and(
        eq(is_published, true),
        isNotNull(variant_id),
        gt(id, placeholder('after', id)),
        lte(id, placeholder('last', id)),
      ),
    )
    .orderBy(asc(id))
    .limit(sql.placeholder('limit'))
    .prepare('sitemap_products')
})

/** Published products with ids above `after` up to `last`, in the order of their ids. */
export const findProductsBetween = (reader: Reader, range: { after: number; last: number; limit: number }) =>
  productsBetween(reader).execute(range)

const picturesBetween = prepared((reader) => {
  const { id, product_id, variant_id, media_type, media_url, position } = reader.tables.media
  return reader
    .select({ product_id, media_url })
    .from(reader.tables.media)
    .where(
      and(
        gt(product_id, placeholder('after', product_id)),
        lte(product_id, placeholder('last', product_id)),
        eq(media_type, 'image'),
      ),
    )
    .orderBy(asc(product_id), asc(sql`coalesce(${variant_id}, 0)`), asc(position), asc(id))
    .prepare('sitemap_pictures')
})

/** The pictures of products with ids above `after` up to `last`, those of the product before those of its variants. */
export const findPicturesBetween = (reader: Reader, range: { after: number; last: number }) =>
  picturesBetween(reader).execute(range)
