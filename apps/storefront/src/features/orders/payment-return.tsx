import type { Order } from '@haat/contract/orders'
import { isSold } from '@haat/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { ApiError } from '../../api/client.ts'
import {
  clearPendingOrder,
  usePaymentStatus,
  usePendingOrder,
  forgetCoupon,
  storeCoupon,
} from '../../api/pending-order.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { orderQuery } from './orders.queries.ts'

/** Milliseconds between the success message and the confirmation page. */
const CONFIRMATION_DELAY = 1500
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
 * - `open`: unpaid, and the shopper has not come back from the bank with a result
 * - `checking`: the redirect has a result that the server does not have yet
 * - `slow`: still unknown after the last poll
 * - `paid`, `failed`: the order has this result
 * - `abandoned`: failed without a redirect from the bank
 * - `unreachable`: the order could not be fetched
 */
export type PaymentOutcome =
  | 'none'
  | 'open'
  | 'checking'
  | 'slow'
  | 'paid'
  | 'failed'
  | 'abandoned'
  | 'unreachable'

function outcomeOf(order: Order, claimed: ClaimedResult | null, polls: number): PaymentOutcome {
  if (isSold(order.order_status)) return 'paid'
  if (claimed === null) return order.order_status === 'PENDING' ? 'open' : 'abandoned'
  if (order.order_status !== 'PENDING') return 'failed'
  if (polls < MAX_POLLS[claimed]) return 'checking'
  return claimed === 'failed' ? 'failed' : 'slow'
}

/** The order to follow: the one in the bank's redirect, else the stored unfinished one. */
function useFollowedOrder() {
  const [search] = useSearchParams()
  const pending = usePendingOrder()
  const stored = usePaymentStatus()
  const claimed = claimedResultOf(search.get('payment_status'))
  const redirectedOrder = claimed === null ? 0 : Number(search.get('order_id') ?? 0)
  const orderId =
    Number.isInteger(redirectedOrder) && redirectedOrder > 0 ? redirectedOrder : (pending?.order_id ?? 0)
  return { pending, orderId, claimed: claimed ?? (pending ? claimedResultOf(stored) : null) }
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/**
 * Follows a payment after the bank's redirect until the order has a result. A paid order leads to its confirmation,
 * a failed one back to the checkout.
 *
 * @param enabled whether a customer is logged in
 */
export function usePaymentReturn(enabled: boolean) {
  const { pending, orderId, claimed } = useFollowedOrder()
  const { queryKey, ...rest } = orderQuery(orderId)
  const { data, error, refetch } = useQuery({
    ...rest,
    queryKey,
    enabled: enabled && orderId > 0,
    // An unchanged order must render too: it counts as one more poll.
    notifyOnChangeProps: ['data', 'error', 'dataUpdatedAt'],
    refetchInterval: ({ state }) =>
      (state.error === null
        ? state.data !== undefined && outcomeOf(state.data, claimed, state.dataUpdateCount) === 'checking'
        : claimed !== null && !isGone(state.error)) && POLL_DELAY,
  })
  const polls = useQueryClient().getQueryState(queryKey)?.dataUpdateCount ?? 0
  const outcome = enabled && orderId > 0 && !isGone(error) ? currentOutcome() : 'none'
  function currentOutcome(): PaymentOutcome {
    if (data && isSold(data.order_status)) return 'paid'
    if (error && claimed !== null) return 'unreachable'
    if (data) return outcomeOf(data, claimed, polls)
    return claimed === null ? 'none' : 'checking'
  }
  const isOver = isGone(error) || outcome === 'abandoned'
  useEffect(() => {
    if (isOver) clearPendingOrder()
  }, [isOver])
  useRedirect(outcome, data, pending?.checkout_path ?? paths.orderSummary())
  return {
    outcome,
    order: data,
    paymentUrl: pending?.payment_url ?? null,
    checkAgain: () => refetch(),
  }
}

/** Shows the result and navigates to the next screen. */
function useRedirect(outcome: PaymentOutcome, order: Order | undefined, retry: string): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, order_number, refund_due, coupon_code } = order ?? {}
  useEffect(() => {
    if (id === undefined || !(outcome === 'paid' || outcome === 'failed' || outcome === 'slow')) return
    const toOrder = () => {
      if (outcome !== 'slow') clearPendingOrder()
      void navigate(paths.orderConfirmation(id), { replace: true })
    }
    if (outcome === 'paid') {
      forgetCoupon()
      toast('success', 'Payment successful! Order confirmed.', 'checkout')
      void client.invalidateQueries({ queryKey: ['me'] })
      const timer = setTimeout(toOrder, CONFIRMATION_DELAY)
      return () => clearTimeout(timer)
    }
    if (outcome === 'failed') toast('error', 'Payment failed. Please try again.', 'checkout')
    if (outcome === 'slow' || refund_due) return toOrder()
    clearPendingOrder()
    if (coupon_code) storeCoupon(coupon_code)
    void navigate(retry, { replace: true, state: { failedOrder: order_number } })
  }, [outcome, id, order_number, refund_due, coupon_code, retry, navigate, client])
}

interface PaymentReturnProps {
  outcome: PaymentOutcome
  onCheckAgain: () => Promise<unknown>
}

/** The progress of the payment, shown until the order has a result. */
export function PaymentReturn({ outcome, onCheckAgain }: PaymentReturnProps) {
  if (outcome === 'paid') {
    return (
      <Panel
        icon={<CircleCheck aria-hidden className="size-14 text-leaf" />}
        title="Payment received"
        text="Taking you to your order..."
      />
    )
  }
  if (outcome === 'unreachable') {
    return (
      <Panel
        icon={<WifiOff aria-hidden className="size-14 text-brick" />}
        title="We could not check your payment"
        text="Your order is safe with us. We check again as soon as the shop can be reached."
        action={<Button onClick={onCheckAgain}>Check again</Button>}
      />
    )
  }
  return (
    <Panel
      icon={<LoaderCircle aria-hidden className="size-14 animate-spin text-peacock" />}
      title="Checking your payment"
      text="We are asking the bank. Please keep this page open; it takes a few seconds."
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

/** Reminds of an order whose payment was not finished, with a link to the bank. */
export function UnpaidNotice({ order, paymentUrl }: { order: Order; paymentUrl: string | null }) {
  return (
    <Notice
      tone="wait"
      className="mb-6"
      action={
        <span className="flex gap-2">
          <Link to={paths.orderConfirmation(order.id)} className={buttonClass('outline', 'sm')}>
            View order
          </Link>
          {paymentUrl && (
            <a href={paymentUrl} className={buttonClass('primary', 'sm')}>
              Pay now
            </a>
          )}
        </span>
      }
    >
      Order #{order.order_number} is waiting for your payment
      {order.hold_expires_at && <>. Its items are kept until {longDate(order.hold_expires_at)}</>}.
    </Notice>
  )
}
