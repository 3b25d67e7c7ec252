import type { Category } from '@haat/contract/catalog'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { PlainButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ACCOUNT_LINKS, useLogout } from './user-menu.tsx'

interface MobileMenuProps {
  open: boolean
  onClose: () => void
  links: readonly { to: string; label: string }[]
  categories: readonly Category[]
}

/** The whole navigation in a drawer. */
export function MobileMenu({ open, onClose, links, categories }: MobileMenuProps) {
  const session = useSession()
  const logout = useLogout()
  const { pathname, search } = useLocation()
  const back = { from: pathname + search }
  const item = (to: string, label: string, state?: unknown) => (
    <li key={to}>
      <Link
        to={to}
        state={state}
        onClick={onClose}
        className="flex min-h-11 items-center rounded-sm hover:text-peacock"
      >
        {label}
      </Link>
    </li>
  )
  return (
    <Dialog open={open} onClose={onClose} title="Menu" side="left">
      <nav aria-label="Menu">
        <Group title={session ? `Hi, ${session.user.name}` : 'Welcome'}>
          {session
            ? [
                ...ACCOUNT_LINKS.map(({ to, label }) => item(to, label)),
                <li key="logout">
                  <PlainButton
                    className="min-h-11 hover:text-peacock"
                    onClick={() => {
                      onClose()
                      return logout()
                    }}
                  >
                    Logout
                  </PlainButton>
                </li>,
              ]
            : [item(paths.auth('login'), 'Login', back), item(paths.auth('signup'), 'Sign Up', back)]}
        </Group>
        <Group title="Shop">{links.map(({ to, label }) => item(to, label))}</Group>
        {categories.length > 0 && (
          <Group title="Categories">
            {categories.map((category) =>
              item(paths.categoryPage(category.id), category.name, { selectedCategory: category }),
            )}
          </Group>
        )}
      </nav>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h3 className="mb-1 border-b border-line pb-1 text-sm font-bold text-ink-soft">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
