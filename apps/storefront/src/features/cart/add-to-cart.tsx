import type { ListedProduct } from '@haat/contract/catalog'
import { variantLabel } from '@haat/contract/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { addToGuestCart } from '../../api/guest-cart.ts'
import { useSession } from '../../api/session.ts'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '@haat/ui/button'
import { toast } from '../../ui/toast.ts'
import { cartQuery } from './cart.queries.ts'

const ADDED = '✅ Item added to cart!'
const FAILED = '❌ Failed to add item to cart.'

interface AdditionOptions {
  /** Where a guest goes after the login; the item waits on the device. */
  from: string
  /** What is said then. */
  added: string
  /** Whether login takes the place of the screen in the history, as specified for the product page. */
  replace?: boolean
  onAdded?: () => void
  failureText: (error: unknown) => string
}

/** Adds one piece of a variant to the cart. */
function useAddition({ from, added, replace = false, onAdded, failureText }: AdditionOptions) {
  const session = useSession()
  const navigate = useNavigateOnce()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (variant_id: number) => call(contract.cart.add, { body: { variant_id, quantity: 1 } }),
    // Settles when the cart shows it.
    onSettled: () => client.invalidateQueries(cartQuery()),
  })
  const add = (variantId: number) => {
    if (!session) {
      addToGuestCart(variantId)
      return navigate(paths.auth('login'), { replace, state: { from } })
    }
    // Not called on a screen that the shopper has left meanwhile.
    const callbacks = {
      onSuccess: () => {
        const view = { label: 'View cart', onClick: () => navigate(paths.cart()) }
        toast('success', added, 'page', onAdded ? undefined : view)
        onAdded?.()
      },
      onError: (error: Error) => toast('error', failureText(error)),
    }
    return mutateAsync(variantId, callbacks).catch(() => undefined)
  }
  return { add, adding: isPending }
}

/** Adds the product page's variant and goes to the cart. */
export function useAddVariant() {
  const navigate = useNavigateOnce()
  return useAddition({
    from: paths.cart(),
    added: ADDED,
    replace: true,
    onAdded: () => navigate(paths.cart()),
    // The reason of a 409 is useful: it names the stock or the limit.
    failureText: (error) =>
      error instanceof ApiError && error.status === 409 && error.reason !== null
        ? `${FAILED} ${error.reason}`
        : FAILED,
  })
}

/** Adds a listed product's default variant. */
function useAddListed({ name, variants, variant_id }: ListedProduct) {
  const { pathname, search } = useLocation()
  const variant = variants.find(({ id }) => id === variant_id)
  const label = variants.length > 1 && variant ? variantLabel(variant) : null
  const { add } = useAddition({
    from: pathname + search,
    added: `${ADDED} ${[name, label].filter(Boolean).join(', ')}`,
    failureText: (error) => messageOf(error, FAILED),
  })
  return { add: () => variant && add(variant.id), inStock: (variant?.stock ?? 0) > 0 }
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
