import type { Category } from '@haat/contract/catalog'
import { Menu, ShoppingCart } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { cx } from '../../lib/cx.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { Logo } from './logo.tsx'
import { SearchBox } from './search-box.tsx'
import { SHOP_LINKS } from './shop-links.ts'
import { UserMenu } from './user-menu.tsx'

const loadMenu = () => import('./mobile-menu.tsx')
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }))

interface HeaderProps {
  /** Lines in the cart. */
  cartCount: number
  categories: readonly Category[]
}

/** Awning, sign, search, customer, cart; on wide screens the aisles below. */
export function Header({ cartCount, categories }: HeaderProps) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [menuWanted, setMenuWanted] = useState(false)
  const openMenu = () => {
    setMenuWanted(true)
    setMenuOpen(true)
  }
  return (
    <>
      <div aria-hidden data-no-print className="awning" />
      <header data-no-print className="top-0 z-30 border-b border-line bg-paper sm:sticky">
        <div className="shop-width flex flex-wrap items-center gap-x-2 gap-y-2 py-2 sm:gap-x-3 sm:pt-4 lg:gap-x-6 sm:pb-3 lg:pb-1">
          <IconButton
            label="Open menu"
            className="-ml-2 lg:hidden"
            onClick={openMenu}
            onPointerEnter={() => void loadMenu()}
          >
            <Menu aria-hidden className="size-6" />
          </IconButton>
          <Logo />
          <SearchBox className="order-last w-full sm:order-none sm:w-auto sm:min-w-40 sm:grow sm:basis-0" />
          <div className="ml-auto flex items-center sm:ml-0 sm:gap-2">
            <UserMenu />
            <CartLink count={cartCount} />
          </div>
        </div>
        <nav aria-label="Shop" className="shop-width hidden lg:block">
          <ul className="flex gap-7 overflow-hidden text-sm font-semibold whitespace-nowrap max-xl:*:nth-[n+9]:hidden">
            {SHOP_LINKS.map(({ to, label }) => (
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
            {categories.slice(0, 6).map((category) => (
              <li key={category.id}>
                <PrefetchLink
                  to={paths.categoryPage(category.id)}
                  state={{ selectedCategory: category }}
                  className="flex min-h-11 items-center font-normal text-ink-soft hover:text-peacock"
                >
                  {category.name}
                </PrefetchLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {menuWanted && (
        <Suspense>
          <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} categories={categories} />
        </Suspense>
      )}
    </>
  )
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
