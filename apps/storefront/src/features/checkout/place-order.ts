import { t } from '@lingui/core/macro'
import { paymentProcessingText } from '../../lib/shop-texts.ts'
import type { Contract } from '@haat/contract'
import { PrefetchContext } from '../../lib/link.tsx'
import type { Reply } from '@haat/contract/endpoint'
import type { PlaceOrder } from '@haat/contract/orders'
import { lineTotal, type Totals } from '@haat/contract/pricing'
import type { Address } from '@haat/contract/profile'
import { type Checkout, linePrice, type PaymentMethod, type PaymentProviderName } from '@haat/contract/rules'
import { shippingOf } from '@haat/contract/shipping-address'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError, call, contract, failureData, isRefusal, messageOf } from '../../api/client.ts'
import { forgetCheckout, leaveForBank, type OrderExtras } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { type Settled, settleRequest, storeRequest } from '../../api/unsettled-order.ts'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { CONFIRMATION_DELAY, toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'
import type { AppliedCoupon } from './coupon.tsx'

/** The input for an order. Amounts in paise. */
interface OrderDraft {
  checkout: Checkout
  address: Address
  method: PaymentMethod
  provider?: PaymentProviderName | undefined
  items: readonly CheckoutItem[]
  totals: Totals
  coupon: AppliedCoupon | null
  profile: { name: string; phone: string } | undefined
  defaults: { default_country: string; placeholder_phone: string }
  /** Of a business that buys. */
  gstin: string | null
  extras: OrderExtras
}

/** The body of the request that places the order. */
export function orderBody(draft: OrderDraft): PlaceOrder {
  const { address, method, items, totals, coupon, extras } = draft
  return {
    address_id: address.id,
    payment_method: method,
    payment_provider: draft.provider,
    checkout: draft.checkout,
    shipping_details: shippingOf(address, draft.profile, draft.defaults),
    items: items.map((item) => ({
      product_id: item.product_id,
      variant_id: item.variant_id,
      quantity: item.quantity,
      price: linePrice(item),
      sub_total: lineTotal({ price: linePrice(item), quantity: item.quantity }),
      per_item_discount: 0,
      per_item_coupon_code: null,
      shipping_price: 0,
      shipping_message: '',
      per_item_coupon_id: null,
    })),
    total_amount: totals.total_amount,
    total_shipping_price: totals.total_shipping_price,
    total_items_discount: totals.total_items_discount,
    buyer_gstin: draft.gstin,
    buyer_company: draft.gstin && extras.company.trim(),
    customer_note: extras.note.replaceAll(/\s+/g, ' '),
    is_gift: extras.is_gift,
    order_coupon_id: coupon?.level === 'order' ? coupon.order_coupon_id : null,
  }
}

/** Why an order was not placed, by the screen's reaction. */
export type Refusal =
  | { kind: 'price'; totals: Totals }
  /** `orderId`: the order that the message is about. */
  | { kind: 'stock' | 'coupon' | 'email' | 'other'; message: string; orderId?: number }

const KINDS: Record<string, 'stock' | 'coupon' | 'email'> = {
  OUT_OF_STOCK: 'stock',
  CART_CHANGED: 'stock',
  COUPON_INVALID: 'coupon',
  CONTACT_NOT_VERIFIED: 'email',
}

export function readRefusal(error: Error, method: PaymentMethod): Refusal {
  const [failed, network] =
    method === 'COD'
      ? [t`Failed to place order`, t`Error placing order. Please try again.`]
      : [t`Failed to initiate payment`, t`Error initiating payment. Please try again.`]
  if (!(error instanceof ApiError)) return { kind: 'other', message: network }
  const totals = failureData(error, 'PRICE_CHANGED')?.totals
  if (totals?.total_amount !== undefined) return { kind: 'price', totals }
  const processing = failureData(error, 'PAYMENT_PROCESSING')
  if (processing?.order_id !== undefined) {
    const { order_id: orderId, order_number } = processing
    return { kind: 'other', message: paymentProcessingText(order_number), orderId }
  }
  return { kind: KINDS[error.code ?? ''] ?? 'other', message: messageOf(error, failed, network) }
}

const readEarlier = ({ kind, order: { id, order_number } }: Settled): Refusal => ({
  kind: 'other',
  message:
    kind === 'processing'
      ? paymentProcessingText(order_number)
      : t`Your earlier order #${order_number} was placed. This one is not placed yet: press the button again to order it too.`,
  orderId: id,
})

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

/** Places orders: cash leads to the confirmation, online payment to the bank. The promise never rejects. @param onRefused the order is being placed until its promise resolves */
export function usePlaceOrder(onRefused: (refusal: Refusal) => Promise<unknown>, onPlaced?: () => void) {
  const { pathname, search } = useLocation()
  const confirm = useConfirmation()
  const [leaving, setLeaving] = useState(false)
  const placing = useMutation({
    mutationFn: placeOnce,
    // The server was too busy to begin; it has begun when only the payment could not be started.
    retry: (failures, error) =>
      failures < 2 &&
      error instanceof ApiError &&
      error.status === 503 &&
      error.code !== 'PAYMENT_NOT_STARTED',
    retryDelay: 1000,
    onSuccess: (reply, { payment_method }) => {
      if ('kind' in reply && reply.kind !== 'placed') return onRefused(readEarlier(reply))
      setLeaving(true)
      if ('kind' in reply || reply.paymentUrl === null) {
        onPlaced?.()
        const placed = 'kind' in reply ? reply.order : null
        // It was placed before, and the shopper wanted to pay online now.
        const wasCod = payment_method === 'ONLINE' && placed?.payment_method === 'COD'
        return confirm('kind' in reply ? reply.order.id : reply.order_id, wasCod)
      }
      const { order_id, paymentUrl: payment_url } = reply
      return leaveForBank({ order_id, payment_url, checkout_path: pathname + search }, reply)
    },
    // Without a session the screen has gone to login, which says why.
    onError: (error, { payment_method }) =>
      readSession() ? onRefused(readRefusal(error, payment_method)) : undefined,
  })
  return {
    place: (body: PlaceOrder): Promise<unknown> => placing.mutateAsync(body).catch(() => undefined),
    busy: placing.isPending || leaving,
  }
}

/** How many entries of the history the steps before this one have. */
const stepsIn = (state: unknown): number => Number(Object(state).steps) || 0

/** The navigation state of the next step. */
export const afterStep = (state: unknown) => ({ ...Object(state), steps: stepsIn(state) + 1 })

/** Goes to the confirmation of a placed order, and reloads what the order has changed. */
function useConfirmation() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const prefetch = use(PrefetchContext)
  const after = useTimeout()
  const steps = stepsIn(useLocation().state)
  const [opening, setOpening] = useState<{ path: string; state: object } | null>(null)
  useEffect(() => {
    if (opening === null) return
    // The confirmation takes the place of all steps: Back leads to what was before the checkout.
    if (steps > 0 && history.length > steps) void navigate(-steps)
    else void navigate(opening.path, { replace: true, state: opening.state })
  }, [opening, steps, navigate])
  return (id: number, wasCod: boolean): void => {
    forgetCheckout()
    toast('success', t`Order placed successfully!`, 'checkout')
    const path = paths.orderConfirmation(id)
    prefetch(path)
    after(CONFIRMATION_DELAY, () => setOpening({ path, state: { wasCod } }))
    void client.invalidateQueries({ queryKey: ['me'] })
    void client.invalidateQueries({ queryKey: ['catalog'], refetchType: 'none' })
  }
}
