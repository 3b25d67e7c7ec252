import { t } from '@lingui/core/macro'
import type { AuthView } from '@haat/contract/storefront-paths'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Link, useParams } from '../lib/link.tsx'
import { useSession } from '../api/session.ts'
import { useSettings } from '../api/settings.queries.ts'
import { type AuthState, readAuthState } from '../features/auth/auth-form.ts'
import { ForgotForm } from '../features/auth/forgot-form.tsx'
import { LoginForm, PhoneForm, SignupForm } from '../features/auth/login-form.tsx'
import { GuestCartList, GuestWishes } from '../features/cart/guest-items.tsx'
import { Logo } from '../features/shell/header.tsx'
import { LanguageMenu } from '../features/shell/menus.tsx'
import { cx } from '@haat/ui/cx'
import { buttonClass, textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { dismissToasts } from '../ui/toast.ts'
import { paths } from '../paths.ts'

interface View {
  heading: () => string
  text: (from?: string) => string
  /** @param onNew the heading while it asks who the owner of a new number is */
  Form: (props: { state: AuthState; onNew: (heading?: string) => void }) => ReactNode
  /** The question below the form and the link that answers it. */
  other: { question: () => string; label: () => string; view: AuthView }
}

const VIEWS: Record<AuthView, View> = {
  login: {
    heading: () => t`Login`,
    text: (from) =>
      from === paths.cart()
        ? t`Log in to order: your cart is kept in your account.`
        : from
          ? t`Log in to go on: you come straight back.`
          : t`Good to see you.`,
    Form: LoginForm,
    other: { question: () => t`New here?`, label: () => t`Sign Up`, view: 'signup' },
  },
  signup: {
    heading: () => t`Sign Up`,
    text: () => t`One account for cart, orders and addresses.`,
    Form: SignupForm,
    other: { question: () => t`Have an account already?`, label: () => t`Login`, view: 'login' },
  },
  forgot: {
    heading: () => t`Forgot Password`,
    text: () => t`We mail you a code, and you choose a new password.`,
    Form: ForgotForm,
    other: { question: () => t`Remembered it?`, label: () => t`Back to Login`, view: 'login' },
  },
  phone: {
    heading: () => t`Log in with a phone number`,
    text: () => t`We send an OTP to your mobile. A new number gets a new account.`,
    Form: PhoneForm,
    other: { question: () => t`Prefer your password?`, label: () => t`Login`, view: 'login' },
  },
}

/** How a guest's cart goes on where the merchant lets guests order. */
const GUEST: View = {
  ...VIEWS.phone,
  heading: () => t`Checkout`,
  text: () => t`Order with your phone number: no password needed.`,
  other: { question: () => t`Have an account already?`, label: () => t`Login`, view: 'login' },
}

const isView = (text: string): text is AuthView => Object.hasOwn(VIEWS, text)

export function AuthScreen() {
  const { view = '' } = useParams()
  const location = useLocation()
  const hasPhoneLogin = useSettings()?.phone_login
  const [newHeading, setNewHeading] = useState<string>()
  const session = useSession()
  if (!isView(view)) return <Navigate to={paths.home()} replace />
  const state = readAuthState(location.state)
  if (state.isClosed) return <AccountClosed />
  const isOtpSent = view === 'phone' ? state.phone : state.step
  const { heading, text, Form, other } = view === 'phone' && state.isGuest ? GUEST : VIEWS[view]
  return (
    <>
      <PageMeta title={heading()} />
      <AuthFrame>
        <PageHeading key={`heading of ${view}`}>{newHeading ?? heading()}</PageHeading>
        <p className="mt-2 mb-5 text-ink-soft max-sm:mt-1 max-sm:mb-3 max-sm:has-[+section]:hidden">
          {!isOtpSent && text(state.from)}
        </p>
        {view === 'login' && state.isSignedUp && session && (
          <Notice className="mb-5">
            {t`Your account is ready.`}
            <Link to={state.from ?? paths.home()} className={cx(buttonClass(), 'mt-3 flex w-full')}>
              {t`Continue`}
            </Link>
          </Notice>
        )}
        {view !== 'forgot' && <GuestWishes from={state.from} />}
        {view !== 'forgot' && <GuestCartList {...state} isFolded={!!isOtpSent} />}
        <Form key={view} state={state} onNew={setNewHeading} />
        {view === 'login' && hasPhoneLogin && (
          <Link
            to={paths.auth('phone')}
            replace
            state={state}
            onClick={() => dismissToasts(0)}
            className={cx(buttonClass('outline'), 'mt-3 w-full')}
          >
            {VIEWS.phone.heading()}
          </Link>
        )}
        <p className="mt-7 border-t border-line pt-5">
          {other.question()}{' '}
          <Link
            to={paths.auth(other.view)}
            replace
            state={{ ...state, step: undefined }}
            className={textLinkClass}
          >
            {other.label()}
          </Link>
        </p>
      </AuthFrame>
    </>
  )
}

/** In place of the login of an account that is gone. */
function AccountClosed() {
  const title = t`Your account is closed`
  return (
    <>
      <PageMeta title={title} />
      <AuthFrame>
        <PageHeading>{title}</PageHeading>
        <p className="mt-4">{t`Your addresses, cart, wishlist, reviews and login are deleted for good. You are logged out everywhere.`}</p>
        <p className="mt-3">{t`Your orders and their invoices stay with the shop, as long as tax law asks.`}</p>
        <Link to={paths.home()} className={cx(buttonClass(), 'mt-7 w-full')}>{t`Continue Shopping`}</Link>
        <Link to={paths.auth('signup')} className={cx(buttonClass('quiet'), 'mt-3 w-full')}>
          {t`Open a new account`}
        </Link>
      </AuthFrame>
    </>
  )
}

/** The stall on one side, the form on the other; a phone shows the awning only. */
function AuthFrame({ children }: { children: ReactNode }) {
  const settings = useSettings()
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[5fr_6fr]">
      <aside className="bg-peacock-deep text-paper max-lg:hidden">
        <div className="sticky top-0 flex h-dvh flex-col justify-between gap-8 px-12 py-14">
          <p className="max-w-md text-4xl font-extrabold tracking-tight text-balance">{settings?.tagline}</p>
          <img src="/stall.svg" alt="" className="mx-auto min-h-0 w-full max-w-lg" />
        </div>
      </aside>
      <div className="flex flex-col">
        <div aria-hidden className="awning lg:hidden" />
        <div className="mx-auto flex w-full max-w-lg grow flex-col px-4 py-4 sm:py-8">
          <div className="flex items-center justify-between gap-4">
            <Logo />
            <LanguageMenu />
          </div>
          <div className="py-6 max-sm:pt-2">{children}</div>
        </div>
      </div>
    </div>
  )
}
