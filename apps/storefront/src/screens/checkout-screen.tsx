import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { PAYMENT_IS_SAFE } from '../features/auth/auth-form.ts'
import { useRemoveLine, useSetQuantity } from '../features/cart/cart-changes.ts'
import { cartQuery } from '../features/cart/cart.queries.ts'
import {
  CheckoutFlow,
  CheckoutFrame,
  CheckoutLoading,
  LoginPrompt,
  WithSettings,
} from '../features/checkout/checkout-flow.tsx'
import type { CheckoutItem } from '../features/checkout/checkout-item.ts'
import { fromCart, readCartItems, readProduct, selectedItems } from '../features/checkout/checkout-item.ts'
import { ItemList } from '../features/checkout/item-list.tsx'
import { PaymentReturn, useHasPaymentResult, usePaymentReturn } from '../features/orders/payment-return.tsx'
import { paths } from '../paths.ts'
import { count } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

/** Milliseconds between the message and the cart page. */
const CART_DELAY = 2000

/** Checkout of the cart; with a product in the navigation state, of this one. */
export function CheckoutScreen() {
  const { state } = useLocation()
  const single = readCartItems(state).length === 0 ? readProduct(state) : null
  if (!single) return <CartCheckoutScreen />
  const { item, variantId } = single
  return <Navigate to={paths.buyNowSummary(item.product_id, variantId ?? undefined)} replace state={state} />
}

/** The bank also redirects to it after a payment. */
function CartCheckoutScreen() {
  const session = useSession()
  const { state } = useLocation()
  const { data: cart, error } = useQuery({ ...cartQuery(), enabled: session !== null })
  const payment = usePaymentReturn(
    session !== null,
    cart && selectedItems(cart.map(fromCart), readCartItems(state)),
  )
  const hasResult = useHasPaymentResult()
  const isReturning = payment.outcome !== 'none'
  const isWaiting = payment.isWaiting && !error
  return (
    <CheckoutFrame title="Checkout" back={{ label: 'Back to Cart', to: paths.cart() }}>
      {session === null && hasResult && (
        <LoginPrompt message="Please login to see your payment" text={PAYMENT_IS_SAFE} />
      )}
      {session === null && !hasResult && <LoginPrompt message="Please login to view cart" />}
      {session && isReturning && <PaymentReturn payment={payment} />}
      {session && isWaiting && <CheckoutLoading />}
      {session && !isReturning && !isWaiting && (
        <CartCheckout key={session.user.id} isOrdered={payment.lookAgain} />
      )}
    </CheckoutFrame>
  )
}

/** @param isOrdered whether an order whose reply was lost may have emptied the cart: then it is looked for */
function CartCheckout({ isOrdered }: { isOrdered: () => boolean }) {
  const { state } = useLocation()
  const { data: cart, error, refetch } = useQuery(cartQuery())
  const [ordered, setOrdered] = useState<readonly CheckoutItem[] | null>(null)
  const fromState = readCartItems(state)
  const items = ordered ?? selectedItems(cart?.map(fromCart), fromState)
  const problem = problemOf(items, error)
  useRedirectToCart(problem, isOrdered)
  if (!items || problem !== null) return <CheckoutLoading />
  const refresh = async () => selectedItems((await refetch()).data?.map(fromCart), fromState) ?? items
  return (
    <WithSettings>
      {(settings) => (
        <CheckoutFlow
          checkout="cart"
          items={items}
          settings={settings}
          refresh={refresh}
          onPlaced={() => setOrdered(items)}
          panelTitle="Price Details"
          itemList={<ItemList items={items} fixFor={(item) => <StockFix item={item} />} />}
          withCoupon
        />
      )}
    </WithSettings>
  )
}

const NO_ITEMS = 'No items in cart. Redirecting to cart page.'
const FAILED = 'Error loading cart items'

function problemOf(items: readonly CheckoutItem[] | undefined, error: Error | null): string | null {
  if (items) return items.length === 0 ? NO_ITEMS : null
  // A 401 redirects to login anyway.
  return error && !(error instanceof ApiError && error.status === 401) ? FAILED : null
}

function useRedirectToCart(problem: string | null, isOrdered: () => boolean): void {
  const navigate = useNavigate()
  const isOrder = useEffectEvent(isOrdered)
  useEffect(() => {
    if (problem === null || (problem === NO_ITEMS && isOrder())) return
    toast('error', problem, 'checkout')
    const timer = setTimeout(() => void navigate(paths.cart(), { replace: true }), CART_DELAY)
    return () => clearTimeout(timer)
  }, [problem, navigate])
}

/** The buttons for a cart line that is short of stock: reduce its quantity or remove it. */
function StockFix({ item }: { item: CheckoutItem }) {
  const { data: cart } = useQuery(cartQuery())
  const { run: setQuantity } = useSetQuantity()
  const { run: removeLine } = useRemoveLine()
  const line = cart?.find(({ variant_id }) => variant_id === item.variant_id)
  const left = item.stock ?? 0
  if (!line) return null
  return (
    <>
      {left > 0 && (
        <Button variant="outline" size="sm" onClick={() => setQuantity({ line, quantity: left })}>
          Buy {count(left, 'piece')}
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => removeLine(line)}>
        Remove<span className="sr-only"> {item.name}</span>
      </Button>
    </>
  )
}
