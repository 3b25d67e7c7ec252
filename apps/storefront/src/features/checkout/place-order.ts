import type { Order, PlaceOrder } from '@haat/contract/orders'
import type { Totals } from '@haat/contract/pricing'
import { isSold, type PaymentMethod } from '@haat/contract/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError, call, contract, failureData, isRefusal, messageOf } from '../../api/client.ts'
import { forgetCoupon, storePendingOrder } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { settingsQuery } from '../../api/settings.queries.ts'
import { readRequest, settle, storeRequest } from '../../api/unsettled-order.ts'
import { PrefetchContext } from '../../lib/prefetch.tsx'
import { randomKey } from '../../lib/random-key.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'
import type { CouponState } from './coupon.tsx'

/** Why an order was not placed, by the screen's reaction. */
export type Refusal =
  | { kind: 'price'; totals: Totals }
  | { kind: 'stock' | 'coupon' | 'email' | 'other'; message: string }

const TEXTS = {
  COD: {
    login: 'Please login to place order',
    failed: 'Failed to place order',
    network: 'Error placing order. Please try again.',
  },
  ONLINE: {
    login: 'Please login to initiate payment',
    failed: 'Failed to initiate payment',
    network: 'Error initiating payment. Please try again.',
  },
} as const satisfies Record<PaymentMethod, Record<string, string>>

export const orderTexts = (method: PaymentMethod) => TEXTS[method]

const KINDS: Record<string, 'stock' | 'coupon' | 'email'> = {
  OUT_OF_STOCK: 'stock',
  CART_CHANGED: 'stock',
  COUPON_INVALID: 'coupon',
  CONTACT_NOT_VERIFIED: 'email',
}

/** Reads the error of a failed order. */
export function readRefusal(error: Error, method: PaymentMethod): Refusal {
  const texts = orderTexts(method)
  if (!(error instanceof ApiError)) return { kind: 'other', message: texts.network }
  if (error.status === 401) return { kind: 'other', message: texts.login }
  const totals = failureData(error, 'PRICE_CHANGED')?.totals
  if (totals?.total_amount !== undefined) return { kind: 'price', totals }
  return { kind: KINDS[error.code ?? ''] ?? 'other', message: messageOf(error, texts.failed, texts.network) }
}

/** Milliseconds between the success message and the confirmation page. */
const CONFIRMATION_DELAY = 1500

const isWebAddress = (url: string | null): url is string =>
  url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * The idempotency key for a body. After a lost reply it stays the same, so that there is no second order, not even
 * when the first request arrives late: the server takes one body for a key.
 *
 * @returns the order instead, when another body has placed it
 */
async function keyFor(body: string): Promise<string | Order> {
  const unanswered = readRequest()
  if (!unanswered) return randomKey()
  const earlier = unanswered.body === body ? null : await settle(unanswered)
  if (earlier) return isSold(earlier.order_status) ? earlier : randomKey()
  return unanswered.key
}

/** Whether the server has certainly not placed the order. */
const isNotPlaced = (error: unknown): boolean =>
  isRefusal(error) && !(error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED')

/** Places an order, at most once however often it is repeated, also after a reload. */
async function placeOnce(body: PlaceOrder) {
  const text = JSON.stringify(body)
  const key = await keyFor(text)
  if (typeof key !== 'string') return key
  const user_id = readSession()?.user.id
  if (user_id !== undefined) storeRequest({ user_id, key, body: text })
  try {
    const reply = await call(contract.orders.place, { headers: { 'idempotency-key': key }, body })
    if (body.payment_method === 'COD') storeRequest(null)
    return reply
  } catch (error) {
    if (isNotPlaced(error)) storeRequest(null)
    throw error
  }
}

/** How often a refused order is sent again, and after how many seconds at most. */
const RETRIES = 2
const RETRY_AFTER_MAX = 2

/** Whether the server was too busy to begin. A longer `Retry-After` means a fault, which the shopper should see. */
export const isBusy = (error: Error): error is ApiError & { retryAfter: number } =>
  error instanceof ApiError &&
  error.status === 503 &&
  error.retryAfter !== null &&
  error.retryAfter <= RETRY_AFTER_MAX

interface PlaceOrderCallbacks {
  onRefused: (refusal: Refusal) => void
  /** The order is placed: its items leave the cart. */
  onPlaced: () => void
}

/** Places orders. Cash on delivery leads to the confirmation, online payment to the bank. The promise never rejects. */
export function usePlaceOrder({ onRefused, onPlaced }: PlaceOrderCallbacks) {
  const { pathname, search } = useLocation()
  const [placed, setPlaced] = useState<number | null>(null)
  const [leaving, setLeaving] = useState(false)
  useConfirmation(placed)
  const placing = useMutation({
    mutationFn: placeOnce,
    retry: (failures, error) => failures < RETRIES && isBusy(error),
    retryDelay: (_failures, error) => (isBusy(error) ? error.retryAfter * 1000 : 0),
    onSuccess: (reply, { payment_method }) => {
      const isPlacedBefore = 'order_status' in reply
      if (isPlacedBefore || payment_method === 'COD') {
        forgetCoupon()
        toast('success', 'Order placed successfully!', 'checkout')
        onPlaced()
        return setPlaced(isPlacedBefore ? reply.id : reply.order_id)
      }
      if (!isWebAddress(reply.paymentUrl)) {
        return onRefused({ kind: 'other', message: orderTexts('ONLINE').failed })
      }
      storePendingOrder({
        order_id: reply.order_id,
        transaction_id: reply.transactionId,
        merchant_order_id: reply.merchantOrderId,
        payment_url: reply.paymentUrl,
        checkout_path: pathname + search,
      })
      setLeaving(true)
      return window.location.assign(reply.paymentUrl)
    },
    onError: (error, { payment_method }) => {
      // Without a session the screen has gone to login, which says why.
      if (readSession()) onRefused(readRefusal(error, payment_method))
    },
  })
  return {
    place: (body: PlaceOrder): Promise<unknown> => placing.mutateAsync(body).catch(() => undefined),
    busy: placing.isPending || leaving || placed !== null,
  }
}

/** Goes to the confirmation of a placed order and then reloads what the order has changed. */
function useConfirmation(orderId: number | null): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const prefetch = use(PrefetchContext)
  useEffect(() => {
    if (orderId === null) return
    prefetch(paths.orderConfirmation(orderId))
    const timer = setTimeout(
      () => void navigate(paths.orderConfirmation(orderId), { replace: true }),
      CONFIRMATION_DELAY,
    )
    return () => {
      clearTimeout(timer)
      void client.invalidateQueries({ queryKey: ['me'] })
      void client.invalidateQueries({ queryKey: ['catalog'], refetchType: 'none' })
    }
  }, [orderId, navigate, client, prefetch])
}

interface PriceChange {
  /** Paise: the total that the shopper saw. */
  before: number
  totals: Totals
  /** Whether the lines show their new prices yet. */
  isLoaded: boolean
}

interface RefusalsOptions {
  coupon: CouponState
  /** Paise. */
  total: number
  /** Reloads the items and returns them. */
  refresh: () => Promise<readonly CheckoutItem[]>
  /** Goes back to the step that shows the items. */
  toSummary: () => void
}

/** Shows a refusal, and reloads prices, stock and coupon. */
export function useRefusals({ coupon, total, refresh, toSummary }: RefusalsOptions) {
  const client = useQueryClient()
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null)
  const [stockMessage, setStockMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [verifying, setVerifying] = useState(false)

  async function reload(keepCoupon: boolean): Promise<void> {
    await Promise.all([refresh(), client.invalidateQueries(settingsQuery())])
    if (keepCoupon) await coupon.askAgain()
  }

  async function refused(refusal: Refusal): Promise<void> {
    setPriceChange(null)
    if (refusal.kind === 'price') {
      setPriceChange({ before: total, totals: refusal.totals, isLoaded: false })
      await reload(true)
      return setPriceChange((change) => change && { ...change, isLoaded: true })
    }
    if (refusal.kind === 'email') return setVerifying(true)
    toast('error', refusal.message, 'checkout')
    if (refusal.kind === 'other') return setFailure(refusal.message)
    if (refusal.kind === 'stock') setStockMessage(refusal.message)
    if (refusal.kind === 'coupon') coupon.drop(refusal.message)
    toSummary()
    return reload(refusal.kind !== 'coupon')
  }

  return {
    priceChange,
    closePriceChange: () => setPriceChange(null),
    stockMessage,
    setStockMessage,
    failure,
    setFailure,
    verifying,
    closeVerification: () => setVerifying(false),
    refused,
  }
}
