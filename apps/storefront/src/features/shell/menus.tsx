/** The header's drop-down menus: the customer's, and that of the languages. */
import { type Language, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, LANGUAGES } from '@haat/contract/languages'
import { t } from '@lingui/core/macro'
import { ChevronDown, Languages, UserRound } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { call, contract } from '../../api/client.ts'
import { endSession, type Session, useSession } from '../../api/session.ts'
import { useSettings } from '../../api/settings.queries.ts'
import { languageNow } from '../../lib/i18n.ts'
import { Link } from '../../lib/link.tsx'
import { answers } from '../../lib/reachable.ts'
import { paths } from '../../paths.ts'
import { buttonClass, PlainButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { toast } from '../../ui/toast.ts'

const MENU_ITEM = 'flex min-h-11 w-full items-center px-4 text-left hover:bg-peacock-tint hover:text-peacock'

interface DropDownProps {
  label: ReactNode
  className?: string
  /** List items, given what closes the list. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a list below itself. Escape closes it, and so does leaving it. */
function DropDown({ label, className, children }: DropDownProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
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
    <div className={cx('relative', className)} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold hover:bg-peacock-tint hover:text-peacock"
      >
        {label}
        <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
      </button>
      <ul
        id={listId}
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-2 w-56 overflow-hidden rounded-md border border-line bg-card py-2 shadow-lg shadow-ink/10"
      >
        {children(close)}
      </ul>
    </div>
  )
}

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

/** Those that the shop offers; none where there is nothing to choose. */
export function useLanguages() {
  const { languages = [] } = useSettings() ?? {}
  return languages.length > 1 ? languages : []
}

/** Keeps the choice for the next pages, and loads this one again; without a network it says that it cannot. */
async function choose(chosen: Language): Promise<void> {
  if (!(await answers()))
    return toast('error', t`Another language needs the network. Choose it again when you are online.`)
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`
  const here = new URL(window.location.href)
  here.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', here)
  window.dispatchEvent(new Event('languagechange'))
  window.location.reload()
}

/** Each language by its own name, as list items. */
export function LanguageItems({ className }: { className: string }) {
  return useLanguages().map((one) => (
    <li key={one}>
      <button
        type="button"
        lang={one}
        aria-current={one === languageNow() ? 'true' : undefined}
        onClick={() => void choose(one)}
        className={`${className} aria-[current]:font-bold aria-[current]:text-peacock`}
      >
        {LANGUAGES[one].name}
      </button>
    </li>
  ))
}

/** The names of other languages show once it is open, so that their fonts load no earlier. */
export function LanguageMenu() {
  if (useLanguages().length === 0) return null
  return (
    <DropDown
      className="ml-auto shrink-0"
      label={
        <>
          <Languages aria-hidden className="size-4" />
          <span className="sr-only">{t`Language`}: </span>
          {LANGUAGES[languageNow()].name}
        </>
      }
    >
      {() => <LanguageItems className={MENU_ITEM} />}
    </DropDown>
  )
}
