import { t } from '@lingui/core/macro'
import { pricedLine, priceOrder } from '@haat/contract/pricing'
import { dealState } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { isNotFound } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useSettings } from '../api/settings.queries.ts'
import { useAddVariant } from '../features/cart/add-to-cart.tsx'
import { productQuery } from '../features/catalog/catalog.queries.ts'
import { CheckoutFlow, CheckoutFrame, LoginPrompt, useWayOut } from '../features/checkout/checkout-flow.tsx'
import { type CheckoutItem, fromProduct, idIn, readProduct } from '../features/checkout/checkout-item.ts'
import { DealPriceRefresh } from '../features/deals/deal-clock.tsx'
import { activeDealsQuery } from '../features/deals/deals.queries.ts'
import { ItemList } from '../features/checkout/item-list.tsx'
import { useOwnPieces } from '../features/orders/own-pieces.ts'
import { PaymentReturn, usePaymentReturn } from '../features/orders/payment-return.tsx'
import { serverNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { ColumnsLoading } from '../ui/feedback.tsx'
import { TotalsList } from '../ui/totals.tsx'

/** The product to buy, from the URL or from the navigation state. */
function useWantedProduct() {
  const search = Object.fromEntries(useSearchParams()[0])
  const fromState = readProduct(useLocation().state)
  const productId = idIn(search, 'product') ?? fromState?.productId ?? 0
  const isSame = fromState?.productId === productId
  return { productId, variantId: idIn(search, 'variant') ?? (isSame ? fromState.variantId : null) }
}

export function BuyNowScreen() {
  const session = useSession()
  const { productId, variantId } = useWantedProduct()
  const product = useQuery({ ...productQuery(productId), enabled: productId > 0 })
  const deals = useQuery(activeDealsQuery())
  const running = deals.data?.filter((deal) => deal.is_active && dealState(deal, serverNow()) === 'active')
  const dealVariants = running?.map(({ variant_id }) => variant_id) ?? []
  const { error } = product
  const data = useOwnPieces(product.data)
  const item = data && !deals.isPending ? fromProduct(data, variantId, dealVariants) : null
  const delivery = useSettings()?.delivery
  const { add } = useAddVariant()
  const payment = usePaymentReturn(session !== null, item ? [item] : undefined)
  const isReturning = payment.outcome !== 'none'
  if (productId === 0) return <NoProduct message={t`No product selected for purchase`} />
  if (isNotFound(error)) return <NoProduct message={t`No product selected`} />
  return (
    <CheckoutFrame
      title={t`Buy Now`}
      back={{ label: t`Back to Product`, to: paths.product(productId, item?.product_name ?? '') }}
    >
      <DealPriceRefresh deals={deals.data ?? []} />
      {session && isReturning && <PaymentReturn payment={payment} />}
      {session === null && (item || error) && (
        <div className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-8">
          {item && (
            <Buying item={item}>
              {delivery && (
                <TotalsList
                  totals={priceOrder([pricedLine(item)], null, delivery, 'buy-now')}
                  labels={{ items: t`Price`, delivery: t`Delivery Charges`, total: t`Total Amount` }}
                />
              )}
            </Buying>
          )}
          <LoginPrompt message={t`Please login to view addresses`} />
        </div>
      )}
      {session && !isReturning && !item && error && (
        <EmptyState
          title={t`No Products Found.`}
          text={t`The product could not be loaded.`}
          action={<Button onClick={() => product.refetch()}>{t`Try again`}</Button>}
        />
      )}
      {!isReturning && !item && !error && <ColumnsLoading />}
      {session && !isReturning && item && (
        <CheckoutFlow
          checkout="buy-now"
          items={[item]}
          refresh={() => Promise.all([product.refetch(), deals.refetch()])}
          panelTitle={t`Price Summary`}
          intro={<Buying item={item} />}
          toCart={() => add(item.variant_id)}
        />
      )}
    </CheckoutFrame>
  )
}

function Buying({ item, children }: { item: CheckoutItem; children?: ReactNode }) {
  return (
    <section aria-label={t`You're buying`} className="mb-4 max-lg:order-first sm:mb-8">
      <h2 className="mb-2 font-bold sm:mb-4 sm:text-xl">{t`You're buying`}</h2>
      <ItemList
        items={[item]}
        fixFor={() => (
          <Link
            to={paths.product(item.product_id, item.product_name)}
            className={buttonClass('outline', 'sm')}
          >{t`See other variants`}</Link>
        )}
      >
        {children}
      </ItemList>
    </section>
  )
}

function NoProduct({ message }: { message: string }) {
  useWayOut(message, paths.home())
  return (
    <CheckoutFrame title={t`Buy Now`} back={{ label: t`Back to Home`, to: paths.home() }}>
      <EmptyState
        title={t`No Product Selected`}
        text={t`Choose something you like, and buy it from its page.`}
        action={<Link to={paths.home()} className={buttonClass()}>{t`Go to Home`}</Link>}
      />
    </CheckoutFrame>
  )
}
