/** Takes in what a customer sent back: for a refund, or with an order in exchange. */
import { randomUUID } from 'node:crypto'
import { lineTotal } from '@haat/contract/pricing'
import { isShopsFault } from '@haat/contract/return-rules'
import { itemName, variantLabel } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import type { Tx } from '../../db/database.ts'
import { findPurchasableVariants } from '../../features/catalog/purchasable-variants.store.ts'
import { deliveryTo } from '../../features/delivery/delivery.ts'
import { moveOrder, startOrder } from '../../features/orders/move-order.ts'
import {
  findItems,
  findOrderRow,
  type NewOrderItem,
  type OrderItemRow,
  type OrderRow,
} from '../../features/orders/orders.store.ts'
import { findReturns, returnedPieces } from '../../features/orders/returns.store.ts'
import type { RequestItem, WholeRequest } from '../../features/returns/return-requests.store.ts'
import { deliveryBack } from '../../features/returns/return-rules.ts'
import { badRequest, conflict, Failure } from '../../http/failure.ts'

type Asked = Omit<InputOf<Staff['returns']['receive']>, 'request'>

/** What came of an item. */
interface Came {
  asked: RequestItem
  item: OrderItemRow
  quantity: number
}

/**
 * The customer must be locked, and the request accepted.
 *
 * @returns the id of the order in exchange, or null
 * @throws Failure 400 or 409, with which the transaction must roll back
 */
export async function receiveReturn(
  tx: Tx,
  request: WholeRequest,
  { item: lines, write_off = [], refund_instead }: Asked,
  now: Date,
): Promise<number | null> {
  const order = (await findOrderRow(tx, request.order_id))!
  const items = await findItems(tx, [order.id])
  const counts = countsOf(request, lines)
  const came = request.items.flatMap((asked, at) => {
    const quantity = counts.get(at + 1) ?? 0
    const item = items.find(({ id }) => id === asked.order_item_id)
    return item && quantity > 0 ? [{ asked, item, quantity }] : []
  })
  const returns = await findReturns(tx, [order.id])
  for (const { item, quantity } of came)
    if (quantity + returnedPieces(returns, item.id) > item.quantity)
      throw conflict(`${itemName(item)} was taken back already, outside of this request.`)
  const unknown = write_off.find((line) => !counts.has(Number(line)))
  if (unknown !== undefined) throw badRequest(`Nothing of line ${unknown} came.`)
  const isExchange = request.wish === 'exchange' && !refund_instead
  const pieces = new Map(came.map(({ item, quantity }) => [item.id, quantity]))
  const { reason } = request
  const with_delivery =
    !isExchange && deliveryBack({ order, items, returns }, pieces, isShopsFault(reason)) > 0
  const written = new Set(write_off.map((line) => request.items[Number(line) - 1]!.order_item_id))
  const returned = { pieces, write_off: written, exchanged: isExchange, with_delivery, reason }
  if (isExchange) return exchange(tx, order, came, returned, now)
  const { refund_upi } = request
  const done = await moveOrder(tx, order.id, 'return', { now, refund_upi, returned })
  if (!done) throw notDelivered(order)
  return null
}

const textOf = (came: readonly Came[]): string =>
  came.map(({ item, quantity }) => `${quantity} × ${itemName(item)}`).join(', ')

const notDelivered = ({ order_number, status }: OrderRow): Failure =>
  conflict(`Order ${order_number} is ${status}: nothing more of it can come back.`)

/** How many pieces came, by line from 1. @param lines `1=2` or `1`; undefined: all of the request */
function countsOf({ items }: WholeRequest, lines: readonly string[] | undefined): Map<number, number> {
  const counts = new Map<number, number>()
  for (const text of lines ?? items.map((_, at) => String(at + 1))) {
    const [, line, count] = /^(\d{1,3})(?:=(\d{1,4}))?$/.exec(text) ?? []
    const asked = items[Number(line) - 1]
    if (!asked) throw badRequest(`The request has no line "${text}".`)
    const quantity = count === undefined ? asked.quantity : Number(count)
    if (quantity > asked.quantity)
      throw badRequest(`Of ${itemName(asked)}, ${asked.quantity} can come back by this request.`)
    if (quantity > 0) counts.set(Number(line), quantity)
  }
  if (counts.size === 0) throw badRequest('If nothing came, refuse the request instead.')
  return counts
}

/** @returns the id of the order in exchange */
async function exchange(
  tx: Tx,
  order: OrderRow,
  came: readonly Came[],
  returned: NonNullable<Parameters<typeof moveOrder>[3]['returned']>,
  now: Date,
): Promise<number> {
  const wanted = came.flatMap(({ asked }) => asked.variant_id ?? [])
  // All at once: stock is given back and then taken, each in ascending order.
  await tx.lockRows('variants', [...wanted, ...came.flatMap(({ item }) => item.variant_id ?? [])])
  const items = await itemsInExchange(tx, came, now)
  const total = items.reduce((sum, { subtotal }) => sum + subtotal, 0)
  const { user_id, shipping_name, shipping_street, shipping_city, shipping_state } = order
  const { arrives } = await deliveryTo(tx, { pincode: order.shipping_zip, state: shipping_state }, now)
  const { shipping_country, shipping_zip, shipping_phone, buyer_gstin, buyer_company, language } = order
  const details = {
    ...{ user_id, shipping_name, shipping_street, shipping_city, shipping_state },
    ...{ shipping_country, shipping_zip, shipping_phone, buyer_gstin, buyer_company, created_at: now },
    ...{ language, arrives_from: arrives?.from, arrives_to: arrives?.to },
    ...({ payment_method: 'ONLINE', checkout: 'buy-now', rounds_cash: false } as const),
    ...{ items_total: total, total_discount_amount: total, total_shipping_price: 0, total_amount: 0 },
    ...{ idempotency_key: `auto:${randomUUID()}`, request_hash: '' },
  }
  const note = `In exchange for ${textOf(came)} of order #${order.order_number}.`
  const replacement = await startOrder(tx, 'place_exchange', details, items, note).catch((error: unknown) => {
    throw error instanceof Failure ? gone(error.message) : error
  })
  const reference = replacement.order_number
  const isMoved = await moveOrder(tx, order.id, 'exchange', { now, returned, reference })
  if (!isMoved) throw notDelivered(order)
  return replacement.id
}

const gone = (why: string): Failure =>
  conflict(`${why} Refund the pieces instead, or wait until there are more.`, {
    code: 'EXCHANGE_GONE',
    remedy: 'To refund them: --refund-instead',
  })

/** What is sent: at the price that was paid, with a discount of the whole. */
async function itemsInExchange(tx: Tx, came: readonly Came[], now: Date): Promise<NewOrderItem[]> {
  const ids = came.flatMap(({ asked }) => asked.variant_id ?? [])
  const variants = await findPurchasableVariants(tx, ids, now)
  return came.map(({ asked, item: { id, price, mrp, ships_free, return_days }, quantity }) => {
    const variant = variants.find(({ variant_id }) => variant_id === asked.variant_id)
    if (!variant) throw gone(`${itemName(asked)} is no longer sold in the wanted variant.`)
    const { product_id, variant_id, product_name, sku, hsn, gst_rate, media_url } = variant
    const subtotal = lineTotal({ price, quantity })
    return {
      ...{ product_id, variant_id, product_name, sku, hsn, gst_rate, price, mrp, ships_free },
      ...{ return_days, replaces_item_id: id },
      ...{ quantity, subtotal, discount_amount: subtotal },
      variant_name: variantLabel(variant),
      variant_image: media_url,
    }
  })
}
