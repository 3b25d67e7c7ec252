import { t } from '@lingui/core/macro'
import { UserRound } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Link } from '../../lib/link.tsx'
import { cx } from '@haat/ui/cx'
import { call, contract } from '../../api/client.ts'
import { endSession, type Session, useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { buttonClass, PlainButton } from '@haat/ui/button'
import { DropDown, MENU_ITEM } from './drop-down.tsx'

export const ACCOUNT_LINKS = [
  { to: paths.profile(), label: () => t`My Profile` },
  { to: paths.orders(), label: () => t`My Orders` },
  { to: paths.wishlist(), label: () => t`My Wishlist` },
]

/** Room for both: nothing beside it moves when a session comes in. */
const ROOM = 'flex items-center justify-end sm:min-w-44 lg:min-w-60'

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
        className={`${buttonClass('quiet', 'sm')} py-0! whitespace-nowrap`}
      >{t`Login`}</Link>
      <Link
        to={paths.auth('signup')}
        state={state}
        className={`${buttonClass('outline', 'sm')} whitespace-nowrap max-sm:hidden sm:max-md:tamil:hidden`}
      >{t`Sign Up`}</Link>
    </div>
  )
}

function CustomerMenu({ session }: { session: Session }) {
  const logout = useLogout()
  // The first name, or initials and what follows them.
  const greeting = t`Hi, ${/^.{3,}?(?= |$)/.exec(session.user.name)?.[0] ?? session.user.name}`
  return (
    <DropDown
      className={ROOM}
      label={
        <>
          <UserRound aria-hidden className="size-5 sm:max-lg:hidden" />
          <span className="max-w-[7.4em] truncate max-sm:sr-only lg:max-w-[10em]">{greeting}</span>
        </>
      }
    >
      {(close) => (
        <>
          <li className="truncate border-b border-line px-4 pb-2 text-sm text-ink-soft sm:hidden">
            {greeting}
          </li>
          {ACCOUNT_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} onClick={close} className={MENU_ITEM}>
                {label()}
              </Link>
            </li>
          ))}
          <li>
            <PlainButton onClick={logout} className={MENU_ITEM}>{t`Logout`}</PlainButton>
          </li>
        </>
      )}
    </DropDown>
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
