import { patterns } from '@haat/contract/storefront-paths'
import type { Category } from '@haat/contract/catalog'
import { LIMITS } from '@haat/contract/rules'
import { Menu, Search, ShoppingCart } from 'lucide-react'
import type { FormEvent } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link, NavLink } from '../../lib/link.tsx'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '../../lib/cx.ts'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { UserMenu } from './user-menu.tsx'

const loadMenu = () => import('./mobile-menu.tsx')
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }))
const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

interface HeaderProps {
  /** Lines in the cart. */
  cartCount: number
  categories: readonly Category[]
  /** Whether the menus link to the deals. */
  withDeals: boolean
}

/** Logo, search, user menu and cart; on wide screens a navigation bar below. */
export function Header({ cartCount, categories, withDeals }: HeaderProps) {
  const links = withDeals ? SHOP_LINKS : SHOP_LINKS.filter(({ to }) => to !== paths.hotDeals())
  const [menuOpen, setMenuOpen] = useState(false)
  const [menuLoaded, setMenuLoaded] = useState(false)
  const openMenu = () => {
    setMenuLoaded(true)
    setMenuOpen(true)
  }
  return (
    <>
      <div aria-hidden data-no-print className="awning" />
      <header data-no-print className="top-0 z-30 border-b border-line bg-paper sm:sticky">
        <div className="shop-width grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 py-2 sm:flex sm:gap-x-3 sm:pt-4 lg:gap-x-6 sm:pb-3 lg:pb-1">
          <IconButton
            label="Open menu"
            className="-ml-2 lg:hidden"
            onClick={openMenu}
            onPointerEnter={() => void loadMenu()}
          >
            <Menu aria-hidden className="size-6" />
          </IconButton>
          <Logo />
          <SearchBox className="col-span-full row-start-2 sm:min-w-40 sm:grow sm:basis-0" />
          <div className="flex items-center justify-end sm:gap-2">
            <UserMenu />
            <CartLink count={cartCount} />
          </div>
        </div>
        <nav aria-label="Shop" className="shop-width hidden lg:block noscript:block">
          <ul className="flex gap-7 overflow-hidden noscript:overflow-x-auto text-sm font-semibold whitespace-nowrap max-xl:*:nth-[n+9]:hidden">
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className={({ isActive }) =>
                    cx(
                      'flex min-h-11 items-center border-b-3 hover:text-peacock',
                      isActive ? 'border-marigold text-peacock' : 'border-transparent',
                    )
                  }
                >
                  {label}
                </NavLink>
              </li>
            ))}
            {navCategories(categories).map((category) => (
              <li key={category.id} className="min-w-0">
                <PrefetchLink
                  to={paths.categoryPage(category.id)}
                  state={{ selectedCategory: category }}
                  className="block truncate font-normal leading-11 text-ink-soft hover:text-peacock"
                >
                  {category.name}
                </PrefetchLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {menuLoaded && (
        <Suspense>
          <MobileMenu
            open={menuOpen}
            onClose={() => setMenuOpen(false)}
            links={links}
            categories={categories}
          />
        </Suspense>
      )}
    </>
  )
}

/** Letters for which the navigation bar has room. */
const NAV_LETTERS = 90

/** The first categories, six at most, whose names fit in the navigation bar. */
function navCategories(categories: readonly Category[]): readonly Category[] {
  let letters = 0
  const tooMany = categories.findIndex(({ name }) => (letters += name.length) > NAV_LETTERS)
  return categories.slice(0, Math.min(6, tooMany === -1 ? 6 : tooMany))
}

function CartLink({ count }: { count: number }) {
  return (
    <Link
      to={paths.cart()}
      className="relative flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2 font-semibold hover:bg-peacock-tint hover:text-peacock"
    >
      <ShoppingCart aria-hidden className="size-6" />
      <span className="max-md:sr-only">Cart</span>
      {count > 0 && (
        <span className="figures absolute -top-0.5 left-6 min-w-5 rounded-full bg-marigold px-1 text-center text-xs leading-5 font-bold text-ink">
          {count}
          <span className="sr-only">{count === 1 ? ' item' : ' items'}</span>
        </span>
      )}
    </Link>
  )
}

/** Sizes by which names of up to so many letters fit beside the buttons of a phone that is 320 px wide. */
const NAME_SIZES = [
  { letters: 4, size: 'text-2xl' },
  { letters: 6, size: 'text-xl xs:text-2xl' },
  { letters: 12, size: 'text-lg sm:text-xl lg:text-2xl' },
  { letters: 28, size: 'text-sm xs:text-base lg:text-xl' },
  { letters: Infinity, size: 'text-[0.8125rem] sm:text-sm lg:text-lg' },
]

/** The shop's logo and name, a link to Home. */
export function Logo() {
  const name = useSettings()?.shop_name ?? 'Haat'
  const { size } = NAME_SIZES.find(({ letters }) => name.length <= letters)!
  return (
    <Link
      to={paths.home()}
      aria-label={`${name}, home`}
      className="flex min-h-11 max-w-full items-center gap-2 rounded-sm sm:max-w-40 sm:shrink-0 md:max-w-48 lg:max-w-72"
    >
      <svg aria-hidden viewBox="0 0 32 28" className={cx('w-9 shrink-0', name.length > 6 && 'max-xs:hidden')}>
        <path d="M1 2h30v8a5 5 0 0 1-10 0 5 5 0 0 1-10 0 5 5 0 0 1-10 0z" className="fill-peacock" />
        <path d="M11 2h10v8a5 5 0 0 1-10 0z" className="fill-marigold" />
        <path d="M4 18h4v9H4zm20 0h4v9h-4z" className="fill-peacock" />
      </svg>
      <span
        className={cx(
          'line-clamp-3 leading-[1.15] font-extrabold tracking-tight wrap-anywhere text-peacock',
          size,
        )}
      >
        {name}
      </span>
    </Link>
  )
}

/** The product search. On the search results screen it shows that screen's query. */
function SearchBox({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [wasFocused, setWasFocused] = useState(false)
  const navigate = useNavigateOnce()
  const { pathname, search } = useLocation()
  const query = pathname === patterns.searchResults ? (new URLSearchParams(search).get('query') ?? '') : ''
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current === query) return
    shown.current = query
    if (input.current) input.current.value = query
  }, [query])
  // Before hydration somebody may have begun to type.
  useEffect(() => {
    if (document.activeElement === input.current) setWasFocused(true)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (text === '') return input.current?.focus()
    input.current?.blur()
    return navigate(paths.searchResults(text))
  }
  return (
    <form
      role="search"
      action={patterns.searchResults}
      onSubmit={submit}
      className={cx('relative', className)}
    >
      <input
        ref={input}
        type="search"
        name="query"
        aria-label="Search products"
        placeholder="Search for products"
        maxLength={LIMITS.search_length}
        defaultValue={query}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={() => setWasFocused(true)}
        className="min-h-12 w-full rounded-full border border-line-strong bg-card pr-14 pl-5 text-ellipsis placeholder:text-ink-soft hover:border-peacock"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute top-0.5 right-0.5 flex size-11 items-center justify-center rounded-full bg-peacock text-paper hover:bg-peacock-deep"
      >
        <Search aria-hidden className="size-5" />
      </button>
      {wasFocused && (
        <Suspense>
          <Suggestions field={input} />
        </Suspense>
      )}
    </form>
  )
}

/** The main screens of the shop. */
const SHOP_LINKS = [
  { to: paths.newArrivals(), label: 'New Arrivals' },
  { to: paths.hotDeals(), label: 'Hot Deals' },
  { to: paths.collections(), label: 'Collections' },
  { to: paths.products(), label: 'Our Products' },
] as const
