import type { ProductDetail } from '@haat/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/session.ts'
import { ordersQuery } from './orders.queries.ts'

/** A product as the customer can order it: what their own unpaid orders reserve is theirs to order again. */
export function useOwnPieces(product: ProductDetail | undefined): ProductDetail | undefined {
  const session = useSession()
  const isShort = product?.variants.some(({ stock }) => stock === 0) ?? false
  const { data } = useQuery({ ...ordersQuery(1), enabled: session !== null && isShort })
  const unpaid = data?.orders.filter(({ order_status }) => order_status === 'PENDING') ?? []
  if (!product || unpaid.length === 0) return product
  const items = unpaid.flatMap(({ order_items }) => order_items)
  const variants = product.variants.map((variant) => {
    const own = items.filter(({ variant_id }) => variant_id === variant.id)
    return { ...variant, stock: own.reduce((stock, { quantity }) => stock + quantity, variant.stock) }
  })
  return { ...product, variants, in_stock: variants.some(({ stock }) => stock > 0) }
}
