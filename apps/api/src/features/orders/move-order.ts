/**
 * Takes orders through the steps of the transition table. `carryOut` does everything that belongs to a step, the
 * first one included: stock, coupon use, status, cart, timeline and mail, all in the caller's transaction.
 */
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { isCashOnDelivery, itemName } from '@haat/contract/rules'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { conflictWith, type Failure } from '../../http/failure.ts'
import { takeFromCart } from '../cart/cart.store.ts'
import { releaseCouponUse, takeCouponUse } from '../coupons/coupons.store.ts'
import { couponUsedUp } from '../coupons/quote.ts'
import { addCash, moneyLeft } from '../payments/ledger.store.ts'
import { insertRefund, settleRefunds } from '../payments/refunds.store.ts'
import { enqueueReviewMail } from '../reviews/review-mails.ts'
import { findInvoice, issueCreditNote, issueInvoices } from './documents.store.ts'
import { orderAlerts } from './order-alerts.ts'
import { enqueueOrderMail } from './order-mail.ts'
import {
  findItems,
  insertEvent,
  insertItems,
  insertOrder,
  lockOrder,
  type NewOrder,
  type NewOrderItem,
  type OrderItemRow,
  type StoredOrder,
  takesMoney,
  updateOrder,
} from './orders.store.ts'
import {
  areLastKept,
  costKept,
  findPaidItem,
  findReturns,
  isAllBack,
  restockReturns,
  type ReturnedRow,
  returnedRows,
  takeFromExchanged,
} from './returns.store.ts'
import { releaseStock, type StockLine, takeStock } from './stock.store.ts'
import { type OrderEventName, type Step, transition } from './transition.ts'
import { recordOf, type StepDetails } from './step-record.ts'

/** A new order, without what its first step decides. */
export type OrderDetails = Omit<NewOrder, 'status' | 'holds_stock' | 'paid_at'>

/**
 * Places an order: reserves what it needs, stores it and begins its timeline. The customer must be locked.
 *
 * @param note on the timeline, instead of the step's own
 * @throws Failure 409 OUT_OF_STOCK or COUPON_INVALID; the caller's transaction must then roll back
 */
export async function startOrder(
  tx: Tx,
  event: 'place_cod' | 'place_online' | 'place_exchange',
  details: OrderDetails,
  items: NewOrderItem[],
  note?: string,
): Promise<StoredOrder> {
  const step = transition({ status: null, paid: false, refund_due: false }, event)
  if (!step) throw new Error('The transition table has no first step.')
  const order = { ...details, coupon_id: details.coupon_id ?? null, paid_at: null, holds_stock: false }
  const save = async (changes: Changes) => {
    const row = await insertOrder(tx, { ...order, ...changes })
    await insertItems(tx, row.id, items)
    return row
  }
  const { row } = await carryOut(tx, { order, items, save }, step, { now: details.created_at, note })
  return row
}

/**
 * Applies an event to an order.
 *
 * @returns false, with nothing written, when there is no such order or the event cannot happen to it now
 */
export async function moveOrder(
  tx: Tx,
  orderId: number,
  event: OrderEventName,
  details: StepDetails,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order) return false
  const items = await findItems(tx, [orderId])
  const { status } = order
  const { pieces, exchanged } = details.returned ?? {}
  const returns = details.returned || event === 'return' ? await findReturns(tx, [orderId]) : []
  // What was exchanged comes back as the order that was sent instead.
  if (event === 'return' && status === 'DELIVERED' && isAllBack(items, returns)) return false
  const isPart = event === 'return' && pieces !== undefined && !isAllBack(items, returns, pieces)
  const refund_due = details.refund_id !== undefined || order.refund_open
  const state = { status, paid: order.paid_at !== null, refund_due }
  const isLast = event === 'refund_exchanged' && pieces && areLastKept(items, returns, pieces)
  const isGone = isLast && status !== 'RETURNED'
  const step = transition(state, isPart ? 'return_items' : isGone ? 'refund_all_exchanged' : event)
  if (!step) return false
  const save = (changes: Changes) => updateOrder(tx, orderId, changes)
  const { row, back } = await carryOut(tx, { order, items, save }, step, details)
  const cancelled = row.status === 'CANCELLED' ? items.map(({ id, quantity }) => [id, quantity] as const) : []
  const returned = exchanged
    ? []
    : back.map(({ order_item_id, quantity }) => [order_item_id, quantity] as const)
  await refundExchanged(tx, row, items, new Map([...cancelled, ...returned]), details)
  return true
}

/**
 * Owes the customer what was paid for pieces that others were sent for, of which these do not stay with the customer
 * either: cancelled, taken out, lost or sent back.
 *
 * @param items of the order in exchange; those of any other order are passed over
 * @param pieces by the id of the item
 */
export async function refundExchanged(
  tx: Tx,
  { order_number }: Pick<StoredOrder, 'order_number'>,
  items: readonly OrderItemRow[],
  pieces: ReadonlyMap<number | null, number>,
  { now, refund_upi }: Pick<StepDetails, 'now' | 'refund_upi'>,
): Promise<void> {
  const gone = items.filter(({ id, replaces_item_id }) => replaces_item_id !== null && pieces.has(id))
  const paid = new Map<number, number>()
  let orderId: number | null = null
  for (const item of gone) {
    const { id, order_id } = await findPaidItem(tx, item)
    orderId = order_id
    paid.set(id, (paid.get(id) ?? 0) + pieces.get(item.id)!)
  }
  if (orderId === null) return
  const what = gone.map((item) => `${pieces.get(item.id)} × ${itemName(item)}`).join(', ')
  const note = `You do not keep ${what} of order #${order_number}, sent in exchange.`
  const returned = { pieces: paid, came_before: true }
  if (!(await moveOrder(tx, orderId, 'refund_exchanged', { now, note, returned, refund_upi })))
    throw new Error(`Order ${orderId} has an exchange and was not paid.`)
}

type Changes = ReturnType<typeof recordOf>['changes']
type Item = Pick<NewOrderItem, 'product_id' | 'variant_id' | 'product_name' | 'quantity'>

interface MovedOrder {
  order: Pick<StoredOrder, 'user_id' | 'checkout' | 'coupon_id' | 'paid_at' | 'holds_stock'>
  items: readonly Item[]
  /** Writes the order. */
  save: (changes: Changes) => Promise<StoredOrder>
}

/**
 * Carries out a step: stock and coupon use, the order and its timeline, refund, cart, mail and alerts. Where what it
 * reserves is gone, `otherwise` happens instead.
 *
 * @throws Failure 409 OUT_OF_STOCK or COUPON_INVALID where there is no other step
 */
async function carryOut(
  tx: Tx,
  { order, items, save }: MovedOrder,
  intended: Step,
  details: StepDetails,
): Promise<{ row: StoredOrder; back: ReturnedRow[] }> {
  const { now } = details
  const refusal = intended.effects.includes('reserve') ? await reserve(tx, order, items, now) : null
  if (refusal && !intended.otherwise) throw refusal
  const step = (refusal && intended.otherwise) || intended
  const { changes, entry, refund } = recordOf(order, step, details)
  const row = await save(changes)
  const { id } = row
  if (step.effects.includes('release') && order.holds_stock) {
    await releaseStock(tx, stockLines(items), now)
    if (order.coupon_id !== null) await releaseCouponUse(tx, order.coupon_id, order.user_id)
  }
  if (step.effects.includes('empty_cart') && order.checkout === 'cart')
    await takeFromCart(tx, order.user_id, stockLines(items))
  const paid = refund === 'PAID' ? await settleRefunds(tx, id, details) : []
  const settled = paid.reduce((sum, { amount: one }) => sum + one, 0)
  const paidBack = settled > 0 ? `Refunded ${formatShortRupees(settled)}.` : null
  if (row.paid_at !== null && order.paid_at === null && isCashOnDelivery(row.payment_method, row.status)) {
    // A parcel without a tracking number was the shop's own to deliver.
    const kind = row.tracking_number ? 'with_courier' : 'cash'
    await addCash(tx, { order_id: id, kind, amount: payableOf(row), at: now })
  }
  if (step.effects.includes('put_back') && details.returned?.restock !== false) await putBack(tx, id, now)
  const { rows: back, cost } = step.effects.includes('take_back')
    ? await takeBack(tx, row, step, details)
    : { rows: [], cost: 0 }
  const tooMuch = cost + (details.paid_too_much ?? 0)
  const whole = refund === 'DUE' ? row.total_amount : 0
  const owed = row.paid_at === null ? 0 : whole + tooMuch
  // Never more than is left: the merchant may have paid it back at the provider before.
  const left = owed > 0 ? await moneyLeft(tx, id, { kept: await costKept(tx, row) }) : null
  const due = Math.min(owed, left ?? owed)
  const getsBack = due > 0 && details.returned?.came_before ? `You get back ${formatShortRupees(due)}.` : null
  const note = [paidBack, entry.note, getsBack].filter(Boolean).join(' ') || null
  const pieces = back.map(({ order_item_id, quantity, amount }) => ({ order_item_id, quantity, amount }))
  const event_id = await insertEvent(tx, { order_id: id, ...entry, note, pieces })
  const { refund_upi: upi = null } = details
  const second = step.effects.includes('refund_second') ? details.second_payment : undefined
  let by_hand = 0
  if (due > 0) by_hand += await oweRefund(tx, { order_id: id, event_id, amount: due, upi, due_at: now })
  if (second)
    by_hand += await oweRefund(tx, {
      ...{ order_id: id, event_id, payment_id: second.id, amount: second.amount, due_at: now },
    })
  if (step.effects.includes('invoice') && row.total_amount > 0 && !(await findInvoice(tx, id)))
    await issueInvoices(tx, [{ order_id: id, at: now }])
  if (step.effects.includes('credit')) await credit(tx, id, now)
  const amount = Math.max(due, 0) + (second?.amount ?? 0) + settled
  if (step.mail)
    await enqueueOrderMail(tx, id, step.mail, {
      ...{ back: pieces, amount, by_hand, refunds: paid.map(({ id: refund_id }) => refund_id) },
      came: details.came,
      takes_money: takesMoney(row, now),
    })
  if (step.mail === 'delivered') await enqueueReviewMail(tx, id, now)
  if (step.mail === 'confirmed')
    await orderAlerts.enqueue(tx, { alert: 'new_order', order_id: id, amount: 0 }, `new_order:${id}`)
  return { row, back }
}

/** Records what came back. @returns its rows, and what it cost */
async function takeBack(
  tx: Tx,
  order: StoredOrder,
  { to, kind }: Step,
  { returned, now }: StepDetails,
): Promise<{ rows: ReturnedRow[]; cost: number }> {
  const items = await findItems(tx, [order.id])
  // A parcel that never reached the customer costs nothing, and a lost one has nothing to sell again.
  const usual = { restock: kind !== 'lost', with_delivery: kind === 'refused' || kind === 'lost' }
  // A sale from before invoices were issued by the shipping, of which some pieces are kept.
  if (to === 'DELIVERED' && order.total_amount > 0 && !(await findInvoice(tx, order.id)))
    await issueInvoices(tx, [{ order_id: order.id, at: now }])
  const { pieces, came_before = false } = returned ?? {}
  const rows =
    came_before && pieces
      ? await takeFromExchanged(tx, order.id, items, pieces)
      : await returnedRows(tx, order, items, { ...usual, ...returned })
  const costOf = (returns: readonly { amount: number }[]) =>
    returns.reduce((sum, { amount }) => sum + amount, 0)
  // What was exchanged, or given back before, changes no sale.
  const credit_note_id = costOf(rows) > 0 ? await credit(tx, order.id, now) : null
  await tx.insertMany(
    'returns',
    rows.map((one) => ({ ...one, at: now, credit_note_id })),
  )
  const restocked = rows.filter(({ restocked: isBack }) => isBack && !came_before)
  const lines = restocked.flatMap(({ order_item_id, quantity }) =>
    items.flatMap(({ id, variant_id }) =>
      id === order_item_id && variant_id !== null ? [{ variant_id, quantity }] : [],
    ),
  )
  await releaseStock(tx, lines, now)
  const isAll = costOf(await findReturns(tx, [order.id])) === order.total_amount
  return { rows, cost: costOf(rows) + (isAll ? payableOf(order) - order.total_amount : 0) }
}

/** Puts what was written off back to the stock. */
async function putBack(tx: Tx, orderId: number, now: Date): Promise<void> {
  const ids = await restockReturns(tx, orderId)
  const items = await findItems(tx, [orderId])
  const back = items.filter(({ id }) => ids.includes(id))
  await releaseStock(tx, stockLines(back), now)
}

/** Issues a credit note. @returns its id; null for an order without an invoice */
async function credit(tx: Tx, orderId: number, now: Date): Promise<number | null> {
  const invoice = await findInvoice(tx, orderId)
  return invoice ? issueCreditNote(tx, invoice, now) : null
}

/** Owes the customer money, and tells the merchant where no provider pays it. @returns what the merchant pays, in paise */
async function oweRefund(tx: Tx, refund: Parameters<typeof insertRefund>[1]): Promise<number> {
  const { id, order_id, amount, next_check_at } = await insertRefund(tx, refund)
  if (next_check_at !== null) return 0
  await orderAlerts.enqueue(tx, { alert: 'refund_due', order_id, amount }, `refund_due:${id}`)
  return amount
}

/** The items that still have a variant: a deleted product leaves none. */
const stockLines = (items: readonly Item[]): StockLine[] =>
  items.flatMap(({ variant_id, quantity }) => (variant_id == null ? [] : [{ variant_id, quantity }]))

/**
 * Takes the stock of every item, then the coupon's use: every transaction takes them in this order.
 *
 * @returns the refusal, with nothing taken, or null
 */
async function reserve(
  tx: Tx,
  order: MovedOrder['order'],
  items: readonly Item[],
  now: Date,
): Promise<Failure | null> {
  const lines = stockLines(items)
  const missing = await takeStock(tx, lines, now)
  const taken = lines.filter((line) => missing.every(({ variant_id }) => variant_id !== line.variant_id))
  const { coupon_id, user_id } = order
  const refusal =
    missing.length > 0
      ? outOfStock(missing, items)
      : coupon_id !== null && !(await takeCouponUse(tx, coupon_id, user_id))
        ? couponUsedUp()
        : null
  if (refusal) await releaseStock(tx, taken, now)
  return refusal
}

function outOfStock(
  missing: readonly (StockLine & { available: number })[],
  items: readonly Item[],
): Failure {
  const missingItems = missing.flatMap(({ variant_id, quantity, available }) => {
    const item = items.find((candidate) => candidate.variant_id === variant_id)
    if (item?.product_id == null) return []
    return [{ product_id: item.product_id, variant_id, name: item.product_name, quantity, available }]
  })
  const message = missingItems
    .map(({ name, available }) =>
      available === 0 ? t`${name} is out of stock.` : t`Only ${available} left of ${name}.`,
    )
    .join(' ')
  return conflictWith('OUT_OF_STOCK', message, {
    available: missingItems[0]?.available ?? 0,
    items: missingItems,
  })
}
