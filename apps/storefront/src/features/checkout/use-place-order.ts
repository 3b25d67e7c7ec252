import type { PlaceOrder } from '@haat/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { call, contract } from '../../api/client.ts'
import { clearPendingOrder, storePendingOrder } from '../../api/pending-order.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import type { Refusal } from './refusal.ts'
import { orderWords, readRefusal } from './refusal.ts'

/** How long a success stands before the confirmation comes. */
const CONFIRMATION_DELAY = 1500

const isWebAddress = (url: string | null): url is string =>
  url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

// Not randomUUID: browsers lack it on plain http, where a shop in a local network runs.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** One key an attempt: the same order sent again after a lost reply is the same order to the server. */
function useAttemptKey(): (body: PlaceOrder) => string {
  const last = useRef({ text: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (text !== last.current.text) last.current = { text, key: newKey() }
    return last.current.key
  }
}

interface Answers {
  onRefused: (refusal: Refusal) => void
  /** The order stands: what it was made of may leave the cart from now on. */
  onPlaced: () => void
}

/** Places orders. Cash on delivery leads to the confirmation; online payment leaves for the bank. */
export function usePlaceOrder({ onRefused, onPlaced }: Answers) {
  const { pathname, search } = useLocation()
  const keyOf = useAttemptKey()
  const [placed, setPlaced] = useState<number | null>(null)
  const [leaving, setLeaving] = useState(false)
  useConfirmation(placed)
  const placing = useMutation({
    mutationFn: (body: PlaceOrder) =>
      call(contract.orders.place, { headers: { 'idempotency-key': keyOf(body) }, body }),
    onSuccess: (reply, { payment_method }) => {
      if (payment_method === 'COD') {
        toast('success', 'Order placed successfully!', 'checkout')
        onPlaced()
        return setPlaced(reply.order_id)
      }
      if (!isWebAddress(reply.paymentUrl)) {
        return onRefused({ kind: 'other', message: orderWords('ONLINE').failed })
      }
      clearPendingOrder()
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
    onError: (error, { payment_method }) => onRefused(readRefusal(error, payment_method)),
  })
  return {
    place: placing.mutate,
    busy: placing.isPending || leaving || placed !== null,
    isPlaced: placed !== null,
  }
}

/** Leads to the confirmation of a placed order, and then learns what the order has changed. */
function useConfirmation(orderId: number | null): void {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (orderId === null) return
    const timer = setTimeout(
      () => void navigate(paths.orderConfirmation(orderId), { replace: true }),
      CONFIRMATION_DELAY,
    )
    return () => {
      clearTimeout(timer)
      void client.invalidateQueries({ queryKey: ['me'] })
      void client.invalidateQueries({ queryKey: ['catalog'], refetchType: 'none' })
    }
  }, [orderId, navigate, client])
}
