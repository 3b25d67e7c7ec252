import type { Deal } from '@haat/contract/deals'
import { dealState } from '@haat/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { ApiError } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { productQuery } from '../features/catalog/catalog.queries.ts'
import {
  CheckoutFlow,
  CheckoutFrame,
  CheckoutLoading,
  LoginPrompt,
  WithSettings,
} from '../features/checkout/checkout-flow.tsx'
import type { CheckoutItem } from '../features/checkout/checkout-item.ts'
import { fromProduct, readProduct } from '../features/checkout/checkout-item.ts'
import { DealPriceRefresh } from '../features/deals/deal-clock.tsx'
import { activeDealsQuery } from '../features/deals/deals.queries.ts'
import { ItemList } from '../features/checkout/item-list.tsx'
import { PaymentReturn, usePaymentReturn } from '../features/orders/payment-return.tsx'
import { serverNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.ts'

/** The variants whose deals are running now. */
const dealVariantsOf = (deals: readonly Deal[]): number[] =>
  deals
    .filter((deal) => deal.is_active && dealState(deal, serverNow()) === 'active')
    .map(({ variant_id }) => variant_id)

/** Milliseconds before the home page opens. */
const HOME_DELAY = 2000

const idIn = (search: URLSearchParams, name: string): number => {
  const id = Number(search.get(name) ?? 0)
  return Number.isInteger(id) && id > 0 ? id : 0
}

/** The product to buy, from the URL or from the navigation state. */
function useWantedProduct() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const fromState = readProduct(state)
  const productId = idIn(search, 'product') || (fromState?.item.product_id ?? 0)
  const isSame = fromState?.item.product_id === productId
  return {
    productId,
    variantId: idIn(search, 'variant') || (isSame ? fromState.variantId : null),
    preview: isSame ? fromState.item : null,
  }
}

/** Checkout of a single product. */
export function BuyNowScreen() {
  const session = useSession()
  const { productId, variantId, preview } = useWantedProduct()
  const { data: product, error, refetch } = useQuery({ ...productQuery(productId), enabled: productId > 0 })
  const { data: deals, isPending } = useQuery(activeDealsQuery())
  const loaded = product && !isPending ? fromProduct(product, variantId, dealVariantsOf(deals ?? [])) : null
  const payment = usePaymentReturn(session !== null, loaded ? [loaded] : undefined)
  const isReturning = payment.outcome !== 'none'
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (productId === 0) return <NoProduct message="No product selected for purchase" />
  if (isGone) return <NoProduct message="No product selected" />
  const item = loaded ?? (payment.isWaiting ? null : preview)
  return (
    <CheckoutFrame
      title="Buy Now"
      back={{ label: 'Back to Product', to: paths.product(productId, item?.name ?? '') }}
    >
      <DealPriceRefresh deals={deals ?? []} />
      {session && isReturning && <PaymentReturn payment={payment} />}
      {session === null && <LoginPrompt message="Please login to view addresses" />}
      {session && !isReturning && !item && error && (
        <EmptyState
          title="No Products Found."
          text="The product could not be loaded."
          action={<Button onClick={() => refetch()}>Try again</Button>}
        />
      )}
      {session && !isReturning && !item && !error && <CheckoutLoading />}
      {session && !isReturning && item && <ProductCheckout item={item} variantId={variantId} />}
    </CheckoutFrame>
  )
}

function ProductCheckout({ item, variantId }: { item: CheckoutItem; variantId: number | null }) {
  const client = useQueryClient()
  const refresh = async () => {
    const [product, deals] = await Promise.all([
      client.fetchQuery({ ...productQuery(item.product_id), staleTime: 0 }).catch(() => null),
      client.fetchQuery({ ...activeDealsQuery(), staleTime: 0 }).catch(() => []),
    ])
    const fresh = product && fromProduct(product, variantId, dealVariantsOf(deals))
    return fresh ? [fresh] : [item]
  }
  return (
    <WithSettings>
      {(settings) => (
        <CheckoutFlow
          checkout="buy-now"
          items={[item]}
          settings={settings}
          refresh={refresh}
          panelTitle="Price Summary"
          intro={
            <section aria-label="You're buying" className="mb-8">
              <h2 className="mb-4 text-xl font-bold">You're buying</h2>
              <ItemList
                items={[item]}
                fixFor={() => (
                  <Link
                    to={paths.product(item.product_id, item.name)}
                    className={buttonClass('outline', 'sm')}
                  >
                    See other variants
                  </Link>
                )}
              />
            </section>
          }
        />
      )}
    </WithSettings>
  )
}

function NoProduct({ message }: { message: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast('error', message, 'checkout')
    const timer = setTimeout(() => void navigate(paths.home(), { replace: true }), HOME_DELAY)
    return () => clearTimeout(timer)
  }, [message, navigate])
  return (
    <CheckoutFrame title="Buy Now" back={{ label: 'Back to Home', to: paths.home() }}>
      <EmptyState
        title="No Product Selected"
        text="Choose something you like, and buy it from its page."
        action={
          <Link to={paths.home()} className={buttonClass()}>
            Go to Home
          </Link>
        }
      />
    </CheckoutFrame>
  )
}
