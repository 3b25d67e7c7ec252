import { t } from '@lingui/core/macro'
import type { ListedProduct } from '@haat/contract/catalog'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { useSettings } from '../../api/settings.queries.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { LoadFailed } from '../../ui/feedback.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FEATURED_TABS, featuredQuery, type FeaturedTab, featuredTabIn } from './catalog.queries.ts'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

/** The tabs that are shown: in a demo shop all, otherwise those that have products or still load them. */
function useTabs(): readonly (typeof FEATURED_TABS)[number][] {
  const enabled = useSettings()?.showcase === null
  const lists = useQueries({ queries: FEATURED_TABS.map(({ id }) => ({ ...featuredQuery(id), enabled })) })
  return enabled ? FEATURED_TABS.filter((_, at) => lists[at]?.data?.length !== 0) : FEATURED_TABS
}

/** Three tabs with a short product list each. @param props whether a screen opens with them, and its heading then */
export function FeaturedProducts({ opens, heading }: { opens: boolean; heading: ReactNode }) {
  const { search } = useLocation()
  const [chosen, setTab] = useState(() => featuredTabIn(new URLSearchParams(search)))
  const panelId = useId()
  const tabs = useTabs()
  const first = opens ? 'topRated' : 'newArrivals'
  const tab = tabs.find(({ id }) => id === (chosen ?? first))?.id ?? tabs[0]?.id
  const all = paths.collections(tab === 'topRated' ? { sort: 'discount_desc' } : {})
  if (tab === undefined) return <EmptyState title={t`Our first products arrive soon.`} />
  return (
    <section id="featured" aria-label={t`Featured Products`}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        {heading}
        <h2 className={heading ? 'sr-only' : 'text-3xl font-extrabold tracking-tight'}>
          {t`Featured Products`}
        </h2>
        <form
          action={`${paths.home()}#featured`}
          onSubmit={(event) => event.preventDefault()}
          className="max-w-full"
        >
          <Tabs
            label={t`Featured Products`}
            name="tab"
            tabs={tabs.map(({ id, label }) => ({ id, label: label() }))}
            selected={tab}
            onSelect={setTab}
            panelId={panelId}
            classes={TABS}
          />
        </form>
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        <FeaturedList tab={tab} opens={opens} />
      </div>
      <div className="mt-8 text-center">
        <Link to={all} className={buttonClass('outline', 'lg')}>{t`View All Products`}</Link>
      </div>
    </section>
  )
}

const TABS = {
  list: 'flex gap-1 overflow-x-auto rounded-[27px] border border-line bg-card p-1',
  tab: 'min-h-11 grow shrink-0 rounded-full px-3 text-sm font-semibold whitespace-nowrap transition-colors xs:px-4 sm:px-6 sm:text-base',
  selected: 'bg-peacock text-paper',
  other: 'hover:text-peacock',
}

function FeaturedList({ tab, opens }: { tab: FeaturedTab; opens: boolean }) {
  const count = opens ? 12 : 6
  const { data, isLoadingError, refetch } = useQuery(featuredQuery(tab))
  if (isLoadingError) return <LoadFailed text={t`Failed to load products.`} onRetry={refetch} />
  if (!data) return <ProductGridLoading text={t`Loading products...`} columns="2-3" cards={count} />
  if (data.length === 0) return <EmptyState title={t`No products found.`} />
  const rankOf = (one: ListedProduct) =>
    data.filter(({ category_id }) => category_id === one.category_id).indexOf(one)
  // A shop opens with the first of each category, then the second.
  const products = opens ? data.toSorted((one, other) => rankOf(one) - rankOf(other)) : data
  return (
    <ProductGrid
      products={products.slice(0, count)}
      columns="2-3"
      look={{ badge: (percent) => t`${percent}% OFF`, origin: 'brand', stars: 'featured' }}
      heading="h3"
      eager={0}
    />
  )
}
