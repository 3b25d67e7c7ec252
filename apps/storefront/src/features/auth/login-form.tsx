import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sessionEnded } from '../../api/client.ts'
import { useIsSessionLost } from '../../api/session.ts'
import { Link } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { textLinkClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { fieldOf } from '@haat/ui/form'
import { NewPasswordFields, SubmitForm, useSubmitForm } from '../../ui/submit-form.tsx'
import { toast } from '../../ui/toast.ts'
import {
  type AuthState,
  emailRules,
  hasPaid,
  login,
  loginMessage,
  paymentIsSafe,
  phoneRules,
  requiredRules,
  shortPassword,
  signUp,
} from './auth-form.ts'
import { useAfterLogin } from './use-after-login.ts'

/** E-mail or phone number, and password. */
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
    success: t`Logged in successfully!`,
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
        {...fieldOf(form, 'identifier', requiredRules(t`Email or username is required`))}
      />
      <div>
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          maxLength={LIMITS.password_max}
          {...fieldOf(form, 'password', { required: t`Password is required` })}
        />
        <Link
          to={paths.auth('forgot')}
          replace
          state={state}
          className={textLinkClass}
        >{t`Forgot password?`}</Link>
      </div>
    </SubmitForm>
  )
}

const EMPTY = { name: '', email: '', phone_number: '', password: '', confirmation: '' }

/** A new account. */
export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const form = useSubmitForm({
    toastStyle: 'auth',
    defaultValues: EMPTY,
    send: ({ name, email, phone_number, password }) => signUp({ name, email, phone_number, password }),
    success: t`Account created successfully! Please login.`,
    leave: {
      after: 1500,
      to: ({ email }) =>
        navigate(paths.auth('login'), { replace: true, state: { ...state, email: email.trim() } }),
    },
    failureText: (error) => loginMessage(error, t`Signup failed. Please try again.`),
    onInvalid: () => toast('error', t`Please fix the form errors before submitting.`, 'auth'),
  })
  return (
    <SubmitForm form={form} label={t`Sign Up`}>
      <TextField
        label={t`Full name`}
        autoComplete="name"
        maxLength={100}
        {...fieldOf(form, 'name', requiredRules(t`Full name is required`))}
      />
      <EmailField {...fieldOf(form, 'email', emailRules)} />
      <TextField
        label={t`Phone number`}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...fieldOf(form, 'phone_number', phoneRules)}
      />
      <NewPasswordFields
        form={form}
        label={t`Password`}
        min={LIMITS.password_min}
        texts={{ required: t`Password is required`, short: shortPassword() }}
      />
    </SubmitForm>
  )
}
