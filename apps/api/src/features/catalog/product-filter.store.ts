/**
 * Which products a filter lets through, in which order. The query is led by the index that gives the order:
 * of each brand asked for, of each category, of a flag, or of the whole catalogue; the branches are merged.
 * Everything else is judged from the same index entry.
 */
import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { type PgColumn as Column, unionAll } from 'drizzle-orm/pg-core'
import { prepared, placeholder, type Reader, withoutIndex } from '../../db/database.ts'
import { type Filter, type Order, type Shape, shapeOf } from './filter-shape.ts'

const MOST_SHAPES = 500

const slots = (name: string, length: number) =>
  Array.from({ length }, (_, index) => sql.placeholder(`${name}${index}`))

/** Conditions of one branch; without `branch`, of all at once. */
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
  const bounds = {
    min_price: () => sql`${price} >= ${placeholder('min_price', products.price)}`,
    max_price: () => sql`${price} <= ${placeholder('max_price', products.price)}`,
    rating: () => sql`${withoutIndex(reader, products.rating)} >= ${placeholder('rating', products.rating)}`,
  }
  return and(
    eq(products.is_published, true),
    among(products.brand, lead === 'brand', 'brand', brands),
    among(products.category_id, lead === 'category', 'category', categories),
    ...shape.bounds.map((name) => bounds[name]()),
    ...shape.flags.map((name) => {
      const column = name === lead ? sql`${products[name]}` : withoutIndex(reader, products[name])
      return sql`${column} = ${placeholder(name, products[name])}`
    }),
  )
}

function orderOf(reader: Reader, order: Order): { column: Column; direction: typeof asc } {
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

function preparePage(reader: Reader, shape: Shape & { order: Order }, name: string) {
  const { products } = reader.tables
  const { column, direction } = orderOf(reader, shape.order)
  const branches = shape.lead === 'brand' ? shape.brands : shape.lead === 'category' ? shape.categories : 1
  const key = (shape.order === 'id' ? sql`0` : sql`${column}`).as('sort_key')
  const select = (branch: number) =>
    reader
      .select({ id: products.id, key })
      .from(products)
      .where(conditions(reader, shape, branch))
  const by = [
    ...(shape.order === 'id' ? [] : [direction(sql.identifier('sort_key'))]),
    direction(sql.identifier('id')),
  ]
  const [first, second, ...rest] = Array.from({ length: branches }, (_, branch) => select(branch))
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')]
  return second === undefined || first === undefined
    ? select(0)
        .orderBy(...by)
        .limit(limit)
        .offset(offset)
        .prepare(name)
    : unionAll(first, second, ...rest)
        .orderBy(...by)
        .limit(limit)
        .offset(offset)
        .prepare(name)
}

function prepareCount(reader: Reader, shape: Shape, name: string) {
  const { products } = reader.tables
  return reader.select({ total: count() }).from(products).where(conditions(reader, shape)).prepare(name)
}

const pages = prepared(() => new Map<string, ReturnType<typeof preparePage>>())
const counts = prepared(() => new Map<string, ReturnType<typeof prepareCount>>())

/** A prepared statement of this shape: a new one, or the one made before. */
function preparedAs<Statement>(
  known: Map<string, Statement>,
  shape: Shape,
  prepare: (name: string) => Statement,
) {
  const { order, lead, brands, categories, bounds, flags } = shape
  const key = [order, lead, brands, categories, ...bounds, ...flags].join()
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MOST_SHAPES) known.clear()
  // PostgreSQL keeps a named statement for as long as the connection: only the few without lists have names.
  const listless = brands + categories <= 1
  const made = prepare(listless ? `filter_${createHash('md5').update(key).digest('hex')}` : '')
  known.set(key, made)
  return made
}

function valuesOf(filter: Filter): Record<string, unknown> {
  const { brands = [], categories = [], ...plain } = filter
  return {
    ...plain,
    ...Object.fromEntries(brands.map((brand, index) => [`brand${index}`, brand])),
    ...Object.fromEntries(categories.map((category, index) => [`category${index}`, category])),
  }
}

/** Ids of one page of published products that pass the filter. */
export async function filteredIds(
  reader: Reader,
  filter: Filter,
  order: Order,
  page: { limit: number; offset: number },
): Promise<number[]> {
  const shape = { ...shapeOf(filter, order), order }
  const query = preparedAs(pages(reader), shape, (name) => preparePage(reader, shape, name))
  const rows = await query.execute({ ...valuesOf(filter), ...page })
  return rows.map((row) => row.id)
}

/** How many published products pass the filter. */
export async function countFiltered(reader: Reader, filter: Filter): Promise<number> {
  const shape = shapeOf(filter, 'count')
  const query = preparedAs(counts(reader), shape, (name) => prepareCount(reader, shape, name))
  const [row] = await query.execute(valuesOf(filter))
  return row?.total ?? 0
}

/**
 * The published products among `ids` that pass the filter, in order.
 *
 * @param ids of the database's own; thousands are written out faster than they are bound
 */
export async function filteredAmong(
  reader: Reader,
  ids: number[],
  filter: Filter,
  order: Order,
): Promise<number[]> {
  if (ids.length === 0) return []
  const { products } = reader.tables
  const { column, direction } = orderOf(reader, order)
  const among = sql.raw(ids.map((id) => Math.trunc(id)).join())
  const shape = { ...shapeOf(filter, 'id'), lead: null }
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${products.id} in (${among})`, conditions(reader, shape)))
    .orderBy(direction(column), direction(products.id))
    .prepare('')
    .execute(valuesOf(filter))
  return rows.map((row) => row.id)
}
