import { ChevronDown, UserRound } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { cx } from '@haat/ui/cx'
import { call, contract } from '../../api/client.ts'
import { endSession, type Session, useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { buttonClass, PlainButton } from '@haat/ui/button'

/** A customer's own screens. */
export const ACCOUNT_LINKS = [
  { to: paths.profile(), label: 'My Profile' },
  { to: paths.orders(), label: 'My Orders' },
  { to: paths.wishlist(), label: 'My Wishlist' },
]

const ITEM = 'flex min-h-11 w-full items-center px-4 text-left hover:bg-peacock-tint hover:text-peacock'

/** Room for both: nothing beside it moves when a session comes in. */
const ROOM = 'flex items-center justify-end sm:min-w-44 lg:min-w-55'

/** Login and Sign Up, or the menu of a logged-in customer. */
export function UserMenu() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session) return <CustomerMenu session={session} />
  const state = { from: pathname + search }
  return (
    <div className={cx(ROOM, 'gap-1 sm:gap-2 noscript:hidden')}>
      <Link
        to={paths.auth('login')}
        state={state}
        className={`${buttonClass('quiet', 'sm')} whitespace-nowrap`}
      >
        Login
      </Link>
      <Link
        to={paths.auth('signup')}
        state={state}
        className={`${buttonClass('outline', 'sm')} whitespace-nowrap max-sm:hidden`}
      >
        Sign Up
      </Link>
    </div>
  )
}

function CustomerMenu({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const logout = useLogout()
  const close = () => setOpen(false)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  return (
    <div className={cx(ROOM, 'relative')} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold hover:bg-peacock-tint hover:text-peacock"
      >
        <UserRound aria-hidden className="size-5" />
        <span className="max-w-[5.6em] truncate max-sm:sr-only lg:max-w-[8.5em]">
          Hi, {session.user.name}
        </span>
        <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
      </button>
      <ul
        id={listId}
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-2 w-56 overflow-hidden rounded-md border border-line bg-card py-2 shadow-lg shadow-ink/10"
      >
        <li className="truncate border-b border-line px-4 pb-2 text-sm text-ink-soft sm:hidden">
          Hi, {session.user.name}
        </li>
        {ACCOUNT_LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} onClick={close} className={ITEM}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <PlainButton onClick={logout} className={ITEM}>
            Logout
          </PlainButton>
        </li>
      </ul>
    </div>
  )
}

/** Ends the session on this device at once. The promise settles with the server's reply and never rejects. */
export function useLogout(): () => Promise<unknown> {
  const navigate = useNavigate()
  return () => {
    const request = call(contract.auth.logout).catch(() => undefined)
    endSession('logout')
    // After a private screen, which leads to login when its session is gone: the next person would come back to it.
    setTimeout(() => void navigate(paths.home()))
    return request
  }
}
