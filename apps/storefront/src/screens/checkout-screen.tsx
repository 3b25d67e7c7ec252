import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { cartQuery } from '../features/cart/cart.queries.ts'
import type { CheckoutItem } from '../features/checkout/checkout-item.ts'
import { fromCart } from '../features/checkout/checkout-item.ts'
import { CheckoutLoading } from '../features/checkout/checkout-loading.tsx'
import { chosenItems, readCartItems, readProduct } from '../features/checkout/checkout-state.ts'
import { ItemList } from '../features/checkout/item-list.tsx'
import { LoginPrompt } from '../features/checkout/login-prompt.tsx'
import { PaymentReturn, UnpaidNotice, usePaymentReturn } from '../features/orders/payment-return.tsx'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { CheckoutFlow } from './parts/checkout-flow.tsx'
import { CheckoutFrame } from './parts/checkout-frame.tsx'
import { ShortLineFix } from './parts/short-line-fix.tsx'
import { WithSettings } from './parts/with-settings.tsx'

/** How long a message stands before the cart page comes. */
const CART_DELAY = 2000

/** Checkout of the cart, and the way back from the bank. */
export function CheckoutScreen() {
  const session = useSession()
  const { state } = useLocation()
  const payment = usePaymentReturn(session !== null)
  const single = readCartItems(state).length === 0 ? readProduct(state) : null
  if (single) {
    const { item, variantId } = single
    return (
      <Navigate to={paths.buyNowSummary(item.product_id, variantId ?? undefined)} replace state={state} />
    )
  }
  const isReturning = ['checking', 'slow', 'paid', 'failed', 'unreachable'].includes(payment.outcome)
  return (
    <CheckoutFrame title="Checkout" back={{ label: 'Back to Cart', to: paths.cart() }}>
      {session === null && <LoginPrompt message="Please login to view cart" />}
      {session && isReturning && (
        <PaymentReturn outcome={payment.outcome} onCheckAgain={payment.checkAgain} />
      )}
      {session && payment.outcome === 'open' && payment.order && (
        <UnpaidNotice order={payment.order} paymentUrl={payment.paymentUrl} />
      )}
      {session && !isReturning && <CartCheckout />}
    </CheckoutFrame>
  )
}

function CartCheckout() {
  const { state } = useLocation()
  const { data: cart, error, refetch } = useQuery(cartQuery())
  const [ordered, setOrdered] = useState<readonly CheckoutItem[] | null>(null)
  const stated = readCartItems(state)
  const items = ordered ?? chosenItems(cart?.map(fromCart), stated)
  const trouble = troubleOf(items, error)
  useWayToCart(trouble)
  if (!items || trouble !== null) return <CheckoutLoading text={trouble ?? 'Loading...'} />
  const refresh = async () => chosenItems((await refetch()).data?.map(fromCart), stated) ?? items
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
          itemList={<ItemList items={items} fixFor={(item) => <ShortLineFix item={item} />} />}
          withCoupon
        />
      )}
    </WithSettings>
  )
}

const NO_ITEMS = 'No items in cart. Redirecting to cart page.'
const FAILED = 'Error loading cart items'

function troubleOf(items: readonly CheckoutItem[] | undefined, error: Error | null): string | null {
  if (items) return items.length === 0 ? NO_ITEMS : null
  // After a 401 the shopper is on the way to login already.
  return error && !(error instanceof ApiError && error.status === 401) ? FAILED : null
}

function useWayToCart(trouble: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (trouble === null) return
    toast('error', trouble, 'checkout')
    const timer = setTimeout(() => void navigate(paths.cart(), { replace: true }), CART_DELAY)
    return () => clearTimeout(timer)
  }, [trouble, navigate])
}
