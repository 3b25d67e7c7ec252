/** Queries of the filtered product list. The listing indexes have every column that they filter and sort by. */
import type { ProductFilter } from '@haat/contract/catalog'
import type { Sort } from '@haat/contract/rules'
import { and, asc, count, desc, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Database, placeholder, prepared, type Reader } from '../../db/database.ts'
import { isShown } from './product-list.store.ts'

/** Product filter; undefined does not filter. Prices in paise. */
export interface Filter extends Pick<
  ProductFilter,
  'min_price' | 'max_price' | 'rating' | 'min_discount' | Flag
> {
  /** Sub-categories included. */
  categories?: number[] | undefined
  brands?: string[] | undefined
  /** Of any variant; with `in_stock`, of one in stock. */
  colors?: string[] | undefined
  sizes?: string[] | undefined
  /** In stock and with a picture. */
  is_buyable?: true
}

export type SortOrder = Sort | 'id'

export interface Window {
  limit: number
  offset: number
}

const FLAGS = ['is_new_arrival', 'is_featured', 'is_on_sale', 'in_stock'] as const
type Flag = (typeof FLAGS)[number]

const slots = (name: string, values: readonly unknown[]) =>
  values.map((_, index) => sql.placeholder(`${name}${index}`))

/** Whether a product has the colour and the size of a filter. @param stocked only what is in stock in each */
function hasOptions(reader: Reader, { colors, sizes }: Filter, stocked: boolean): SQL | undefined {
  const { products, variants } = reader.tables
  const has = (condition: SQL) =>
    // The plus keeps SQLite from looking each product up, where a listing index has them in order.
    sql`+${products.id} in (select ${variants.product_id} from ${variants}
      where ${and(condition, stocked ? gt(variants.stock, 0) : undefined)})`
  return and(
    colors && has(inArray(variants.color, slots('color', colors))),
    sizes && has(inArray(variants.size, slots('size', sizes))),
  )
}

function matching(reader: Reader, filter: Filter): SQL | undefined {
  const { products } = reader.tables
  const { categories, brands, min_price, max_price, rating, min_discount } = filter
  const isStocked = hasOptions(reader, filter, true)
  const in_stock = isStocked ? sql`(${products.in_stock} and ${isStocked})` : products.in_stock
  return and(
    isShown(reader),
    categories && inArray(products.category_id, slots('category', categories)),
    brands && inArray(products.brand, slots('brand', brands)),
    filter.in_stock ? undefined : hasOptions(reader, filter, false),
    min_price === undefined ? undefined : gte(products.price, sql.placeholder('min_price')),
    max_price === undefined ? undefined : lte(products.price, sql.placeholder('max_price')),
    rating === undefined ? undefined : gte(products.rating, sql.placeholder('rating')),
    min_discount === undefined
      ? undefined
      : gte(products.discount_percentage, sql.placeholder('min_discount')),
    filter.is_buyable && sql`${products.in_stock} and ${products.media_url} is not null`,
    ...FLAGS.filter((flag) => filter[flag] !== undefined).map(
      (flag) => sql`${{ ...products, in_stock }[flag]} = ${placeholder(flag, products[flag])}`,
    ),
  )
}

function valuesOf({ categories, brands, colors, sizes, ...others }: Filter): Record<string, unknown> {
  const lists = { category: categories, brand: brands, color: colors, size: sizes }
  const named = Object.entries(lists).flatMap(([name, values = []]) =>
    values.map((value, index) => [`${name}${index}`, value] as const),
  )
  return { ...others, ...Object.fromEntries(named) }
}

/** The filters that are given, how many values each has and which are false: on these the text of a statement depends. */
const shapeOf = (filter: Filter): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => name + (Array.isArray(value) ? value.length : value === false ? '!' : ''))
    .join()

const STATEMENTS_MAX = 500

/** To build a statement takes longer than to run it, so each is built once for filters of a shape. */
function remembered<Query extends object>(
  build: (reader: Reader, filter: Filter, order: SortOrder) => Query,
) {
  const statements = prepared(() => new LRUCache<string, Query>({ max: STATEMENTS_MAX }))
  return (reader: Reader, filter: Filter, order: SortOrder): Query => {
    const key = `${order} ${shapeOf(filter)}`
    const statement = statements(reader).get(key) ?? build(reader, filter, order)
    statements(reader).set(key, statement)
    return statement
  }
}

/** Products that are equal otherwise are in the order of their ids, or for a falling order against it. */
function orderOf({ tables: { products } }: Reader, order: SortOrder): SQL[] {
  const { id, price, discount_percentage, created_at } = products
  const orders = {
    id: [asc(id)],
    price_asc: [asc(price), asc(id)],
    price_desc: [desc(price), desc(id)],
    discount_desc: [desc(discount_percentage), desc(id)],
    newest: [desc(created_at), desc(id)],
  }
  return orders[order]
}

const pageQuery = remembered((reader, filter, order) => {
  const { products } = reader.tables
  return reader
    .select({ id: products.id })
    .from(products)
    .where(matching(reader, filter))
    .orderBy(...orderOf(reader, order))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('')
})

/** The ids of one page of the published products that match. */
export async function filteredPage(
  reader: Reader,
  filter: Filter,
  order: SortOrder,
  window: Window,
): Promise<number[]> {
  const rows = await pageQuery(reader, filter, order).execute({ ...valuesOf(filter), ...window })
  return rows.map((row) => row.id)
}

const countQuery = remembered((reader, filter) =>
  reader.select({ total: count() }).from(reader.tables.products).where(matching(reader, filter)).prepare(''),
)

/** Number of published products that match. */
export async function countFiltered(reader: Reader, filter: Filter): Promise<number> {
  const [row] = await countQuery(reader, filter, 'id').execute(valuesOf(filter))
  return row?.total ?? 0
}

/**
 * The published products among `ids` that match, in order.
 *
 * @param ids from the database; written into the statement, because binding thousands of values is slow
 */
export async function filteredAmong(
  reader: Reader,
  ids: number[],
  filter: Filter,
  order: SortOrder,
): Promise<number[]> {
  if (ids.length === 0) return []
  const { products } = reader.tables
  const among = sql`${products.id} in (${sql.raw(ids.map((id) => Math.trunc(id)).join())})`
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(and(among, matching(reader, filter)))
    .orderBy(...orderOf(reader, order))
    .prepare('')
    .execute(valuesOf(filter))
  return rows.map((row) => row.id)
}

/** What facets count of a product; price in paise. Flags are numbers on SQLite. */
export type FacetRow = Record<Flag, boolean | number> &
  Record<'id' | 'category_id' | 'price' | 'rating' | 'discount_percentage', number> & { brand: string }

/** The published products after an id, in ascending order of ids. */
export function findFacetRows(db: Database, after: number, limit: number): Promise<FacetRow[]> {
  const { products } = db.tables
  const { id, category_id, brand, price, rating, discount_percentage } = products
  const { in_stock, is_new_arrival, is_featured, is_on_sale } = products
  // Not by the builder: it decodes each value, which takes longer than reading them.
  return db.rows<FacetRow>(
    sql`select ${id}, ${category_id}, ${brand}, ${price}, ${rating}, ${discount_percentage}, ${in_stock}, ${is_new_arrival}, ${is_featured}, ${is_on_sale}
      from ${products} where ${isShown(db)} and ${id} > ${after} order by ${id} limit ${limit}`,
  )
}

/** A variant. Flags are numbers on SQLite. */
export type FacetOption = Record<'color' | 'size', string | null> & {
  product_id: number
  in_stock: boolean | number
}

/** Of the variants of all products after one id, up to another. */
export function findFacetOptions(db: Database, after: number, last: number): Promise<FacetOption[]> {
  const { product_id, color, size, stock } = db.tables.variants
  return db.rows<FacetOption>(
    sql`select ${product_id}, ${color}, ${size}, ${stock} > 0 as in_stock from ${db.tables.variants}
      where ${product_id} > ${after} and ${product_id} <= ${last} and (${color} is not null or ${size} is not null)
      order by ${product_id}, ${db.tables.variants.id}`,
  )
}
