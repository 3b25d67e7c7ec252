/** Refuses orders beyond the limits of the settings. All run in the transaction that places the order. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS, type PaymentMethod, UNDELIVERED_STATUSES } from '@haat/contract/rules'
import type { OrderLimits } from '@haat/contract/settings'
import { plural, t } from '#say'
import { lockName, type Reader, type Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import { type Customer, findCustomerByPhone } from '../auth/customer.store.ts'
import { lineLimitExceeded } from '../cart/cart.ts'
import { findUnpaidLines } from '../cart/unpaid-orders.store.ts'
import type { QuoteLine } from '../coupons/quote.ts'
import type { DeliveryTerms } from '../delivery/delivery.ts'
import { countCodOrders, isPayable } from './orders.store.ts'

export interface LimitedOrder {
  lines: readonly QuoteLine[]
  payment_method: PaymentMethod
  shipping_phone: string
  /** Paise. */
  total_amount: number
  created_at: Date
}

/** @throws Failure 409 CONTACT_NOT_VERIFIED */
export function refuseUnverified(customer: Customer, { verified_contact }: OrderLimits): void {
  const { email_verified_at, phone_verified_at } = customer
  if (!verified_contact || (email_verified_at ?? phone_verified_at) !== null) return
  throw conflict(t`Please verify your email to place your first order.`, { code: 'CONTACT_NOT_VERIFIED' })
}

/**
 * @param hasOnline whether the shop takes online payments
 * @throws Failure 409 QUANTITY_LIMIT, TOO_MANY_UNPAID, COD_VALUE_LIMIT or TOO_MANY_COD_ORDERS
 */
export async function refuseBeyondLimits(
  tx: Tx,
  customer: Customer,
  order: LimitedOrder,
  limits: OrderLimits,
  hasOnline: boolean,
): Promise<void> {
  const { pieces_per_line } = limits
  const large = order.lines.find(({ quantity }) => quantity > pieces_per_line)
  if (large) throw lineLimitExceeded(pieces_per_line, large.variant.product_name)
  if (order.payment_method === 'ONLINE') return refuseUnpaid(tx, customer.id, order.created_at)
  const refusal = await codRefusal(tx, customer, order, limits, hasOnline)
  if (refusal) throw conflict(refusal.message, { code: refusal.code })
}

/** Whether the merchant has ended cash on delivery for a customer, or for the one who has the order's phone number. */
export async function isCodBlocked(
  reader: Reader,
  { cod_blocked_at }: Customer,
  shipping_phone: string,
): Promise<boolean> {
  const holder = cod_blocked_at ? { cod_blocked_at } : await findCustomerByPhone(reader, shipping_phone)
  return holder?.cod_blocked_at != null
}

/** @throws Failure 409 COD_NOT_OFFERED where the merchant takes no cash */
export function refuseCodTo(pincode: string, { cod }: Pick<DeliveryTerms, 'cod'>): void {
  if (cod) return
  throw conflict(t`Cash on delivery is not available at ${pincode}. Please pay online.`, {
    code: 'COD_NOT_OFFERED',
  })
}

/** @throws Failure 409 COD_NOT_OFFERED for what is sold against payment in advance alone */
export function refuseCodFor(lines: readonly QuoteLine[]): void {
  const prepaid = lines.find(({ variant }) => variant.no_cod)
  if (!prepaid) return
  const { product_name: name } = prepaid.variant
  throw conflict(t`${name} cannot be paid on delivery. Please pay online.`, { code: 'COD_NOT_OFFERED' })
}

/** @throws Failure 409 COD_NOT_OFFERED, with no reason: it may be about somebody else who gave the number */
export async function refuseCodBlocked(tx: Tx, customer: Customer, shipping_phone: string): Promise<void> {
  if (!(await isCodBlocked(tx, customer, shipping_phone))) return
  throw conflict(t`Cash on delivery is not available for this order. Please pay online, or write to us.`, {
    code: 'COD_NOT_OFFERED',
  })
}

/** An unpaid order reserves stock for some minutes, and can be renewed for ever. */
export async function refuseUnpaid(tx: Tx, customerId: number, now: Date): Promise<void> {
  const lines = await findUnpaidLines(tx, customerId)
  const payable = lines.filter((line) => isPayable(line, now))
  if (new Set(payable.map(({ order_id }) => order_id)).size < LIMITS.unpaid_orders) return
  // The payment of the others is with the bank, or is compared with it.
  const ends = payable.flatMap(({ processing, hold_expires_at }) =>
    processing ? [] : hold_expires_at!.getTime(),
  )
  const minutes = Math.ceil((Math.min(...ends) - now.getTime()) / 60_000)
  const { unpaid_orders: orders } = LIMITS
  const message =
    ends.length > 0
      ? t`You have ${orders} orders waiting for payment. Please pay for one, or wait ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
      : t`You have ${orders} orders whose payment we still compare with the bank. Please wait until one of them is confirmed: we tell you.`
  throw conflict(message, { code: 'TOO_MANY_UNPAID' })
}

/** Why the order cannot be paid on delivery, and what to do instead; null when it can. */
async function codRefusal(
  tx: Tx,
  customer: Customer,
  { total_amount, shipping_phone }: LimitedOrder,
  { cod_order_value, open_cod_orders: most }: OrderLimits,
  hasOnline: boolean,
): Promise<{ message: string; code: string } | null> {
  if (cod_order_value !== null && total_amount > cod_order_value) {
    const highest = formatShortRupees(cod_order_value)
    const advice = hasOnline ? t`Please order less, or pay another way.` : t`Please order less.`
    const message = `${t`Cash on delivery is possible for orders up to ${highest}.`} ${advice}`
    return { message, code: 'COD_VALUE_LIMIT' }
  }
  if (most === null) return null
  const advice = hasOnline
    ? t`Please wait for a delivery, or pay another way.`
    : t`Please wait for a delivery.`
  const tooMany = (reason: string) => ({ message: `${reason} ${advice}`, code: 'TOO_MANY_COD_ORDERS' })
  const count = (by: Parameters<typeof countCodOrders>[1]) => countCodOrders(tx, by, UNDELIVERED_STATUSES)
  if ((await count({ user_id: customer.id })) >= most)
    return tooMany(
      t`Your account already has ${plural(most, { one: '# cash on delivery order', other: '# cash on delivery orders' })} not delivered yet.`,
    )
  // A stranger's orders must not use up the limit of the account's own number.
  if (shipping_phone === customer.phone_number) return null
  // Other customers may order to it at this moment.
  await lockName(tx, `cash on delivery orders to ${shipping_phone}`)
  if ((await count({ shipping_phone })) < most) return null
  return tooMany(
    t`This phone number already has ${plural(most, { one: '# cash on delivery order', other: '# cash on delivery orders' })} not delivered yet.`,
  )
}
