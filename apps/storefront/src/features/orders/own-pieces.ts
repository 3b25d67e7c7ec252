import type { ListedProduct, ProductDetail } from '@haat/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/session.ts'
import { ordersQuery } from './orders.queries.ts'

/** Adds what the customer's own unpaid orders reserve: it is theirs to order again. */
function useOwn<P extends ListedProduct | ProductDetail>(
  products: readonly P[],
  isShort: boolean,
): readonly P[] {
  const session = useSession()
  const { data } = useQuery({ ...ordersQuery(1), enabled: session !== null && isShort })
  const unpaid = data?.orders.filter(({ order_status }) => order_status === 'PENDING') ?? []
  if (!isShort || unpaid.length === 0) return products
  const items = unpaid.flatMap(({ order_items }) => order_items)
  return products.map((product) => {
    const variants = product.variants.map((variant) => {
      const own = items.filter(({ variant_id }) => variant_id === variant.id)
      return { ...variant, stock: own.reduce((stock, { quantity }) => stock + quantity, variant.stock) }
    })
    return { ...product, variants, in_stock: variants.some(({ stock }) => stock > 0) }
  })
}

/** A product as the customer can order it. */
export const useOwnPieces = (product: ProductDetail | undefined): ProductDetail | undefined =>
  useOwn(product ? [product] : [], product?.variants.some(({ stock }) => stock === 0) ?? false)[0]

/** Listed products as the customer can order them. */
export const useOwnListed = (products: readonly ListedProduct[]): readonly ListedProduct[] =>
  useOwn(
    products,
    products.some(({ in_stock }) => !in_stock),
  )
