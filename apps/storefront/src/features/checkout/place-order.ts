import type { Contract } from '@haat/contract'
import { PrefetchContext } from '../../lib/link.tsx'
import type { Reply } from '@haat/contract/endpoint'
import type { PlaceOrder } from '@haat/contract/orders'
import type { Totals } from '@haat/contract/pricing'
import { paymentProcessingText, type PaymentMethod } from '@haat/contract/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError, call, contract, failureData, isRefusal, messageOf } from '../../api/client.ts'
import { forgetCoupon, storePendingOrder } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { settingsQuery } from '../../api/settings.queries.ts'
import { type Settled, settleRequest, storeRequest } from '../../api/unsettled-order.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'
import type { CouponState } from './coupon.tsx'

/** Why an order was not placed, by the screen's reaction. */
export type Refusal =
  | { kind: 'price'; totals: Totals }
  | { kind: 'stock' | 'coupon' | 'email' | 'other'; message: string }
  /** `orderId`: the order that the message is about. */
  | { kind: 'order'; message: string; orderId: number }

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
  const processing = failureData(error, 'PAYMENT_PROCESSING')
  if (processing?.order_id !== undefined) {
    const { order_id: orderId, order_number } = processing
    return { kind: 'order', message: paymentProcessingText(order_number), orderId }
  }
  return { kind: KINDS[error.code ?? ''] ?? 'other', message: messageOf(error, texts.failed, texts.network) }
}

/** Tells what became of an earlier request. */
const readEarlier = ({ kind, order: { id, order_number } }: Settled): Refusal => ({
  kind: 'order',
  message:
    kind === 'processing'
      ? paymentProcessingText(order_number)
      : `Your earlier order #${order_number} was placed. This one is not placed yet: press the button again to order it too.`,
  orderId: id,
})

/** Milliseconds between the success message and the confirmation page. */
const CONFIRMATION_DELAY = 1500

const isWebAddress = (url: string | null): url is string =>
  url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Whether the server has certainly not placed the order. */
const isNotPlaced = (error: unknown): boolean =>
  isRefusal(error) && !(error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED')

/**
 * Places an order, at most once however often it is repeated, also after a reload.
 *
 * @returns what became of an earlier request instead, if that has to be told first
 */
async function placeOnce(body: PlaceOrder): Promise<Reply<Contract['orders']['place']> | Settled> {
  const settled = await settleRequest(body.items)
  if ('order' in settled) return settled
  const { key } = settled
  storeRequest({ key })
  try {
    const reply = await call(contract.orders.place, { headers: { 'idempotency-key': key }, body })
    storeRequest(body.payment_method === 'COD' ? null : { key, order_id: reply.order_id })
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
  /** The order is being placed until its promise resolves. */
  onRefused: (refusal: Refusal, body: PlaceOrder) => unknown
  /** The order is placed: its items leave the cart. */
  onPlaced: () => void
}

/** Places orders. Cash on delivery leads to the confirmation, online payment to the bank. The promise never rejects. */
export function usePlaceOrder({ onRefused, onPlaced }: PlaceOrderCallbacks) {
  const { pathname, search } = useLocation()
  const [placed, setPlaced] = useState<Placed | null>(null)
  const [leaving, setLeaving] = useState(false)
  useConfirmation(placed)
  const placing = useMutation({
    mutationFn: placeOnce,
    retry: (failures, error) => failures < RETRIES && isBusy(error),
    retryDelay: (_failures, error) => (isBusy(error) ? error.retryAfter * 1000 : 0),
    onSuccess: (reply, body) => {
      const { payment_method } = body
      if ('kind' in reply && reply.kind !== 'placed') return onRefused(readEarlier(reply), body)
      if ('kind' in reply || payment_method === 'COD') {
        forgetCoupon()
        toast('success', 'Order placed successfully!', 'checkout')
        onPlaced()
        return setPlaced(
          'kind' in reply
            ? {
                id: reply.order.id,
                wasCod: payment_method === 'ONLINE' && reply.order.payment_method === 'COD',
              }
            : { id: reply.order_id, wasCod: false },
        )
      }
      if (!isWebAddress(reply.paymentUrl)) {
        return onRefused({ kind: 'other', message: orderTexts('ONLINE').failed }, body)
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
    // Without a session the screen has gone to login, which says why.
    onError: (error, body) =>
      readSession() ? onRefused(readRefusal(error, body.payment_method), body) : undefined,
  })
  return {
    place: (body: PlaceOrder): Promise<unknown> => placing.mutateAsync(body).catch(() => undefined),
    busy: placing.isPending || leaving || placed !== null,
  }
}

interface Placed {
  id: number
  /** Whether it was placed before, as cash on delivery, and the shopper wanted to pay online now. */
  wasCod: boolean
}

/** Goes to the confirmation of a placed order and then reloads what the order has changed. */
function useConfirmation(placed: Placed | null): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const prefetch = use(PrefetchContext)
  useEffect(() => {
    if (placed === null) return
    const { id, wasCod } = placed
    prefetch(paths.orderConfirmation(id))
    const timer = setTimeout(
      () => void navigate(paths.orderConfirmation(id), { replace: true, state: { wasCod } }),
      CONFIRMATION_DELAY,
    )
    return () => {
      clearTimeout(timer)
      void client.invalidateQueries({ queryKey: ['me'] })
      void client.invalidateQueries({ queryKey: ['catalog'], refetchType: 'none' })
    }
  }, [placed, navigate, client, prefetch])
}

interface PriceChange {
  /** Paise: the total that the shopper saw. */
  before: number
  totals: Totals
  /** Whether the lines show their new prices yet. */
  isLoaded: boolean
}

/** Why the step's button did nothing, and the order that this is about. */
export interface StepFailure {
  message: string
  orderId?: number
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
  const [failure, setFailure] = useState<StepFailure | null>(null)
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
    if (refusal.kind === 'other' || refusal.kind === 'order') return setFailure(refusal)
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
