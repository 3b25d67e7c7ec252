import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { cx } from '../lib/cx.ts'

/** The shop's name, the last part of every page title. */
export const SiteNameContext = createContext('Haat')

interface PageMetaProps {
  /** Without the shop's name, which is appended. */
  title: string
  description: string
}

/** Sets the document's title and description. Each screen renders one. */
export function PageMeta({ title, description }: PageMetaProps) {
  const siteName = use(SiteNameContext)
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
    </>
  )
}

interface PageHeadingProps {
  /** Only for screen readers. */
  hidden?: boolean
  className?: string
  children: ReactNode
}

/** The screen's `h1`. It takes the focus after navigation, so that screen readers announce the new screen. */
export function PageHeading({ hidden, className, children }: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const isFirstScreen = key === 'default'
  useEffect(() => {
    const typing = document.activeElement?.matches('input, textarea, select') ?? false
    if (!isFirstScreen && !typing) ref.current?.focus({ preventScroll: true })
  }, [pathname, isFirstScreen])
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      data-page-heading
      className={hidden ? 'sr-only' : cx('text-3xl font-extrabold tracking-tight', className)}
    >
      {children}
    </h1>
  )
}

export interface Crumb {
  label: string
  to: string
}

/** Links from Home down to the current page, which comes last and is not a link. */
export function Breadcrumb({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex flex-wrap items-center gap-x-1">
        {crumbs.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-1">
            <Link
              to={crumb.to}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-peacock hover:underline"
            >
              {crumb.label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" className="truncate">
          {current}
        </li>
      </ol>
    </nav>
  )
}

/** Buttons that stay fixed at the bottom of a phone's screen; in the normal flow on larger screens. */
export function BottomBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className={cx(
        'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-card',
        'max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  )
}
