import { t } from '@lingui/core/macro'
import type { ListedProduct, Variant } from '@haat/contract/catalog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing, Heart } from 'lucide-react'
import { useMatch } from 'react-router-dom'
import { call, contract, isUnreached, messageOf } from '../../api/client.ts'
import { addGuestHeart, addGuestNotice, removeGuestHeart, useGuestCart } from '../../api/guest-cart.ts'
import { mergeSoon } from '../../api/merge-soon.ts'
import { queryTo } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { useLoginHere } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { Button, IconButton, textLinkClass } from '@haat/ui/button'
import { Link } from '../../lib/link.tsx'
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

const noticesQuery = () => ({
  ...queryTo(['me', 'notices'], contract.notices.list, {}, ({ notices }) => notices),
  staleTime: 300_000,
})

/** Asks for a mail when a variant is back in stock, or cheaper. A guest logs in first, and has asked then. */
export function NoticeButton({ variant: { id, stock } }: { variant: Variant }) {
  const session = useSession()
  const client = useQueryClient()
  const login = useLoginHere()
  const { data: notices = [] } = useQuery({ ...noticesQuery(), enabled: session !== null })
  const notice = notices.find(({ variant_id }) => variant_id === id)
  const change = useMutation({
    mutationFn: (asks: boolean): Promise<unknown> =>
      asks
        ? call(contract.notices.add, { body: { variant_id: id } })
        : call(contract.notices.remove, { params: { id } }),
    onError: (error) => toast('error', messageOf(error, t`Something went wrong`)),
    onSettled: () => client.invalidateQueries(noticesQuery()),
  })
  const onClick = () => {
    if (session) return change.mutateAsync(!notice).catch(() => undefined)
    addGuestNotice(id)
    return login()
  }
  const isWanted = stock === 0 && !notice
  const needsEmail = notice && session?.user.email === ''
  const isBack = notice ? notice.waits_for === 'stock' : stock === 0
  return (
    <p
      className={cx(
        'flex flex-wrap items-center gap-x-1 text-sm',
        stock > 0 ? '-my-2' : 'flex-1 sm:basis-full',
      )}
    >
      {notice && (
        <>
          <BellRing aria-hidden className="size-4 shrink-0 text-leaf" />
          {!needsEmail && (isBack ? t`We mail you when it is back.` : t`We mail you when it is cheaper.`)}
          {needsEmail && (
            <Link to={paths.email()} className={textLinkClass}>{t`Add your email, and we mail you.`}</Link>
          )}
        </>
      )}
      {!needsEmail && (
        <Button
          variant={isWanted ? 'primary' : 'quiet'}
          size="sm"
          busy={change.isPending}
          onClick={onClick}
          className={isWanted ? 'min-h-12! grow basis-0' : 'px-0! text-left!'}
        >
          {!notice && <Bell aria-hidden className="size-4 shrink-0" />}
          {notice ? t`Stop` : isBack ? t`Mail me when it is back` : t`Mail me when it is cheaper`}
        </Button>
      )}
    </p>
  )
}
