import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SESSION_ENDED } from '../../api/client.ts'
import { mergeGuestCart } from '../../api/merge-guest-cart.ts'
import { useIsSessionLost } from '../../api/session.ts'
import { Link, PrefetchContext } from '../../lib/link.tsx'
import { paths } from '../../paths.ts'
import { textLinkClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import type { AuthState } from './auth-form.ts'
import { hasPaid, login, loginMessage, PAYMENT_IS_SAFE, requiredRules } from './auth-form.ts'
import { SubmitForm, useAuthForm } from './submit-form.tsx'

/** Milliseconds that a login waits for the guest's cart; what comes later appears where the customer is then. */
const MERGE_PATIENCE = 2000
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** E-mail or phone number, and password. */
export function LoginForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const prefetch = use(PrefetchContext)
  const isSessionLost = useIsSessionLost()
  // Still shown after login, which would move the form.
  const [saysSo, setSaysSo] = useState(state.isSessionLost ?? false)
  if (isSessionLost && !saysSo) setSaysSo(true)
  const next = state.from ?? paths.home()
  const form = useAuthForm({
    defaultValues: { identifier: state.email ?? '', password: '' },
    send: async ({ identifier, password }) => {
      await login(identifier, password)
      void mergeGuestCart(queries, next)
      void queries.invalidateQueries({ queryKey: ['me'] })
      prefetch(next)
    },
    success: 'Logged in successfully!',
    leave: {
      after: 1000,
      to: async () => {
        await Promise.race([mergeGuestCart(queries, next), delay(MERGE_PATIENCE)])
        void navigate(next, { replace: true, state: { scrollY: state.fromY, isAfterLogin: true } })
      },
    },
    failureText: (error) => loginMessage(error, 'Login failed. Please try again.'),
  })
  return (
    <SubmitForm form={form} label="Login">
      {saysSo && <Notice tone="wait">{SESSION_ENDED}</Notice>}
      {hasPaid(state.from) && <Notice>{PAYMENT_IS_SAFE}</Notice>}
      <TextField
        label="Email or phone number"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'identifier', requiredRules('Email or username is required'))}
      />
      <div>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={LIMITS.password_max}
          {...fieldOf(form, 'password', { required: 'Password is required' })}
        />
        <Link to={paths.auth('forgot')} replace state={state} className={textLinkClass}>
          Forgot password?
        </Link>
      </div>
    </SubmitForm>
  )
}
