/** Queries of the filtered product list. The listing indexes have every column that they filter and sort by. */
import type { Sort } from '@haat/contract/rules'
import { and, asc, count, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Reader } from '../../db/database.ts'
import { isShown } from './product-list.store.ts'

/** Product filter; undefined does not filter. Prices in paise. */
export interface Filter {
  /** Sub-categories included. */
  categories?: number[] | undefined
  brands?: string[] | undefined
  min_price?: number | undefined
  max_price?: number | undefined
  rating?: number | undefined
  /** Percent. */
  min_discount?: number | undefined
  is_new_arrival?: boolean | undefined
  is_featured?: boolean | undefined
  is_on_sale?: boolean | undefined
  in_stock?: boolean | undefined
}

export type SortOrder = Sort | 'id'

export interface Window {
  limit: number
  offset: number
}

function matching(reader: Reader, filter: Filter): SQL | undefined {
  const { products } = reader.tables
  const { categories, brands, min_price, max_price, rating, min_discount } = filter
  const flags = ['is_new_arrival', 'is_featured', 'is_on_sale', 'in_stock'] as const
  return and(
    isShown(reader),
    categories && inArray(products.category_id, categories),
    brands && inArray(products.brand, brands),
    min_price === undefined ? undefined : gte(products.price, min_price),
    max_price === undefined ? undefined : lte(products.price, max_price),
    rating === undefined ? undefined : gte(products.rating, rating),
    min_discount === undefined ? undefined : gte(products.discount_percentage, min_discount),
    ...flags.map((flag) => (filter[flag] === undefined ? undefined : eq(products[flag], filter[flag]))),
  )
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

/** The ids of one page of the published products that match. */
export async function filteredPage(
  reader: Reader,
  filter: Filter,
  order: SortOrder,
  { limit, offset }: Window,
): Promise<number[]> {
  const { products } = reader.tables
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(matching(reader, filter))
    .orderBy(...orderOf(reader, order))
    .limit(limit)
    .offset(offset)
  return rows.map((row) => row.id)
}

/** Number of published products that match. */
export async function countFiltered(reader: Reader, filter: Filter): Promise<number> {
  const { products } = reader.tables
  const [row] = await reader.select({ total: count() }).from(products).where(matching(reader, filter))
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
  return rows.map((row) => row.id)
}

/** What facets count of a product; price in paise. Flags are numbers on SQLite. */
export interface FacetRow {
  id: number
  category_id: number
  brand: string
  price: number
  rating: number
  discount_percentage: number
  is_new_arrival: boolean | number
  is_featured: boolean | number
  is_on_sale: boolean | number
  in_stock: boolean | number
}

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
