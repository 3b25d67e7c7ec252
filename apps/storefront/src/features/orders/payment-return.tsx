import { t } from '@lingui/core/macro'
import type { Order } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { type QueryState, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Clock, LoaderCircle, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { isNotFound } from '../../api/client.ts'
import { usePaymentStatus, usePendingOrder, forgetCheckout, storeCoupon } from '../../api/pending-order.ts'
import {
  forgetOrder,
  hasOpenPayment,
  hasUnsettled,
  settleAll,
  type Settled,
  storeClaim,
  type WantedLine,
} from '../../api/unsettled-order.ts'
import { paths } from '../../paths.ts'
import { Button } from '@haat/ui/button'
import { CONFIRMATION_DELAY, toast } from '../../ui/toast.ts'
import { OrderLink, readNotices } from './order-notices.tsx'
import { mayBePaid } from './order-texts.ts'
import { orderQuery } from './orders.queries.ts'
import { waitingMessage, useToday } from './payment-texts.ts'

/** Milliseconds between two requests while the payment is being processed. */
const POLL_DELAY = 2000
/** Requests before the shopper is told what the order waits for, and before the order's page opens. */
const QUICK_POLLS = 3
const MAX_POLLS = 10

/** The state of the payment. The order decides; the bank's redirect only says that there is a result. */
export type PaymentOutcome =
  /** There is no payment to follow. */
  | 'none'
  /** The shopper is back without a result, and the server is asked what became of the order. */
  | 'open'
  /** The redirect has a result that the server does not have yet. */
  | 'checking'
  /** It is not decided soon, or still unknown after the last poll. */
  | 'waiting'
  | 'slow'
  | 'paid'
  | 'failed'
  | 'unreachable'

function outcomeOf({ data: order, error, dataUpdateCount: polls }: QueryState<Order>): PaymentOutcome {
  if (isNotFound(error)) return 'none'
  if (order && isSold(order.order_status)) return 'paid'
  if (error) return 'unreachable'
  if (order && order.order_status !== 'PENDING') return 'failed'
  if (polls >= MAX_POLLS) return 'slow'
  return order && (order.processing || polls > QUICK_POLLS) ? 'waiting' : 'checking'
}

const isResult = (text: string | null): boolean => text === 'success' || text === 'failed'

/** The order that the bank's redirect is about, and the result that it claims: in the address, or stored. */
function useClaimedResult() {
  const [search] = useSearchParams()
  const pending = usePendingOrder()
  const stored = usePaymentStatus()
  const redirected = search.get('payment_status')
  const named = isResult(redirected) ? Number(search.get('order_id') ?? 0) : 0
  const claimed = isResult(redirected) ? redirected : pending && isResult(stored) ? stored : null
  const orderId = Number.isInteger(named) && named > 0 ? named : (pending?.order_id ?? 0)
  return { pending, orderId, claimed }
}

/** Whether the shopper comes from the bank with a result. */
export const useHasPaymentResult = (): boolean => useClaimedResult().claimed !== null

/**
 * Follows a payment after the bank's redirect until the order has a result, and settles what earlier visits to a
 * checkout have left open. A paid order leads to its confirmation, a failed one back to its checkout.
 *
 * @param enabled whether a customer is logged in
 * @param lines of this checkout; undefined while they are not known
 */
export function usePaymentReturn(enabled: boolean, lines: readonly WantedLine[] | undefined) {
  const { pending, orderId, claimed } = useClaimedResult()
  const isFollowing = claimed !== null
  const followed = useFollowedOrder(enabled && isFollowing ? orderId : 0, claimed === 'success')
  const unsettled = useUnsettledOrders(enabled, isFollowing, lines)
  const { outcome, order, checkAgain } = isFollowing ? followed : unsettled
  const own = pending?.order_id === order?.id ? pending?.checkout_path : null
  useRedirect(outcome, order, own ?? checkoutOf(order))
  const { isWaiting, lookAgain } = unsettled
  return { outcome, order, checkAgain, isWaiting, lookAgain, isPayment: isFollowing || hasOpenPayment() }
}

/** Where an order can be placed again; the device may have another one's checkout only. */
function checkoutOf(order: Order | undefined): string {
  const [item] = order?.order_items ?? []
  if (order?.checkout !== 'buy-now' || !item?.product_id) return paths.orderSummary()
  return paths.buyNowSummary(item.product_id, item.variant_id ?? undefined)
}

/** @param orderId 0 for none @param claimsPaid whether the redirect says that it is paid */
function useFollowedOrder(orderId: number, claimsPaid: boolean) {
  const { queryKey, ...rest } = orderQuery(orderId)
  const { data, refetch } = useQuery({
    ...rest,
    queryKey,
    enabled: orderId > 0,
    // An unchanged order must render too: it counts as one more poll.
    notifyOnChangeProps: ['data', 'error', 'dataUpdatedAt'],
    refetchInterval: ({ state }) => ['checking', 'waiting'].includes(outcomeOf(state)) && POLL_DELAY,
  })
  const state = useQueryClient().getQueryState<Order>(queryKey)
  useEffect(() => {
    if (orderId > 0 && claimsPaid) storeClaim(orderId)
  }, [orderId, claimsPaid])
  const outcome: PaymentOutcome = orderId > 0 && state ? outcomeOf(state) : 'none'
  return { outcome, order: data, checkAgain: refetch }
}

/** Settles what is left open when the screen opens, or when it looks again, and tells it in the checkout. */
function useUnsettledOrders(
  enabled: boolean,
  isFollowing: boolean,
  lines: readonly WantedLine[] | undefined,
) {
  const client = useQueryClient()
  const tell = useTell()
  /** Which look it is; null when nothing is open. */
  const [look, setLook] = useState(() => (isFollowing || !hasUnsettled() ? null : 1))
  const isOpen = enabled && look !== null && lines !== undefined
  const { data, error, refetch } = useQuery({
    // Not among `me`: what is settled once would be asked for again, and not be found.
    queryKey: ['unsettled', look],
    queryFn: async () => {
      const settled = await settleAll(lines ?? [])
      // An order has changed stock, coupon and perhaps the cart: what is shown next is read after it.
      if (settled.length > 0)
        await client.invalidateQueries({ predicate: ({ queryKey }) => isChangedByOrder(queryKey) })
      const placed = settled.find(({ kind }) => kind === 'placed')
      if (placed) return placed.order
      tell(settled)
      setLook(null)
      return null
    },
    enabled: isOpen,
    gcTime: 0,
    staleTime: Infinity,
  })
  const hasLookedAgain = useRef(false)
  const lookAgain = (): boolean => {
    if (hasLookedAgain.current || !hasUnsettled()) return false
    hasLookedAgain.current = true
    setLook(2)
    return true
  }
  const known: PaymentOutcome = data ? 'paid' : error ? 'unreachable' : 'open'
  const outcome: PaymentOutcome = isOpen ? known : 'none'
  return {
    /** Settles what is open now, once. @returns whether there is anything */
    lookAgain,
    /** Whether something is open, and the lines are not known yet. */
    isWaiting: enabled && look !== null && !isOpen,
    outcome,
    order: data ?? undefined,
    checkAgain: refetch,
  }
}

const isChangedByOrder = ([kind, what]: readonly unknown[]): boolean =>
  kind === 'catalog' || (kind === 'me' && what === 'cart')

/** Shows in the checkout what became of earlier orders. */
function useTell() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return (settled: readonly Settled[]): void => {
    if (settled.length === 0) return
    for (const { kind, order } of settled)
      if ((kind === 'ended' || kind === 'untold') && order.coupon_code) storeCoupon(order.coupon_code)
    const told = settled.map(({ kind, order: { id, order_number } }) => ({ kind, id, order_number }))
    const others = readNotices(state).filter(({ id }) => told.every((one) => one.id !== id))
    void navigate(pathname + search, {
      replace: true,
      state: { ...state, orderNotices: [...others, ...told] },
    })
  }
}

/** Shows the result and navigates to the next screen. @param retry where a failed payment can be repeated */
function useRedirect(outcome: PaymentOutcome, order: Order | undefined, retry: string): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const isReturn = useHasPaymentResult()
  const react = useEffectEvent(() => {
    if (!order || !['paid', 'failed', 'slow'].includes(outcome)) return
    const { id, order_number, coupon_code } = order
    const toOrder = () => void navigate(paths.orderConfirmation(id), { replace: true })
    if (outcome === 'slow') return toOrder()
    if (outcome === 'paid') {
      forgetCheckout()
      const isPaid = isReturn || order.payment_method !== 'COD'
      const text = isPaid ? t`Payment successful! Order confirmed.` : t`Order placed successfully!`
      toast('success', text, 'checkout')
      void client.invalidateQueries({ queryKey: ['me'] })
      const timer = setTimeout(() => {
        forgetOrder(id)
        toOrder()
      }, CONFIRMATION_DELAY)
      return () => clearTimeout(timer)
    }
    forgetOrder(id)
    if (order.ordered_again || mayBePaid(order)) return toOrder()
    toast('error', t`Payment failed. Please try again.`, 'checkout')
    if (order.refund_due) return toOrder()
    if (coupon_code) storeCoupon(coupon_code)
    const orderNotices = [{ kind: 'ended', id, order_number }]
    return void navigate(retry, { replace: true, state: { orderNotices } })
  })
  useEffect(() => react(), [outcome, order?.id])
}

/** The progress of the payment, shown until the order has a result. */
export function PaymentReturn({ payment }: { payment: ReturnType<typeof usePaymentReturn> }) {
  const { outcome, order, checkAgain } = payment
  const today = useToday()
  const { icon, title, text } = progressOf(payment, today)
  return (
    <div className="mx-auto flex min-h-96 max-w-md flex-col items-center justify-center text-center">
      {icon}
      <div role="status">
        <p className="mt-5 text-xl font-bold">{title}</p>
        <p className="mt-1 mb-6 text-ink-soft">{text}</p>
      </div>
      {order && outcome === 'waiting' && <OrderLink id={order.id} />}
      {outcome === 'unreachable' && <Button onClick={() => checkAgain()}>{t`Check again`}</Button>}
    </div>
  )
}

function progressOf({ outcome, order, isPayment }: ReturnType<typeof usePaymentReturn>, today: string) {
  if (outcome === 'paid')
    return {
      icon: <CircleCheck aria-hidden className="size-14 text-leaf" />,
      title: order?.payment_method === 'COD' ? t`Order placed` : t`Payment received`,
      text: t`Taking you to your order...`,
    }
  if (outcome === 'unreachable')
    return {
      icon: <WifiOff aria-hidden className="size-14 text-brick" />,
      title: isPayment ? t`We could not check your payment` : t`We could not check your order`,
      text: isPayment
        ? t`Your order is safe with us. We check again as soon as the shop can be reached.`
        : t`Nothing is ordered twice. We check again as soon as the shop can be reached.`,
    }
  if (order && outcome === 'waiting')
    return {
      icon: <Clock aria-hidden className="size-14 text-peacock" />,
      title: t`Payment Not Confirmed Yet`,
      text: waitingMessage(order, today),
    }
  return {
    icon: <LoaderCircle aria-hidden className="size-14 animate-spin text-peacock" />,
    title: isPayment ? t`Checking your payment` : t`Checking your order`,
    text: isPayment
      ? t`We are asking the bank. Please keep this page open; it takes a few seconds.`
      : t`Your last order had no answer from the shop. We are finding out whether it was placed.`,
  }
}
