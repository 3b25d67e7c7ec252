/** Refuses orders beyond the limits of the settings. All run in the transaction that places the order. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { OrderLimits } from '@haat/contract/settings'
import { lockName, pipelined, type Tx } from '../../db/database.ts'
import { conflict } from '../../http/failure.ts'
import { enqueueAlert } from '../alerts/alerts.store.ts'
import type { Counter } from '../auth/attempt-limits.ts'
import { takeAttempt } from '../auth/attempts.store.ts'
import type { Customer } from '../auth/customer.store.ts'
import type { Shop } from '../../shop.ts'
import { lineLimitExceeded } from '../cart/cart.ts'
import { countOrders, reservedPieces, type UnpaidLine } from '../cart/unpaid-orders.store.ts'
import type { QuoteLine } from '../coupons/quote.ts'
import {
  countOpenCodOrders,
  countOpenCodOrdersOfNewCustomers,
  findNewCustomersShares,
  findWithoutAddressKey,
  hasDeliveredOrder,
  type NewCustomersShare,
} from './order-limits.store.ts'
import { updateOrder } from './orders.store.ts'

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

function refuseUnpaid({ unpaid, ended, created_at }: LimitedOrder): void {
  const payable = unpaid.filter(
    (line) => !ended.includes(line) && line.hold_expires_at !== null && line.hold_expires_at > created_at,
  )
  if (countOrders(payable) < LIMITS.unpaid_orders) return
  const wait = `Please pay for one, or wait ${LIMITS.payment_hold_minutes} minutes.`
  throw conflict(`You have ${LIMITS.unpaid_orders} orders waiting for payment. ${wait}`, {
    code: 'TOO_MANY_UNPAID',
  })
}

interface LimitedOrder {
  shipping_phone: string
  address_key: string
  /** Paise. */
  total_amount: number
  lines: readonly QuoteLine[]
  /** The caller's network, as a digest. */
  network: string
  created_at: Date
  /** Of the customer's orders that wait for their payment. */
  unpaid: readonly UnpaidLine[]
  /** Those of them whose orders this one ends. */
  ended: readonly UnpaidLine[]
}

/** An address takes the orders of this many customers: a household or a hostel shares one. */
const CUSTOMERS_PER_ADDRESS = 3

/**
 * @param hasOnlinePayment whether the customer could pay online instead
 * @throws Failure 409 COD_VALUE_LIMIT, TOO_MANY_COD_ORDERS, FIRST_ORDERS_SHARE or FIRST_ORDERS_PER_NETWORK
 */
export async function refuseCod(
  tx: Tx,
  customer: Customer,
  order: LimitedOrder,
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
  const mostOpen = open_cod_orders ?? Infinity
  if (open_cod_orders === null && !limitsNewCustomers(limits)) return
  const [open, isKnown] = await pipelined(tx, [
    () => countOpenCodOrders(tx, customer.id),
    () => hasDeliveredOrder(tx, customer.id),
  ])
  if (open >= mostOpen) throw tooManyCodOrders('Your account', mostOpen, otherwise)
  if (isKnown) return
  // Exact sums: other new customers may order at this moment.
  await lockName(tx, 'cash on delivery orders of new customers')
  await refuseCrowdedContact(tx, customer, order, mostOpen, otherwise)
  await refuseNewCustomer(tx, customer, order, limits, { ...COD, otherwise })
}

/**
 * An unpaid order reserves stock for some minutes, and can be renewed for ever.
 *
 * @param hasCod whether the customer could pay on delivery instead
 * @throws Failure 409 TOO_MANY_UNPAID, FIRST_ORDERS_SHARE or FIRST_ORDERS_PER_NETWORK
 */
export async function refuseOnline(
  tx: Tx,
  customer: Customer,
  order: LimitedOrder,
  limits: OrderLimits,
  hasCod: boolean,
): Promise<void> {
  refuseUnpaid(order)
  if (!limitsNewCustomers(limits) || (await hasDeliveredOrder(tx, customer.id))) return
  await lockName(tx, 'unpaid orders of new customers')
  const otherwise = hasCod ? ', or pay another way.' : '.'
  await refuseNewCustomer(tx, customer, order, limits, { ...ONLINE, otherwise })
}

/** How new customers reserve without paying, for how long, and the words of a refusal. */
interface UnpaidMethod {
  method: 'COD' | 'ONLINE'
  name: string
  /** The network's orders are counted in this time. */
  seconds: number
  later: string
  otherwise: string
}

const COD: Omit<UnpaidMethod, 'otherwise'> = {
  method: 'COD',
  name: 'cash on delivery',
  seconds: 86_400,
  later: 'in a day or two',
}
/** In the time of one reservation: a network reserves so many orders at once, and paid ones do not fill its day. */
const ONLINE: Omit<UnpaidMethod, 'otherwise'> = {
  method: 'ONLINE',
  name: 'online payment',
  seconds: LIMITS.payment_hold_minutes * 60,
  later: `in ${LIMITS.payment_hold_minutes} minutes`,
}

async function refuseNewCustomer(
  tx: Tx,
  customer: Customer,
  order: LimitedOrder,
  limits: OrderLimits,
  method: UnpaidMethod,
): Promise<void> {
  await refuseShare(tx, customer, order, limits, method)
  await refuseNetwork(tx, order, limits, method)
}

const limitsNewCustomers = (limits: OrderLimits): boolean =>
  [limits.first_orders_share, limits.first_orders_per_network, limits.first_pieces_per_network].some(
    (limit) => limit !== null,
  )

const tooManyCodOrders = (owner: string, most: number, otherwise: string) =>
  conflict(
    `${owner} already has ${most} cash on delivery order${most === 1 ? '' : 's'} not delivered yet. Please wait for a delivery${otherwise}`,
    { code: 'TOO_MANY_COD_ORDERS' },
  )

/**
 * Refuses an order when its phone number or address has reached its limit. Only the orders of new customers count, and
 * the account's own phone number has no limit of its own: a stranger's orders would use it up.
 */
async function refuseCrowdedContact(
  tx: Tx,
  customer: Customer,
  { shipping_phone, address_key }: LimitedOrder,
  most: number,
  otherwise: string,
): Promise<void> {
  if (most === Infinity) return
  const count = countOpenCodOrdersOfNewCustomers
  const isOwnPhone = shipping_phone === customer.phone_number
  const [ofPhone, ofAddress] = await pipelined(tx, [
    async () => (isOwnPhone ? 0 : count(tx, 'shipping_phone', shipping_phone)),
    () => count(tx, 'address_key', address_key),
  ])
  if (ofPhone >= most) throw tooManyCodOrders('This phone number', most, otherwise)
  const mostOfAddress = most * CUSTOMERS_PER_ADDRESS
  if (ofAddress >= mostOfAddress) throw tooManyCodOrders('This address', mostOfAddress, otherwise)
}

/** Pieces of a variant that one new customer may reserve, however few there are: a small shop sells to newcomers too. */
const FIRST_ORDER_PIECES = 3

/** A share is for at least so many new customers, so that nobody uses it up alone. */
const SHARERS = 3

/** How many pieces of a variant new customers may reserve together. @param share percent */
export const newCustomersLimit = ({ reserved, stock }: NewCustomersShare, share: number): number =>
  Math.max(FIRST_ORDER_PIECES * SHARERS, Math.floor(((reserved + stock) * share) / 100))

/** How many of those one new customer may reserve. */
export const newCustomerLimit = (together: number): number => Math.ceil(together / SHARERS)

/** The share without pieces that the customer's unpaid orders give back. */
const withoutReserved = (share: NewCustomersShare, method: 'COD' | 'ONLINE', pieces: number) => ({
  ...share,
  ...(method === 'ONLINE' && { reserved: share.reserved - pieces, own: share.own - pieces }),
  stock: share.stock + pieces,
})

async function refuseShare(
  tx: Tx,
  customer: Customer,
  { lines, created_at, ended }: LimitedOrder,
  { first_orders_share }: OrderLimits,
  { method, name: payment, later, otherwise }: UnpaidMethod,
): Promise<void> {
  if (first_orders_share === null) return
  const ids = lines.map(({ variant_id }) => variant_id)
  for (const share of await findNewCustomersShares(tx, customer.id, ids, method)) {
    const line = lines.find(({ variant_id }) => variant_id === share.variant_id)
    if (!line) continue
    const found = withoutReserved(share, method, reservedPieces(ended, line.variant_id))
    const limit = newCustomersLimit(found, first_orders_share)
    const together = Math.max(0, limit - found.reserved)
    const left = Math.max(0, Math.min(together, newCustomerLimit(limit) - found.own))
    const product = line.variant.product_name
    if (line.quantity > left) {
      const message =
        left > 0
          ? `You can still order ${left} of ${product} with ${payment}. Please order fewer${otherwise}`
          : `${together > 0 ? 'You' : 'New customers'} have reserved all that ${together > 0 ? 'a new customer' : 'they'} may of ${product} with ${payment}. Please try again ${later}${otherwise}`
      throw conflict(message, { code: 'FIRST_ORDERS_SHARE' })
    }
    if (line.quantity === together && found.stock > together)
      await enqueueShareAlert(tx, { variant_id: line.variant_id, product, method, payment, at: created_at })
  }
}

/** Once a day for a variant and a method. */
const enqueueShareAlert = (
  tx: Tx,
  {
    variant_id,
    product,
    method,
    payment,
    at,
  }: { variant_id: number; product: string; method: string; payment: string; at: Date },
): Promise<void> =>
  enqueueAlert(
    tx,
    {
      kind: 'first_orders_share',
      order_id: null,
      dedupe_key: `first_orders_share:${method}:${variant_id}:${at.toISOString().slice(0, 10)}`,
      at,
    },
    { product, payment },
  )

async function refuseNetwork(
  tx: Tx,
  { network, lines, created_at }: LimitedOrder,
  { first_orders_per_network, first_pieces_per_network }: OrderLimits,
  { method, name, seconds, otherwise }: UnpaidMethod,
): Promise<void> {
  const subject = method === 'COD' ? network : `${network} online`
  const hasRoom = async (max: number | null, counter: Pick<Counter, 'subject' | 'weight'>) =>
    max === null ||
    'ids' in
      (await takeAttempt(tx, [{ kind: 'first-order', ...counter, limits: [{ max, seconds }] }], created_at))
  const refusal = (problem: string) =>
    conflict(`${problem}, or from another connection${otherwise}`, { code: 'FIRST_ORDERS_PER_NETWORK' })
  const when = method === 'COD' ? 'today. Please try again tomorrow' : 'just now. Please try again later'
  if (!(await hasRoom(first_orders_per_network, { subject })))
    throw refusal(`Too many new customers have ordered with ${name} from your internet connection ${when}`)
  const weight = lines.reduce((pieces, { quantity }) => pieces + quantity, 0)
  const period = method === 'COD' ? 'a day' : `in ${LIMITS.payment_hold_minutes} minutes`
  if (!(await hasRoom(first_pieces_per_network, { subject: `${subject} pieces`, weight })))
    throw refusal(
      `New customers can order ${first_pieces_per_network} pieces ${period} with ${name} from one internet connection, all together. Please order fewer`,
    )
}

/** The key by which equal addresses are recognised: pincode and street, as lower-case letters and digits alone. */
export const addressKey = (street: string, pincode: string): string =>
  `${pincode}:${street
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')}`

/** How many orders get their address key in one transaction. */
const BATCH = 200

/** Gives undelivered orders of older versions their address key, so that the limits count them. */
export async function fillAddressKeys({ db }: Pick<Shop, 'db'>): Promise<void> {
  let filled: number
  do filled = await db.transaction((tx) => fillSome(tx, BATCH))
  while (filled === BATCH)
}

async function fillSome(tx: Tx, most: number): Promise<number> {
  const found = await findWithoutAddressKey(tx, most)
  for (const { id, shipping_street, shipping_zip } of found)
    await updateOrder(tx, id, { address_key: addressKey(shipping_street, shipping_zip) })
  return found.length
}
