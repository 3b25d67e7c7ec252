/** The merchant's work on orders: finding them, and moving them on. All functions throw Failures. */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf, roundOff } from '@haat/contract/pricing'
import { isCashOnDelivery, isShipped, itemName, type OrderStatus, isUnshipped } from '@haat/contract/rules'
import { plural } from '@haat/contract/staff/act'
import { orderSentence, type StaffOrder, statusText } from '@haat/contract/staff/orders'
import { ID_MAX } from '@haat/contract/wire'
import { type Confirmable, needsConfirmation } from '../../features/orders/order-links.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { checkOrder } from '../../features/orders/check-payments.ts'
import { moveOrder } from '../../features/orders/move-order.ts'
import { isAtBank } from '../../features/orders/order-payment.ts'
import { lockOrder, type OrderEventRow } from '../../features/orders/orders.store.ts'
import { exchangeOf } from '../../features/orders/returns.store.ts'
import { isAllBack, paidBack, type Returned, returnedPieces } from '../../features/orders/returns.store.ts'
import type { OrderEventName } from '../../features/orders/transition.ts'
import type { StepDetails } from '../../features/orders/step-record.ts'
import { isShort, testBankMark, upiReference } from '../../features/payments/payments.ts'
import { refundPayer } from '../../features/payments/refunds.store.ts'
import { findRequests } from '../../features/returns/return-requests.store.ts'
import { isOpen } from '../../features/settings/settings.store.ts'
import { badRequest, conflict, Failure, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { findCustomerByLogin } from '../customers/customers.ts'
import {
  findAnyOrder,
  findCancellable,
  findIdOfNumber,
  type MerchantOrder,
  type OrderSummary,
} from './orders.store.ts'

export const paymentText = (
  order: Pick<OrderSummary, 'payment_method' | 'payment_provider' | 'status'>,
): string =>
  `${isCashOnDelivery(order.payment_method, order.status) ? 'COD' : 'ONLINE'}${testBankMark(order)}`

/** What is to be asked before an order goes on. @param isStated whether the customer told the UTR of a payment */
export const toConfirm = (order: Confirmable, isStated: boolean): StaffOrder['to_confirm'] =>
  isStated ? 'payment' : needsConfirmation(order) ? 'customer' : null

/** What the courier collects in cash, in paise. */
export const cashOf = ({ order }: Pick<MerchantOrder, 'order'>): number =>
  isCashOnDelivery(order.payment_method, order.status) && order.paid_at === null ? payableOf(order) : 0

/** An order as the staff see it: what is due of its refunds is what the merchant pays back, not what a provider does. */
export function staffOrder(whole: MerchantOrder): StaffOrder {
  const { order, items, returns, payments, refunds, events, ...rest } = whole
  const isStated = payments.some(({ utr, state }) => utr !== null && state === 'PROCESSING')
  const owed = refunds.filter(({ state, next_check_at }) => state === 'DUE' && next_check_at === null)
  const providerOf = (id: number | null) => payments.find((payment) => payment.id === id)?.provider ?? null
  return {
    ...order,
    ...rest,
    payments: payments.map((payment) => ({
      ...payment,
      reference: upiReference(payment, order.order_number),
      is_short: isShort(payment, order),
    })),
    refunds: refunds.map((refund) => ({
      ...refund,
      provider: refundPayer(refund, providerOf(refund.payment_id)),
    })),
    exchange_of: exchangeOf(order),
    round_off: roundOff(order),
    refund_due: owed.length > 0,
    refund_due_amount: owed.reduce((sum, { amount }) => sum + amount, 0),
    payment: paymentText(order),
    is_cash: isCashOnDelivery(order.payment_method, order.status),
    at_bank: isAtBank(whole),
    events: events.map((event) => ({ ...event, note: event.note ?? pieceNote(whole, event) })),
    to_confirm: toConfirm(order, isStated),
    items: items.map((item, at) => ({
      ...item,
      line: at + 1,
      returned: returnedPieces(returns, item.id),
      reduced_by: paidBack(returns, item.id, true),
    })),
  }
}

/** What an event of the timeline says where nobody wrote a note. */
function pieceNote(order: MerchantOrder, { kind, pieces, reference }: OrderEventRow): string | null {
  const text = piecesText(order, new Map(pieces.map((piece) => [piece.order_item_id, piece.quantity])))
  if (kind === 'exchanged') return `Came back: ${text}. Order #${reference} is sent instead.`
  return kind === 'returned' && text ? `Returned: ${text}` : null
}

/** @param text an order number, or an id */
export async function findOrderId({ db }: Pick<Shop, 'db'>, text: string): Promise<number> {
  const number = text.replace(/^#/, '').toUpperCase()
  if (/^[A-Z][A-Z0-9]{9}$/.test(number)) {
    const id = await findIdOfNumber(db, number)
    if (id === undefined) throw noSuch(`There is no order ${number}.`)
    return id
  }
  if (!/\d/.test(text))
    throw badRequest(`"${text}" is not an order number.`, {
      remedy: `To find one: haat orders list --search "${text}"`,
    })
  const id = Number(/^[1-9]\d{0,9}$/.exec(number)?.[0])
  if (!(id <= ID_MAX)) throw badRequest(`"${text}" is not a valid order number.`)
  return id
}

/** @throws Failure 409 before the shop opens: its orders are tests, and an invoice's number cannot be taken back */
export async function refuseTests({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  if (!(await isOpen(db, config)))
    throw conflict(
      'This is a test: before the shop opens nothing is shipped or invoiced, as an invoice is numbered.',
    )
}

export async function getOrder({ db }: { db: Reader }, id: number): Promise<MerchantOrder> {
  const found = await findAnyOrder(db, id)
  if (!found) throw noSuch(`There is no order ${id}.`)
  return found
}

export type ChangeDetails = Omit<StepDetails, 'now'>
/** Works them out once nobody else changes the order. @throws Failure */
type ReadDetails = (tx: Tx) => Promise<ChangeDetails>

/** Changes the status of an order, with timeline and mails. @returns the changed order */
export async function changeOrder(
  shop: Shop,
  id: number,
  move: MerchantAction,
  details: ChangeDetails | ReadDetails,
): Promise<MerchantOrder> {
  // A payment that its provider has approved without a word keeps the order's sale.
  if (move === 'cancel') await checkOrder(shop, id)
  if (await advanceOrder(shop, id, move, details)) return getOrder(shop, id)
  const { status, refund_due_amount } = (await getOrder(shop, id)).order
  if (move === 'refund')
    throw conflict(
      refund_due_amount > 0
        ? `Nothing is left for you to pay: the payment provider of order ${id} pays back ${formatShortRupees(refund_due_amount)} by itself.`
        : `Order ${id} has no refund due.`,
    )
  const due = refund_due_amount > 0 ? ' and has a refund due' : ''
  const remedy = remedyOf(move, status, id)
  throw conflict(
    `Order ${id} is ${statusText(status)}${due}: it cannot be ${MERCHANT_ACTIONS[move].done} now.`,
    { remedy },
  )
}

/** What to do instead. */
function remedyOf(move: MerchantAction, status: OrderStatus, id: number): string {
  if (status === 'DELIVERED' && ['cancel', 'refuse', 'lose'].includes(move))
    return `When it comes back: haat orders return ${id}`
  if (status !== 'RETURNED' && status !== 'LOST' && isShipped(status)) {
    if (move === 'ship')
      return `To correct the courier or the tracking number, run: haat orders tracking ${id} --number …`
    if (move === 'cancel' || move === 'return')
      return `If the parcel comes back: haat orders refuse ${id}; if it is lost: haat orders lose ${id}; once it is delivered: haat orders return ${id}`
  }
  if (isUnshipped(status) && move === 'return') return `To cancel it: haat orders cancel ${id}`
  if (isUnshipped(status) && !['process', 'ship', 'cancel'].includes(move))
    return `Ship it first: haat orders ship ${id} --courier …`
  return ''
}

/**
 * Changes several orders, each on its own.
 *
 * @throws Failure that lists what was changed and what was not, when one of several orders could not be
 */
export async function changeOrders(
  shop: Shop,
  names: readonly string[],
  change: (id: number) => Promise<MerchantOrder>,
): Promise<MerchantOrder[]> {
  const changed: MerchantOrder[] = []
  const refused: Failure[] = []
  for (const name of new Set(names))
    try {
      changed.push(await change(await findOrderId(shop, name)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push(error)
    }
  if (refused.length === 0) return changed
  if (changed.length === 0 && refused.length === 1) throw refused[0]!
  const lines = [
    ...changed.map((order) => orderSentence(staffOrder(order))),
    ...refused.map(({ message }) => message),
  ]
  throw conflict(lines.join('\n'), {
    remedy: refused
      .map(({ extra }) => extra['remedy'])
      .filter(Boolean)
      .join('\n'),
  })
}

/**
 * Takes back what a customer returned.
 *
 * @param asked `2=1` is one piece of line 2 of the order, `RICE-5=1` of the line with this SKU, `2` all of the line;
 * none is everything
 */
export async function returnItems(
  shop: Shop,
  id: number,
  asked: readonly string[],
  { note, ...how }: Pick<ChangeDetails, 'note'> & Returned,
): Promise<MerchantOrder> {
  return changeOrder(shop, id, 'return', async (tx) => {
    const found = await getOrder({ db: tx }, id)
    await refuseExchanged(tx, found)
    const pieces = asked.length > 0 ? piecesOf(found, asked) : undefined
    return { note, returned: { ...how, pieces } }
  })
}

/** @throws Failure 409 where others were sent for all that the customer had of an order */
async function refuseExchanged(tx: Tx, { order, items, returns }: MerchantOrder): Promise<void> {
  if (order.status !== 'DELIVERED' || !isAllBack(items, returns)) return
  const requests = await findRequests(tx, { order_id: order.id })
  const numbers = requests.flatMap(({ replacement_number: number }) => (number === null ? [] : `#${number}`))
  throw conflict(
    `Everything of order ${order.id} was exchanged. What comes back now belongs to what was sent instead: ${numbers.join(', ')}. Take it back there.`,
  )
}

/** Pieces of an order by the id of their item. */
export function piecesOf(
  { order, items, returns }: MerchantOrder,
  asked: readonly string[],
): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const text of asked) {
    const [, name = '', count] = /^(.+?)(?:=(\d{1,4}))?$/.exec(text) ?? []
    const item =
      items.find(({ sku }) => sku === name) ?? (/^\d+$/.test(name) ? items[Number(name) - 1] : undefined)
    if (!item)
      throw badRequest(`Order ${order.id} has no line "${name}".`, {
        remedy: `To see their numbers: haat orders show ${order.id}`,
      })
    const left = item.quantity - returnedPieces(returns, item.id) - (pieces.get(item.id) ?? 0)
    const quantity = count === undefined ? left : Number(count)
    if (quantity < 1 || quantity > left)
      throw badRequest(`Of ${itemName(item)}, order ${order.id} has ${plural(left, 'piece')} left.`)
    pieces.set(item.id, (pieces.get(item.id) ?? 0) + quantity)
  }
  return pieces
}

/** `1 × Rice 5 kg, 2 × Shirt (Blue)`. */
export const piecesText = ({ items }: MerchantOrder, pieces: ReadonlyMap<number | null, number>): string =>
  items
    .flatMap((item) => (pieces.has(item.id) ? [`${pieces.get(item.id)} × ${itemName(item)}`] : []))
    .join(', ')

/**
 * Corrects the courier or the tracking number of an order on its way, and mails both to the customer.
 *
 * @param parcel what is not given stays
 */
export async function correctTracking(
  shop: Shop,
  id: number,
  parcel: Pick<ChangeDetails, 'courier' | 'tracking_number'>,
): Promise<MerchantOrder> {
  const { order } = await getOrder(shop, id)
  const { courier = order.courier, tracking_number = order.tracking_number } = parcel
  if (courier === order.courier && tracking_number === order.tracking_number)
    throw conflict(`Order ${id} already has this courier and tracking number.`, { field: 'number' })
  const note = `Tracking corrected: ${[courier, tracking_number].filter(Boolean).join(', ')}`
  if (await advanceOrder(shop, id, 'tracking', { ...parcel, note })) return getOrder(shop, id)
  throw conflict(
    `Order ${id} is ${statusText(order.status)}: only an order on its way has a tracking number.`,
  )
}

/**
 * The merchant's actions with their events: those before the last happen where they still can. `done` is what an order is
 * not in the sentence that refuses it.
 */
const MERCHANT_ACTIONS = {
  'confirm-cash': { events: ['confirm_cash'], done: 'confirmed' },
  process: { events: ['process'], done: 'packed' },
  ship: { events: ['process', 'ship'], done: 'shipped' },
  tracking: { events: ['correct_tracking'], done: 'tracked anew' },
  'out-for-delivery': { events: ['out_for_delivery'], done: 'sent out for delivery' },
  deliver: { events: ['out_for_delivery', 'deliver'], done: 'delivered' },
  refuse: { events: ['refuse'], done: 'refused at the door' },
  lose: { events: ['lose'], done: 'recorded as lost' },
  return: { events: ['return'], done: 'taken back' },
  cancel: { events: ['cancel'], done: 'cancelled' },
  refund: { events: ['refund'], done: 'refunded' },
} as const satisfies Record<string, { events: readonly OrderEventName[]; done: string }>

export type MerchantAction = keyof typeof MERCHANT_ACTIONS

/**
 * Applies a merchant's action to an order, with timeline and mails; all of it or nothing.
 *
 * @returns false, with nothing written, when there is no such order or this cannot happen to it now
 */
export async function advanceOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  action: MerchantAction,
  details: ChangeDetails | ReadDetails = {},
): Promise<boolean> {
  const events: readonly OrderEventName[] = MERCHANT_ACTIONS[action].events
  const at = now()
  class Refused extends Error {}
  try {
    await db.transaction(async (tx) => {
      await lockOrder(tx, orderId)
      const known = typeof details === 'function' ? await details(tx) : details
      for (const event of events.slice(0, -1)) await moveOrder(tx, orderId, event, { now: at })
      // Thrown, so that the steps before it are rolled back.
      if (!(await moveOrder(tx, orderId, events.at(-1)!, { ...known, now: at }))) throw new Refused()
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/**
 * Cancels all open orders of a customer, each in its own transaction. An order that is shipped meanwhile stays.
 *
 * @param login e-mail address or phone number
 * @returns the orders as they are afterwards
 */
export async function cancelOrdersOf(
  shop: Shop,
  login: string,
  { dryRun, details }: { dryRun: boolean; details: ChangeDetails },
): Promise<MerchantOrder[]> {
  const customer = await findCustomerByLogin(shop.db, login)
  const orders: MerchantOrder[] = []
  for (const id of await findCancellable(shop.db, customer.id)) {
    if (!dryRun) await advanceOrder(shop, id, 'cancel', details)
    orders.push(await getOrder(shop, id))
  }
  return orders
}
