import { t } from '@lingui/core/macro'
import type { Category } from '@haat/contract/catalog'
import { patterns } from '@haat/contract/storefront-paths'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, useState } from 'react'
import { matchPath } from 'react-router-dom'
import { settingsQuery } from './api/settings.queries.ts'
import {
  bannersQuery,
  categoriesQuery,
  FEATURED_TABS,
  featuredQuery,
  featuredTabIn,
  filterQuery,
  highlightsQuery,
  isProductId,
  productQuery,
} from './features/catalog/catalog.queries.ts'
import {
  isNarrowed,
  LISTING_NAMES,
  pageIn,
  pageOf,
  pagesOf,
  queryIn,
  readListing,
  type Scope,
} from './features/catalog/listing.ts'
import { activeDealsQuery, allDealsQuery } from './features/deals/deals.queries.ts'
import { COMPANY_PAGES, pageQuery } from './features/pages/pages.queries.ts'
import { reviewsQuery } from './features/reviews/reviews.queries.ts'
import { paths } from './paths.ts'
import { codeMissing } from './ui/feedback.tsx'

type Params = Readonly<Record<string, string | undefined>>
type ScreenQuery = { queryKey: readonly unknown[]; enabled?: unknown }

interface RouteRow {
  path: string
  /** The screen's file in `src`. */
  file: string
  Screen: ComponentType
  /** Loads the screen's code. */
  load: () => Promise<unknown>
  /** Undefined when the screen renders its own `PageMeta`. */
  title?: (search: URLSearchParams, cached: QueryClient) => string
  description?: () => string
  /** The picture beside a link to the screen; the shop's icon without it. */
  picture?: (search: URLSearchParams, cached: QueryClient) => string | null | undefined
  /** A customer's own screen: a guest logs in first, and comes back. */
  isPrivate?: boolean
  /** The names in the address's query that the screen's first view reads. */
  reads?: readonly string[]
  /** The path that search engines know the screen by; undefined for those that they leave out. */
  ownPath?: (search: URLSearchParams) => string | undefined
  /** The public queries of the screen's first view. The server renders the screens that have this. */
  queries?: (params: Params, search: URLSearchParams) => ScreenQuery[]
  /** Further queries of the first view, which depend on the data of `queries` and of the settings. */
  moreQueries?: (cached: QueryClient, params: Params) => ScreenQuery[]
}

/** Each file exports its screen and nothing else. */
const screens = import.meta.glob<Record<string, ComponentType>>([
  './screens/*-screen.tsx',
  '!./screens/not-found-screen.tsx',
])

/** A loaded screen renders without waiting, even for a microtask: React loses a click on what waits while it takes over. */
function row(path: string, name: string, rest: Partial<RouteRow> = {}): RouteRow {
  const file = `screens/${name}-screen.tsx`
  let Loaded: ComponentType | undefined
  const load = async () => (Loaded ??= Object.values(await screens[`./${file}`]!())[0]!)
  const Later = lazy(async () => ({ default: await load().catch(codeMissing) }))
  function Screen() {
    const [Found] = useState(() => Loaded ?? Later)
    return <Found />
  }
  return { path, file, load, Screen, ...rest }
}

function listedCategory(search: URLSearchParams, cached: QueryClient): Category | undefined {
  const id = readListing(search).filter.category
  return cached.getQueryData(categoriesQuery().queryKey)?.find((category) => category.id === id)
}

/** The row of a list. @param scopeIn null where the address does not say what to list */
const list = (
  path: string,
  name: string,
  scopeIn: (search: URLSearchParams) => Scope | null,
  rest: Partial<RouteRow> = {},
): RouteRow =>
  row(path, name, {
    reads: ['page', 'to', ...LISTING_NAMES],
    queries(_, search) {
      const scope = scopeIn(search)
      const listing = readListing(search, scope ?? {})
      const pages = pagesOf(listing).map((page) => filterQuery(pageOf(listing, page)))
      return [...(scope ? pages : [highlightsQuery()]), categoriesQuery()]
    },
    ...rest,
  })

export const routes: readonly RouteRow[] = [
  row(patterns.home, 'home', {
    reads: ['tab'],
    queries: (_, search) => [
      bannersQuery(),
      activeDealsQuery(),
      categoriesQuery(),
      highlightsQuery(),
      featuredQuery(featuredTabIn(search) ?? 'newArrivals'),
    ],
    moreQueries: (cached) => (isDemo(cached) ? [] : FEATURED_TABS.map(({ id }) => featuredQuery(id))),
  }),
  list(patterns.products, 'products', () => ({}), {
    title: () => t`Our Products`,
    description: () => t`Everything the shop sells.`,
    ownPath: (search) => (isNarrowed(readListing(search)) ? undefined : paths.products(pageIn(search))),
  }),
  row(patterns.product, 'product', {
    reads: ['variant', 'review'],
    queries: ({ id = '' }) =>
      isProductId(id)
        ? [productQuery(Number(id)), categoriesQuery(), activeDealsQuery(), reviewsQuery(Number(id))]
        : [],
  }),
  list(patterns.collections, 'collections', () => ({}), {
    title: (search, cached) => {
      const name = listedCategory(search, cached)?.name
      return name === undefined ? t`Collections` : t`Collections: ${name}`
    },
    picture: (search, cached) => listedCategory(search, cached)?.image_url,
    description: () => t`All products, by category, brand and price.`,
    ownPath: (search) => {
      const listing = readListing(search)
      const { category } = listing.filter
      return isNarrowed(listing) ? undefined : paths.collections({ category, page: pageIn(search) })
    },
  }),
  list(
    patterns.searchResults,
    'search-results',
    (search) => (queryIn(search) ? { search: queryIn(search) } : null),
    { reads: ['query', 'page', 'to', ...LISTING_NAMES] },
  ),
  list(patterns.newArrivals, 'new-arrivals', () => ({ is_new_arrival: true }), {
    title: () => t`New Arrivals`,
    description: () => t`The latest products in the shop.`,
    ownPath: (search) => (isNarrowed(readListing(search)) ? undefined : paths.newArrivals(pageIn(search))),
  }),
  row(patterns.hotDeals, 'hot-deals', {
    title: () => t`Hot Deals`,
    description: () => t`Prices that hold for a few days only.`,
    ownPath: paths.hotDeals,
    queries: () => [allDealsQuery()],
  }),
  list(patterns.categoryPage, 'category', (search) => (readListing(search).filter.category ? {} : null)),
  row(patterns.page, 'text-page', {
    queries: ({ slug = '' }) => (COMPANY_PAGES.some((page) => page.slug === slug) ? [pageQuery(slug)] : []),
    moreQueries: (cached, { slug = '' }) =>
      cached.getQueryData(settingsQuery().queryKey)?.pages.some((page) => page.slug === slug)
        ? [pageQuery(slug)]
        : [],
  }),
  row(patterns.auth, 'auth'),
  row(patterns.cart, 'cart', { isPrivate: true, title: () => t`Cart` }),
  row(patterns.orderSummary, 'checkout', { title: () => t`Checkout` }),
  row(patterns.buyNowSummary, 'buy-now', { title: () => t`Buy Now` }),
  row(patterns.orderConfirmation, 'order-confirmation', { isPrivate: true }),
  row(patterns.track, 'track', { title: () => t`Track your order` }),
  row(patterns.profile, 'profile', { isPrivate: true, title: () => t`My Profile` }),
  row(patterns.orders, 'orders', { isPrivate: true, title: () => t`My Orders` }),
  row(patterns.wishlist, 'wishlist', { isPrivate: true, title: () => t`My Wishlist` }),
]

type RouteAt = { route: RouteRow; params: Params }

function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}

export function routeAt(pathname: string): RouteAt | null {
  for (const route of routes) {
    const match = matchPath(route.path, decoded(pathname))
    if (match) return { route, params: match.params }
  }
  return null
}

/** Whether the address names a page that the list there does not have, as far as it is cached. */
export function isPastEnd(cached: QueryClient, { route, params }: RouteAt, search: URLSearchParams): boolean {
  const page = pageIn(search) ?? 1
  if (page === 1) return false
  return (route.queries?.(params, search) ?? []).some(({ queryKey }) => {
    const data = cached.getQueryData<{ totalPages?: number }>(queryKey)
    return data?.totalPages !== undefined && page > data.totalPages
  })
}

/** The route at an address with its queries, or null for an unknown address. */
export function screenAt(address: string): (RouteAt & { queries: ScreenQuery[] }) | null {
  const [pathname = '/', search = ''] = address.split('?')
  const found = routeAt(pathname)
  if (!found) return null
  const queries = found.route.queries?.(found.params, new URLSearchParams(search)) ?? []
  return { ...found, queries: [settingsQuery(), ...queries.filter(({ enabled }) => enabled !== false)] }
}

/** Loads code and data of the screen at an address, unless cached. Ignores failures: the screen tries again. */
export function prefetchScreen(queryClient: QueryClient, address: string): void {
  const screen = screenAt(address)
  if (!screen) return
  screen.route.load().catch(() => undefined)
  for (const query of screen.queries) void queryClient.prefetchQuery(query)
}

/**
 * Loads code and data of a first view with its header and footer, to render it at once: on the server, and in a browser
 * that hydrates what the server has rendered. A failed query stays failed.
 */
export async function loadFirstView(queryClient: QueryClient, address: string): Promise<void> {
  const screen = screenAt(address)
  const load = (queries: ScreenQuery[]) =>
    Promise.all(queries.map((query) => queryClient.prefetchQuery(query)))
  await Promise.all([
    screen?.route.load(),
    load([...(screen?.queries ?? [settingsQuery()]), categoriesQuery()]),
  ])
  await load([
    ...(isDemo(queryClient) ? [] : [activeDealsQuery()]),
    ...(screen?.route.moreQueries?.(queryClient, screen.params) ?? []),
    ...(screen?.queries.some(({ queryKey }) => isVacant(queryClient.getQueryData(queryKey)))
      ? [highlightsQuery(), featuredQuery('newArrivals')]
      : []),
  ])
  // Otherwise screens would show that they load it again.
  for (const { queryKey } of queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'error' }))
    queryClient.setQueryDefaults(queryKey, { retryOnMount: false })
}

/** Whether a query has found nothing: its screen shows other products. */
const isVacant = (data: unknown[] | { products?: unknown[] } | undefined): boolean =>
  data === undefined || (Array.isArray(data) ? data : data.products)?.length === 0

/** Whether the cached settings are those of a demo shop, which shows its empty sections too. */
const isDemo = (cached: QueryClient): boolean =>
  cached.getQueryData(settingsQuery().queryKey)?.showcase !== null
