import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../api/settings.queries.ts'
import { bannersQuery, mainCategoriesQuery } from '../features/catalog/catalog.queries.ts'
import { FeaturedProducts } from '../features/catalog/featured-products.tsx'
import { DealOfTheDay } from '../features/deals/deal-of-the-day.tsx'
import { activeDealsQuery } from '../features/deals/deals.queries.ts'
import { BannerCarousel } from '../features/home/banner-carousel.tsx'
import { CategoryCarousel } from '../features/home/category-carousel.tsx'
import { Services } from '../features/home/services.tsx'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { cardActions } from './parts/card-actions.tsx'

/** The data, or an empty list once it is known that none will come. */
const orNone = <Item,>({ data, isError }: { data: Item[] | undefined; isError: boolean }) =>
  isError ? [] : data

/** Shop window, deals, categories, services, featured products. */
export function HomeScreen() {
  const tagline = useSettings()?.tagline ?? 'Home'
  const banners = useQuery(bannersQuery())
  const deals = useQuery(activeDealsQuery())
  const categories = useQuery(mainCategoriesQuery())
  return (
    <div className="shop-width grid grid-cols-1 gap-16 pt-4 sm:gap-24 sm:pt-6">
      <div>
        <PageMeta
          title={tagline}
          description={`${tagline}. Honest prices in rupees, delivered across India.`}
        />
        <PageHeading hidden>{tagline}</PageHeading>
        <BannerCarousel banners={orNone(banners)} />
      </div>
      <DealOfTheDay deals={deals.data} />
      <CategoryCarousel categories={orNone(categories)} />
      <Services />
      <FeaturedProducts actionsFor={cardActions} />
    </div>
  )
}
