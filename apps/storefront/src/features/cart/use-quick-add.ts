import type { ListedProduct } from '@haat/contract/catalog'
import { useLocation, useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { useAddToCart } from './cart.queries.ts'

/** The cart line that a product of a list will probably become. */
const guessLine = (product: ListedProduct) => ({
  product_id: product.id,
  variant_id: product.variant_id,
  category_id: product.category_id,
  product_name: product.name,
  variant_name: null,
  color: null,
  size: null,
  description: product.description,
  deal_price: null,
  price: product.price,
  mrp: product.mrp,
  stock: 1,
  media_url: product.media_url,
  weight: 0.5,
  length: 10,
  breadth: 10,
  height: 5,
})

/** Puts one of a product's default variant into the cart. A guest logs in first and comes back. */
export function useQuickAdd(product: ListedProduct) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const addition = useAddToCart()
  const { variant_id, variants } = product
  const inStock = (variants.find((variant) => variant.id === variant_id)?.stock ?? 1) > 0
  const add = () => {
    if (!session) return navigate(paths.auth('login'), { state: { from: pathname + search } })
    const request = addition.mutateAsync(
      { variant_id, quantity: 1, guess: guessLine(product) },
      {
        onSuccess: () => toast('success', '✅ Item added to cart!'),
        onError: (error) => toast('error', messageOf(error, '❌ Failed to add item to cart.')),
      },
    )
    return request.catch(() => undefined)
  }
  return { add, inStock, busy: addition.isPending }
}
