import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { isAllowed, meQuery } from './api/queries.ts'
import { patterns } from './paths.ts'
import { routes } from './routes.tsx'
import { ErrorBoundary, Failed, NotFound, ScreenLoading } from './shell/fallbacks.tsx'
import { Frame } from './shell/frame.tsx'
import { LoginScreen } from './shell/login-form.tsx'

const LinkScreen = lazy(async () => ({ default: (await import('./shell/link-screen.tsx')).LinkScreen }))

const CameraScreen = lazy(async () => ({
  default: (await import('./screens/camera-screen.tsx')).CameraScreen,
}))

/** The desk: who is not logged in sees the login, everybody else what they may. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<ScreenLoading />}>
        <Routes>
          <Route path={patterns.link} element={<LinkScreen />} />
          <Route path={patterns.camera} element={<CameraScreen />} />
          <Route path="*" element={<Gate />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function Gate() {
  const { data: me, error, isPending, refetch } = useQuery(meQuery)
  if (isPending) return <ScreenLoading />
  if (error) return <Failed error={error} onRetry={refetch} />
  if (!me) return <LoginScreen />
  return (
    <Frame>
      <Routes>
        {routes.map(({ path, Screen, permission }) => (
          <Route
            key={path}
            path={path}
            element={isAllowed(me.permissions, permission) ? <Screen /> : <NotFound />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Frame>
  )
}
