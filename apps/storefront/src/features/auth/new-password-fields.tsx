import { LIMITS } from '@haat/contract/rules'
import type { UseFormReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/field.tsx'

interface NewPasswordFieldsProps {
  form: Pick<UseFormReturn<{ password: string; confirmation: string }>, 'register' | 'formState'>
  label: string
  /** The message for an empty password. */
  required: string
}

/** A new password, twice. */
export function NewPasswordFields({ form, label, required }: NewPasswordFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <PasswordField
        label={label}
        hint="At least 6 characters"
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.password?.message}
        {...form.register('password', {
          required,
          minLength: { value: LIMITS.password_min, message: 'Password must be at least 6 characters' },
          deps: ['confirmation'],
        })}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        error={errors.confirmation?.message}
        {...form.register('confirmation', {
          validate: (confirmation, { password }) => confirmation === password || 'Passwords do not match',
        })}
      />
    </>
  )
}
