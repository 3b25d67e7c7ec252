import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { EmailField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import { emailRules, loginMessage, phoneRules, requiredRules, signUp } from './auth-form.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Milliseconds. */
const LEAVE_DELAY = 1500
const EMPTY = { name: '', email: '', phone_number: '', password: '', confirmation: '' }

/** A new account. */
export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const after = useTimeout()
  const [done, setDone] = useState(false)
  const form = useForm({ defaultValues: EMPTY })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(
    async ({ name, email, phone_number, password }) => {
      try {
        await signUp({ name, email, phone_number, password })
        setDone(true)
        toast('success', 'Account created successfully! Please login.', 'auth')
        const next: AuthState = { ...state, email: email.trim() }
        after(LEAVE_DELAY, () => void navigate(paths.auth('login'), { replace: true, state: next }))
      } catch (error) {
        const message = loginMessage(error, 'Signup failed. Please try again.')
        form.setError('root', { message })
        toast('error', message, 'auth')
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
      <EmailField error={errors.email?.message} {...register('email', emailRules)} />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        error={errors.phone_number?.message}
        {...register('phone_number', phoneRules)}
      />
      <NewPasswordFields form={form} label="Password" required="Password is required" />
      <FormError errors={errors} />
      <Button type="submit" size="lg" busy={isSubmitting || done}>
        Sign Up
      </Button>
    </Form>
  )
}
