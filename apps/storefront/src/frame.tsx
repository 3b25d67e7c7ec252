import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from './api/session.ts'
import { cartQuery } from './features/cart/cart.queries.ts'
import { mainCategoriesQuery } from './features/catalog/catalog.queries.ts'
import { COMPANY_PAGES } from './features/pages/page-slugs.ts'
import { Footer } from './features/shell/footer.tsx'
import { Header } from './features/shell/header.tsx'

const SKIP_LINK =
  'sr-only z-50 rounded-md bg-peacock px-4 py-3 font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2'

/** What stands around every screen. `bare` leaves header and footer out. */
export function Frame({ bare, children }: { bare: boolean; children: ReactNode }) {
  const session = useSession()
  const { data: cart } = useQuery({ ...cartQuery(), enabled: session !== null })
  const { data: categories = [] } = useQuery({ ...mainCategoriesQuery(), enabled: !bare })
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className={SKIP_LINK}>
        Skip to content
      </a>
      {!bare && <Header cartCount={session ? (cart?.length ?? 0) : 0} categories={categories} />}
      <main id="content" tabIndex={-1} className="min-h-dvh grow outline-none">
        {children}
      </main>
      {!bare && <Footer categories={categories} pages={COMPANY_PAGES} />}
    </div>
  )
}
