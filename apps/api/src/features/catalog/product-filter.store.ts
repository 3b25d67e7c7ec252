/**
 * Queries of the filtered product list. One index drives each query: by brand, category, flag or over all
 * products, in the requested order. Several brands or categories become one branch each, merged with UNION ALL;
 * the other conditions are checked on the index entries.
 */
import type { Sort } from '@haat/contract/rules'
import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { type PgColumn as Column, unionAll } from 'drizzle-orm/pg-core'
import { type Database, prepared, placeholder, type Reader, withoutIndex } from '../../db/database.ts'
import { wherePublished } from './product-list.store.ts'

/** Product filter; undefined does not filter. Prices in paise. */
export interface Filter {
  /** Sub-categories included. */
  categories: number[] | undefined
  brands: string[] | undefined
  min_price: number | undefined
  max_price: number | undefined
  rating: number | undefined
  /** Percent. */
  min_discount: number | undefined
  is_new_arrival: boolean | undefined
  is_featured: boolean | undefined
  is_on_sale: boolean | undefined
  in_stock: boolean | undefined
}

export const NO_FILTER: Filter = {
  categories: undefined,
  brands: undefined,
  min_price: undefined,
  max_price: undefined,
  rating: undefined,
  min_discount: undefined,
  is_new_arrival: undefined,
  is_featured: undefined,
  is_on_sale: undefined,
  in_stock: undefined,
}

export type SortOrder = Sort | 'id'

/** Whether a change of prices or of what is in stock can change which products match, or their order. */
export const dependsOnPrices = (filter: Filter, order: SortOrder | undefined): boolean =>
  /^(price|discount)/.test(order ?? '') ||
  [filter.min_price, filter.max_price, filter.min_discount, filter.in_stock].some(
    (value) => value !== undefined,
  )

const INDEXED_FLAGS = ['is_new_arrival', 'is_featured', 'is_on_sale'] as const
const FLAGS = [...INDEXED_FLAGS, 'in_stock'] as const
const BOUNDS = ['min_price', 'max_price', 'rating', 'min_discount'] as const

/** SQLite merges at most 500 selects, and a category may have any number of descendants. */
const BRANCHES_MAX = 100

/** Everything that the text of the statement depends on. */
interface Shape {
  order: SortOrder | 'count'
  /** The condition whose index drives the query, or ids that are given; null for an index over all products. */
  lead: 'brand' | 'category' | 'ids' | (typeof INDEXED_FLAGS)[number] | null
  brands: number
  categories: number
  bounds: (typeof BOUNDS)[number][]
  flags: (typeof FLAGS)[number][]
  /** Rows to read of each branch at most; null leaves that to the engine. */
  depth: number | null
}

/** Brands lead because they are narrower than categories; a flag leads where its index has the requested order. */
function shapeOf(filter: Filter, order: Shape['order']): Shape {
  const brands = filter.brands?.length ?? 0
  const categories = filter.categories?.length ?? 0
  const flag = INDEXED_FLAGS.find((name) => filter[name] === true)
  let lead: Shape['lead'] = null
  if (brands > 0) lead = 'brand'
  else if (categories > 0 && categories <= BRANCHES_MAX) lead = 'category'
  const bounds = BOUNDS.filter((name) => filter[name] !== undefined)
  const flags = FLAGS.filter((name) => filter[name] !== undefined)
  const isAlone = brands + categories + bounds.length === 0 && flags.length === 1
  if (lead === null && flag !== undefined && (order === 'id' || (order === 'count' && isAlone))) lead = flag
  return { order, lead, brands, categories, bounds, flags, depth: null }
}

/** Whether to count these products takes an index over all products, or the rows of many. */
export const isBroad = (filter: Filter): boolean => shapeOf(filter, 'count').lead === null

const STATEMENTS_MAX = 500
/** PostgreSQL keeps a named statement and its plan as long as the connection: only the first shapes get a name. */
const NAMED_MAX = 300

const slots = (name: string, length: number) =>
  Array.from({ length }, (_, index) => sql.placeholder(`${name}${index}`))

/** Conditions of one branch, or of all branches together when `branch` is undefined. */
function conditions(reader: Reader, shape: Shape, branch?: number): SQL | undefined {
  const { products } = reader.tables
  const { lead, brands, categories } = shape
  const among = (column: Column, isLead: boolean, name: string, length: number): SQL | undefined => {
    if (length === 0) return undefined
    if (!isLead) return sql`${withoutIndex(reader, column)} in ${slots(name, length)}`
    return branch === undefined
      ? inArray(column, slots(name, length))
      : eq(column, sql.placeholder(`${name}${branch}`))
  }
  const price = /^(price|count)/.test(shape.order)
    ? sql`${products.price}`
    : withoutIndex(reader, products.price)
  // A count reads the fewest entries by discount.
  const byDiscount = shape.order === 'discount_desc' || shape.order === 'count'
  const discount = byDiscount
    ? sql`${products.discount_percentage}`
    : withoutIndex(reader, products.discount_percentage)
  const bounds = {
    min_price: () => sql`${price} >= ${placeholder('min_price', products.price)}`,
    max_price: () => sql`${price} <= ${placeholder('max_price', products.price)}`,
    rating: () => sql`${withoutIndex(reader, products.rating)} >= ${placeholder('rating', products.rating)}`,
    min_discount: () => sql`${discount} >= ${placeholder('min_discount', products.discount_percentage)}`,
  }
  return and(
    lead === 'ids' ? wherePublished(reader) : eq(products.is_published, true),
    among(products.brand, lead === 'brand', 'brand', brands),
    among(products.category_id, lead === 'category', 'category', categories),
    ...shape.bounds.map((name) => bounds[name]()),
    ...shape.flags.map((name) => {
      const column = name === lead ? sql`${products[name]}` : withoutIndex(reader, products[name])
      return sql`${column} = ${placeholder(name, products[name])}`
    }),
  )
}

function orderOf(reader: Reader, order: SortOrder): { column: Column; direction: typeof asc } {
  const { id, price, discount_percentage, created_at } = reader.tables.products
  const orders = {
    id: { column: id, direction: asc },
    price_asc: { column: price, direction: asc },
    price_desc: { column: price, direction: desc },
    discount_desc: { column: discount_percentage, direction: desc },
    newest: { column: created_at, direction: desc },
  }
  return orders[order]
}

/**
 * How many rows of a branch a page needs, as a power of two. Written into the statement, it lets PostgreSQL use one plan
 * for all pages: of an unknown limit it expects the worst, and would plan each page anew. SQLite merges branches.
 */
const depthOf = ({ engine }: Reader, { limit, offset }: Window): number | null =>
  engine === 'postgres' ? 2 ** Math.ceil(Math.log2(limit + offset)) : null

function preparePage(reader: Database, shape: Shape & { order: SortOrder }, name: string) {
  const { products } = reader.tables
  const { column, direction } = orderOf(reader, shape.order)
  const branches = shape.lead === 'brand' ? shape.brands : shape.lead === 'category' ? shape.categories : 1
  const key = (shape.order === 'id' ? sql<unknown>`0` : sql<unknown>`${column}`).as('sort_key')
  const by = [
    ...(shape.order === 'id' ? [] : [direction(sql.identifier('sort_key'))]),
    direction(sql.identifier('id')),
  ]
  const select = (branch: number) => {
    const rows = reader
      .select({ id: products.id, key })
      .from(products)
      .where(conditions(reader, shape, branch))
      .$dynamic()
    if (shape.depth !== null) rows.orderBy(...by).limit(shape.depth)
    const first = rows.as(`branch${branch}`)
    return reader.select({ id: first.id, key: first.key }).from(first)
  }
  const [first, second, ...rest] = Array.from({ length: branches }, (_, branch) => select(branch))
  const rows = second === undefined || first === undefined ? select(0) : unionAll(first, second, ...rest)
  const page = rows
    .orderBy(...by)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return reader.compile<{ id: number }>(page, name)
}

function prepareCount(reader: Database, shape: Shape, name: string) {
  const { products } = reader.tables
  const total = count().as('total')
  const query = reader.select({ total }).from(products).where(conditions(reader, shape))
  return reader.compile<{ total: number }>(query, name)
}

const pages = prepared(() => new Map<string, ReturnType<typeof preparePage>>())
const counts = prepared(() => new Map<string, ReturnType<typeof prepareCount>>())

const named = new Set<string>()

/** The prepared statement for this shape, made on first use. */
function preparedAs<Statement>(
  statements: Map<string, Statement>,
  shape: Shape,
  prepare: (name: string) => Statement,
) {
  const { order, lead, brands, categories, bounds, flags, depth } = shape
  const key = [order, lead, brands, categories, ...bounds, ...flags, depth].join()
  const cached = statements.get(key)
  if (cached !== undefined) return cached
  if (statements.size >= STATEMENTS_MAX) statements.clear()
  if (named.size < NAMED_MAX) named.add(key)
  const statement = prepare(named.has(key) ? `filter_${createHash('md5').update(key).digest('hex')}` : '')
  statements.set(key, statement)
  return statement
}

function valuesOf(filter: Filter): Record<string, unknown> {
  const { brands = [], categories = [], ...plain } = filter
  return {
    ...plain,
    ...Object.fromEntries(brands.map((brand, index) => [`brand${index}`, brand])),
    ...Object.fromEntries(categories.map((category, index) => [`category${index}`, category])),
  }
}

export interface Window {
  limit: number
  offset: number
}

/** The ids of one page of the published products that match. */
export async function filteredPage(
  reader: Database,
  filter: Filter,
  order: SortOrder,
  window: Window,
): Promise<number[]> {
  const shape = { ...shapeOf(filter, order), order, depth: depthOf(reader, window) }
  const query = preparedAs(pages(reader), shape, (name) => preparePage(reader, shape, name))
  const rows = await query({ ...valuesOf(filter), ...window })
  return rows.map((row) => row.id)
}

/** Number of published products that match. */
export async function countFiltered(reader: Database, filter: Filter): Promise<number> {
  const shape = shapeOf(filter, 'count')
  const query = preparedAs(counts(reader), shape, (name) => prepareCount(reader, shape, name))
  const [row] = await query(valuesOf(filter))
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
  const { column, direction } = orderOf(reader, order)
  const among = sql.raw(ids.map((id) => Math.trunc(id)).join())
  const shape = { ...shapeOf(filter, 'id'), lead: 'ids' as const }
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${products.id} in (${among})`, conditions(reader, shape)))
    .orderBy(direction(withoutIndex(reader, column)), direction(products.id))
    .prepare('')
    .execute(valuesOf(filter))
  return rows.map((row) => row.id)
}

/** What facets count of a product; price in paise. Flags are numbers on SQLite. */
export interface FacetRow extends Record<(typeof FLAGS)[number], boolean | number> {
  id: number
  category_id: number
  brand: string
  price: number
  rating: number
  discount_percentage: number
}

/** The published products after an id, in ascending order of ids. */
export function findFacetRows(db: Database, after: number, limit: number): Promise<FacetRow[]> {
  const { products } = db.tables
  const { id, category_id, brand, price, rating, discount_percentage } = products
  const { in_stock, is_new_arrival, is_featured, is_on_sale, is_published } = products
  // Not by the builder: it decodes each value, which takes longer than reading them.
  return db.rows<FacetRow>(
    sql`select ${id}, ${category_id}, ${brand}, ${price}, ${rating}, ${discount_percentage}, ${in_stock}, ${is_new_arrival}, ${is_featured}, ${is_on_sale}
      from ${products} where ${withoutIndex(db, is_published)} = ${sql.param(true, is_published)} and ${id} > ${after} order by ${id} limit ${limit}`,
  )
}

export const countPublished = (db: Database): Promise<number> => countFiltered(db, NO_FILTER)
