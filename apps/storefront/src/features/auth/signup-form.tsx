import { LIMITS } from '@haat/contract/rules'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import {
  emailRules,
  loginMessage,
  matchRules,
  newPasswordRules,
  phoneRules,
  requiredRules,
  signUp,
} from './auth-form.ts'

/** Milliseconds. */
const LEAVE_DELAY = 1500
const EMPTY = { name: '', email: '', phone_number: '', password: '', confirmation: '' }

/** A new account. */
export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const after = useTimeout()
  const [done, setDone] = useState(false)
  const { register, handleSubmit, formState, getValues } = useForm({ defaultValues: EMPTY })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(
    async ({ name, email, phone_number, password }) => {
      try {
        await signUp({ name, email, phone_number, password })
        setDone(true)
        toast('success', 'Account created successfully! Please login.', 'auth')
        const next: AuthState = { ...state, email: email.trim() }
        after(LEAVE_DELAY, () => void navigate(paths.auth('login'), { state: next }))
      } catch (error) {
        toast('error', loginMessage(error, 'Signup failed. Please try again.'), 'auth')
      }
    },
    () => toast('error', 'Please fix the form errors before submitting.', 'auth'),
  )
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={100}
        error={errors.name?.message}
        {...register('name', requiredRules('Full name is required'))}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.email?.message}
        {...register('email', emailRules)}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        error={errors.phone_number?.message}
        {...register('phone_number', phoneRules)}
      />
      <PasswordField
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.password?.message}
        {...register('password', { ...newPasswordRules('Password is required'), deps: ['confirmation'] })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.confirmation?.message}
        {...register(
          'confirmation',
          matchRules(() => getValues('password')),
        )}
      />
      <Button type="submit" size="lg" busy={isSubmitting || done}>
        Sign Up
      </Button>
    </Form>
  )
}
