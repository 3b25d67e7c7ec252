import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useLayoutEffect } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { onSessionEnd } from './api/session.ts'
import { useSettings } from './api/settings.queries.ts'
import { Frame } from './frame.tsx'
import { PageMeta, SiteNameContext } from './ui/page.tsx'
import { PrefetchContext } from './lib/prefetch.tsx'
import { paths } from './paths.ts'
import { prefetchScreen, routes } from './routes.tsx'
import { ErrorBoundary } from './ui/feedback.tsx'

/** The whole storefront below a router. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const prefetch = useCallback((path: string) => prefetchScreen(queryClient, path), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <PrefetchContext value={prefetch}>
        <Shop queryClient={queryClient} />
      </PrefetchContext>
    </QueryClientProvider>
  )
}

function Shop({ queryClient }: { queryClient: QueryClient }) {
  const { pathname } = useLocation()
  const siteName = useSettings()?.shop_name ?? 'Haat'
  useSessionEnd(queryClient)
  // In braces: newer browsers return a promise from `scrollTo`, which React would take for a clean-up.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <SiteNameContext value={siteName}>
      <Frame bare={pathname.startsWith('/auth')}>
        <ErrorBoundary key={pathname}>
          <Screens />
        </ErrorBoundary>
      </Frame>
    </SiteNameContext>
  )
}

function Screens() {
  return (
    <Routes>
      {routes.map(({ path, Screen, title, description }) => (
        <Route
          key={path}
          path={path}
          element={
            <>
              {title && <PageMeta title={title} description={description ?? title} />}
              <Suspense>
                <Screen />
              </Suspense>
            </>
          }
        />
      ))}
      <Route path="*" element={<Navigate to={paths.home()} replace />} />
    </Routes>
  )
}

/** Whoever is no longer logged in loses what was private; who did not leave by choice is asked to log in. */
function useSessionEnd(queryClient: QueryClient): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      onSessionEnd((end) => {
        queryClient.removeQueries({ queryKey: ['me'] })
        if (end !== 'logout') void navigate(paths.auth('login'))
      }),
    [navigate, queryClient],
  )
}
