/** Categories, brands, banners and best sellers. */
import { LIMITS, SOLD_STATUSES } from '@haat/contract/rules'
import { and, asc, countDistinct, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, prepared, type Reader } from '../../db/database.ts'
import { isShown } from './product-list.store.ts'

/** Products of a category that are searched for a picture. */
const PICTURE_CANDIDATES = 20

/** Every category with the number of published products directly in it. Without a picture it has that of a product. */
export async function findCategories(reader: Reader) {
  const { categories, products } = reader.tables
  const { id, name, image_url, parent_id, position } = categories
  // Drizzle drops the table name of a column in a subquery, so `id` would mean products.id.
  const outer = sql`${categories}.${sql.identifier(id.name)}`
  const own = sql`${products.category_id} = ${outer} and ${isShown(reader)}`
  const own_count = sql<number>`(select count(*) from ${products} where ${own})`
  const few = sql`select ${products.id} from ${products} where ${own} order by ${products.brand}, ${products.id} limit ${sql.raw(String(PICTURE_CANDIDATES))}`
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
    return sql`(select min(${products.brand}) from ${products} where ${isShown(db)} ${inCategory} ${greater})`
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

/** The latest orders, which say what sells. */
const ORDERS_COUNTED = 1000

const bestSellers = prepared((reader) => {
  const { orders, order_items, products } = reader.tables
  const latest = reader
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .orderBy(desc(orders.id))
    .limit(ORDERS_COUNTED)
    .as('latest')
  return reader
    .select({ id: products.id })
    .from(latest)
    .innerJoin(order_items, and(eq(order_items.order_id, latest.id), isNull(order_items.replaces_item_id)))
    .innerJoin(products, eq(products.id, order_items.product_id))
    .where(
      and(
        inArray(latest.status, SOLD_STATUSES),
        isShown(reader),
        sql`${products.in_stock}`,
        isNotNull(products.media_url),
      ),
    )
    .groupBy(products.id)
    .orderBy(desc(countDistinct(latest.id)), asc(products.id))
    .limit(LIMITS.best_sellers)
    .prepare('best_sellers')
})

/** The ids of the products that are in most of the latest sold orders, of those in stock and with a picture. */
export const findBestSellers = async (reader: Reader): Promise<number[]> =>
  (await bestSellers(reader).execute()).map(({ id }) => id)
