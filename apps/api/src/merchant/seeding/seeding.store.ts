/** Writes products, customers and past orders in bulk, for the demo shop and for generated shops. */
import { createHash } from 'node:crypto'
import { type CouponRule, lineTotal, priceOrder } from '@haat/contract/pricing'
import { type Checkout, DELIVERY_PATH, variantLabel } from '@haat/contract/rules'
import { shippingOf } from '@haat/contract/shipping-address'
import type { DemoAddress, DemoCustomer, DemoMedia, DemoOrder, DemoProduct } from '@haat/seed'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { arrivalOf, usualDays } from '../../features/delivery/delivery.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { issueInvoices } from '../../features/orders/documents.store.ts'
import { TEST_BANK } from '../../features/payments/payments.ts'
import { orderNumber } from '../../features/orders/orders.store.ts'
import { listingOf } from '../../features/catalog/listing-columns.store.ts'
import { pictureUrl, videoUrl } from '../../features/media/media-urls.ts'
import { type OrderEventName, transition } from '../../features/orders/transition.ts'
import { type OrderProgress, recordOf } from '../../features/orders/step-record.ts'
import {
  insertAll,
  type NewMedia,
  type NewProduct,
  type NewVariant,
  allocateIds,
} from '../../acts/catalogue/catalogue-rows.store.ts'

type New<Name extends keyof Tables> = Tables[Name]['$inferInsert']

const ACCOUNT_AGE_DAYS = 400

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)
const daysBefore = (time: Date, days: number): Date => secondsAfter(time, -days * 86_400)

/** What an order copies from a variant, and its category. */
export type OrderableVariant = Pick<New<'order_items'>, 'product_name' | 'price'> &
  Pick<New<'variants'>, 'product_id' | 'mrp' | 'sku'> &
  Pick<New<'order_items'>, 'variant_name' | 'hsn' | 'gst_rate' | 'variant_image'> & {
    variant_id: number
    category_id: number
  }

/**
 * Writes products with variants, media and listing columns. Deals are not taken into account.
 *
 * @param categories ids by slug
 * @returns every variant, in the order of the products
 */
export async function writeProducts(
  tx: Tx,
  products: DemoProduct[],
  categories: Map<string, number>,
  now: Date,
): Promise<OrderableVariant[]> {
  const productIds = await allocateIds(tx, 'products', products.length)
  const count = products.reduce((sum, { variants }) => sum + variants.length, 0)
  const variantIds = (await allocateIds(tx, 'variants', count)).toReversed()
  const rows = { products: [] as NewProduct[], variants: [] as NewVariant[], media: [] as NewMedia[] }
  const written: OrderableVariant[] = []
  for (const [at, product] of products.entries()) {
    const { media: shared, variants: given, category, age_days, ...fields } = product
    const product_id = productIds[at]!
    const category_id = categories.get(category)
    if (category_id === undefined) throw new Error(`"${product.slug}" is in an unknown category.`)
    const variants = given.map(({ media: _, ...values }, position) => {
      return { ...values, id: variantIds.pop()!, product_id, position }
    })
    const media = given.flatMap((one, n) => mediaRows(one.media, product_id, variants[n]!.id))
    media.push(...mediaRows(shared, product_id, null))
    const images = media.filter((row) => row.media_type === 'image')
    const own = { id: product_id, category_id, created_at: daysBefore(now, age_days) }
    rows.products.push({ ...fields, ...own, ...listingOf(variants, images) })
    rows.variants.push(...variants)
    rows.media.push(...media)
    const { name: product_name, hsn, gst_rate } = product
    for (const variant of variants) {
      const { id: variant_id, price, mrp, sku } = variant
      const image = images.find((row) => row.variant_id === variant_id || row.variant_id === null)
      written.push({
        ...{ product_id, variant_id, category_id, product_name, hsn, gst_rate, price, mrp, sku },
        variant_name: variantLabel(variant),
        variant_image: image?.media_url ?? null,
      })
    }
  }
  await insertAll(tx, rows)
  return written
}

const mediaRows = (media: DemoMedia[], product_id: number, variant_id: number | null): NewMedia[] =>
  media.map((item, position) => {
    const { media_type } = item
    const [video_source, alt] = item.media_type === 'image' ? [null, item.alt] : [item.video_source, '']
    return { product_id, variant_id, media_type, position, media_url: mediaUrl(item), video_source, alt }
  })

function mediaUrl(item: DemoMedia): string {
  if (item.media_type === 'image') return pictureUrl(item.name)
  return item.video_source === 'upload' ? videoUrl(item.name) : item.youtube_id
}

/** A customer who can place orders. */
export interface Buyer {
  user_id: number
  /** The default address. */
  address: DemoAddress
}

/**
 * @param passwordHash the hash of a customer's password
 * @returns the customers with an address, in the order given
 */
export async function writeCustomers(
  tx: Tx,
  customers: DemoCustomer[],
  passwordHash: (email: string) => string,
  now: Date,
): Promise<Buyer[]> {
  const ids = await allocateIds(tx, 'users', customers.length)
  const created_at = daysBefore(now, ACCOUNT_AGE_DAYS)
  await tx.insertMany(
    'users',
    customers.map(({ name, email, phone_number }, at) => {
      return { id: ids[at]!, name, email, phone_number, password_hash: passwordHash(email), created_at }
    }),
  )
  await tx.insertMany(
    'addresses',
    customers.flatMap(({ addresses }, at) => addresses.map((one) => ({ ...one, user_id: ids[at]! }))),
  )
  return customers.map(({ addresses }, at) => {
    const address = addresses.find(({ is_default }) => is_default) ?? addresses[0]
    return { user_id: ids[at]!, address: address! }
  })
}

/**
 * An order to write. It goes through its steps at past times, but neither stock nor coupon uses are taken: the data gives
 * what is left of them.
 */
export interface PastOrder {
  order: Pick<DemoOrder, 'status' | 'payment_method' | 'age_days' | 'courier' | 'tracking'>
  buyer: Buyer
  lines: { variant: OrderableVariant; quantity: number }[]
  coupon: (CouponRule & { code: string }) | null
  checkout: Checkout
}

/** Writes orders with items and timeline. Ids follow the order given. */
export async function writeOrders(tx: Tx, pastOrders: PastOrder[], now: Date): Promise<void> {
  const ids = await allocateIds(tx, 'orders', pastOrders.length)
  const orders: New<'orders'>[] = []
  const items: New<'order_items'>[] = []
  const events: New<'order_events'>[] = []
  const payments: New<'payments'>[] = []
  const refunds: New<'refunds'>[] = []
  const ledger: New<'ledger_entries'>[] = []
  const shipped: { order_id: number; at: Date }[] = []
  for (const [at, { order, buyer, lines, coupon, checkout }] of pastOrders.entries()) {
    const order_id = ids[at]!
    const created_at = daysBefore(now, order.age_days)
    const priced = priceOrder(
      lines.map(({ variant, quantity }) => ({ ...variant, quantity, is_deal: false })),
      coupon,
      DEFAULT_SETTINGS.delivery,
      checkout,
    )
    const { items_total, total_shipping_price, total_items_discount, total_amount } = priced
    const { row, timeline, refund } = historyOf(order, created_at, now)
    const days = usualDays(DEFAULT_SETTINGS, buyer.address)
    const arrival = arrivalOf({ days }, DEFAULT_SETTINGS, created_at)
    orders.push({
      ...{ id: order_id, user_id: buyer.user_id, checkout, created_at, request_hash: '' },
      order_number: orderNumber(createHash('sha256').update(`order ${order_id}`).digest()),
      ...{ items_total, total_shipping_price, total_amount, total_discount_amount: total_items_discount },
      coupon_code: total_items_discount > 0 ? (coupon?.code ?? null) : null,
      idempotency_key: `seed-${order_id}`,
      payment_method: order.payment_method,
      ...shippingOf(buyer.address, undefined, DEFAULT_SETTINGS),
      ...{ arrives_from: arrival.from, arrives_to: arrival.to },
      ...row,
    })
    for (const [index, { variant, quantity }] of lines.entries()) {
      const { category_id: _, ...copied } = variant
      const subtotal = lineTotal({ price: variant.price, quantity })
      const discount_amount = priced.line_discounts[index] ?? 0
      const { return_days } = DEFAULT_SETTINGS
      items.push({ ...copied, order_id, quantity, subtotal, discount_amount, return_days })
    }
    events.push(...timeline.map((entry) => ({ order_id, ...entry })))
    const { paid_at } = row
    if (order.payment_method === 'ONLINE')
      payments.push({
        ...{ order_id, provider: TEST_BANK, simulated: true, amount: total_amount },
        ...{ started_at: created_at, paid_at },
        merchant_order_id: `seed-order-${order_id}`,
        transaction_id: `seed-txn-${order_id}`,
        state: paid_at ? 'PAID' : 'FAILED',
        failed_at: paid_at ? null : created_at,
      })
    if (paid_at) {
      const isOnline = order.payment_method === 'ONLINE'
      ledger.push({
        ...{ order_id, amount: total_amount, source: `seed-order-${order_id}`, at: paid_at },
        ...{ kind: isOnline ? 'payment' : 'cash', provider: isOnline ? TEST_BANK : null },
        simulated: isOnline,
      })
    }
    const shipment = timeline.find(({ kind }) => kind === 'shipped')
    if (shipment) shipped.push({ order_id, at: shipment.at })
    if (refund) {
      const { state, at: due_at } = refund
      const refunded_at = state === 'PAID' ? due_at : null
      refunds.push({ order_id, amount: total_amount, state, due_at, paid_at: refunded_at })
      if (refunded_at)
        ledger.push({
          ...{ order_id, kind: 'refund', amount: -total_amount, source: `seed-refund-${order_id}` },
          ...{ provider: TEST_BANK, simulated: true, at: refunded_at },
        })
    }
  }
  await tx.insertMany('orders', orders)
  await tx.insertMany('order_items', items)
  await tx.insertMany('order_events', events)
  await tx.insertMany('payments', payments)
  await tx.insertMany('refunds', refunds)
  await tx.insertMany('ledger_entries', ledger)
  await issueInvoices(
    tx,
    shipped.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
}

/** Takes an order through the events of its past: its row as they leave it, and its timeline. */
function historyOf(order: PastOrder['order'], created_at: Date, now: Date) {
  let row: Omit<OrderProgress, 'status'> & { status: OrderProgress['status'] | null } = {
    status: null,
    holds_stock: false,
    paid_at: null,
    hold_expires_at: null,
    confirmed_at: null,
    courier: null,
    tracking_number: null,
  }
  let refund: { state: 'DUE' | 'PAID'; at: Date } | null = null
  const timeline = []
  for (const event of eventsOf(order)) {
    const { status, paid_at } = row
    const step = transition({ status, paid: paid_at !== null, refund_due: refund?.state === 'DUE' }, event)
    if (!step) throw new Error(`The event ${event} is not possible for an order that is ${status}.`)
    const at = secondsAfter(created_at, HOURS[event] * 3600)
    const parcel = event === 'ship' ? { courier: order.courier, tracking_number: order.tracking } : {}
    const record = recordOf(row, step, { now: at > now ? now : at, ...parcel })
    row = { ...row, ...record.changes }
    if (record.refund !== null) refund = { state: record.refund, at: record.entry.at }
    timeline.push(record.entry)
  }
  return { row: { ...row, status: order.status }, timeline, refund }
}

/** Plausible hours from the placing of an order to each of its events. */
const HOURS = {
  place_online: 0,
  place_cod: 0,
  pay: 0.05,
  payment_failed: 0.1,
  cancel: 3,
  process: 4,
  ship: 22,
  refund: 24,
  out_for_delivery: 68,
  deliver: 74,
} as const satisfies Partial<Record<OrderEventName, number>>

const DELIVERY = ['process', 'ship', 'out_for_delivery', 'deliver'] as const

/** The events that lead to the order's status. */
function eventsOf({ status, payment_method }: PastOrder['order']): (keyof typeof HOURS)[] {
  if (status === 'PAYMENT_FAILED') return ['place_online', 'payment_failed']
  const online = payment_method === 'ONLINE'
  const placed = online ? (['place_online', 'pay'] as const) : (['place_cod'] as const)
  if (status === 'CANCELLED') return [...placed, 'cancel', ...(online ? (['refund'] as const) : [])]
  return [...placed, ...DELIVERY.slice(0, DELIVERY_PATH.indexOf(status))]
}
