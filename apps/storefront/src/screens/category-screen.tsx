import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router-dom'
import {
  categoriesQuery,
  crumbsOf,
  mainCategoriesQuery,
  pathOfCategory,
} from '../features/catalog/catalog.queries.ts'
import { CategoryTiles } from '../features/catalog/category-tiles.tsx'
import { Popular } from '../features/catalog/empty-list.tsx'
import { FacetedListing } from '../features/catalog/faceted-listing.tsx'
import { CategorySearch } from '../features/catalog/listing-filters.tsx'
import { isNarrowed, pageIn, readListing, readSelectedCategory } from '../features/catalog/listing.ts'
import { Breadcrumb, PageHeading, PageMeta } from '../ui/page.tsx'
import { cx } from '@haat/ui/cx'
import { paths } from '../paths.ts'

/** The products of one category, named by the address or by the navigation state. */
export function CategoryScreen() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const { data: categories = [], isSuccess } = useQuery(categoriesQuery())
  const listing = readListing(search)
  const fromState = readSelectedCategory(state)
  const id = listing.filter.category ?? fromState?.id
  const own = categories.find((category) => category.id === id)
  const known = own ?? (fromState?.id === id ? fromState : null)
  if (typeof id !== 'number' || (isSuccess && !known)) return <NoCategory isUnknown={id !== undefined} />
  const name = known?.name ?? ''
  const goods = name || t`Everything`
  const above = pathOfCategory(categories, id).slice(0, -1)
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <PageMeta
        title={name || t`Category`}
        description={t`${goods} at fair prices, delivered across India.`}
        picture={own?.image_url}
        path={!isNarrowed(listing) ? paths.categoryPage(id, pageIn(search)) : undefined}
      />
      <Breadcrumb crumbs={crumbsOf(above)} current={name} />
      <FacetedListing
        scope={{ category: id }}
        heading={
          <PageHeading key={id} className="min-h-[1lh]">
            {name}
          </PageHeading>
        }
        searchBox={<CategorySearch key={search.get('search')} />}
        sorts={{ unsorted: t`Default`, byPriceOnly: true }}
        empty={{ title: t`No products found.` }}
        pagerLabels={{ previous: t`Previous`, next: t`Next` }}
      >
        <CategoryTiles
          label={t`Categories of ${name}`}
          categories={categories.filter(
            ({ parent_id, product_count }) => parent_id === id && product_count > 0,
          )}
          className={cx('mb-3 sm:mb-5', isNarrowed(listing) && 'max-sm:hidden')}
        />
      </FacetedListing>
    </div>
  )
}

/** All of them to choose from. */
function NoCategory({ isUnknown }: { isUnknown: boolean }) {
  const { data: categories = [] } = useQuery(mainCategoriesQuery())
  return (
    <div className="shop-width pt-3 sm:pt-8">
      <PageMeta title={t`All Categories`} />
      <PageHeading>{t`All Categories`}</PageHeading>
      <p className="mb-4 text-ink-soft sm:mb-6">
        <span role="status">{isUnknown ? t`This category does not exist.` : t`No category selected.`}</span>{' '}
        {t`Choose one:`}
      </p>
      <CategoryTiles label={t`All Categories`} categories={categories} isLarge className="mr-0! mb-10" />
      <Popular />
    </div>
  )
}
