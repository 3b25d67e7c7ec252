import { plural, t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from '../lib/link.tsx'
import { useOnline } from '../lib/listen.ts'
import { isUnreached } from '../api/client.ts'
import { leftOutQuery, useGuestCart } from '../api/guest-cart.ts'
import { useSettings } from '../api/settings.queries.ts'
import { cartIsOld } from '../features/cart/cart-changes.ts'
import { cartQuery, savedQuery, useSeenCart } from '../features/cart/cart.queries.ts'
import { CartView, SavedList } from '../features/cart/cart-view.tsx'
import { EmptyList, Popular } from '../features/catalog/empty-list.tsx'
import { deliveryQuery, usePincode } from '../features/delivery/delivery.queries.ts'
import { PinCheck, useNotDelivered } from '../features/delivery/pin-check.tsx'
import { paths } from '../paths.ts'
import { buttonClass, IconButton, textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { ColumnsLoading, LoadFailed } from '../ui/feedback.tsx'
import { focusHeading, PageHeading } from '../ui/page.tsx'

/** The id of the notice over a cart that the shop cannot change now. */
const OLD_CART = 'old-cart'

export function CartScreen() {
  const cart = useQuery({ ...cartQuery(), refetchOnMount: 'always' })
  const { data: saved = [] } = useQuery({ ...savedQuery(), refetchOnMount: 'always' })
  const settings = useSettings()?.delivery
  const { data: delivery } = useQuery(deliveryQuery(usePincode()))
  const rule = settings && { ...settings, ...(delivery && { charge: delivery.charge, areas: [] }) }
  const notDelivered = useNotDelivered()
  const seen = useSeenCart()
  const waiting = useGuestCart().variants.length
  const lines = cart.data ?? (isUnreached(cart.error) ? seen : undefined)
  const isOld = !useOnline() || lines !== cart.data
  return (
    <div className="shop-width pt-5 sm:pt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 sm:mb-6">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <PageHeading>{t`Cart`}</PageHeading>
          {lines && lines.length > 0 && (
            <p className="text-ink-soft max-sm:hidden">
              {plural(lines.length, { one: '# item', other: '# items' })}
            </p>
          )}
        </div>
        <Link to={paths.collections()} className={textLinkClass}>{t`Continue Shopping`}</Link>
      </div>
      <LeftOut />
      {lines && isOld && (
        <div id={OLD_CART} data-offline>
          <Notice tone="wait" className="mb-4">
            {cartIsOld()}
            {waiting > 0 && (
              <span className="mt-1 block">
                {plural(waiting, {
                  one: 'One more item waits on this device, and goes into it then.',
                  other: '# more items wait on this device, and go into it then.',
                })}
              </span>
            )}
          </Notice>
        </div>
      )}
      {lines && rule && lines.length > 0 && (
        <CartView
          cart={lines}
          saved={saved}
          rule={rule}
          delivery={<PinCheck />}
          notDelivered={notDelivered}
          blockedBy={isOld ? OLD_CART : undefined}
        />
      )}
      {lines?.length === 0 && waiting === 0 && (
        <EmptyList
          title={t`Your cart is empty`}
          text={t`Products that you add to it appear here, on every device.`}
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <Link to={paths.collections()} className={buttonClass()}>{t`Start Shopping`}</Link>
              <Link to={paths.wishlist()} className={buttonClass('outline')}>{t`My Wishlist`}</Link>
            </span>
          }
          below={saved.length > 0 && <SavedList saved={saved} />}
        />
      )}
      {lines && lines.length > 0 && (
        <div className="mt-10">
          <Popular without={lines.map(({ product_id }) => product_id)} />
        </div>
      )}
      {!lines && cart.isError && (
        <LoadFailed text={t`Your cart could not be loaded.`} onRetry={cart.refetch} />
      )}
      {(lines ? !rule : !cart.isError) && <ColumnsLoading />}
    </div>
  )
}

/** What did not come along from the guest's cart. */
function LeftOut() {
  const queries = useQueryClient()
  const { data: text } = useQuery(leftOutQuery())
  if (!text) return null
  const dismiss = () => {
    queries.setQueryData(leftOutQuery().queryKey, null)
    focusHeading()
  }
  return (
    <Notice
      tone="wait"
      className="mb-4 whitespace-pre-line"
      action={<IconButton icon={X} label={t`Dismiss`} className="-my-1 -mr-3" onClick={dismiss} />}
    >
      {text}
    </Notice>
  )
}
