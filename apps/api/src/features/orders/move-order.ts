/** Takes an order one step further, with everything that goes with the step. */
import type { Tx } from '../../db/database.ts'
import { lockCustomer } from '../auth/customer.store.ts'
import { takeFromCart } from '../cart/cart.store.ts'
import { findCoupon } from '../coupons/coupons.store.ts'
import { giveCouponUseBack, takeCouponUse } from '../coupons/uses.store.ts'
import { enqueueOrderMail } from './order-mail.ts'
import {
  findItems,
  findOrderRow,
  insertEvent,
  type NewOrder,
  type OrderRow,
  updateOrder,
} from './orders.store.ts'
import { giveStockBack, type Taken, takeStock } from './stock.store.ts'
import { type Effect, type OrderEventName, type Step, transition } from './transition.ts'

export interface MoveDetails {
  now: Date
  /** Said on the timeline instead of the step's own words. */
  note?: string
  courier?: string
  tracking_number?: string
}

/**
 * Applies an event to an order: status, stock, coupon use, cart, money owed, timeline and mail, all in the
 * caller's transaction.
 *
 * @returns false, with nothing written, when there is no such order or the event cannot happen to it now
 */
export async function moveOrder(
  tx: Tx,
  orderId: number,
  event: OrderEventName,
  details: MoveDetails,
): Promise<boolean> {
  const owner = (await findOrderRow(tx, orderId))?.user_id
  if (owner === undefined) return false
  await lockCustomer(tx, owner)
  const order = (await findOrderRow(tx, orderId))!
  const { status, refund_due } = order
  const step = transition({ status, paid: order.paid_at !== null, refund_due }, event)
  if (!step) return false
  await takeStep(tx, order, step, details)
  return true
}

/** Carries out a step that `transition` gave for this order, as it stands. The customer is locked. */
async function takeStep(tx: Tx, order: OrderRow, wanted: Step, details: MoveDetails): Promise<void> {
  const lines = linesOf(await findItems(tx, order.id))
  const held = !wanted.effects.includes('hold_again') || (await holdAgain(tx, order, lines))
  const step = held ? wanted : (wanted.otherwise ?? wanted)
  const { courier, tracking_number, now } = details
  await updateOrder(tx, order.id, {
    status: step.to,
    ...(step.to !== 'PENDING' && { hold_expires_at: null }),
    ...(courier !== undefined && { courier }),
    ...(tracking_number !== undefined && { tracking_number }),
    ...changes(order, step.effects, now),
  })
  if (step.effects.includes('give_back') && order.holds_stock) await giveBack(tx, order, lines)
  await tellOf(tx, order, step, lines, details)
}

/**
 * What goes with a step outside the order's own row: cart, timeline, mail. All there is to the first step of
 * an order, whose row is written as it begins.
 */
export async function tellOf(
  tx: Tx,
  order: OrderRow,
  step: Step,
  lines: readonly Taken[],
  details: Pick<MoveDetails, 'now' | 'note'>,
): Promise<void> {
  if (step.effects.includes('empty_cart') && order.checkout === 'cart') {
    await takeFromCart(tx, order.user_id, lines)
  }
  const note = details.note ?? step.note ?? null
  await insertEvent(tx, { order_id: order.id, status: step.to, note, at: details.now })
  if (step.mail) await enqueueOrderMail(tx, order.id, step.mail)
}

function changes(order: OrderRow, effects: readonly Effect[], now: Date): Partial<NewOrder> {
  const has = (effect: Effect): boolean => effects.includes(effect)
  return {
    ...(has('hold_again') && { holds_stock: true }),
    ...(has('give_back') && { holds_stock: false }),
    ...(has('paid') && { paid_at: order.paid_at ?? now }),
    ...(has('refund_due') && { refund_due: true }),
    ...(has('refund_if_paid') && { refund_due: order.paid_at !== null }),
    ...(has('refunded') && { refund_due: false, refunded_at: now }),
  }
}

/** Lines with a variant, which a product that is gone leaves without. */
const linesOf = (items: { variant_id: number | null; quantity: number }[]): Taken[] =>
  items.flatMap(({ variant_id, quantity }) => (variant_id === null ? [] : [{ variant_id, quantity }]))

async function giveBack(tx: Tx, order: OrderRow, lines: Taken[]): Promise<void> {
  await giveStockBack(tx, lines)
  if (order.coupon_id !== null) await giveCouponUseBack(tx, order.coupon_id, order.user_id)
}

/** Takes everything an order needs once more, or nothing. */
async function holdAgain(tx: Tx, order: OrderRow, lines: Taken[]): Promise<boolean> {
  const missing = await takeStock(tx, lines)
  const taken = lines.filter((line) => missing.every(({ variant_id }) => variant_id !== line.variant_id))
  const whole = missing.length === 0 && (await holdCoupon(tx, order))
  if (!whole) await giveStockBack(tx, taken)
  return whole
}

async function holdCoupon(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.coupon_id === null) return true
  const coupon = await findCoupon(tx, order.coupon_id)
  return coupon !== undefined && takeCouponUse(tx, coupon, order.user_id)
}
