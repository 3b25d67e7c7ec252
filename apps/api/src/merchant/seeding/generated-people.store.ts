/** Writes generated customers and their orders in bulk. */
import { priceOrder } from '@haat/contract/pricing'
import { type DeliveryRule, holdsStock } from '@haat/contract/rules'
import type { DemoAddress, DemoCustomer } from '@haat/seed'
import type { GeneratedOrder } from '@haat/seed/generator'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { reserveIds } from '../importing/importing.store.ts'
import { after, daysBefore } from './demo-frame.ts'
import { statusesUntil } from './demo-order-history.ts'
import type { Sellable } from './generated-products.store.ts'

type New<Name extends keyof Tables> = Tables[Name]['$inferInsert']

const CUSTOMER_FOR_DAYS = 400

/** A customer who can be ordered for. */
export interface Buyer {
  user_id: number
  address: DemoAddress
}

export async function writeCustomers(
  tx: Tx,
  customers: DemoCustomer[],
  password_hash: string,
  now: Date,
): Promise<Buyer[]> {
  const ids = await reserveIds(tx, 'users', customers.length)
  const created_at = daysBefore(now, CUSTOMER_FOR_DAYS)
  const users = customers.map(({ name, email, phone_number, addresses }, at) => ({
    ...{ id: ids[at]!, name, email, phone_number, password_hash, created_at },
    address_count: addresses.length,
  }))
  await tx.insertMany('users', users)
  await tx.insertMany(
    'addresses',
    customers.flatMap(({ addresses }, at) => addresses.map((row) => ({ ...row, user_id: ids[at]! }))),
  )
  return customers.map(({ addresses }, at) => ({ user_id: ids[at]!, address: addresses[0]! }))
}

/** An order with whom it is for and what is in it. */
export interface PlannedOrder {
  /** Its place in the generator's sequence: names it for ever. */
  n: number
  order: GeneratedOrder
  buyer: Buyer
  lines: { sellable: Sellable; quantity: number }[]
}

export async function writeOrders(
  tx: Tx,
  planned: PlannedOrder[],
  delivery: DeliveryRule,
  now: Date,
): Promise<void> {
  const ids = await reserveIds(tx, 'orders', planned.length)
  const orders: New<'orders'>[] = []
  const items: New<'order_items'>[] = []
  const events: New<'order_events'>[] = []
  for (const [at, plan] of planned.entries()) {
    const order_id = ids[at]!
    const row = orderRow(plan, order_id, delivery, now)
    orders.push(row)
    items.push(...plan.lines.map((line) => itemRow(line, order_id)))
    events.push(
      ...statusesUntil(plan.order.status, plan.order.payment_method).map(({ status, hours }) => ({
        ...{ order_id, status, at: after(row.created_at, hours * 3600) },
      })),
    )
  }
  await tx.insertMany('orders', orders)
  await tx.insertMany('order_items', items)
  await tx.insertMany('order_events', events)
}

function orderRow({ n, order, buyer, lines }: PlannedOrder, id: number, delivery: DeliveryRule, now: Date) {
  const { status, payment_method, courier = null, tracking = null } = order
  const { address, user_id } = buyer
  const sold = lines.map(({ sellable, quantity }) => ({ ...sellable, quantity }))
  const { items_total, total_shipping_price, total_amount } = priceOrder(sold, null, delivery, 'buy-now')
  const created_at = daysBefore(now, order.age_days)
  const paid = payment_method === 'ONLINE' && status !== 'PAYMENT_FAILED'
  return {
    ...{ id, user_id, status, payment_method, created_at, items_total, total_shipping_price, total_amount },
    ...{ courier, tracking_number: tracking, request_hash: '', idempotency_key: `seed-${n}` },
    checkout: 'buy-now' as const,
    total_discount_amount: 0,
    shipping_name: address.full_name,
    shipping_street: [address.address_line1, address.address_line2].filter(Boolean).join(', '),
    shipping_city: address.city,
    shipping_state: address.state,
    shipping_country: address.country,
    shipping_zip: address.pincode,
    shipping_phone: address.phone,
    paid_at: paid || status === 'DELIVERED' ? created_at : null,
    holds_stock: holdsStock(status),
    // Money for an order that was cancelled has gone back.
    refunded_at: paid && status === 'CANCELLED' ? after(created_at, 86_400) : null,
  }
}

function itemRow(
  { sellable, quantity }: PlannedOrder['lines'][number],
  order_id: number,
): New<'order_items'> {
  const { category_id: _category, ...copied } = sellable
  return { ...copied, order_id, quantity, subtotal: sellable.price * quantity, discount_amount: 0 }
}
