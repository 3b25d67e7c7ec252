/** Refuses orders beyond the limits of the settings. All run in the transaction that places the order. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { OrderLimits } from '@haat/contract/settings'
import { lockName, type Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import type { Customer } from '../auth/customer.store.ts'
import { lineLimitExceeded } from '../cart/cart.ts'
import type { QuoteLine } from '../coupons/quote.ts'
import {
  countOpenCodOrders,
  countOpenCodOrdersOfNewCustomers,
  countUnpaid,
  hasDeliveredOrder,
} from './orders.store.ts'

/** @throws Failure 409 CONTACT_NOT_VERIFIED */
export function refuseUnverified(customer: Customer, { verified_contact }: OrderLimits): void {
  if (!verified_contact || customer.email_verified_at !== null) return
  throw conflict('Please verify your email to place your first order.', { code: 'CONTACT_NOT_VERIFIED' })
}

/** @throws Failure 409 QUANTITY_LIMIT */
export function refuseLargeLines(lines: readonly QuoteLine[], { pieces_per_line }: OrderLimits): void {
  const large = lines.find(({ quantity }) => quantity > pieces_per_line)
  if (large) throw lineLimitExceeded(pieces_per_line, large.variant.product_name)
}

/** @throws Failure 409 TOO_MANY_UNPAID */
export async function refuseUnpaid(tx: Tx, customerId: number, now: Date): Promise<void> {
  if ((await countUnpaid(tx, customerId, now)) < LIMITS.unpaid_orders) return
  const wait = `Please pay for one, or wait ${LIMITS.payment_hold_minutes} minutes.`
  throw conflict(`You have ${LIMITS.unpaid_orders} orders waiting for payment. ${wait}`, {
    code: 'TOO_MANY_UNPAID',
  })
}

interface CodOrder {
  shipping_phone: string
  address_key: string
  /** Paise. */
  total_amount: number
}

/** An address takes the orders of this many customers: a household or a hostel shares one. */
const CUSTOMERS_PER_ADDRESS = 3

/**
 * @param hasOnlinePayment whether the customer could pay online instead
 * @throws Failure 409 COD_VALUE_LIMIT or TOO_MANY_COD_ORDERS
 */
export async function refuseCod(
  tx: Tx,
  customer: Customer,
  order: CodOrder,
  limits: OrderLimits,
  hasOnlinePayment: boolean,
): Promise<void> {
  const { cod_order_value, open_cod_orders } = limits
  const otherwise = hasOnlinePayment ? ', or pay another way.' : '.'
  if (cod_order_value !== null && order.total_amount > cod_order_value) {
    const highest = formatShortRupees(cod_order_value)
    throw conflict(
      `Cash on delivery is possible for orders up to ${highest}. Please order less${otherwise}`,
      { code: 'COD_VALUE_LIMIT' },
    )
  }
  if (open_cod_orders === null) return
  const reached = await findReachedLimit(tx, customer, order, open_cod_orders)
  if (reached === null) return
  const orders = `${reached.most} cash on delivery order${reached.most === 1 ? '' : 's'}`
  throw conflict(
    `${reached.owner} already has ${orders} not delivered yet. Please wait for a delivery${otherwise}`,
    { code: 'TOO_MANY_COD_ORDERS' },
  )
}

/**
 * The account or, for a customer without a delivered order, the phone number or address that has reached its limit.
 * Only the orders of such customers count there, and the account's own phone number has no limit of its own: a
 * stranger's orders would use it up.
 */
async function findReachedLimit(tx: Tx, customer: Customer, order: CodOrder, most: number) {
  if ((await countOpenCodOrders(tx, customer.id)) >= most) return { owner: 'Your account', most }
  if (await hasDeliveredOrder(tx, customer.id)) return null
  const { shipping_phone, address_key } = order
  // Other customers may order to the same phone or address at this moment.
  const names = [`cod-phone:${shipping_phone}`, `cod-address:${address_key}`]
  for (const name of names.toSorted()) await lockName(tx, name)
  const limits = [
    ...(shipping_phone === customer.phone_number
      ? []
      : [{ by: 'shipping_phone', owner: 'This phone number', most } as const]),
    { by: 'address_key', owner: 'This address', most: most * CUSTOMERS_PER_ADDRESS } as const,
  ]
  for (const limit of limits) {
    const { by } = limit
    if ((await countOpenCodOrdersOfNewCustomers(tx, by, order[by])) >= limit.most) return limit
  }
  return null
}

/** The key by which equal addresses are recognised: pincode and street, as lower-case letters and digits alone. */
export const addressKey = (street: string, pincode: string): string =>
  `${pincode}:${street
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')}`
