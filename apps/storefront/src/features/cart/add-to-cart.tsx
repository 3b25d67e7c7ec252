import type { ListedProduct } from '@haat/contract/catalog'
import { ShoppingCart } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { ApiError, messageOf } from '../../api/client.ts'
import { addToGuestCart } from '../../api/guest-cart-changes.ts'
import { useSession } from '../../api/session.ts'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useAddToCart } from './cart.queries.ts'

const ADDED = '✅ Item added to cart!'
const FAILED = '❌ Failed to add item to cart.'

/** Adds the product page's variant and goes to the cart. A guest's waits on the device for the login. */
export function useAddVariant() {
  const session = useSession()
  const navigate = useNavigateOnce()
  const addition = useAddToCart()
  const add = (variantId: number) => {
    if (!session) {
      addToGuestCart(variantId)
      return navigate(paths.auth('login'), { state: { from: paths.cart() } })
    }
    return addition
      .mutateAsync(variantId, {
        onSuccess: () => {
          toast('success', ADDED)
          navigate(paths.cart())
        },
        // The reason of a 409 is useful: it names the stock or the limit.
        onError: (error) =>
          toast(
            'error',
            error instanceof ApiError && error.status === 409 && error.reason !== null
              ? `${FAILED} ${error.reason}`
              : FAILED,
          ),
      })
      .catch(() => undefined)
  }
  return { add, adding: addition.isPending }
}

/** Adds a listed product's default variant. A guest logs in first and comes back. */
function useAddListed(product: ListedProduct) {
  const session = useSession()
  const navigate = useNavigateOnce()
  const { pathname, search } = useLocation()
  const addition = useAddToCart()
  const variant = product.variants.find(({ id }) => id === product.variant_id)
  const add = () => {
    if (!variant) return
    if (!session) {
      addToGuestCart(variant.id)
      return navigate(paths.auth('login'), { state: { from: pathname + search } })
    }
    return addition
      .mutateAsync(variant.id, {
        onSuccess: () => toast('success', ADDED),
        onError: (error) => toast('error', messageOf(error, FAILED)),
      })
      .catch(() => undefined)
  }
  return { add, inStock: (variant?.stock ?? 0) > 0 }
}

/** The Add To Cart button below a card. */
export function AddToCartButton({ product }: { product: ListedProduct }) {
  const { add, inStock } = useAddListed(product)
  return (
    <Button size="sm" disabled={!inStock} onClick={add}>
      {inStock ? 'Add To Cart' : 'Out of Stock'}
      <span className="sr-only">: {product.name}</span>
    </Button>
  )
}

/** The cart icon on a card. */
export function QuickAdd({ product }: { product: ListedProduct }) {
  const { add, inStock } = useAddListed(product)
  return (
    <IconButton
      look="raised"
      label={inStock ? `Add ${product.name} to cart` : `${product.name} is out of stock`}
      disabled={!inStock}
      onClick={add}
    >
      <ShoppingCart aria-hidden className="size-5" />
    </IconButton>
  )
}
