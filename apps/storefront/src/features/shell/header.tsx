import { patterns } from '@haat/contract/storefront-paths'
import type { Category } from '@haat/contract/catalog'
import { LIMITS } from '@haat/contract/rules'
import { Menu, Search, ShoppingCart } from 'lucide-react'
import type { FormEvent, RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Link, NavLink } from '../../lib/link.tsx'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '../../lib/cx.ts'
import { later } from '../../lib/later.tsx'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { UserMenu } from './user-menu.tsx'

const [MobileMenu, preloadMenu] = later(async () => (await import('./mobile-menu.tsx')).MobileMenu)
const [Suggestions] = later(async () => (await import('./suggestions.tsx')).Suggestions)

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
  const slot = useRef<HTMLDivElement>(null)
  const bar = usePhoneBar(slot)
  /** Null until it was opened. */
  const [menuOpen, setMenuOpen] = useState<boolean | null>(null)
  return (
    <>
      <div aria-hidden data-no-print className="awning" />
      {/* Keeps the header's place on a phone while it is a bar. */}
      <div ref={slot} className="transition-none sm:contents" style={{ height: bar.height }}>
        <header
          data-no-print
          className={cx('top-0 z-30 border-b border-line bg-paper sm:sticky', bar.header)}
        >
          <div
            className={cx(
              'shop-width transition-none grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 py-2 sm:flex sm:gap-x-3 sm:pt-4 lg:gap-x-6 sm:pb-3 lg:pb-1',
              bar.row,
            )}
          >
            <IconButton
              label="Open menu"
              className="-ml-2 lg:hidden"
              onClick={() => setMenuOpen(true)}
              onPointerEnter={preloadMenu}
            >
              <Menu aria-hidden className="size-6" />
            </IconButton>
            <div className={cx('contents', bar.extra)}>
              <Logo />
            </div>
            <SearchBox
              className={cx('col-span-full row-start-2 sm:min-w-40 sm:grow sm:basis-0', bar.search)}
            />
            <div className="flex items-center justify-end sm:gap-2">
              <div className={cx('contents', bar.extra)}>
                <UserMenu />
              </div>
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
      </div>
      {menuOpen !== null && (
        <MobileMenu
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          links={links}
          categories={categories}
        />
      )}
    </>
  )
}

/** Height of the bar in pixels. */
const BAR = 56
/** Pixels of scrolling that are no change of direction. */
const TREMBLE = 4

/** `left` and `away` are above the screen: from its place the header leaves at once, and the bar slides. */
type Place = 'top' | 'left' | 'away' | 'back'

/**
 * On a phone the header leaves with the page, and comes back as a bar of one line when the shopper scrolls up.
 *
 * @param slot the header's place in the page
 * @returns classes, and the height of the slot
 */
function usePhoneBar(slot: RefObject<HTMLElement | null>) {
  const [{ place, height }, setBar] = useState<{ place: Place; height?: number }>({ place: 'top' })
  useEffect(() => {
    const phone = matchMedia('(width < 40rem)')
    let last = window.scrollY
    const follow = () => {
      const by = window.scrollY - last
      if (!slot.current || !phone.matches || Math.abs(by) < TREMBLE) return
      last = window.scrollY
      const { bottom, height: own } = slot.current.getBoundingClientRect()
      setBar((bar) => {
        if (bottom >= BAR) return bar.place === 'top' ? bar : { place: 'top' }
        if (bar.place === 'top' && bottom > 0) return bar
        const next =
          by < 0 ? 'back' : bar.place === 'top' ? 'left' : bar.place === 'back' ? 'away' : bar.place
        return next === bar.place ? bar : { place: next, height: bar.height ?? own }
      })
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [slot])
  // The rule for reduced motion animates what has no property of its own, for one frame.
  if (place === 'top') return { header: 'transition-none', search: 'relative' }
  return {
    height,
    header: cx(
      'max-sm:fixed max-sm:inset-x-0 max-sm:h-14',
      place === 'left' ? 'transition-none' : 'max-sm:transition-transform',
      place !== 'back' && 'max-sm:not-focus-within:-translate-y-full',
    ),
    row: 'max-sm:flex max-sm:h-full max-sm:py-0',
    search: 'max-sm:grow sm:relative',
    extra: 'max-sm:hidden',
  }
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
      className="relative noscript:hidden flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2 font-semibold hover:bg-peacock-tint hover:text-peacock"
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

/**
 * Sizes by which names of up to so many letters fit beside the buttons of a phone that is 320 px wide; in pixels, so that
 * the header stays low when the shopper's text is large.
 */
const NAME_SIZES = [
  { letters: 4, size: 'text-[30px]' },
  { letters: 6, size: 'text-[24px] xs:text-[30px]' },
  { letters: 12, size: 'text-[20px] sm:text-[24px] lg:text-[30px]' },
  { letters: 28, size: 'text-[15px] xs:text-[17px] lg:text-[24px]' },
  { letters: Infinity, size: 'text-[13px] sm:text-[15px] lg:text-[20px]' },
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
  const listId = useId()
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
  useEffect(() => {
    // Without scripts it is a plain field.
    const combobox = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': 'false',
    }
    for (const [name, value] of Object.entries(combobox)) input.current?.setAttribute(name, value)
    // Before hydration somebody may have begun to type.
    if (document.activeElement === input.current) setWasFocused(true)
  }, [listId])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (text === '') return input.current?.focus()
    input.current?.blur()
    return navigate(paths.searchResults(text))
  }
  return (
    <form role="search" action={patterns.searchResults} onSubmit={submit} className={className}>
      <div className="relative">
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
      </div>
      {wasFocused && <Suggestions field={input} listId={listId} />}
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
