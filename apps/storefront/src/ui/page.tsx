import { t } from '@lingui/core/macro'
import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { type Language, LANGUAGE_PARAMETER } from '@haat/contract/languages'
import { cx } from '@haat/ui/cx'
import { languageNow, locale } from '../lib/i18n.ts'

interface Site {
  /** The shop's name: the last part of every page title, of Home's the first. */
  name: string
  /** The shop's public address, for links that leave it; empty until it is known. */
  origin: string
  languages: readonly Language[]
}

/** Whether the page of this address exists: that number of a list may not. */
export const ExistsContext = createContext(true)

export const SiteContext = createContext<Site>({ name: 'Haat', origin: '', languages: [] })

interface PageMetaProps {
  /** Without the number of the page and the shop's name, which are appended. */
  title: string
  /** The title without it: a page that search engines leave out needs none. */
  description?: string | undefined
  /**
   * The page's own path, with the parameters that decide what it shows. Search engines leave out a page without one:
   * customers' own pages, and what does not exist.
   */
  path?: string
  /** Whether search engines leave out a page that messengers may show. */
  noindex?: boolean
  /** The picture that messengers show beside a link to the page; the shop's icon without it. */
  picture?: string | null | undefined
  properties?: Record<string, string>
}

/** Sets the document's title, and what search engines and messengers read about the page. Each screen renders one. */
export function PageMeta({
  title,
  description = title,
  noindex,
  picture,
  properties,
  ...given
}: PageMetaProps) {
  const site = use(SiteContext)
  const path = use(ExistsContext) ? given.path : undefined
  const page = /[?&]page=(\d+)/.exec(path ?? '')?.[1]
  const pageTitle = page === undefined ? title : t`${title}, page ${page}`
  const pageDescription = page === undefined ? description : t`${description} Page ${page}.`
  const url = path === undefined || site.origin === '' ? null : site.origin + path
  const shown = url && {
    'og:type': 'website',
    'og:site_name': site.name,
    'og:locale': locale().replace('-', '_'),
    'og:title': pageTitle,
    'og:description': pageDescription,
    'og:url': url,
    'og:image': linkPicture(picture ?? ICON, site.origin),
    'og:image:alt': pageTitle,
    ...properties,
  }
  return (
    <>
      <title>{[...new Set(path === '/' ? [site.name, title] : [pageTitle, site.name])].join(' · ')}</title>
      <meta name="description" content={pageDescription} />
      {(noindex || path === undefined) && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={inLanguage(url, languageNow())} />}
      {url &&
        site.languages.length > 1 &&
        site.languages.map((one) => (
          <link key={one} rel="alternate" hrefLang={one} href={inLanguage(url, one)} />
        ))}
      {shown && <meta name="twitter:card" content="summary_large_image" />}
      {Object.entries(shown || {}).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
    </>
  )
}

/** The address of a page that search engines read in one language; it is the page's own in English. */
function inLanguage(url: string, one: Language): string {
  if (one === 'en') return url
  return `${url}${url.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${one}`
}

const ICON = '/icon-512.png'

/** Messengers read JPEG, and the whole address. Somebody else's picture stays as it is. */
const linkPicture = (picture: string, origin: string): string =>
  URL.parse(picture.replace(/^(\/media\/.*)\.webp$/, '$1.jpg?w=1280'), origin)?.href ?? ''

/** Data in the words of schema.org for search engines. The browser runs no script of this type. */
export function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json">{json}</script>
}

export const SKIP_LINK =
  'sr-only z-50 rounded-md bg-peacock px-4 py-3 font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2'

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
  /** Of the first screen, which keeps the focus where it is, also when a choice on it changes its address. */
  const first = useRef(key === 'default' ? pathname : null)
  useEffect(() => {
    if (pathname === first.current) return
    first.current = null
    const typing = document.activeElement?.matches('input, textarea, select') ?? false
    if (!typing) ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      data-page-heading
      className={hidden ? 'sr-only' : cx('text-3xl font-extrabold tracking-tight wrap-anywhere', className)}
    >
      {children}
    </h1>
  )
}

/** Focuses the screen's heading, or something nearer: the control that had the focus is gone. */
export const focusHeading = (nearer?: HTMLElement | null): void =>
  (nearer ?? document.querySelector<HTMLElement>('[data-page-heading]'))?.focus({ preventScroll: true })

/** Shows and focuses the part of the screen that the address names, whenever a link leads there. */
export function useNamedPart(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const part = document.getElementById(hash.slice(1))
    part?.scrollIntoView?.()
    part?.focus({ preventScroll: true })
  }, [hash, key])
}

/** Links from Home, where a phone's logo leads, down to the current page, which comes last and is not a link. */
export function Breadcrumb(props: { crumbs: readonly { label: string; to: string }[]; current: string }) {
  const { crumbs, current } = props
  const { origin } = use(SiteContext)
  const items = [...crumbs.map(({ label, to }) => ({ name: label, item: origin + to })), { name: current }]
  const itemListElement = items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item }))
  return (
    <nav aria-label={t`Breadcrumb`} className="text-sm text-ink-soft">
      <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement }} />
      <ol className="flex flex-wrap items-center gap-x-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to} className={cx('flex items-center gap-1', index === 0 && 'max-sm:hidden')}>
            <Link
              to={crumb.to}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-peacock hover:underline"
            >
              {crumb.label}
            </Link>
            <ChevronRight
              aria-hidden
              className={cx('size-3.5', index === crumbs.length - 1 && 'max-sm:hidden')}
            />
          </li>
        ))}
        {/* On a phone the heading right below says it. */}
        <li aria-current="page" className="truncate max-sm:sr-only">
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
        'max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  )
}
