import { plural, t } from '@lingui/core/macro'
import type { Category } from '@haat/contract/catalog'
import { LockKeyhole, Menu, ShoppingCart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../api/session.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { cx } from '@haat/ui/cx'
import { Link, NavLink, PrefetchLink } from '../../lib/link.tsx'
import { categoryLink, paths } from '../../paths.ts'
import { IconButton, PlainButton } from '@haat/ui/button'
import { Dialog } from '../../ui/dialog.tsx'
import { Stall } from '@haat/ui/stall'
import { Thumb } from '../../ui/picture.tsx'
import { ACCOUNT_LINKS, LanguageItems, LanguageMenu, useLanguages, useLogout, UserMenu } from './menus.tsx'
import { SearchBox } from './search-box.tsx'

const SHOP_LINKS = [
  { to: paths.newArrivals(), label: () => t`New Arrivals` },
  { to: paths.hotDeals(), label: () => t`Hot Deals` },
  { to: paths.collections(), label: () => t`Collections` },
  { to: paths.products(), label: () => t`Our Products` },
] as const

interface HeaderProps {
  /** Lines in the cart. */
  cartCount: number
  categories: readonly Category[]
  withDeals: boolean
}

/**
 * Logo, search, user menu and cart; on wide screens a navigation bar below. A phone has them on two lines, of which the
 * second, with menu, search and cart, stays when the page scrolls.
 */
export function Header({ cartCount, categories, withDeals }: HeaderProps) {
  const links = withDeals ? SHOP_LINKS : SHOP_LINKS.filter(({ to }) => to !== paths.hotDeals())
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <div aria-hidden data-no-print className="awning max-sm:-mt-2" />
      <header data-no-print className="sticky top-0 z-30 border-b border-line bg-paper max-sm:-top-13">
        <div className="shop-width relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 py-2 sm:flex sm:gap-x-3 sm:pt-4 sm:pb-3 lg:gap-x-6 lg:pb-1">
          <div className="max-sm:col-span-full max-sm:pr-[5.5rem]">
            <Logo />
          </div>
          <IconButton
            label={t`Open menu`}
            icon={Menu}
            className="-ml-2 sm:order-first lg:hidden [&>svg]:size-6"
            onClick={() => setMenuOpen(true)}
          />
          <SearchBox className="relative sm:min-w-40 sm:grow sm:basis-0" />
          <div className="max-sm:absolute max-sm:top-2 max-sm:right-[clamp(16px,4vw,40px)]">
            <UserMenu />
          </div>
          <CartLink count={cartCount} />
        </div>
        <nav
          aria-label={t`Shop`}
          className="shop-width hidden h-11 gap-7 text-sm font-semibold lg:flex noscript:flex noscript:h-auto"
        >
          {/* Whole names: those that do not fit are on a second line, which is hidden until the keyboard comes, and lies over the page then. */}
          <ul className="flex min-w-0 flex-wrap gap-x-7 gap-y-1 self-start whitespace-nowrap not-noscript:not-has-focus-visible:h-11 not-noscript:not-has-focus-visible:overflow-hidden has-focus-visible:bg-paper">
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex min-h-11 items-center border-b-3 border-transparent hover:text-peacock aria-[current]:border-marigold aria-[current]:text-peacock"
                >
                  {label()}
                </NavLink>
              </li>
            ))}
            {categories.slice(0, 6).map((category) => (
              <li key={category.id} className="max-w-full">
                <PrefetchLink
                  {...categoryLink(category)}
                  className="block truncate leading-11 font-normal text-ink-soft hover:text-peacock"
                >
                  {category.name}
                </PrefetchLink>
              </li>
            ))}
          </ul>
          <PlainButton
            onClick={() => setMenuOpen(true)}
            className="min-h-11 shrink-0 self-start hover:text-peacock"
          >
            {t`All categories`}
          </PlainButton>
          <LanguageMenu />
        </nav>
      </header>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} links={links} categories={categories} />
    </>
  )
}

function CartLink({ count }: { count: number }) {
  return (
    <Link
      to={paths.cart()}
      className="relative noscript:hidden flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2 font-semibold hover:bg-peacock-tint hover:text-peacock"
    >
      <ShoppingCart aria-hidden className="size-6" />
      <span className="max-lg:sr-only">{t`Cart`}</span>
      {count > 0 && (
        <span className="figures absolute -top-0.5 left-6 min-w-5 rounded-full bg-marigold px-1 text-center text-[min(0.8125rem,16px)] leading-5 font-bold text-ink">
          {count}
          <span className="sr-only"> {plural(count, { one: 'item', other: 'items' })}</span>
        </span>
      )}
    </Link>
  )
}

/** The header of a checkout: nothing in it but the logo leads away. */
export function CheckoutHeader() {
  return (
    <>
      <div aria-hidden data-no-print className="awning" />
      <header data-no-print className="border-b border-line bg-paper">
        <div className="shop-width flex items-center justify-between gap-4 py-2 sm:py-4">
          <Logo />
          <div className="flex items-center gap-2 sm:gap-4">
            <p className="flex shrink-0 items-center gap-2 text-sm font-semibold text-ink-soft">
              <LockKeyhole aria-hidden className="size-5 text-leaf" />
              <span className="max-sm:sr-only">{t`Secure checkout`}</span>
            </p>
            <LanguageMenu />
          </div>
        </div>
      </header>
    </>
  )
}

/** The shop's logo and name, a link to Home. Letters in pixels: the header stays low when the shopper's text is large. */
export function Logo() {
  const settings = useSettings()
  const name = settings?.shop_name ?? 'Haat'
  const { logo = null, logo_with_name: withName = true } = settings?.brand ?? {}
  return (
    <Link
      to={paths.home()}
      aria-label={t`${name}, home`}
      className="flex min-h-11 w-fit max-w-full items-center gap-2 rounded-sm sm:max-w-40 sm:shrink-0 md:max-w-48 lg:max-w-72"
    >
      {logo === null ? (
        <Stall className={cx('w-9', name.length > 12 && 'max-xs:hidden')} />
      ) : (
        // Its box is known before it loads.
        <img
          src={`${logo}?w=480`}
          alt=""
          className={cx('h-11 object-contain object-left', withName ? 'w-11 shrink-0' : 'w-44 max-w-full')}
        />
      )}
      <span
        className={cx(
          logo !== null && !withName && 'hidden',
          'line-clamp-2 leading-[1.15] font-extrabold tracking-tight wrap-anywhere text-peacock',
          name.length > 12 ? 'text-[17px] lg:text-[22px]' : 'text-[min(6.6vw,25px)] lg:text-[30px]',
        )}
      >
        {name}
      </span>
    </Link>
  )
}

interface MobileMenuProps {
  open: boolean
  onClose: () => void
  links: readonly { to: string; label: () => string }[]
  categories: readonly Category[]
}

function MobileMenu({ open, onClose, links, categories }: MobileMenuProps) {
  const session = useSession()
  const logout = useLogout()
  const { pathname, search } = useLocation()
  const back = { from: pathname + search }
  const hasLanguages = useLanguages().length > 0
  const item = (to: string, label: ReactNode, state?: unknown) => (
    <li key={to}>
      <Link
        to={to}
        state={state}
        onClick={onClose}
        className="flex min-h-11 items-center gap-3 rounded-sm hover:text-peacock"
      >
        {label}
      </Link>
    </li>
  )
  return (
    <Dialog open={open} onClose={onClose} title={t`Menu`} side="left">
      {/* A wide header has the rest. */}
      <nav aria-label={t`Menu`} className="lg:[&>:not(:last-child)]:hidden">
        {hasLanguages && (
          <Group title={t`Language`} look="flex flex-wrap gap-x-6">
            <LanguageItems className="min-h-11 hover:text-peacock" />
          </Group>
        )}
        <Group title={session ? t`Hi, ${session.user.name}` : t`Welcome`}>
          {session
            ? [
                ...ACCOUNT_LINKS.map(({ to, label }) => item(to, label())),
                <li key="logout">
                  <PlainButton
                    className="min-h-11 hover:text-peacock"
                    onClick={() => {
                      onClose()
                      return logout()
                    }}
                  >{t`Logout`}</PlainButton>
                </li>,
              ]
            : [item(paths.auth('login'), t`Login`, back), item(paths.auth('signup'), t`Sign Up`, back)]}
        </Group>
        <Group title={t`Shop`}>{links.map(({ to, label }) => item(to, label()))}</Group>
        {categories.length > 0 && (
          <Group title={t`Categories`}>
            {categories.map((category) => {
              const { id, name, image_url } = category
              const label = (
                <>
                  {image_url !== null && (
                    <Thumb src={image_url} name={name} sizes="3rem" className="my-1 size-9" />
                  )}
                  {name}
                </>
              )
              return item(paths.categoryPage(id), label, { selectedCategory: category })
            })}
          </Group>
        )}
      </nav>
    </Dialog>
  )
}

function Group({ title, look, children }: { title: string; look?: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h3 className="mb-1 border-b border-line pb-1 text-sm font-bold text-ink-soft">{title}</h3>
      <ul className={look}>{children}</ul>
    </section>
  )
}
