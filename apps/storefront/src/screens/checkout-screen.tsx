import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ApiError } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { paymentIsSafe } from '../features/auth/auth-form.ts'
import { useRemoveLine, useSetQuantity } from '../features/cart/cart-changes.ts'
import { cartQuery } from '../features/cart/cart.queries.ts'
import { CheckoutFlow, CheckoutFrame, LoginPrompt, useWayOut } from '../features/checkout/checkout-flow.tsx'
import type { CheckoutItem } from '../features/checkout/checkout-item.ts'
import { readProduct, readSelection, selectedItems } from '../features/checkout/checkout-item.ts'
import { ItemList } from '../features/checkout/item-list.tsx'
import { PaymentReturn, useHasPaymentResult, usePaymentReturn } from '../features/orders/payment-return.tsx'
import { paths } from '../paths.ts'
import { Button } from '@haat/ui/button'
import { ColumnsLoading } from '../ui/feedback.tsx'

/** Checkout of the cart; with a product in the navigation state, of this one. */
export function CheckoutScreen() {
  const { state } = useLocation()
  const single = readSelection(state).length === 0 ? readProduct(state) : null
  if (!single) return <CartCheckoutScreen />
  const { productId, variantId } = single
  return <Navigate to={paths.buyNowSummary(productId, variantId ?? undefined)} replace state={state} />
}

/** The lines of the cart that the customer checks out; undefined while they are not known. */
function useSelectedItems() {
  const session = useSession()
  const { state } = useLocation()
  const { data: cart, error, refetch } = useQuery({ ...cartQuery(), enabled: session !== null })
  return { items: cart && selectedItems(cart, readSelection(state)), error, refetch }
}

/** The bank also redirects to it after a payment. */
function CartCheckoutScreen() {
  const session = useSession()
  const { items, error } = useSelectedItems()
  const payment = usePaymentReturn(session !== null, items)
  const hasResult = useHasPaymentResult()
  const isReturning = payment.outcome !== 'none'
  const isBuyNow = payment.order?.checkout === 'buy-now'
  const isWaiting = payment.isWaiting && !error
  return (
    <CheckoutFrame
      title={hasResult ? t`Payment` : t`Checkout`}
      back={
        isBuyNow ? { label: t`My Orders`, to: paths.orders() } : { label: t`Back to Cart`, to: paths.cart() }
      }
    >
      {session === null && hasResult && (
        <LoginPrompt
          message={t`Please login to see your payment`}
          title={t`Please login to see your payment`}
        >
          {paymentIsSafe()}
        </LoginPrompt>
      )}
      {session === null && !hasResult && <LoginPrompt message={t`Please login to view cart`} />}
      {session && isReturning && <PaymentReturn payment={payment} />}
      {session && isWaiting && <ColumnsLoading />}
      {session && !isReturning && !isWaiting && (
        <CartCheckout key={session.user.id} isOrdered={payment.lookAgain} />
      )}
    </CheckoutFrame>
  )
}

/** @param isOrdered whether an order whose reply was lost may have emptied the cart: then it is looked for */
function CartCheckout({ isOrdered }: { isOrdered: () => boolean }) {
  const current = useSelectedItems()
  const [ordered, setOrdered] = useState<readonly CheckoutItem[] | null>(null)
  const items = ordered ?? current.items
  // A 401 redirects to login anyway.
  const isFailed = current.error && !(current.error instanceof ApiError && current.error.status === 401)
  const isEmpty = items?.length === 0
  const problem = isEmpty
    ? t`No items in cart. Redirecting to cart page.`
    : !items && isFailed && t`Error loading cart items`
  useWayOut(problem, paths.cart(), () => isEmpty && isOrdered())
  if (!items?.length) return <ColumnsLoading />
  return (
    <CheckoutFlow
      checkout="cart"
      items={items}
      refresh={current.refetch}
      onPlaced={() => setOrdered(items)}
      panelTitle={t`Price Details`}
      itemList={<ItemList items={items} fixFor={(item) => <StockFix item={item} />} />}
    />
  )
}

/** The buttons for a cart line that is short of stock: reduce its quantity or remove it. */
function StockFix({ item }: { item: CheckoutItem }) {
  const { data: cart } = useQuery(cartQuery())
  const { run: setQuantity } = useSetQuantity()
  const { run: removeLine } = useRemoveLine()
  const line = cart?.find(({ variant_id }) => variant_id === item.variant_id)
  if (!line) return null
  return (
    <>
      {item.stock > 0 && (
        <Button variant="outline" size="sm" onClick={() => setQuantity({ line, quantity: item.stock })}>
          {t`Buy ${plural(item.stock, { one: '# piece', other: '# pieces' })}`}
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => removeLine(line)}>
        {t`Remove`}
        <span className="sr-only"> {item.product_name}</span>
      </Button>
    </>
  )
}
