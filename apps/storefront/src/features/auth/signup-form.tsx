import { LIMITS } from '@haat/contract/rules'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { EmailField, TextField } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-form.ts'
import { emailRules, loginMessage, phoneRules, requiredRules, SHORT_PASSWORD, signUp } from './auth-form.ts'
import { SubmitForm, useAuthForm } from './submit-form.tsx'

const EMPTY = { name: '', email: '', phone_number: '', password: '', confirmation: '' }

/** A new account. */
export function SignupForm({ state }: { state: AuthState }) {
  const navigate = useNavigate()
  const form = useAuthForm({
    defaultValues: EMPTY,
    send: ({ name, email, phone_number, password }) => signUp({ name, email, phone_number, password }),
    success: 'Account created successfully! Please login.',
    leave: {
      after: 1500,
      to: ({ email }) =>
        navigate(paths.auth('login'), { replace: true, state: { ...state, email: email.trim() } }),
    },
    failureText: (error) => loginMessage(error, 'Signup failed. Please try again.'),
    onInvalid: () => toast('error', 'Please fix the form errors before submitting.', 'auth'),
  })
  return (
    <SubmitForm form={form} label="Sign Up">
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
