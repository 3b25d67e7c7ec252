/** What search engines ask about the catalogue: which products have a page. These are published and have a variant. */
import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { pick, type Reader } from '../../db/database.ts'
import { isShown } from '../catalog/product-list.store.ts'

const hasPage = (reader: Reader) => and(isShown(reader), isNotNull(reader.tables.products.variant_id))

export async function findPublicName(reader: Reader, id: number): Promise<string | undefined> {
  const { products } = reader.tables
  const [product] = await reader
    .select({ name: products.name })
    .from(products)
    .where(and(eq(products.id, id), hasPage(reader)))
  return product?.name
}

/** Ids of one sitemap of products, which takes some milliseconds to write. A sitemap may have 50,000 addresses. */
export const BLOCK = 1000

/** The blocks of ids that have products, from 1. */
export async function findBlocks(reader: Reader): Promise<number[]> {
  const { products } = reader.tables
  const block = sql<number>`(${products.id} - 1) / ${sql.raw(String(BLOCK))} + 1`.mapWith(Number).as('block')
  const rows = await reader.selectDistinct({ block }).from(products).where(isShown(reader)).orderBy(block)
  return rows.map((row) => row.block)
}

/** The published products of a block, in the order of their ids. */
export function findBlock(reader: Reader, block: number) {
  const { products } = reader.tables
  return reader
    .select(pick(products, 'id', 'name', 'media_url', 'created_at', 'updated_at'))
    .from(products)
    .where(and(hasPage(reader), gt(products.id, (block - 1) * BLOCK), lte(products.id, block * BLOCK)))
    .orderBy(asc(products.id))
}

/** The pictures of a block of products, those of a product before those of its variants. */
export function findPictures(reader: Reader, block: number) {
  const { media } = reader.tables
  const { id, product_id, variant_id, media_type, media_url, position } = media
  const inBlock = and(gt(product_id, (block - 1) * BLOCK), lte(product_id, block * BLOCK))
  return reader
    .select({ product_id, media_url })
    .from(media)
    .where(and(inBlock, eq(media_type, 'image')))
    .orderBy(asc(product_id), asc(sql`coalesce(${variant_id}, 0)`), asc(position), asc(id))
}
