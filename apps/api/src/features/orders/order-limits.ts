/** Refuses orders beyond the limits of the settings. All run in the transaction that places the order. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { OrderLimits } from '@haat/contract/settings'
import { lockName, type Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import type { Customer } from '../auth/customer.store.ts'
import { lineLimitExceeded } from '../cart/cart.ts'
import type { QuoteLine } from '../coupons/quote.ts'
import { countOpenCodOrders, countUnpaid } from './orders.store.ts'

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
  user_id: number
  shipping_phone: string
  address_key: string
  /** Paise. */
  total_amount: number
}

/** @throws Failure 409 COD_VALUE_LIMIT or TOO_MANY_COD_ORDERS */
export async function refuseCod(tx: Tx, order: CodOrder, limits: OrderLimits): Promise<void> {
  const { cod_order_value, open_cod_orders } = limits
  if (cod_order_value !== null && order.total_amount > cod_order_value) {
    const highest = formatShortRupees(cod_order_value)
    throw conflict(
      `Cash on delivery is possible for orders up to ${highest}. Please order less, or pay another way.`,
      { code: 'COD_VALUE_LIMIT' },
    )
  }
  if (open_cod_orders === null) return
  // Other customers may order to the same phone or address at this moment.
  const names = [`cod-phone:${order.shipping_phone}`, `cod-address:${order.address_key}`]
  for (const name of names.toSorted()) await lockName(tx, name)
  for (const [by, whose] of COD_OWNERS) {
    if ((await countOpenCodOrders(tx, by, order[by])) < open_cod_orders) continue
    const orders = `${open_cod_orders} cash on delivery order${open_cod_orders === 1 ? '' : 's'}`
    throw conflict(
      `${whose} already has ${orders} not delivered yet. Please wait for a delivery, or pay another way.`,
      { code: 'TOO_MANY_COD_ORDERS' },
    )
  }
}

const COD_OWNERS = [
  ['user_id', 'Your account'],
  ['shipping_phone', 'This phone number'],
  ['address_key', 'This address'],
] as const

/** The key by which equal addresses are recognised: pincode and street, as lower-case letters and digits alone. */
export const addressKey = (street: string, pincode: string): string =>
  `${pincode}:${street
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')}`
