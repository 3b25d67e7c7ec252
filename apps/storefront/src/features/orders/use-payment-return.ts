import { isSold } from '@haat/contract/rules'
import type { Order } from '@haat/contract/orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError } from '../../api/client.ts'
import { clearPendingOrder, usePaymentStatus, usePendingOrder } from '../../api/pending-order.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { orderQuery } from './orders.queries.ts'

/** How long a success stands before the confirmation comes. */
const CONFIRMATION_DELAY = 1500
/** Milliseconds between two questions to the server while a payment is on its way. */
const ASK_AGAIN = 2000
/** How often the server is asked before the order's own page takes over. */
const ASKS = { success: 10, failed: 3 }

type Said = keyof typeof ASKS
const saidOf = (text: string | null): Said | null => (text === 'success' || text === 'failed' ? text : null)

/**
 * `none`: no payment to follow. `open`: unpaid, and the bank has said nothing. `asking`: the server does not
 * know yet. `slow`: it takes longer. `paid`, `failed`: the order says so. `forgotten`: it failed, but the shopper
 * has not come from the bank to hear it. `unreachable`: no answer.
 */
export type Outcome = 'none' | 'open' | 'asking' | 'slow' | 'paid' | 'failed' | 'forgotten' | 'unreachable'

function outcomeOf(order: Order, said: Said | null, asked: number): Outcome {
  if (isSold(order.order_status)) return 'paid'
  if (said === null) return order.order_status === 'PENDING' ? 'open' : 'forgotten'
  if (order.order_status !== 'PENDING') return 'failed'
  if (asked < ASKS[said]) return 'asking'
  return said === 'failed' ? 'failed' : 'slow'
}

/** The order to follow: the one the bank's return names, else the one that was left for the bank. */
function useFollowed() {
  const [search] = useSearchParams()
  const pending = usePendingOrder()
  const stored = usePaymentStatus()
  const said = saidOf(search.get('payment_status'))
  const named = said === null ? 0 : Number(search.get('order_id') ?? 0)
  const orderId = Number.isInteger(named) && named > 0 ? named : (pending?.order_id ?? 0)
  return { pending, orderId, said: said ?? (pending ? saidOf(stored) : null) }
}

/**
 * Follows a payment back from the bank. What the browser was told changes nothing: only what the order says is
 * shown, and a success leads to the confirmation, a failure back to the checkout.
 *
 * @param enabled whether there is somebody logged in to ask for
 */
export function usePaymentReturn(enabled: boolean) {
  const { pending, orderId, said } = useFollowed()
  const { queryKey, ...rest } = orderQuery(orderId)
  const { data, error, refetch } = useQuery({
    ...rest,
    queryKey,
    enabled: enabled && orderId > 0,
    // An unchanged order is news too: it counts as one more question asked.
    notifyOnChangeProps: ['data', 'error', 'dataUpdatedAt'],
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      outcomeOf(state.data, said, state.dataUpdateCount) === 'asking' &&
      ASK_AGAIN,
  })
  const asked = useQueryClient().getQueryState(queryKey)?.dataUpdateCount ?? 0
  const isGone = error instanceof ApiError && error.status === 404
  const outcome = enabled && orderId > 0 && !isGone ? now() : 'none'
  function now(): Outcome {
    if (data && isSold(data.order_status)) return 'paid'
    if (error && said !== null) return 'unreachable'
    if (data) return outcomeOf(data, said, asked)
    return said === null ? 'none' : 'asking'
  }
  const isOver = isGone || outcome === 'forgotten'
  useEffect(() => {
    if (isOver) clearPendingOrder()
  }, [isOver])
  useLeaving(outcome, data, pending?.checkout_path ?? paths.orderSummary())
  return {
    outcome,
    order: data,
    paymentUrl: pending?.payment_url ?? null,
    askAgain: () => void refetch(),
  }
}

/** Says how the payment ended and goes where the shopper goes on. */
function useLeaving(outcome: Outcome, order: Order | undefined, retry: string): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, refund_due, coupon_code } = order ?? {}
  useEffect(() => {
    if (id === undefined || !(outcome === 'paid' || outcome === 'failed' || outcome === 'slow')) return
    const toOrder = () => {
      if (outcome !== 'slow') clearPendingOrder()
      void navigate(paths.orderConfirmation(id), { replace: true })
    }
    if (outcome === 'paid') {
      toast('success', 'Payment successful! Order confirmed.', 'checkout')
      void client.invalidateQueries({ queryKey: ['me'] })
      const timer = setTimeout(toOrder, CONFIRMATION_DELAY)
      return () => clearTimeout(timer)
    }
    if (outcome === 'failed') toast('error', 'Payment failed. Please try again.', 'checkout')
    if (outcome === 'slow' || refund_due) return toOrder()
    clearPendingOrder()
    void navigate(retry, { replace: true, state: { coupon: coupon_code, failedOrder: id } })
  }, [outcome, id, refund_due, coupon_code, retry, navigate, client])
}
