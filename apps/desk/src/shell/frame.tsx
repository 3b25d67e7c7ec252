import { PlainButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Stall } from '@haat/ui/stall'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useMe, warningsQuery } from '../api/queries.ts'
import { useIsLoginWanted } from '../api/session.ts'
import { useIsWide } from '../lib/use-media-query.ts'
import { ErrorBoundary, ScreenLoading } from './fallbacks.tsx'
import { type Overlay, useJumpKeys } from './jump-keys.ts'
import { NavContent, NavEntries, useNav } from './nav.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { DialogHost } from '../ui/dialogs.tsx'
import { WarningsBar } from './warnings-bar.tsx'

// What the first paint does not need.
const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }))
const MoreDialog = lazy(async () => ({ default: (await import('./more-dialog.tsx')).MoreDialog }))
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyList = lazy(async () => ({ default: (await import('./palette.tsx')).KeyList }))
const LiveEvents = lazy(async () => ({ default: (await import('./live-events.tsx')).LiveEvents }))

export function Frame({ children }: { children: ReactNode }) {
  const isWide = useIsWide()
  const isLoginWanted = useIsLoginWanted()
  const { pathname } = useLocation()
  const [overlay, setOverlay] = useState<Overlay>()
  useJumpKeys(useNav(), setOverlay)
  useKeptFocus()
  // The screen waits for the bar above it, which would push it down.
  const { isPending } = useQuery(warningsQuery)
  const close = () => setOverlay(undefined)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute -top-20 left-3 z-50 rounded-md bg-peacock px-4 py-2 font-semibold text-paper focus:top-3"
      >
        Skip to the content
      </a>
      {isWide && <Sidebar onFind={() => setOverlay('find')} />}
      <main id="main" tabIndex={-1} className="min-w-0 pb-(--bottom-bar,0px) outline-none">
        <WarningsBar />
        {isPending && <ScreenLoading />}
        <div hidden={isPending}>
          <ErrorBoundary key={pathname}>
            <DialogHost>
              <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
            </DialogHost>
          </ErrorBoundary>
        </div>
      </main>
      {!isWide && <BottomBar onFind={() => setOverlay('find')} />}
      <Suspense>
        <LiveEvents />
        {overlay === 'find' && <Palette onClose={close} />}
        {overlay === 'keys' && <KeyList onClose={close} />}
        {isLoginWanted && <LoginDialog />}
      </Suspense>
    </div>
  )
}

/** The menu is longer than a laptop is high. */
const showCurrent = (link: HTMLAnchorElement | null): void => {
  if (link?.ariaCurrent) link.scrollIntoView({ block: 'nearest' })
}

function Sidebar({ onFind }: { onFind: () => void }) {
  const { shop_name } = useMe()
  const nav = useNav()
  return (
    <header className="sticky top-0 flex h-dvh flex-col border-r border-line bg-card">
      <p className="flex items-center gap-3 px-5 py-4 text-lg font-bold">
        <Stall className="w-8" />
        <span className="min-w-0 truncate">{shop_name}</span>
      </p>
      <PlainButton
        onClick={onFind}
        className="mx-3 mb-2 flex min-h-10 items-center gap-3 rounded-md border border-line px-3 text-ink-soft hover:border-line-strong"
      >
        <Search aria-hidden className="size-5" />
        <span className="flex-1 text-left">Find</span>
        <kbd className="text-xs">Ctrl K</kbd>
      </PlainButton>
      <nav aria-label="Desk" className="grid flex-1 content-start gap-0.5 overflow-y-auto px-3">
        <NavEntries
          nav={nav}
          draw={(entry) => (
            <NavLink
              ref={showCurrent}
              to={entry.path}
              end={entry.path === '/'}
              className={({ isActive }) =>
                cx(
                  'flex min-h-9 scroll-my-3 items-center pointer-coarse:min-h-11 gap-3 rounded-md px-3 font-semibold transition-colors',
                  isActive ? 'bg-peacock-tint text-peacock' : 'text-ink hover:bg-paper-deep',
                )
              }
            >
              <NavContent entry={entry} />
            </NavLink>
          )}
        />
      </nav>
      <div className="border-t border-line p-3">
        <Suspense fallback={<div className="h-12" />}>
          <UserMenu />
        </Suspense>
      </div>
    </header>
  )
}

const BAR_ITEM =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold select-none'

function BottomBar({ onFind }: { onFind: () => void }) {
  const nav = useNav().filter(({ onPhone }) => onPhone)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav
      aria-label="Desk"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)]"
    >
      {nav.map(({ path, label, icon: Icon }) => (
        <NavLink
          key={path}
          to={path}
          end={path === '/'}
          className={({ isActive }) => cx(BAR_ITEM, isActive ? 'text-peacock' : 'text-ink-soft')}
        >
          <Icon aria-hidden className="size-5.5" />
          {label}
        </NavLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={cx(BAR_ITEM, 'text-ink-soft')}
      >
        <Ellipsis aria-hidden className="size-5.5" />
        More
      </button>
      {isOpen && (
        <Suspense>
          <MoreDialog onClose={() => setIsOpen(false)} onFind={onFind} />
        </Suspense>
      )}
    </nav>
  )
}
