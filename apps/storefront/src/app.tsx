import { patterns } from '@haat/contract/storefront-paths'
import { plural, t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { notifyManager, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { hasGuestCart, useGuestCart } from './api/guest-cart.ts'
import { useKeptProducts } from './api/kept-products.ts'
import { mergeSoon } from './api/merge-soon.ts'
import { onSessionEnd, useIsSessionLost, useSession } from './api/session.ts'
import { SettingsProvider, settingsQuery, useGuestEntry, useSettings } from './api/settings.queries.ts'
import { cartQuery, useSeenCart } from './features/cart/cart.queries.ts'
import { mainCategoriesQuery } from './features/catalog/catalog.queries.ts'
import { activeDealsQuery } from './features/deals/deals.queries.ts'
import { textPages } from './features/pages/pages.queries.ts'
import { Footer } from './features/shell/footer.tsx'
import { DeliverTo } from './features/delivery/pin-check.tsx'
import { CheckoutHeader, Header } from './features/shell/header.tsx'
import { ParamsContext, PrefetchContext } from './lib/link.tsx'
import { NavigateOnce } from './lib/use-once.ts'
import { paths } from './paths.ts'
import { isPastEnd, prefetchScreen, routeAt } from './routes.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { EmptyState } from '@haat/ui/feedback'
import { TextsContext } from '@haat/ui/texts'
import { codeMissing, ErrorBoundary, Loading, OfflineNotice } from './ui/feedback.tsx'
import { ExistsContext, PageHeading, PageMeta, SiteContext, SKIP_LINK } from './ui/page.tsx'
import { dismissToasts } from './ui/toast.ts'

const CompareTray = lazy(async () => ({
  default: (await import('./features/compare/compare-tray.tsx').catch(codeMissing)).CompareTray,
}))

/** What controls say by themselves. */
const controlTexts = () => ({
  email: t`Email`,
  showPassword: t`Show password`,
  hidePassword: t`Hide password`,
  tryAgain: t`Try again`,
  products: (amount: number) => plural(amount, { one: '# product', other: '# products' }),
})

/** The whole storefront, inside a router. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [texts] = useState(controlTexts)
  const prefetch = useCallback((path: string) => prefetchScreen(queryClient, path), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <NavigateOnce>
        <PrefetchContext value={prefetch}>
          <TextsContext value={texts}>
            <SettingsProvider>
              <Shop queryClient={queryClient} />
            </SettingsProvider>
          </TextsContext>
        </PrefetchContext>
      </NavigateOnce>
    </QueryClientProvider>
  )
}

function Shop({ queryClient }: { queryClient: QueryClient }) {
  const { key, pathname, state } = useLocation()
  const settings = useSettings()
  const isSetUp = settings?.is_set_up ?? true
  const site = {
    name: settings?.shop_name ?? 'Haat',
    origin: settings?.public_url ?? '',
    languages: settings?.languages ?? [],
  }
  useSessionEnd(queryClient)
  // Not at first: a shopper may have scrolled a page that the server has rendered. A login leads back to where it was.
  const scrolledFor = useRef(pathname)
  useLayoutEffect(() => {
    if (scrolledFor.current !== pathname) window.scrollTo(0, Number(Object(state).scrollY) || 0)
    scrolledFor.current = pathname
  }, [pathname, state])
  const toastsFor = useRef(key)
  useEffect(() => {
    if (toastsFor.current !== key) dismissToasts()
    toastsFor.current = key
  }, [key])
  return (
    <SiteContext value={site}>
      <Frame bare={!isSetUp || pathname.startsWith('/auth')}>
        <ErrorBoundary key={pathname}>{isSetUp ? <Screens /> : <NotOpenYet />}</ErrorBoundary>
      </Frame>
    </SiteContext>
  )
}

/** What `read` finds in the cache, also after that has changed: a screen adds queries while it renders. */
function useCached<T extends string | boolean | undefined>(read: (cached: QueryClient) => T): T {
  const cached = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => cached.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [cached],
  )
  const find = () => read(cached)
  return useSyncExternalStore(subscribe, find, find)
}

function Screens() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const isSessionLost = useIsSessionLost()
  const entry = useGuestEntry()
  // Also reads old settings again with each screen.
  const { isFetching, isFetched } = useQuery(settingsQuery())
  const isCart = pathname === paths.cart()
  const isGuest = entry.isGuest && isCart
  const found = routeAt(pathname)
  const route = found?.route
  const parameters = new URLSearchParams(search)
  const exists = useCached((cached) => !found || !isPastEnd(cached, found, parameters))
  const title = useCached((cached) => route?.title?.(parameters, cached))
  const picture = useCached((cached) => route?.picture?.(parameters, cached) ?? undefined)
  if (!found || !route) return <NotFoundScreen />
  if (isCart && !session && isFetching && !isFetched) return <ScreenLoading />
  const { Screen, description, ownPath, isPrivate } = route
  return (
    <ParamsContext value={found.params}>
      <ExistsContext value={exists}>
        {title && (
          <PageMeta
            title={title}
            description={description?.()}
            path={ownPath?.(parameters)}
            picture={picture}
          />
        )}
        {isPrivate && !session ? (
          <Navigate
            to={isGuest ? entry.path : paths.auth('login')}
            replace
            state={{ from: pathname + search, isSessionLost, isGuest }}
          />
        ) : (
          <Suspense fallback={<ScreenLoading />}>
            <Screen />
          </Suspense>
        )}
      </ExistsContext>
    </ParamsContext>
  )
}

function ScreenLoading() {
  return (
    <div className="shop-width pt-6 sm:pt-10">
      <Loading text={t`Loading...`} size="h-52 rounded-lg" />
    </div>
  )
}

/** Shown at every address until the owner has set the shop up. */
function NotOpenYet() {
  return (
    <div className="shop-width py-16">
      <PageMeta title={t`Opening soon`} />
      <PageHeading hidden>{t`Opening soon`}</PageHeading>
      <EmptyState
        title={t`This shop is not open yet`}
        text={t`Its owner is still setting it up. Please come back soon.`}
      />
    </div>
  )
}

/**
 * When a session ends, removes the private data from the cache. Unless the customer logged out, also in another tab, goes
 * to login, which says so and leads back.
 */
function useSessionEnd(queryClient: QueryClient): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      onSessionEnd((end) => {
        queryClient.removeQueries({ queryKey: ['me'] })
        if (end === 'logout') return
        dismissToasts(0)
        if (end === 'elsewhere') return
        const { pathname, search } = window.location
        if (!pathname.startsWith('/auth'))
          void navigate(paths.auth('login'), {
            // Back would lead from a private screen to login again.
            replace: routeAt(pathname)?.route.isPrivate ?? false,
            state: { from: pathname + search, isSessionLost: true },
          })
      }),
    [navigate, queryClient],
  )
}

/** Where nothing leads away from what is being bought. */
const CHECKOUTS: readonly string[] = [patterns.orderSummary, patterns.buyNowSummary]

/** @param bare without header and footer */
function Frame({ bare, children }: { bare: boolean; children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const isCheckout = !bare && CHECKOUTS.includes(pathname)
  const { data: cart } = useQuery({ ...cartQuery(), enabled: session !== null })
  const seenCart = useSeenCart()
  const guest = useGuestCart()
  const queryClient = useQueryClient()
  const customerId = bare ? undefined : session?.user.id
  useEffect(() => {
    // What is left on the device: the network may have failed.
    if (customerId !== undefined && hasGuestCart(customerId)) void mergeSoon(queryClient)
  }, [customerId, queryClient])
  const { data: categories = [] } = useQuery({ ...mainCategoriesQuery(), enabled: !bare })
  // Only a demo shop links to an empty list of deals.
  const settings = useSettings()
  const isDemo = settings?.showcase !== null
  const { data: deals = [] } = useQuery({ ...activeDealsQuery(), enabled: !bare && !isDemo })
  const withDeals = isDemo || deals.length > 0
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className={SKIP_LINK}>{t`Skip to content`}</a>
      {settings?.warning && (
        <aside className="bg-ink px-4 py-2 text-center font-semibold text-paper">{settings.warning}</aside>
      )}
      {!bare && !isCheckout && (
        <Header
          cartCount={(session ? ((cart ?? seenCart)?.length ?? 0) : 0) + guest.variants.length}
          categories={categories}
          withDeals={withDeals}
        />
      )}
      {isCheckout && <CheckoutHeader />}
      {/* A product asks for the PIN code itself, and needs the room. */}
      {!bare && !isCheckout && !pathname.startsWith('/product/') && <DeliverTo />}
      {/* Nothing moves the footer in view: it is below until a screen has drawn, and where a list is empty. */}
      <main
        id="content"
        tabIndex={-1}
        className="grow outline-none empty:min-h-dvh has-[div[aria-busy],p[role=status]]:min-h-dvh"
      >
        {children}
      </main>
      <Compared />
      {!bare && (
        <Footer
          categories={categories}
          isCheckout={isCheckout}
          pages={textPages(settings?.pages).filter(({ in_footer }) => in_footer)}
        />
      )}
      <OfflineNotice />
    </div>
  )
}

/** What is compared, at the bottom of the screens that show products to everybody. */
function Compared() {
  const isComparing = useKeptProducts('compared').length > 0
  const { pathname } = useLocation()
  // A product page has it below its button.
  const isHere = routeAt(pathname)?.route.queries !== undefined && !pathname.startsWith('/product/')
  if (!isComparing || !isHere) return null
  return (
    <ErrorBoundary>
      <Suspense>
        <CompareTray className="sticky bottom-0 z-20 border-t shadow-[0_8px_0_0_var(--color-card)] sm:mr-6 sm:ml-auto sm:w-fit sm:rounded-t-lg sm:border-x" />
      </Suspense>
    </ErrorBoundary>
  )
}
