import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { ProductDetail } from '@haat/contract/catalog'
import { type Database, pipelined, prepared, type Reader } from '../../db/database.ts'
import type { MediaRow } from '../media/media-urls.ts'

/** A product's row. Flags are numbers on SQLite. */
type ProductRow = Omit<ProductDetail, 'variant_id' | 'variants' | 'media' | 'media_color' | Flag> & {
  variant_id: number | null
  media_color: string | null
} & Record<Flag, boolean | number>
type Flag = 'is_new_arrival' | 'is_featured' | 'is_on_sale' | 'in_stock'

const productById = prepared((db: Database) => {
  const { products, categories, picture_colors } = db.tables
  const { id, name, brand, category_id, short_description, description, country_of_origin } = products
  const { price, mrp, discount_percentage, media_url, rating, variant_id } = products
  const { is_new_arrival, is_featured, is_on_sale, in_stock } = products
  const query = db
    .select({
      id,
      name,
      brand,
      category_id,
      category_name: sql`${categories.name}`.as('category_name'),
      short_description,
      description,
      country_of_origin,
      price,
      mrp,
      discount_percentage,
      media_url,
      media_color: sql`${picture_colors.color}`.as('media_color'),
      rating,
      variant_id,
      is_new_arrival,
      is_featured,
      is_on_sale,
      in_stock,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(picture_colors, eq(picture_colors.media_url, media_url))
    .where(and(eq(id, sql.placeholder('id')), eq(products.is_published, true)))
  return db.compile<ProductRow>(query, 'product_by_id')
})

type VariantRow = Pick<
  ProductDetail['variants'][number],
  'id' | 'price' | 'mrp' | 'stock' | 'color' | 'size' | 'variant_name'
>

const variantsOfProduct = prepared((db: Database) => {
  const { variants } = db.tables
  const { id, price, mrp, stock, color, size, variant_name } = variants
  const query = db
    .select({ id, price, mrp, stock, color, size, variant_name })
    .from(variants)
    .where(eq(variants.product_id, sql.placeholder('id')))
    .orderBy(desc(variants.is_default), asc(variants.position), asc(id))
  return db.compile<VariantRow>(query, 'variants_of_product')
})

const mediaOfProduct = prepared((db: Database) => {
  const { media, picture_colors } = db.tables
  const { id, variant_id, media_type, media_url, video_source, alt } = media
  const media_color = sql`${picture_colors.color}`.as('media_color')
  const query = db
    .select({ id, variant_id, media_type, media_url, media_color, video_source, alt })
    .from(media)
    .leftJoin(picture_colors, eq(picture_colors.media_url, media_url))
    .where(eq(media.product_id, sql.placeholder('id')))
    .orderBy(asc(media.position), asc(id))
  return db.compile<MediaRow & { variant_id: number | null }>(query, 'media_of_product')
})

/** A published product with its variants, the default one first, and its media. */
export async function findProduct(db: Database, id: number) {
  const [[row], variants, media] = await pipelined(db, [
    () => productById(db)({ id }),
    () => variantsOfProduct(db)({ id }),
    () => mediaOfProduct(db)({ id }),
  ])
  if (row === undefined) return undefined
  const product = {
    ...row,
    is_new_arrival: Boolean(row.is_new_arrival),
    is_featured: Boolean(row.is_featured),
    is_on_sale: Boolean(row.is_on_sale),
    in_stock: Boolean(row.in_stock),
  }
  return { product, variants, media }
}

const publishedProduct = prepared((reader) => {
  const { products } = reader.tables
  return reader
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), eq(products.is_published, true)))
    .prepare('published_product')
})

export async function isPublished(reader: Reader, id: number): Promise<boolean> {
  return (await publishedProduct(reader).execute({ id })).length > 0
}

export const findMedia = (db: Database, id: number) => mediaOfProduct(db)({ id })

/** Products of a category that are searched for a picture. */
const PICTURE_CANDIDATES = 20

/** Every category with the number of published products directly in it. Without a picture it has that of a product. */
export async function findCategories(reader: Reader) {
  const { categories, products } = reader.tables
  const { id, name, image_url, parent_id, position } = categories
  // Drizzle drops the table name of a column in a subquery, so `id` would mean products.id.
  const outer = sql`${categories}.${sql.identifier(id.name)}`
  const own_count = sql<number>`(select count(*) from ${products} where ${products.category_id} = ${outer} and ${products.is_published} = true)`
  const few = sql`select ${products.id} from ${products} where ${products.category_id} = ${outer} and ${products.is_published} = true order by ${products.id} limit ${sql.raw(String(PICTURE_CANDIDATES))}`
  const picture = sql<
    string | null
  >`coalesce(${image_url}, (select ${products.media_url} from ${products} where ${products.id} in (${few}) and ${products.media_url} is not null order by ${products.id} limit 1))`
  const rows = await reader
    .select({ id, name, image_url: picture.as('picture'), parent_id, position, own_count })
    .from(categories)
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
}

export async function findBanners(reader: Reader) {
  const { banners } = reader.tables
  const { id, banner_name, banner_image, link } = banners
  return reader
    .select({ id, banner_name, banner_image, link })
    .from(banners)
    .where(eq(banners.is_active, true))
    .orderBy(asc(banners.position), asc(id))
}

/**
 * Brands of published products in some categories, or in all. Skips through the index from one brand to the
 * next; `distinct` would read every product.
 */
export async function findBrands(db: Database, categoryIds: number[] | undefined): Promise<string[]> {
  if (categoryIds?.length === 0) return []
  const { products, categories } = db.tables
  const smallestBrand = (category: SQL, above?: SQL) => {
    const inCategory = categoryIds && sql`and ${products.category_id} = ${category}`
    const greater = above && sql`and ${products.brand} > ${above}`
    return sql`(select min(${products.brand}) from ${products} where ${products.is_published} = true ${inCategory} ${greater})`
  }
  const start = categoryIds
    ? sql`select ${categories.id}, ${smallestBrand(sql`${categories.id}`)} from ${categories} where ${categories.id} in ${categoryIds}`
    : sql`select 0, ${smallestBrand(sql``)}`
  const step = sql`select found.category, ${smallestBrand(sql`found.category`, sql`found.brand`)} from found where found.brand is not null`
  const rows = await db.rows<{ brand: string }>(
    sql`with recursive found (category, brand) as (${start} union all ${step}) select brand from found where brand is not null`,
  )
  return [...new Set(rows.map((row) => row.brand))]
}
