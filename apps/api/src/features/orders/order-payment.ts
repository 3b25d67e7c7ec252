/** The online payment of an order: opened when it is placed, or paid again. The provider's reports alone decide it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { formatShortRupees } from '@haat/contract/money'
import {
  holdsStock,
  LIMITS,
  type OrderEventKind,
  paymentProcessingText,
  type PaymentProviderName,
} from '@haat/contract/rules'
import { t } from '#say'
import type { PaymentProvider, PaymentRequest } from '../../adapters/payment-provider.ts'
import type { AllSettings } from '@haat/contract/settings'
import type { Tx } from '../../db/database.ts'
import { conflict, conflictWith, type Failure, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { asCustomer, readCustomer, toCustomer } from '../auth/customer.store.ts'
import { findProvider, notStarted, requireProvider, startPayment, UPI } from '../payments/payments.ts'
import {
  advancePayment,
  findPayment,
  findPayments,
  insertPayment,
  type PaymentRow,
  updatePayment,
} from '../payments/payments.store.ts'
import { offeredPayments } from '../settings/offered-payments.ts'
import { readSettings } from '../settings/settings.store.ts'
import { moveOrder } from './move-order.ts'
import { refuseUnpaid } from './order-limits.ts'
import {
  findOrderRow,
  lockOrder,
  type OrderRow,
  takesMoney,
  updateOrder,
  type WholeOrder,
} from './orders.store.ts'

/** An id that nobody guesses, of characters that every provider takes. */
const reference = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

/** Adds a try to pay an order, which the provider has not opened yet. */
export const addPayment = (
  tx: Tx,
  { id: order_id, total_amount: amount }: Pick<OrderRow, 'id' | 'total_amount'>,
  { name: provider, simulated }: Pick<PaymentProvider, 'name' | 'simulated'>,
  started_at: Date,
): Promise<void> =>
  insertPayment(tx, {
    order_id,
    provider,
    simulated,
    merchant_order_id: reference('order'),
    transaction_id: reference('txn'),
    amount,
    started_at,
  })

/** What the customer reads of a transfer that is less, or more, than the order costs. Paise. */
export const shortNote = (amount: number, total: number): string =>
  `${formatShortRupees(amount)} reached us, and the order costs ${formatShortRupees(total)}: you get it back.`
export const overpaidNote = (amount: number, total: number): string =>
  `${formatShortRupees(amount)} reached us, ${formatShortRupees(amount - total)} more than the order costs. What came too much goes back to you.`

/** Until when an order keeps its stock for a payment that starts now. */
export const holdUntil = (now: Date, minutes: number = LIMITS.payment_hold_minutes): Date =>
  new Date(now.getTime() + minutes * 60_000)

/** How long an order keeps its stock for a payment at this provider. */
export const minutesToPay = (
  { name }: PaymentProvider,
  { payments }: Pick<AllSettings, 'payments'>,
): number => (name === UPI ? payments.upi.pay_minutes : LIMITS.payment_hold_minutes)

/** How long after its start a payment is asked about first; ms. */
const FIRST_CHECK_MS = 20_000

/**
 * Opens the payment of an order that is to be paid online, unless it is open.
 *
 * @returns the payment; null for an order without one
 * @throws Failure 503 when the payment cannot be started: the order has then failed, and a retry makes a new one; 409
 * ORDER_ENDED when the customer has ended it meanwhile, in another browser
 */
export async function openPayment(shop: Shop, orderId: number): Promise<PaymentRow | null> {
  const payment = await findPayment(shop.db, orderId)
  if (!payment || payment.payment_url !== null) return payment ?? null
  const pay = findProvider(shop.pay, payment.provider)
  const next_check_at = pay?.status ? new Date(shop.now().getTime() + FIRST_CHECK_MS) : null
  // First: the provider may open it and its answer be lost.
  if (next_check_at) await shop.db.transaction((tx) => updatePayment(tx, payment.id, { next_check_at }))
  let failure = notStarted()
  const request = await requestOf(shop, payment)
  const opened = await (pay ? startPayment({ pay, log: shop.log }, request) : Promise.reject(failure)).catch(
    (error: Failure) => {
      failure = error
      return null
    },
  )
  const now = shop.now()
  const cause = failure.cause instanceof Error ? failure.cause : undefined
  const { stored, status } = await shop.db.transaction((tx) =>
    storeOpened(
      tx,
      payment,
      opened && { payment_url: opened.paymentUrl, provider_reference: opened.providerReference ?? null },
      now,
      opened ? ENDED_MEANWHILE : (cause?.message.slice(0, 300) ?? 'The provider is not set up.'),
    ),
  )
  if (stored.payment_url !== null) return stored
  throw status === 'CANCELLED' ? conflict(ENDED, { code: 'ORDER_ENDED' }) : failure
}

const ENDED_MEANWHILE = 'The order had ended when the provider opened the payment.'

/** What a provider is told of a payment. */
export async function requestOf({ db, config, now }: Shop, payment: PaymentRow): Promise<PaymentRequest> {
  const order = (await findOrderRow(db, payment.order_id))!
  const { name, email } = toCustomer(await readCustomer(db, order.user_id))
  return {
    merchantOrderId: payment.merchant_order_id,
    transactionId: payment.transaction_id,
    amount: payment.amount,
    orderNumber: order.order_number,
    customer: { name, phone: order.shipping_phone, email: email || null },
    returnUrl: `${config.publicUrl}/pay/${payment.transaction_id}/return`,
    expiresAt: order.hold_expires_at ?? holdUntil(now()),
  }
}

const ENDED =
  /*i18n*/ 'This order was ended before its payment could start: you have ordered again somewhere else. Please look under My Orders.'

/** 409: the order must stay while the provider decides about its payment. */
export const paymentProcessing = ({ id, order_number }: Pick<OrderRow, 'id' | 'order_number'>): Failure =>
  conflictWith('PAYMENT_PROCESSING', paymentProcessingText(order_number), { order_id: id, order_number })

/**
 * Stores where the customer pays, or fails the order, which frees its idempotency key. If a concurrent duplicate has
 * opened the payment first, that address stays.
 *
 * @param opened null when the payment could not be started
 * @param problem why, for the staff
 */
async function storeOpened(
  tx: Tx,
  { id, order_id }: PaymentRow,
  opened: Pick<PaymentRow, 'payment_url' | 'provider_reference'> | null,
  now: Date,
  problem: string,
) {
  const order = (await lockOrder(tx, order_id))!
  const tries = await findPayments(tx, order_id)
  const payment = tries.find((one) => one.id === id)!
  const isAlone = tries.every((one) => one.id === id || one.state === 'FAILED')
  if (payment.payment_url === null && opened !== null && holdsStock(order.status))
    await updatePayment(tx, payment.id, opened)
  else if (payment.payment_url === null) {
    await advancePayment(tx, payment, 'FAILED', now)
    // One that is open at the provider may be paid all the same, and is asked about by its reference.
    await updatePayment(tx, payment.id, { problem, provider_reference: opened?.provider_reference ?? null })
    // Else another try of the customer is open.
    if (isAlone) {
      await moveOrder(tx, order_id, 'payment_failed', {
        now,
        note: /*i18n*/ 'The payment could not be started.',
      })
      await updateOrder(tx, order_id, { idempotency_key: `void:${randomUUID()}` })
    }
  }
  const stored = (await findPayments(tx, order_id)).find((one) => one.id === id)!
  return { stored, status: order.status }
}

export const canPay = (order: OrderRow, now: Date): boolean =>
  !order.processing && !order.payment_told && takesMoney(order, now)

const TRIES: readonly OrderEventKind[] = ['payment_processing', 'payment_retried', 'payment_failed', 'paid']

/** Whether the customer came back from a provider that has not decided yet, and is asked, perhaps after the order's end. */
export const isAtBank = ({ order, events }: Pick<WholeOrder, 'order' | 'events'>): boolean =>
  order.is_asked &&
  order.paid_at === null &&
  order.status !== 'CANCELLED' &&
  events.findLast(({ kind }) => TRIES.includes(kind))?.kind === 'payment_processing'

/**
 * Lets the customer pay an order again, with its coupon: the open payment, or a new one. A failed order takes its stock
 * and coupon again.
 *
 * @throws Failure 404; 409 PAYMENT_PROCESSING, NOT_PAYABLE, OUT_OF_STOCK, COUPON_INVALID, TOO_MANY_UNPAID; 503
 */
export async function payAgain(
  shop: Shop,
  customerId: number,
  orderId: number,
  chosen: PaymentProviderName | undefined,
): Promise<PaymentRow> {
  const now = shop.now()
  await asCustomer(shop.db, customerId, async (tx) => {
    const order = await findOrderRow(tx, orderId)
    if (order?.user_id !== customerId) throw noSuch(t`Order not found`)
    if (order.processing) throw paymentProcessing(order)
    if (!canPay(order, now))
      throw conflict(t`This order cannot be paid any more. Please order again.`, { code: 'NOT_PAYABLE' })
    const settings = await readSettings(tx)
    const { providers } = offeredPayments(settings, shop.pay)
    const last = await findPayment(tx, orderId)
    const provider = requireProvider(providers, chosen)
    const isOpen = last?.state === 'STARTED' && order.status === 'PENDING'
    if (isOpen && (chosen === undefined || last.provider === provider.name)) return
    if (order.status === 'PAYMENT_FAILED') {
      await refuseUnpaid(tx, customerId, now)
      await moveOrder(tx, orderId, 'retry', {
        now,
        hold_expires_at: holdUntil(now, minutesToPay(provider, settings)),
      })
    }
    await addPayment(tx, order, provider, now)
  })
  return (await openPayment(shop, orderId))!
}
