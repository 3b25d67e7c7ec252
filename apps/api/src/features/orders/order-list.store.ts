/** A customer's list of orders: its groups and its search. */
import { ORDER_GROUPS, type OrderGroup } from '@haat/contract/rules'
import { and, count, desc, eq, exists, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../db/database.ts'
import { contains } from '../../db/match-text.ts'
import { textsSaying } from '../translations/translations.store.ts'
import { hasFailedLately, type OrderItemRow, selectOrders, withParts } from './orders.store.ts'
import { comesBack } from './returns.store.ts'

interface OrderFilter {
  show?: OrderGroup | undefined
  /** Of the number, or of a product's name. */
  search?: string | undefined
}

/** One page of the customer's orders, newest first, what was searched for first in each; and how many there are of each group. */
export async function findOrders(
  reader: Reader,
  customerId: number,
  { show, search }: OrderFilter,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
) {
  const { orders, order_items: items, products } = reader.tables
  const text = search?.trim().replace(/^#/, '')
  // A translation is of the name alone, and an item's begins with the brand.
  const isNamed = text
    ?.split(/\s+/)
    .map((word) =>
      or(
        contains(reader, items.product_name, word),
        contains(reader, items.variant_name, word),
        inArray(products.name, textsSaying(reader, word)),
      ),
    )
  const named = (ofOrders: SQL) =>
    reader
      .select({ id: items.id })
      .from(items)
      .leftJoin(products, eq(products.id, items.product_id))
      .where(and(ofOrders, ...(isNamed ?? [])))
  const inGroup = (group: OrderGroup) => inArray(orders.status, [...ORDER_GROUPS[group]])
  const failedLately = hasFailedLately(reader.tables, now)
  const groups = {
    open: or(inGroup('open'), failedLately),
    delivered: inGroup('delivered'),
    ended: and(or(inGroup('ended'), comesBack(reader)), not(failedLately)),
  }
  const found = and(
    eq(orders.user_id, customerId),
    text
      ? or(contains(reader, orders.order_number, text), exists(named(eq(items.order_id, orders.id))))
      : undefined,
  )
  const shown = show ? and(found, groups[show]) : found
  const page = selectOrders(reader).where(shown).orderBy(desc(orders.id)).limit(limit).offset(offset)
  const countOf = (group: OrderGroup) => sql`count(case when ${groups[group]} then 1 end)`.mapWith(Number)
  const [counts] = await reader
    .select({
      ...{ all: count(), open: countOf('open') },
      ...{ delivered: countOf('delivered'), ended: countOf('ended') },
    })
    .from(orders)
    .where(found)
  const whole = await withParts(reader, await page)
  const ids = whole.map(({ order }) => order.id)
  const wanted = text && ids.length > 0 ? await named(inArray(items.order_id, ids)) : []
  const isWanted = ({ id }: OrderItemRow) => wanted.some((item) => item.id === id)
  const wantedFirst = (a: OrderItemRow, b: OrderItemRow) => Number(isWanted(b)) - Number(isWanted(a))
  return {
    orders: whole.map((order) => ({ ...order, items: order.items.toSorted(wantedFirst) })),
    counts: counts!,
  }
}
