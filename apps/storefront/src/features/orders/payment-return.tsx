import type { Order } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError } from '../../api/client.ts'
import { usePaymentStatus, usePendingOrder, forgetCoupon, storeCoupon } from '../../api/pending-order.ts'
import {
  forgetOrder,
  readUnsettled,
  settle,
  type Settled,
  storeClaim,
  type WantedLine,
} from '../../api/unsettled-order.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { readNotices } from './order-notices.tsx'
import { isOrderedAgain } from './order-texts.ts'
import { orderQuery } from './orders.queries.ts'

/** Milliseconds between the success message and the confirmation page. */
const CONFIRMATION_DELAY = 1500
const PAID = 'Payment successful! Order confirmed.'
const PLACED = 'Order placed successfully!'
/** Milliseconds between two requests while the payment is being processed. */
const POLL_DELAY = 2000
/** Requests, per result in the bank's redirect, before the shopper is sent to the order's page. */
const MAX_POLLS = { success: 10, failed: 3 }

type ClaimedResult = keyof typeof MAX_POLLS
const claimedResultOf = (text: string | null): ClaimedResult | null =>
  text === 'success' || text === 'failed' ? text : null

/**
 * The state of the payment. The order decides; the bank's redirect only says that there is a result.
 * - `none`: there is no payment to follow
 * - `open`: the shopper is back without a result, and the server is asked what became of the order
 * - `checking`: the redirect has a result that the server does not have yet
 * - `slow`: still unknown after the last poll
 * - `paid`, `failed`: the order has this result
 * - `earlier`, `processing`, `ended`: this about an earlier order is to be told in the checkout
 * - `unreachable`: the order could not be fetched
 */
export type PaymentOutcome =
  | 'none'
  | 'open'
  | 'checking'
  | 'slow'
  | 'paid'
  | 'failed'
  | 'earlier'
  | 'processing'
  | 'ended'
  | 'unreachable'

function outcomeOf(order: Order, claimed: ClaimedResult, polls: number): PaymentOutcome {
  if (isSold(order.order_status)) return 'paid'
  if (order.order_status !== 'PENDING') return 'failed'
  if (polls < MAX_POLLS[claimed]) return 'checking'
  return claimed === 'failed' && !order.processing ? 'failed' : 'slow'
}

/** The result that the bank's redirect claims: in the address, or stored. */
function useClaimedResult() {
  const [search] = useSearchParams()
  const pending = usePendingOrder()
  const stored = claimedResultOf(usePaymentStatus())
  const claimed = claimedResultOf(search.get('payment_status'))
  const redirectedOrder = claimed === null ? 0 : Number(search.get('order_id') ?? 0)
  const isNamed = Number.isInteger(redirectedOrder) && redirectedOrder > 0
  return {
    pending,
    orderId: isNamed ? redirectedOrder : (pending?.order_id ?? 0),
    claimed: claimed ?? (pending ? stored : null),
  }
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

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
  const followed = useFollowedOrder(enabled ? orderId : 0, claimed)
  const unsettled = useUnsettledOrders(enabled, claimed !== null, lines)
  const { outcome, order, checkAgain } = claimed === null ? unsettled : followed
  const own = pending?.order_id === order?.id ? pending?.checkout_path : null
  useRedirect(outcome, order, own ?? checkoutOf(order), unsettled.next)
  const { isWaiting, lookAgain } = unsettled
  const isPayment = claimed !== null || unsettled.isPayment
  return { outcome, order, checkAgain, isWaiting, lookAgain, isPayment }
}

/** Where an order can be placed again; the device may have another one's checkout only. */
function checkoutOf(order: Order | undefined): string {
  const [item] = order?.order_items ?? []
  if (order?.checkout !== 'buy-now' || !item?.product_id) return paths.orderSummary()
  return paths.buyNowSummary(item.product_id, item.variant_id ?? undefined)
}

/** @param orderId 0 for none */
function useFollowedOrder(orderId: number, claimed: ClaimedResult | null) {
  const { queryKey, ...rest } = orderQuery(orderId)
  const isFollowing = orderId > 0 && claimed !== null
  const { data, error, refetch } = useQuery({
    ...rest,
    queryKey,
    enabled: isFollowing,
    // An unchanged order must render too: it counts as one more poll.
    notifyOnChangeProps: ['data', 'error', 'dataUpdatedAt'],
    refetchInterval: ({ state }) =>
      (state.error === null
        ? claimed !== null &&
          state.data !== undefined &&
          outcomeOf(state.data, claimed, state.dataUpdateCount) === 'checking'
        : !isGone(state.error)) && POLL_DELAY,
  })
  const polls = useQueryClient().getQueryState(queryKey)?.dataUpdateCount ?? 0
  const outcome = isFollowing && !isGone(error) ? currentOutcome(claimed) : 'none'
  function currentOutcome(result: ClaimedResult): PaymentOutcome {
    if (data && isSold(data.order_status)) return 'paid'
    if (error) return 'unreachable'
    return data ? outcomeOf(data, result, polls) : 'checking'
  }
  useEffect(() => {
    if (isFollowing && claimed === 'success') storeClaim(orderId)
  }, [isFollowing, claimed, orderId])
  return { outcome, order: data, checkAgain: () => refetch() }
}

/** Settles one after the other what is left open when the screen opens, or when it looks again. */
function useUnsettledOrders(
  enabled: boolean,
  isFollowing: boolean,
  lines: readonly WantedLine[] | undefined,
) {
  const client = useQueryClient()
  const [open, setOpen] = useState(() => (isFollowing ? [] : readUnsettled()))
  const [first] = open
  const isLeft = enabled && first !== undefined
  const isOpen = isLeft && lines !== undefined
  const next = (settled?: Settled) =>
    setOpen((all) =>
      all.filter((one) => one !== first && !('orderId' in one && one.orderId === settled?.order.id)),
    )
  const { data, error, refetch } = useQuery({
    queryKey: ['me', 'unsettled', first],
    queryFn: async () => {
      const settled = first && lines ? await settle(first, lines) : null
      // The order has changed stock, coupon and perhaps the cart: what is shown next is read after it.
      if (settled) await client.invalidateQueries({ predicate: ({ queryKey }) => isChangedByOrder(queryKey) })
      else next()
      return settled
    },
    enabled: isOpen,
    gcTime: 0,
    staleTime: Infinity,
    refetchInterval: ({ state }) => state.error !== null && POLL_DELAY,
  })
  const hasLookedAgain = useRef(false)
  const lookAgain = (): boolean => {
    const found = hasLookedAgain.current ? [] : readUnsettled()
    hasLookedAgain.current = true
    setOpen(found)
    return found.length > 0
  }
  return {
    /** Settles what is open now, once. @returns whether there is anything */
    lookAgain,
    /** Whether something is open, and the lines are not known yet. */
    isWaiting: isLeft && !isOpen,
    outcome: isOpen ? settledOutcome(data, error) : 'none',
    /** Whether the bank has been asked: otherwise only the reply to the order is missing. */
    isPayment: open.some((one) => 'orderId' in one || one.isAnswered),
    order: data?.order,
    next: () => next(data ?? undefined),
    checkAgain: () => refetch(),
  }
}

const isChangedByOrder = ([kind, what]: readonly unknown[]): boolean =>
  kind === 'catalog' || (kind === 'me' && what === 'cart')

function settledOutcome(settled: Settled | null | undefined, error: Error | null): PaymentOutcome {
  if (settled) return settled.kind === 'placed' ? 'paid' : settled.kind
  return error ? 'unreachable' : 'open'
}

/**
 * Shows the result and navigates to the next screen.
 *
 * @param retry where a failed payment can be repeated
 * @param onTold the earlier order has been dealt with
 */
function useRedirect(
  outcome: PaymentOutcome,
  order: Order | undefined,
  retry: string,
  onTold: () => void,
): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { pathname, search, state } = useLocation()
  const isReturn = useHasPaymentResult()
  const { id, order_number, refund_due, coupon_code, payment_method } = order ?? {}
  const react = useEffectEvent(() => {
    if (id === undefined || ['none', 'open', 'checking', 'unreachable'].includes(outcome)) return
    const toOrder = () => {
      if (outcome !== 'slow') forgetOrder(id)
      void navigate(paths.orderConfirmation(id), { replace: true })
    }
    if (outcome === 'paid') {
      forgetCoupon()
      toast('success', isReturn || payment_method !== 'COD' ? PAID : PLACED, 'checkout')
      void client.invalidateQueries({ queryKey: ['me'] })
      const timer = setTimeout(toOrder, CONFIRMATION_DELAY)
      return () => clearTimeout(timer)
    }
    if (order && isOrderedAgain(order)) return toOrder()
    if (outcome === 'failed') toast('error', 'Payment failed. Please try again.', 'checkout')
    if (outcome === 'slow' || refund_due) return toOrder()
    const isEnded = outcome === 'failed' || outcome === 'ended'
    if (isEnded) forgetOrder(id)
    if (isEnded && coupon_code) storeCoupon(coupon_code)
    const notice = { kind: isEnded ? 'ended' : outcome, id, order_number }
    if (outcome === 'failed')
      return void navigate(retry, { replace: true, state: { orderNotices: [notice] } })
    const others = readNotices(state).filter((other) => other.id !== id)
    void navigate(pathname + search, {
      replace: true,
      state: { ...state, orderNotices: [...others, notice] },
    })
    onTold()
  })
  useEffect(() => react(), [outcome, id])
}

interface PaymentReturnProps {
  payment: ReturnType<typeof usePaymentReturn>
}

/** The progress of the payment, shown until the order has a result. */
export function PaymentReturn({ payment: { outcome, order, checkAgain, isPayment } }: PaymentReturnProps) {
  if (outcome === 'paid') {
    return (
      <Panel
        icon={<CircleCheck aria-hidden className="size-14 text-leaf" />}
        title={order?.payment_method === 'COD' ? 'Order placed' : 'Payment received'}
        text="Taking you to your order..."
      />
    )
  }
  if (outcome === 'unreachable') {
    return (
      <Panel
        icon={<WifiOff aria-hidden className="size-14 text-brick" />}
        title={`We could not check your ${isPayment ? 'payment' : 'order'}`}
        text={`${isPayment ? 'Your order is safe with us' : 'Nothing is ordered twice'}. We check again as soon as the shop can be reached.`}
        action={<Button onClick={checkAgain}>Check again</Button>}
      />
    )
  }
  return (
    <Panel
      icon={<LoaderCircle aria-hidden className="size-14 animate-spin text-peacock" />}
      title={`Checking your ${isPayment ? 'payment' : 'order'}`}
      text={
        isPayment
          ? 'We are asking the bank. Please keep this page open; it takes a few seconds.'
          : 'Your last order had no answer from the shop. We are finding out whether it was placed.'
      }
    />
  )
}

function Panel(props: { icon: ReactNode; title: string; text: string; action?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-96 max-w-md flex-col items-center justify-center text-center">
      {props.icon}
      <div role="status">
        <p className="mt-5 text-xl font-bold">{props.title}</p>
        <p className="mt-1 text-ink-soft">{props.text}</p>
      </div>
      {props.action && <div className="mt-6">{props.action}</div>}
    </div>
  )
}
