import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSettings } from '../api/settings.queries.ts'
import { bannersQuery, highlightsQuery, mainCategoriesQuery } from '../features/catalog/catalog.queries.ts'
import { CategoryTiles } from '../features/catalog/category-tiles.tsx'
import { FeaturedProducts } from '../features/catalog/featured-products.tsx'
import { bandLabel, bandText } from '../features/catalog/listing.ts'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { RecentlyViewed } from '../features/catalog/product-strip.tsx'
import { DealOfTheDay } from '../features/deals/deal-of-the-day.tsx'
import { activeDealsQuery } from '../features/deals/deals.queries.ts'
import { BannerCarousel, CategoryCarousel } from '../features/home/home-carousels.tsx'
import { shopData } from '../features/home/shop-data.ts'
import { PrefetchLink } from '../lib/link.tsx'
import { cx } from '@haat/ui/cx'
import { paths } from '../paths.ts'
import { LoadFailed } from '../ui/feedback.tsx'
import { PageHeading, PageMeta, StructuredData } from '../ui/page.tsx'
import { NamedIcon } from '../ui/picture.tsx'

/**
 * Home: banners, deals, best sellers, categories, services and featured products, which come first in a shop that has neither
 * deals nor orders. Nothing in it waits: `Suspense` lets React take over each section of a rendered page in a task of its own.
 */
export function HomeScreen() {
  const settings = useSettings()
  const { tagline, shop_name: shop = '' } = settings ?? {}
  const { data: banners, isLoadingError, refetch } = useQuery(bannersQuery())
  const deals = useQuery(activeDealsQuery())
  const categories = useQuery(mainCategoriesQuery())
  const { data: mains = [] } = categories
  const withPictures = mains.some(({ image_url }) => image_url)
  // Only a demo shop shows its empty sections.
  const { best_sellers = [], prices = [] } = useQuery(highlightsQuery()).data ?? {}
  const isVacant = (list: unknown[] | undefined) => list?.length === 0 && settings?.showcase === null
  const opensWithFeatured = isVacant(deals.data) && best_sellers.length === 0
  const heading = isVacant(banners) && <PageHeading>{tagline || t`Welcome to ${shop}`}</PageHeading>
  const featured = (
    <Suspense key="featured">
      <FeaturedProducts opens={opensWithFeatured} heading={opensWithFeatured && heading} />
    </Suspense>
  )
  return (
    <div
      className={cx(
        'shop-width grid grid-cols-1 pt-3 sm:pt-6',
        isVacant(banners) ? 'gap-5 sm:gap-6' : 'gap-4 sm:gap-12',
      )}
    >
      <div>
        <PageMeta
          title={tagline || shop}
          description={[tagline, t`Honest prices in rupees, delivered across India.`]
            .filter(Boolean)
            .join('. ')}
          path={paths.home()}
        />
        {settings && <StructuredData data={shopData(settings)} />}
        {isVacant(banners) ? (
          !opensWithFeatured && heading
        ) : (
          <>
            <PageHeading hidden>{tagline || shop}</PageHeading>
            {isLoadingError ? (
              <LoadFailed text={t`No banners found.`} onRetry={refetch} />
            ) : (
              <BannerCarousel banners={banners} />
            )}
          </>
        )}
        {/* Pictures on phones alone: wider screens have them below. */}
        <CategoryTiles
          label={withPictures ? t`Shop by category` : t`Our Categories`}
          categories={mains}
          className={cx('mt-2 sm:mt-3', withPictures && 'sm:hidden')}
        />
      </div>
      {!isVacant(deals.data) && (
        <Suspense>
          <DealOfTheDay deals={deals.data} onRetry={deals.isLoadingError ? deals.refetch : undefined} />
        </Suspense>
      )}
      {best_sellers.length > 0 && (
        <Suspense>
          <section aria-label={t`Best Sellers`}>
            <h2 className="mb-3 text-xl font-extrabold tracking-tight sm:mb-6 sm:text-3xl">{t`Best Sellers`}</h2>
            <ProductGrid
              products={best_sellers.slice(0, 4)}
              columns="2-4"
              look={{ badge: (percent) => t`${percent}% OFF` }}
              heading="h3"
              eager={0}
            />
          </section>
        </Suspense>
      )}
      {opensWithFeatured && featured}
      <Suspense>
        <CategoryCarousel categories={categories.isLoadingError ? [] : categories.data} />
      </Suspense>
      <Suspense>
        <PriceBands bands={prices} />
      </Suspense>
      <Suspense>
        <Services />
      </Suspense>
      <RecentlyViewed />
      {!opensWithFeatured && featured}
    </div>
  )
}

type Band = Parameters<typeof bandText>[0]

function PriceBands({ bands }: { bands: readonly Band[] }) {
  if (bands.length < 2) return null
  return (
    <section aria-labelledby="price-bands">
      <h2 id="price-bands" className="mb-3 text-xl font-extrabold tracking-tight sm:text-2xl">
        {t`Shop by Price`}
      </h2>
      <ul className="grid grid-cols-pair gap-3 sm:grid-cols-3 lg:flex">
        {bands.map((band) => (
          <li key={band.from} className="grow">
            <PrefetchLink
              to={paths.collections({ price: bandText(band) })}
              className="figures flex h-full min-h-14 items-center justify-center rounded-md border border-line bg-peacock-tint px-3 py-2 text-center font-bold max-sm:px-1 max-sm:text-sm text-peacock-deep hover:border-peacock"
            >
              {bandLabel(band)}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Services() {
  const services = useSettings()?.services ?? []
  if (services.length === 0) return null
  return (
    <section aria-label={t`Services`} className="border-y border-line py-8">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11.5rem),1fr))] gap-x-8 gap-y-6">
        {services.map(({ icon, title, note }) => (
          <li key={title} className="flex items-start gap-3">
            <NamedIcon name={icon} className="mt-0.5 size-7 shrink-0 text-peacock" />
            <div>
              <h3 className="leading-snug font-bold">{title}</h3>
              <p className="text-sm text-ink-soft">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
