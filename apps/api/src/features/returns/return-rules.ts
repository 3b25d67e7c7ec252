/** What of an order can be sent back, and why not. Pure. */
import type { ReturnableItem } from '@haat/contract/returns'
import { isCashOnDelivery, isSold, isUnshipped, variantLabel } from '@haat/contract/rules'
import { isOpenReturn, isShopsFault } from '@haat/contract/return-rules'
import { inVariantOrder } from '@haat/contract/sizes'
import { swatchOf } from '@haat/contract/swatch'
import { t } from '#say'
import { formatDay } from '../../format.ts'
import type { OrderItemRow, OrderRow, WholeOrder } from '../orders/orders.store.ts'
import {
  deliveryLeft,
  isAllBack,
  piecesLeft,
  returnedPieces,
  worthLeft,
  worthOfPieces,
} from '../orders/returns.store.ts'
import { UPI } from '../payments/payments.ts'
import type { ReturnTerm, WholeRequest } from './return-requests.store.ts'

const DAY_MS = 86_400_000

/** All that decides what can be sent back. */
export interface ReturnCase {
  found: WholeOrder
  /** The order that was paid: another one for what was sent in exchange. */
  paid: OrderRow
  requests: readonly Pick<WholeRequest, 'state' | 'items'>[]
  /** The variants of the products of its items. */
  terms: readonly ReturnTerm[]
  now: Date
}

/** What a customer is told of one item. */
interface Standing {
  item: OrderItemRow
  /** Pieces that neither came back nor are asked for. */
  left: number
  /** The last moment to ask; null for an item that cannot be sent back. */
  until: Date | null
}

export const deliveredAt = ({ events }: Pick<WholeOrder, 'events'>): Date | undefined =>
  events.findLast(({ kind }) => kind === 'delivered')?.at

/** How many pieces of an item open requests are about. */
export const askedPieces = (requests: ReturnCase['requests'], itemId: number): number =>
  requests
    .filter(({ state }) => isOpenReturn(state))
    .flatMap(({ items }) => items)
    .reduce((sum, { order_item_id, quantity }) => sum + (order_item_id === itemId ? quantity : 0), 0)

function standings({ found, requests }: ReturnCase): Standing[] {
  const delivered = deliveredAt(found)
  return found.items.map((item) => {
    const days = item.return_days ?? 0
    const left = item.quantity - returnedPieces(found.returns, item.id) - askedPieces(requests, item.id)
    return { item, left, until: delivered && days > 0 ? new Date(delivered.getTime() + days * DAY_MS) : null }
  })
}

/** The items that the customer can ask to send back now. */
export function returnableItems(about: ReturnCase): ReturnableItem[] {
  if (about.found.order.status !== 'DELIVERED') return []
  const { returns } = about.found
  return standings(about).flatMap(({ item, left: quantity, until }) =>
    quantity > 0 && until !== null && about.now <= until
      ? [
          {
            ...{ order_item_id: item.id, quantity, until, exchange_for: exchangeFor(item, about.terms) },
            ...{ worth_left: worthLeft(item, returns), pieces_left: piecesLeft(item, returns) },
          },
        ]
      : [],
  )
}

interface Ordered extends Pick<WholeOrder, 'items' | 'returns'> {
  order: Pick<OrderRow, 'total_shipping_price' | 'cod_fee'>
}

/** What of the delivery is paid back as well when these pieces come, in paise. @param isAtFault see `isShopsFault` */
export const deliveryBack = (
  { order, items, returns }: Ordered,
  pieces: ReadonlyMap<number, number>,
  isAtFault: boolean,
): number => {
  const came = returns.filter(({ quantity }) => quantity > 0)
  const isAlways = isAtFault && came.every(({ reason }) => reason !== null && isShopsFault(reason))
  return isAlways && isAllBack(items, returns, pieces) ? deliveryLeft(order, returns) : 0
}

/** How many pieces of each item, by its id. */
export const quantitiesOf = (
  items: readonly Pick<ReturnableItem, 'order_item_id' | 'quantity'>[],
): Map<number, number> => new Map(items.map(({ order_item_id, quantity }) => [order_item_id, quantity]))

/** What a request pays back once all of it has come, in paise; null for an exchange, and once it is closed. */
export function refundOf(found: Ordered, request: WholeRequest): number | null {
  if (request.wish === 'exchange' || !isOpenReturn(request.state)) return null
  const pieces = quantitiesOf(request.items)
  const worth = found.items.map((item) => worthOfPieces(item, found.returns, pieces.get(item.id) ?? 0))
  return (
    worth.reduce((sum, one) => sum + one, deliveryBack(found, pieces, isShopsFault(request.reason))) || null
  )
}

/** Variants of the same product that cost what the ordered one does now, or what was paid for it. */
function exchangeFor(item: OrderItemRow, terms: readonly ReturnTerm[]): ReturnableItem['exchange_for'] {
  const own = terms.find(({ id }) => id === item.variant_id)
  const offered = terms
    .filter(({ product_id, is_published }) => is_published && product_id === item.product_id)
    .filter(({ price }) => price === item.price || price === own?.price)
  return inVariantOrder(offered).map((variant) => ({
    ...variant,
    ...{ is_same: variant.id === item.variant_id, is_default: false, swatch: swatchOf(variant.color) },
    ...{ price: item.price, mrp: null, discount_percentage: 0 },
    variant_name: variantLabel(variant) ?? t`The same again`,
  }))
}

/** Why nothing of an order can be sent back, in words that a shopper can act on; null where something can. */
export function whyNotReturnable(about: ReturnCase): string | null {
  const { status } = about.found.order
  if (isUnshipped(status) || status === 'SHIPPED' || status === 'OUT_FOR_DELIVERY')
    return t`This order is not delivered yet. Once it is, you can ask here to return it.`
  if (!isSold(status)) return t`This order was not delivered, so there is nothing to return.`
  if (status === 'RETURNED') return t`Everything of this order came back to us.`
  const all = standings(about)
  if (status !== 'DELIVERED' || all.every(({ left }) => left === 0))
    return t`Everything of this order came back already, or you have asked to return it.`
  if (returnableItems(about).length > 0) return null
  const kept = all.filter(({ left }) => left > 0)
  const until = kept.findLast((one) => one.until !== null)?.until
  if (!until)
    return all.every(({ item, left }) => left === item.quantity)
      ? t`This order cannot be returned. Arrived damaged or wrong? Write to us within 48 hours of delivery, with a photo.`
      : t`What is left of this order cannot be returned. Arrived damaged or wrong? Write to us within 48 hours of delivery, with a photo.`
  const day = formatDay(until)
  return t`The time to return this order ended on ${day}. If something is wrong with it, please contact us.`
}

/** Whether it was paid in cash or to the shop's own UPI id: what is refunded needs an address. */
export const isPaidByHand = ({ paid }: Pick<ReturnCase, 'paid'>): boolean =>
  isCashOnDelivery(paid.payment_method, paid.status) || paid.payment_provider === UPI
