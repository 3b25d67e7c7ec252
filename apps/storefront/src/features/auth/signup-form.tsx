import { LIMITS } from '@haat/contract/rules'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { EmailField, TextField } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import { emailRules, loginMessage, phoneRules, requiredRules, SHORT_PASSWORD, signUp } from './auth-form.ts'
import { SubmitForm, useAuthForm } from './submit-form.tsx'

/** Milliseconds. */
const LEAVE_DELAY = 1500
const EMPTY = { name: '', email: '', phone_number: '', password: '', confirmation: '' }

/** A new account. */
export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const after = useTimeout()
  const [done, setDone] = useState(false)
  const form = useAuthForm({
    defaultValues: EMPTY,
    send: async ({ name, email, phone_number, password }) => {
      await signUp({ name, email, phone_number, password })
      setDone(true)
      toast('success', 'Account created successfully! Please login.', 'auth')
      const next: AuthState = { ...state, email: email.trim() }
      after(LEAVE_DELAY, () => void navigate(paths.auth('login'), { replace: true, state: next }))
    },
    failureText: (error) => loginMessage(error, 'Signup failed. Please try again.'),
    onInvalid: () => toast('error', 'Please fix the form errors before submitting.', 'auth'),
  })
  return (
    <SubmitForm form={form} label="Sign Up" done={done}>
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={100}
        {...fieldOf(form, 'name', requiredRules('Full name is required'))}
      />
      <EmailField {...fieldOf(form, 'email', emailRules)} />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...fieldOf(form, 'phone_number', phoneRules)}
      />
      <NewPasswordFields
        form={form}
        label="Password"
        min={LIMITS.password_min}
        texts={{ required: 'Password is required', short: SHORT_PASSWORD }}
      />
    </SubmitForm>
  )
}
