import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useMatch } from 'react-router-dom'
import { call, contract, isUnreached, messageOf } from '../../api/client.ts'
import { addGuestHeart, removeGuestHeart, useGuestCart } from '../../api/guest-cart.ts'
import { mergeSoon } from '../../api/merge-soon.ts'
import { queryTo } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { useLoginHere } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { IconButton } from '@haat/ui/button'
import { paths } from '../../paths.ts'
import { focusHeading } from '../../ui/page.tsx'
import { offerUndo, toast } from '../../ui/toast.ts'

/** The products of the wishlist, newest first. */
export const wishlistQuery = () =>
  queryTo(['me', 'wishlist'], contract.wishlist.list, {}, ({ products }) => products)

/** The heart on a card: adds to the wishlist or removes from it. A guest logs in first and comes back. */
export function HeartButton({ product }: { product: ListedProduct }) {
  const session = useSession()
  const guest = useGuestCart()
  const { data: wished = [] } = useQuery({ ...wishlistQuery(), enabled: session !== null })
  const isWaiting = guest.hearts.includes(product.id)
  const isWishlist = useMatch(paths.wishlist()) !== null
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (adds: boolean): Promise<unknown> =>
      adds
        ? call(contract.wishlist.add, { body: { product_id: product.id } })
        : call(contract.wishlist.remove, { params: { id: product.id } }),
    onError(error, adds) {
      // Safe to send twice, unlike a piece for the cart.
      if (adds && isUnreached(error)) return keepForLater()
      return toast('error', messageOf(error, t`Something went wrong`, t`No connection. Please try again.`))
    },
    onSuccess(_reply, adds) {
      // There the heart goes with its card.
      if (adds || !isWishlist) return
      const page = paths.product(product.id, product.name)
      const item = { picture: product.media_url, text: product.name, page }
      offerUndo(item, t`Removed from the wishlist`, () => toggle.mutateAsync(true).catch(() => undefined))
    },
    onSettled: () => client.invalidateQueries(wishlistQuery()),
  })
  const keepForLater = () => {
    addGuestHeart(product.id)
    return mergeSoon(client, false)
  }
  // What the shopper has chosen shows before the server has answered.
  const inWishlist = toggle.isPending
    ? toggle.variables
    : isWaiting || wished.some(({ id }) => id === product.id)
  const login = useLoginHere()
  const onClick = () => {
    if (isWaiting) return removeGuestHeart(product.id)
    if (session && !navigator.onLine && !inWishlist) return keepForLater()
    if (!session) {
      addGuestHeart(product.id)
      return login()
    }
    const next = document.activeElement?.closest('li')?.nextElementSibling?.querySelector('a')
    if (isWishlist) focusHeading(next)
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
