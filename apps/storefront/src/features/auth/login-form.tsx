import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { mergeGuestCart } from '../../api/merge-guest-cart.ts'
import { Link } from '../../lib/link.tsx'
import { PrefetchContext } from '../../lib/prefetch.tsx'
import { useTimeout } from '../../lib/use-timeout.ts'
import { paths } from '../../paths.ts'
import { Button, textLinkClass } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import { login, loginMessage, requiredRules } from './auth-form.ts'
import { FormError } from './form-error.tsx'

/** Milliseconds. */
const LEAVE_DELAY = 1000

/** E-mail or phone number, and password. */
export function LoginForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const after = useTimeout()
  const prefetch = use(PrefetchContext)
  const [done, setDone] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { identifier: state.email ?? '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ identifier, password }) => {
    try {
      await login(identifier, password)
      setDone(true)
      toast('success', 'Logged in successfully!', 'auth')
      await mergeGuestCart(queries)
      void queries.invalidateQueries({ queryKey: ['me'] })
      const next = state.from ?? paths.home()
      prefetch(next)
      after(LEAVE_DELAY, () => void navigate(next, { replace: true }))
    } catch (error) {
      const message = loginMessage(error, 'Login failed. Please try again.')
      setError('root', { message })
      toast('error', message, 'auth')
    }
  })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TextField
        label="Email or phone number"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.identifier?.message}
        {...register('identifier', requiredRules('Email or username is required'))}
      />
      <div>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={LIMITS.password_max}
          error={errors.password?.message}
          {...register('password', { required: 'Password is required' })}
        />
        <Link to={paths.auth('forgot')} state={state} className={textLinkClass}>
          Forgot password?
        </Link>
      </div>
      <FormError errors={errors} />
      <Button type="submit" size="lg" busy={isSubmitting || done}>
        Login
      </Button>
    </Form>
  )
}
