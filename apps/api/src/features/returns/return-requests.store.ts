/** What customers ask to send back. */
import type { OrderStatus } from '@haat/contract/rules'
import { type ReturnState, isOpenReturn, RETURN_STATES } from '@haat/contract/return-rules'
import { and, asc, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { changeRows, findRows, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type RequestRow = Tables['return_requests']['$inferSelect']
type NewRequest = Omit<Tables['return_requests']['$inferInsert'], 'state'>
type NewItem = Omit<Tables['return_request_items']['$inferInsert'], 'request_id'>
export type RequestItem = Awaited<ReturnType<typeof findRequestItems>>[number]

/** A request with its items, photos, and number and status of the order in exchange. */
export interface WholeRequest extends RequestRow {
  replacement_number: string | null
  replacement_status: OrderStatus | null
  items: RequestItem[]
  photos: Pick<Tables['return_photos']['$inferSelect'], 'id' | 'media_url'>[]
}

/** Restricts a list of requests. */
export interface RequestFilter {
  id?: number | undefined
  order_id?: number | undefined
  state?: ReturnState | undefined
  /** Newest first, at most so many; without it all, the oldest first. */
  limit?: number | undefined
}

export async function findRequests(
  reader: Reader,
  { id, order_id, state, limit }: RequestFilter,
): Promise<WholeRequest[]> {
  const { return_requests, orders, return_photos: photos } = reader.tables
  const found = reader
    .select({
      ...getTableColumns(return_requests),
      replacement_number: orders.order_number,
      replacement_status: orders.status,
    })
    .from(return_requests)
    .leftJoin(orders, eq(orders.id, return_requests.replacement_order_id))
    .where(
      and(
        id === undefined ? undefined : eq(return_requests.id, id),
        order_id === undefined ? undefined : eq(return_requests.order_id, order_id),
        state === undefined ? undefined : eq(return_requests.state, state),
      ),
    )
    .orderBy(limit === undefined ? asc(return_requests.id) : desc(return_requests.id))
    .$dynamic()
  const rows = await (limit === undefined ? found : found.limit(limit))
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const items = await findRequestItems(reader, ids)
  const shown = await findRows(reader, photos, inArray(photos.request_id, ids), asc(photos.id))
  return rows.map((row) => ({
    ...row,
    items: items.filter(({ request_id }) => request_id === row.id),
    photos: shown.filter(({ request_id }) => request_id === row.id),
  }))
}

/** The items of requests as they were ordered, each with the variant that is wanted for it, if it is still there. */
async function findRequestItems(reader: Reader, requestIds: number[]) {
  const { return_request_items: items, order_items, variants } = reader.tables
  const { product_name, variant_name, sku } = order_items
  const { color, size, stock } = variants
  return reader
    .select({
      ...getTableColumns(items),
      ...{ product_name, variant_name, sku, ordered_variant_id: order_items.variant_id },
      // First what is never null: drizzle takes the row for missing where the first is.
      wanted: { stock, variant_name: variants.variant_name, color, size },
    })
    .from(items)
    .innerJoin(order_items, eq(order_items.id, items.order_item_id))
    .leftJoin(variants, eq(variants.id, items.variant_id))
    .where(inArray(items.request_id, requestIds))
    .orderBy(asc(items.id))
}

/** What the staff read of the orders of requests: their numbers and customers, by the id of the order. */
export async function findReturnedOrders(reader: Reader, orderIds: number[]) {
  const { orders, users } = reader.tables
  const rows = await reader
    .select({
      ...{ id: orders.id, order_number: orders.order_number, phone: orders.shipping_phone },
      customer: users.name,
      ...{ total_shipping_price: orders.total_shipping_price, cod_fee: orders.cod_fee },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(inArray(orders.id, orderIds))
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

/** The variants of products: what can be sent in exchange. */
export async function findReturnTerms(reader: Reader, productIds: number[]) {
  const { products, variants } = reader.tables
  const { id, product_id, price, variant_name, color, size, stock } = variants
  return reader
    .select({
      ...{ id, product_id, price, variant_name, color, size, stock },
      is_published: products.is_published,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, product_id))
    .where(inArray(product_id, productIds))
    .orderBy(asc(variants.position), asc(id))
}
export type ReturnTerm = Awaited<ReturnType<typeof findReturnTerms>>[number]

/** The customer must be locked. @returns its id */
export async function insertRequest(tx: Tx, request: NewRequest, items: NewItem[]): Promise<number> {
  const row = { ...request, state: 'REQUESTED' as const }
  const { id: request_id } = await insertRow(tx, tx.tables.return_requests, row)
  await tx.insertMany(
    'return_request_items',
    items.map((item) => ({ ...item, request_id })),
  )
  return request_id
}

/** The customer must be locked. */
export const updateRequest = (tx: Tx, id: number, changes: Partial<RequestRow>): Promise<number> =>
  changeRows(tx, tx.tables.return_requests, changes, eq(tx.tables.return_requests.id, id))

export async function insertPhoto(tx: Tx, request_id: number, media_url: string): Promise<void> {
  await tx.insert(tx.tables.return_photos).values({ request_id, media_url })
}

export const countRequests = (reader: Reader, state: ReturnState): Promise<number> =>
  reader.$count(reader.tables.return_requests, eq(reader.tables.return_requests.state, state))

export async function countOpenRequests(reader: Reader, customerId: number): Promise<number> {
  const { return_requests, orders } = reader.tables
  const [row] = await reader
    .select({ requests: count() })
    .from(return_requests)
    .innerJoin(orders, eq(orders.id, return_requests.order_id))
    .where(
      and(eq(orders.user_id, customerId), inArray(return_requests.state, RETURN_STATES.filter(isOpenReturn))),
    )
  return row?.requests ?? 0
}
