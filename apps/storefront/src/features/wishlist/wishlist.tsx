import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { call, contract, messageOf } from '../../api/client.ts'
import { addGuestHeart, removeGuestHeart, useGuestCart } from '../../api/guest-cart.ts'
import { useSession } from '../../api/session.ts'
import { cx } from '@haat/ui/cx'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '@haat/ui/button'
import { toast } from '../../ui/toast.ts'

/** The products of the wishlist, newest first. */
export const wishlistQuery = () =>
  queryOptions({
    queryKey: ['me', 'wishlist'],
    queryFn: async ({ signal }) => (await call(contract.wishlist.list, { signal })).products,
  })

/** The heart on a card: adds to the wishlist or removes from it. A guest logs in first and comes back. */
export function HeartButton({ product }: { product: ListedProduct }) {
  const session = useSession()
  const guest = useGuestCart()
  const { data: wished = [] } = useQuery({ ...wishlistQuery(), enabled: session !== null })
  const stored = session ? wished.map(({ id }) => id) : guest.hearts
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (adds: boolean): Promise<unknown> =>
      adds
        ? call(contract.wishlist.add, { body: { product_id: product.id } })
        : call(contract.wishlist.remove, { params: { id: product.id } }),
    onError: (error) => toast('error', messageOf(error, t`Something went wrong`)),
    onSettled: () => client.invalidateQueries(wishlistQuery()),
  })
  // What the shopper has chosen shows before the server has answered.
  const inWishlist = toggle.isPending ? toggle.variables : stored.includes(product.id)
  const navigate = useNavigateOnce()
  const { pathname, search } = useLocation()
  const onClick = () => {
    if (!session && inWishlist) return removeGuestHeart(product.id)
    if (!session) {
      addGuestHeart(product.id)
      return navigate(paths.auth('login'), { state: { from: pathname + search, fromY: window.scrollY } })
    }
    return toggle.mutateAsync(!inWishlist).catch(() => undefined)
  }
  return (
    <IconButton
      look="raised"
      label={t`Keep ${product.name} in my wishlist`}
      aria-pressed={inWishlist}
      onClick={onClick}
    >
      <Heart aria-hidden className={cx('size-5', inWishlist && 'fill-brick text-brick')} />
    </IconButton>
  )
}
