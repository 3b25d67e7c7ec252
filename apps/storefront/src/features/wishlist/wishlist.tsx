import type { ListedProduct } from '@haat/contract/catalog'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { call, contract, messageOf } from '../../api/client.ts'
import { addGuestHeart, removeGuestHeart } from '../../api/guest-cart-changes.ts'
import { useGuestCart } from '../../api/guest-cart.ts'
import { useSession } from '../../api/session.ts'
import { cx } from '../../lib/cx.ts'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** The products of the wishlist, newest first. */
export const wishlistQuery = () =>
  queryOptions({
    queryKey: ['me', 'wishlist'],
    queryFn: async ({ signal }) => (await call(contract.wishlist.list, { signal })).products,
  })

/** Whether a product is in the wishlist; a guest's is on the device. */
export function useIsInWishlist(productId: number): boolean {
  const session = useSession()
  const { hearts } = useGuestCart()
  const { data } = useQuery({
    ...wishlistQuery(),
    enabled: session !== null,
    select: (products) => products.some((product) => product.id === productId),
  })
  return session === null ? hearts.includes(productId) : data === true
}

/** Adds or removes a product at once, and undoes it when the server refuses. */
export function useToggleWishlist() {
  const client = useQueryClient()
  const { queryKey } = wishlistQuery()
  return useMutation({
    mutationFn: ({
      product,
      inWishlist,
    }: {
      product: ListedProduct
      inWishlist: boolean
    }): Promise<unknown> =>
      inWishlist
        ? call(contract.wishlist.add, { body: { product_id: product.id } })
        : call(contract.wishlist.remove, { params: { id: product.id } }),
    onMutate: async ({ product, inWishlist }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const others = (before ?? []).filter((other) => other.id !== product.id)
      client.setQueryData(queryKey, inWishlist ? [product, ...others] : others)
      return { before }
    },
    onError: (_error, _change, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** The heart on a card: adds to the wishlist or removes from it. A guest logs in first and comes back. */
export function HeartButton({ product }: { product: ListedProduct }) {
  const session = useSession()
  const inWishlist = useIsInWishlist(product.id)
  const toggle = useToggleWishlist()
  const navigate = useNavigateOnce()
  const { pathname, search } = useLocation()
  const onClick = () => {
    if (!session && inWishlist) return removeGuestHeart(product.id)
    if (!session) {
      addGuestHeart(product.id)
      return navigate(paths.auth('login'), { state: { from: pathname + search, fromY: window.scrollY } })
    }
    const request = toggle.mutateAsync(
      { product, inWishlist: !inWishlist },
      { onError: (error) => toast('error', messageOf(error, 'Something went wrong')) },
    )
    return request.catch(() => undefined)
  }
  return (
    <IconButton
      look="raised"
      label={`Keep ${product.name} in my wishlist`}
      aria-pressed={inWishlist}
      onClick={onClick}
    >
      <Heart aria-hidden className={cx('size-5', inWishlist && 'fill-brick text-brick')} />
    </IconButton>
  )
}
