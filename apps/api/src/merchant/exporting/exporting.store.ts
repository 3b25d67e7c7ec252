/** Reads the shop page by page, in the order of ids, in constant memory. */
import { DELIVERY_PATH } from '@haat/contract/rules'
import { and, asc, count, desc, eq, gt, inArray, type SQL, sum } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { phoneOf } from '../../features/auth/customer.store.ts'
import { orderColumns, type OrderRow } from '../../features/orders/orders.store.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'

const PAGE = 500

type Tables = Reader['tables']
type ProductRow = Tables['products']['$inferSelect']
type VariantRow = Tables['variants']['$inferSelect']
type MediaRow = Tables['media']['$inferSelect']
type ItemRow = Tables['order_items']['$inferSelect']
type AddressRow = Tables['addresses']['$inferSelect']

export interface ExportedProduct {
  product: ProductRow
  /** Names of its categories, top level first. */
  category: string[]
  /** At least one, the default one first. */
  variants: VariantRow[]
  media: MediaRow[]
}

/** Every product that has variants, published or not. */
export async function* allProducts(reader: Reader): AsyncGenerator<ExportedProduct[]> {
  const { products, variants, media } = reader.tables
  const paths = await findCategoryPaths(reader)
  for (let last = 0; ;) {
    const page = await reader
      .select()
      .from(products)
      .where(gt(products.id, last))
      .orderBy(asc(products.id))
      .limit(PAGE)
    const ids = page.map((row) => row.id)
    if (ids.length === 0) return
    const variantRows = await reader
      .select()
      .from(variants)
      .where(inArray(variants.product_id, ids))
      .orderBy(desc(variants.is_default), asc(variants.position), asc(variants.id))
    const mediaRows = await reader
      .select()
      .from(media)
      .where(inArray(media.product_id, ids))
      .orderBy(asc(media.position), asc(media.id))
    const variantsOf = Map.groupBy(variantRows, (row) => row.product_id)
    const mediaOf = Map.groupBy(mediaRows, (row) => row.product_id)
    yield page.flatMap((product) => {
      const productVariants = variantsOf.get(product.id)
      const category = paths.get(product.category_id) ?? []
      if (!productVariants) return []
      return [{ product, category, variants: productVariants, media: mediaOf.get(product.id) ?? [] }]
    })
    last = ids.at(-1) ?? last
  }
}

export async function countMedia(reader: Reader): Promise<number> {
  const [row] = await reader.select({ media: count() }).from(reader.tables.media)
  return row?.media ?? 0
}

export interface ExportedOrder {
  order: OrderRow
  customer: { name: string; email: string; phone_number: string }
  items: ItemRow[]
}

/** Every order, or those that meet a condition. */
export async function* allOrders(reader: Reader, condition?: SQL): AsyncGenerator<ExportedOrder[]> {
  const { orders, order_items, users } = reader.tables
  const { name, email } = users
  for (let last = 0; ;) {
    const page = await reader
      .select({ order: orderColumns(reader.tables), customer: { name, email, phone_number: phoneOf(users) } })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(and(gt(orders.id, last), condition))
      .orderBy(asc(orders.id))
      .limit(PAGE)
    const ids = page.map(({ order }) => order.id)
    if (ids.length === 0) return
    const items = await reader
      .select()
      .from(order_items)
      .where(inArray(order_items.order_id, ids))
      .orderBy(asc(order_items.id))
    const itemsOf = Map.groupBy(items, (row) => row.order_id)
    yield page.map(({ order, customer }) => ({ order, customer, items: itemsOf.get(order.id) ?? [] }))
    last = ids.at(-1) ?? last
  }
}

export interface ExportedCustomer {
  id: number
  name: string
  email: string
  phone_number: string
  created_at: Date
  /** The number of orders that are sold: confirmed and not cancelled. */
  orders: number
  /** The total of these orders in paise. */
  total_spent: number
  /** The default one first. */
  addresses: AddressRow[]
}

/** Every customer, without password and sessions. */
export async function* allCustomers(reader: Reader): AsyncGenerator<ExportedCustomer[]> {
  const { users, addresses, orders } = reader.tables
  const { id, name, email, created_at } = users
  for (let last = 0; ;) {
    const page = await reader
      .select({ id, name, email, phone_number: phoneOf(users), created_at })
      .from(users)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(PAGE)
    const ids = page.map((row) => row.id)
    if (ids.length === 0) return
    const addressRows = await reader
      .select()
      .from(addresses)
      .where(inArray(addresses.user_id, ids))
      .orderBy(desc(addresses.is_default), asc(addresses.id))
    const sums = await reader
      .select({ user_id: orders.user_id, orders: count(), total: sum(orders.total_amount) })
      .from(orders)
      .where(and(inArray(orders.user_id, ids), inArray(orders.status, DELIVERY_PATH)))
      .groupBy(orders.user_id)
    const addressesOf = Map.groupBy(addressRows, (row) => row.user_id)
    const sumOf = new Map(sums.map((row) => [row.user_id, row]))
    yield page.map((customer) => ({
      ...customer,
      orders: sumOf.get(customer.id)?.orders ?? 0,
      total_spent: Number(sumOf.get(customer.id)?.total ?? 0),
      addresses: addressesOf.get(customer.id) ?? [],
    }))
    last = ids.at(-1) ?? last
  }
}
