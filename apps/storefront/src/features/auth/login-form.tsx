/** The forms that log in or sign up: with a password, and with a code to the phone. */
import { t } from '@lingui/core/macro'
import { tenDigits } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, call, contract, sessionEnded } from '../../api/client.ts'
import { mergeGuestCart } from '../../api/merge-guest-cart.ts'
import { useIsSessionLost } from '../../api/session.ts'
import { Link, PrefetchContext } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass, textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { focusHeading } from '../../ui/page.tsx'
import { NewPasswordFields, SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { dismissToasts, toast } from '../../ui/toast.ts'
import {
  type AuthState,
  emailRules,
  hasPaid,
  identifierRules,
  login,
  loginByPhone,
  loginMessage,
  nameField,
  nameRules,
  paymentIsSafe,
  phoneField,
  phoneRules,
  signUp,
  whileOtpHolds,
} from './auth-form.ts'
import { OtpForm } from './otp-form.tsx'

/** Milliseconds that a login waits for the guest's cart; what comes later appears where the customer is then. */
const MERGE_PATIENCE = 2000
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What follows a login: the guest's cart moves into the account, and the screen gives way to the one before. */
function useAfterLogin({ from: next = paths.home(), fromY }: AuthState) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const prefetch = use(PrefetchContext)
  return {
    prepare() {
      void mergeGuestCart(queries, next)
      void queries.invalidateQueries({ queryKey: ['me'] })
      prefetch(next)
    },
    async leave() {
      await Promise.race([mergeGuestCart(queries, next), delay(MERGE_PATIENCE)])
      void navigate(next, { replace: true, state: { scrollY: fromY, isAfterLogin: true } })
    },
  }
}

const loggedIn = (): string => t`Logged in successfully!`

export function LoginForm({ state }: { state: AuthState }) {
  const afterLogin = useAfterLogin(state)
  const isSessionLost = useIsSessionLost()
  // Still shown after login, which would move the form.
  const [saysSo, setSaysSo] = useState(state.isSessionLost ?? false)
  if (isSessionLost && !saysSo) setSaysSo(true)
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { identifier: state.email ?? '', password: '' },
    send: async ({ identifier, password }) => {
      await login(identifier, password)
      afterLogin.prepare()
    },
    success: loggedIn(),
    leave: { after: 1000, to: afterLogin.leave },
    failureText: (error) => loginMessage(error, t`Login failed. Please try again.`),
  })
  return (
    <SubmitForm form={form} label={t`Login`}>
      {saysSo && <Notice tone="wait">{sessionEnded()}</Notice>}
      {hasPaid(state.from) && <Notice>{paymentIsSafe()}</Notice>}
      <TextField
        label={t`Email or phone number`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'identifier', identifierRules)}
      />
      <div>
        <PasswordField
          label={t`Password`}
          {...fieldOf(form, 'password', { required: t`Password is required` })}
        />
        <Link to={paths.auth('forgot')} replace state={state} className={textLinkClass}>
          {t`Forgot password?`}
        </Link>
      </div>
    </SubmitForm>
  )
}

export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { name: '', email: '', phone_number: '', password: '', confirmation: '' },
    send: ({ name, email, phone_number, password }) => signUp({ name, email, phone_number, password }),
    success: t`Account created successfully! Please login.`,
    leave: {
      after: 1500,
      to: ({ email }) =>
        navigate(paths.auth('login'), {
          replace: true,
          state: { ...state, email: email.trim(), isSignedUp: true },
        }),
    },
    failureText: (error) => loginMessage(error, t`Signup failed. Please try again.`),
    onInvalid: () => toast('error', t`Please fix the form errors before submitting.`, 'auth'),
  })
  return (
    <SubmitForm form={form} label={t`Sign Up`}>
      <TextField label={t`Full name`} {...nameField} {...fieldOf(form, 'name', nameRules)} />
      <div className="grid items-start gap-5 max-sm:gap-2 sm:grid-cols-2">
        <EmailField {...fieldOf(form, 'email', emailRules)} />
        <TextField label={t`Phone number`} {...phoneField} {...fieldOf(form, 'phone_number', phoneRules)} />
        <NewPasswordFields form={form} first={{ label: t`Password`, required: t`Password is required` }} />
      </div>
    </SubmitForm>
  )
}

/** Login with a code to the phone. A new number makes an account, which has a name. */
export function PhoneForm({ state, onNew }: { state: AuthState; onNew: (heading?: string) => void }) {
  const afterLogin = useAfterLogin(state)
  const navigate = useNavigate()
  const { phone = '' } = state
  const setPhone = (number: string) =>
    void navigate(paths.auth('phone'), { replace: true, state: { ...state, phone: number } })
  /** The right code of a number without an account, and what is to be known about that. */
  const [unnamed, setUnnamed] = useState<{ otp: string; notice: string | null } | null>(null)
  const [typed, setTyped] = useState('')
  useEffect(() => onNew, [onNew])
  const startAgain = () => {
    setTyped(phone)
    setPhone('')
    setUnnamed(null)
    onNew()
  }
  const verify = async (otp: string): Promise<void> => {
    try {
      await loginByPhone(phone, otp)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isTaken = error.code === 'PHONE_UNPROVEN'
      if (!isTaken && error.code !== 'NAME_NEEDED') throw error
      // A refusal of an earlier try is not true any more.
      dismissToasts(0)
      onNew(isTaken ? t`An account has this number` : t`What is your name?`)
      return setUnnamed({ otp, notice: isTaken ? error.message : null })
    }
    toast('success', loggedIn(), 'auth')
    afterLogin.prepare()
    await afterLogin.leave()
  }
  const shown = tenDigits(phone).replace(/(.{5})(.{5})/, '+91\u00a0$1\u00a0$2')
  if (phone === '') return <PhoneNumber typed={typed} onSent={setPhone} />
  if (unnamed) return <NewAccount {...unnamed} state={state} onOtpFault={startAgain} />
  return (
    <OtpForm
      to={shown}
      text={t`Enter the OTP that we sent to ${{ phone: shown }}.`}
      verify={verify}
      failureText={loginMessage}
      toastStyle="auth"
      label={t`Continue`}
      resend={() => sendPhoneOtp(phone)}
    >
      <Button variant="quiet" size="sm" onClick={startAgain}>{t`Change number`}</Button>
    </OtpForm>
  )
}

const sendPhoneOtp = (phone_number: string) => call(contract.auth.sendPhoneOtp, { body: { phone_number } })

function PhoneNumber({ typed, onSent }: { typed: string; onSent: (phone: string) => void }) {
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { phone_number: typed },
    send: ({ phone_number }) => sendPhoneOtp(phone_number),
    success: ({ message }) => message,
    leave: { after: 0, to: ({ phone_number }) => onSent(phone_number.trim()) },
    failureText: (error) => loginMessage(error, t`Failed to send OTP. Please try again.`),
  })
  return (
    <SubmitForm form={form} label={t`Send OTP`}>
      <TextField label={t`Mobile number`} {...phoneField} {...fieldOf(form, 'phone_number', phoneRules)} />
    </SubmitForm>
  )
}

function NewAccount(props: { otp: string; notice: string | null; state: AuthState; onOtpFault: () => void }) {
  const { otp, notice, state, onOtpFault } = props
  const { phone = '' } = state
  // A guest who orders has nothing in the new account's cart but what came along.
  const { prepare, leave } = useAfterLogin(state.isGuest ? { ...state, from: paths.orderSummary() } : state)
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: { name: '' },
    send: ({ name }) => whileOtpHolds(loginByPhone(phone, otp, name).then(prepare), onOtpFault),
    success: loggedIn(),
    leave: { after: 0, to: leave },
    failureText: (error) => loginMessage(error, t`Signup failed. Please try again.`),
  })
  const { setFocus } = form
  useEffect(() => (notice ? focusHeading() : setFocus('name')), [notice, setFocus])
  return (
    <SubmitForm form={form} label={t`Continue`} variant={notice ? 'outline' : 'primary'}>
      <Notice tone={notice ? 'wait' : 'info'}>{notice ?? t`Your number is verified.`}</Notice>
      {notice && (
        <Link
          to={paths.auth('login')}
          replace
          state={{ ...state, email: phone }}
          className={buttonClass('primary', 'lg')}
        >
          {t`Log in with password`}
        </Link>
      )}
      <TextField label={t`Full name`} {...nameField} {...fieldOf(form, 'name', nameRules)} />
    </SubmitForm>
  )
}
