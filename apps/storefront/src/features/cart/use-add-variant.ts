import type { ProductDetail, Variant } from '@haat/contract/catalog'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { useAddToCart } from './cart.queries.ts'

const FAILED = '❌ Failed to add item to cart.'

/** The cart line that a variant of the product page will become. */
const guessLine = (product: ProductDetail, variant: Variant) => ({
  product_id: product.id,
  variant_id: variant.id,
  category_id: product.category_id,
  product_name: product.name,
  variant_name: variant.variant_name,
  color: variant.color,
  size: variant.size,
  description: product.short_description,
  deal_price: null,
  price: variant.price,
  mrp: variant.mrp,
  stock: variant.stock,
  media_url: variant.media[0]?.media_url ?? product.media_url,
  weight: 0.5,
  length: 10,
  breadth: 10,
  height: 5,
})

/** A refusal because of stock or limits says more than that it failed. */
const failureText = (error: Error): string =>
  error instanceof ApiError && error.status === 409 ? `${FAILED} ${error.message}` : FAILED

/** Puts one of a variant into the cart and goes there. A guest logs in first and then goes there. */
export function useAddVariant() {
  const session = useSession()
  const navigate = useNavigate()
  const addition = useAddToCart()
  const add = (product: ProductDetail, variant: Variant) => {
    if (!session) return navigate(paths.auth('login'), { replace: true, state: { from: paths.cart() } })
    const request = addition.mutateAsync(
      { variant_id: variant.id, quantity: 1, guess: guessLine(product, variant) },
      {
        onSuccess: () => {
          toast('success', '✅ Item added to cart!')
          void navigate(paths.cart())
        },
        onError: (error) => toast('error', failureText(error)),
      },
    )
    return request.catch(() => undefined)
  }
  return { add, adding: addition.isPending }
}
