import type { Order } from '@haat/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { cartQuery } from '../../features/cart/cart.queries.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The way to order the same once more: by the cart where it still holds the items, else from the product. */
export function OrderAgain({ order }: { order: Order }) {
  const { data: cart } = useQuery(cartQuery())
  const { order_items: items } = order
  const inCart = items.some((item) => cart?.some((line) => line.variant_id === item.variant_id))
  const to = inCart ? paths.orderSummary() : singleOf(items)
  if (!cart || to === null) return null
  return (
    <Link to={to} className={buttonClass()}>
      Try again
    </Link>
  )
}

function singleOf(items: Order['order_items']): string | null {
  const [item] = items
  if (items.length !== 1 || !item || item.product_id === null) return null
  return item.quantity === 1
    ? paths.buyNowSummary(item.product_id, item.variant_id ?? undefined)
    : paths.product(item.product_id)
}
