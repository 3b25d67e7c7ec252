import { t } from '@lingui/core/macro'
import type { ListedProduct, ProductDetail, Variant } from '@haat/contract/catalog'
import { brandedName, LIMITS, variantLabel } from '@haat/contract/rules'
import { slugOf } from '@haat/contract/storefront-paths'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, use, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { PrefetchContext, useParams } from '../lib/link.tsx'
import { isNotFound } from '../api/client.ts'
import { keepFirst } from '../api/kept-products.ts'
import { useSession } from '../api/session.ts'
import { useSettings } from '../api/settings.queries.ts'
import { useAddVariant } from '../features/cart/add-to-cart.tsx'
import {
  categoriesQuery,
  crumbsOf,
  filterQuery,
  isProductId,
  pathOfCategory,
  productQuery,
  relatedQuery,
} from '../features/catalog/catalog.queries.ts'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { ProductStrip } from '../features/catalog/product-strip.tsx'
import { CompareButton } from '../features/compare/compare-button.tsx'
import { CompareTray } from '../features/compare/compare-tray.tsx'
import { activeDealsQuery } from '../features/deals/deals.queries.ts'
import { ProductDeal } from '../features/deals/deal-clock.tsx'
import { PinCheck, useNotDelivered } from '../features/delivery/pin-check.tsx'
import { useOwnPieces } from '../features/orders/own-pieces.ts'
import { pageQuery } from '../features/pages/pages.queries.ts'
import { decimalRupees, productData } from '../features/product/product-data.ts'
import { AboutTheItem, InfoCards, ProductLoading, ProductView } from '../features/product/product-view.tsx'
import { buyNowState, selectedVariant, galleryMedia } from '../features/product/variants.ts'
import { Reviews } from '../features/reviews/reviews.tsx'
import { HeartButton, NoticeButton } from '../features/wishlist/wishlist.tsx'
import { excerpt } from '../lib/excerpt.ts'
import { unbroken } from '../lib/format.ts'
import { useNavigateOnce } from '../lib/use-once.ts'
import { useOverlay } from '../lib/use-overlay.ts'
import { paths } from '../paths.ts'
import { Button, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { MarkdownText } from '@haat/ui/markdown-text'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailed, Loading } from '../ui/feedback.tsx'
import { BottomBar, Breadcrumb, PageHeading, PageMeta, StructuredData } from '../ui/page.tsx'
import { Price } from '../ui/price.tsx'
import { ShareButton } from '../ui/share-button.tsx'
import { toast } from '../ui/toast.ts'

/** The product page. The address names the product and the selected variant. */
export function ProductScreen() {
  const { id: text = '' } = useParams()
  /** What a card passes on. */
  const passed = (useLocation().state as { product?: ListedProduct } | null)?.product
  const id = isProductId(text) ? Number(text) : 0
  const { data, error, refetch } = useQuery({ ...productQuery(id), enabled: id > 0 })
  const product = useOwnPieces(data)
  if (product) return <Product key={product.id} product={product} />
  const missing = id === 0 || isNotFound(error)
  if (!missing && !error)
    return (
      <div className="shop-width pt-4 sm:pt-6">
        <ProductLoading preview={passed?.id === id ? passed : undefined} />
      </div>
    )
  return (
    <div className="shop-width pt-5 sm:pt-8">
      <PageMeta title={t`Product`} />
      <PageHeading hidden>{t`Product`}</PageHeading>
      {missing ? (
        <EmptyList title={t`No product found.`} />
      ) : (
        <LoadFailed text={t`No Products Found.`} onRetry={refetch} />
      )}
    </div>
  )
}

function Product({ product }: { product: ProductDetail }) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const variant = selectedVariant(product.variants, Number(search.get('variant')))
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const isDeal = deals.some(({ variant_id }) => variant_id === variant?.id)
  const { category_id: id, category_name: name } = product
  const above = pathOfCategory(categories, id)
  const crumbs = above.length > 0 ? above : [{ id, name }]
  useEffect(() => keepFirst('recentlyViewed', product.id), [product.id])
  const isGone = variant?.stock === 0
  const related = (
    // Far below: left to a browser without scripts, they would make half of the page.
    <div className="empty:hidden noscript:hidden">
      <RelatedProducts product={product} />
    </div>
  )
  return (
    <div className="shop-width grid grid-cols-1 gap-12 pt-2 sm:gap-16 sm:pt-6">
      <ProductMeta product={product} />
      <div>
        <div className="mb-1 sm:mb-3">
          <Breadcrumb crumbs={crumbsOf(crumbs)} current={product.name} />
        </div>
        <ProductView
          product={product}
          variant={variant}
          onVariant={({ id }) =>
            setSearch({ variant: String(id) }, { replace: true, state, preventScrollReset: true })
          }
          isPreselected={!search.has('variant')}
          offer={<ProductDeal variantId={variant?.id} />}
          heart={<HeartButton product={product} />}
        >
          <SizeGuide categories={crumbs} />
          {!isGone && <PinCheck item={{ price: variant?.price ?? product.price, is_deal: isDeal }} />}
          <Purchase product={product} variant={variant} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:[&>p]:basis-full">
            {!!variant?.stock && <NoticeButton key={variant.id} variant={variant} />}
            <CompareButton product={product} />
            <ShareButton
              title={product.name}
              path={variant ? `${product.path}?variant=${variant.id}` : product.path}
            />
          </div>
          <CompareTray className="rounded-lg border sm:w-fit" />
        </ProductView>
      </div>
      {isGone && related}
      <div className="grid grid-cols-1 gap-8 lg:gap-10 lg:has-[>section]:grid-cols-[minmax(0,31rem)_1fr]">
        {galleryMedia(product, variant).length > 0 && <AboutTheItem description={product.description} />}
        <InfoCards />
      </div>
      <Reviews product={product} />
      {!isGone && related}
    </div>
  )
}

/** What search engines and messengers read about a product. */
function ProductMeta({ product }: { product: ProductDetail }) {
  const { name, short_description, description, price, in_stock, media_url, path } = product
  const settings = useSettings()
  const { data: deals = [] } = useQuery(activeDealsQuery())
  const text = excerpt(short_description || description || name)
  return (
    <>
      <PageMeta
        title={brandedName(product)}
        description={text}
        path={path}
        picture={media_url}
        properties={{
          'og:type': 'product',
          'product:price:amount': decimalRupees(price),
          'product:price:currency': 'INR',
          'product:availability': in_stock ? 'in stock' : 'out of stock',
        }}
      />
      {settings && <StructuredData data={productData(product, { ...settings, deals, description: text })} />}
    </>
  )
}

/**
 * The merchant's page `size-guide-sneakers` for the category Sneakers and those below it, else `size-guide`; a link to it
 * that opens over the product.
 */
function SizeGuide({ categories }: { categories: readonly { name: string }[] }) {
  const pages = useSettings()?.pages ?? []
  const slugs = [...categories.map(({ name }) => `size-guide-${slugOf(name)}`).toReversed(), 'size-guide']
  const slug = slugs.find((each) => pages.some((page) => page.slug === each))
  const [isOpen, open, close] = useOverlay<true>()
  const page = useQuery({ ...pageQuery(slug ?? ''), enabled: slug !== undefined && isOpen !== null })
  if (!slug) return null
  const show = (event: MouseEvent) => {
    event.preventDefault()
    open(true)
  }
  return (
    <div className="-mt-2">
      <a href={paths.page(slug)} className={textLinkClass} onClick={show}>{t`Size guide`}</a>
      <Dialog open={isOpen !== null} onClose={close} title={page.data?.title ?? t`Size guide`}>
        {page.data && <MarkdownText html={page.data.html} />}
        {page.isLoadingError && (
          <LoadFailed text={t`This page could not be loaded.`} onRetry={page.refetch} />
        )}
        {page.isLoading && <Loading text={t`Loading...`} size="h-48" />}
      </Dialog>
    </div>
  )
}

const BUY =
  'min-h-12 grow basis-0 px-2! leading-tight not-tamil:whitespace-nowrap max-xs:text-sm max-xs:tamil:text-xs'

/** Add to Cart and Buy Now, fixed at the bottom of a phone's screen. */
function Purchase({ product, variant }: { product: ProductDetail; variant: Variant | null }) {
  const navigate = useNavigateOnce()
  const session = useSession()
  const prefetch = use(PrefetchContext)
  const { add, adding } = useAddVariant()
  const buyNow = (chosen: Variant) => {
    const image = galleryMedia(product, chosen).find((item) => item.media_type === 'image')?.media_url ?? null
    navigate(paths.orderSummary(), { state: buyNowState(product, chosen, image) })
  }
  const withVariant = (act: (chosen: Variant) => unknown) => () =>
    variant ? act(variant) : toast('error', t`❌ No variant selected!`)
  const prefetchNext = () => {
    prefetch(session ? paths.cart() : paths.auth('login'))
    prefetch(paths.buyNowSummary(product.id, variant?.id))
  }
  const isGone = variant?.stock === 0
  const notDelivered = useNotDelivered()
  const both = { className: BUY, onPointerEnter: prefetchNext, onFocus: prefetchNext }
  return (
    <BottomBar className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:max-w-lg">
      <a
        aria-hidden
        tabIndex={-1}
        href="#variants"
        className="w-20 text-xs leading-tight font-bold text-brick sm:hidden"
      >
        {isGone ? t`Out of Stock` : <Price price={(variant ?? product).price} className="text-ink" />}
        <span className="line-clamp-2 font-normal text-ink-soft underline underline-offset-2">
          {unbroken((variant && variantLabel(variant)) ?? '')}
        </span>
      </a>
      {isGone ? (
        <NoticeButton key={variant.id} variant={variant} />
      ) : (
        <>
          {/* Another address may do. */}
          <p className="order-first basis-full text-sm font-semibold text-brick empty:hidden">
            {notDelivered}
          </p>
          <Button
            {...both}
            variant="outline"
            className={cx(BUY, 'border-peacock text-peacock')}
            busy={adding}
            onClick={withVariant(({ id }) => add(id))}
          >
            {adding ? t`ADDING...` : t`Add to Cart`}
          </Button>
          <Button {...both} variant={notDelivered ? 'outline' : 'primary'} onClick={withVariant(buyNow)}>
            {t`Buy Now`}
          </Button>
        </>
      )}
    </BottomBar>
  )
}

function RelatedProducts({ product }: { product: ProductDetail }) {
  const { data, isError } = useQuery(relatedQuery(product))
  const isDemo = useSettings()?.showcase !== null
  const isFew = !isDemo && data !== undefined && data.products.length < 4
  // A real shop fills the strip with the products of other categories.
  const others = useQuery({ ...filterQuery({ limit: LIMITS.related_products }), enabled: isFew })
  const isOther = ({ category_id }: ListedProduct) => category_id !== product.category_id
  const related = [...(data?.products ?? []), ...(isFew ? (others.data?.products.filter(isOther) ?? []) : [])]
  const isLoaded = data !== undefined || isError
  if (!isDemo && isLoaded && related.length === 0) return null
  return (
    <ProductStrip title={isFew ? t`You May Also Like` : t`Related Products`} products={related}>
      {isLoaded ? (
        <p className="text-ink-soft">{t`No related products found.`}</p>
      ) : (
        <Loading text={t`Loading related products...`} size="h-96 rounded-md" />
      )}
    </ProductStrip>
  )
}
