/** What the tools do with orders: place them as the checkout does, and move them to a status. */
import { randomUUID } from 'node:crypto'
import type { PlaceOrder } from '@haat/contract/orders'
import { priceOrder } from '@haat/contract/pricing'
import type { OrderStatus } from '@haat/contract/rules'
import type { Tx } from '../db/database.ts'
import { type Customer, findCustomerByEmail } from '../features/auth/customer.store.ts'
import { quoteLines } from '../features/coupons/quote.ts'
import { orders } from '../features/orders/orders.ts'
import { type OrderEventName, type OrderState, transition } from '../features/orders/transition.ts'
import { findAddresses } from '../features/profile/address.store.ts'
import { profile } from '../features/profile/profile.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import { noSuch } from '../http/failure.ts'
import type { Context, Shop } from '../shop.ts'
import { findVariants, raiseStock } from './dev.store.ts'

const ADDRESS = {
  address_line1: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  is_default: true,
}

export interface Placement {
  /** E-mail of the customer. */
  customer: string
  items: { variant_id: number; quantity: number }[]
  payment_method: PlaceOrder['payment_method']
}

/**
 * Places an order the way the checkout does: same checks, prices and mails. Raises stock where it is short, and adds
 * an address for a customer without one.
 *
 * @throws Failure as the checkout does
 */
export async function placeOrderFor(shop: Context, { customer: email, items, payment_method }: Placement) {
  const customer = await getCustomer(shop.db, email)
  const variants = await findVariants(
    shop.db,
    items.map(({ variant_id }) => variant_id),
  )
  await shop.db.transaction(async (tx) => {
    for (const { variant_id, quantity } of items) await raiseStock(tx, variant_id, quantity)
  })
  const caller = { customerId: customer.id, sid: '', ip: '' }
  if ((await findAddresses(shop.db, customer.id)).length === 0) {
    const noParts = { params: undefined, query: undefined, headers: undefined }
    await profile.addAddress({ ...caller, ...noParts, body: ADDRESS }, shop)
  }
  const [address] = await findAddresses(shop.db, customer.id)
  const lines = items.map(({ variant_id, quantity }) => {
    const variant = variants.find(({ id }) => id === variant_id)
    if (!variant) throw noSuch(`Variant ${variant_id} not found`)
    return { variant_id, quantity, product_id: variant.product_id }
  })
  const { delivery } = await readSettings(shop.db)
  const quoted = await shop.db.transaction((tx) => quoteLines(tx, customer.id, lines, shop.now()))
  const { total_amount } = priceOrder(quoted, null, delivery, 'buy-now')
  return orders.place(
    {
      ...caller,
      params: undefined,
      query: undefined,
      headers: { 'idempotency-key': `dev-${randomUUID()}` },
      body: {
        address_id: address!.id,
        payment_method,
        checkout: 'buy-now',
        total_amount,
        items: lines,
      },
    },
    shop,
  )
}

const EVENTS: OrderEventName[] = [
  'pay',
  'payment_failed',
  'process',
  'ship',
  'out_for_delivery',
  'deliver',
  'refuse',
  'lose',
  'return',
  'cancel',
]

/** The shortest list of events that takes an order to a status; null when there is none: an order never goes back. */
export function pathTo(from: OrderState, target: OrderStatus): OrderEventName[] | null {
  let paths: { state: OrderState; events: OrderEventName[] }[] = [{ state: from, events: [] }]
  for (let length = 0; length <= EVENTS.length; length += 1) {
    const found = paths.find(({ state }) => state.status === target)
    if (found) return found.events
    paths = paths.flatMap(({ state, events }) =>
      EVENTS.flatMap((event) => {
        const step = transition(state, event)
        if (!step || step.to === state.status) return []
        const paid = state.paid || step.effects.includes('paid')
        return [{ state: { ...state, status: step.to, paid }, events: [...events, event] }]
      }),
    )
  }
  return null
}

/** The courier of an order that was shipped without one. */
export const shipment = (orderId: number) => ({
  courier: 'Dakiya Logistics',
  tracking_number: `DK${String(orderId).padStart(8, '0')}`,
})

/** @throws Failure 404 */
export async function getCustomer(reader: Tx | Shop['db'], email: string): Promise<Customer> {
  const customer = await findCustomerByEmail(reader, email.trim().toLowerCase())
  if (!customer) throw noSuch(`Customer ${email} not found`)
  return customer
}
