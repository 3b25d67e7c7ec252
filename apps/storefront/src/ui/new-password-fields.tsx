import { LIMITS } from '@haat/contract/rules'
import { PasswordField } from './field.tsx'
import { fieldOf, type FormFields } from './form.tsx'

interface NewPasswordFieldsProps {
  form: FormFields<{ password: string; confirmation: string }>
  label: string
  /** Its least number of characters. */
  min: number
  /** The messages for an empty password, for one that is too short, and for an empty confirmation. */
  texts: { required: string; short: string; confirm?: string }
}

/** A new password, twice. */
export function NewPasswordFields({ form, label, min, texts }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={`At least ${min} characters`}
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        {...fieldOf(form, 'password', {
          required: texts.required,
          minLength: { value: min, message: texts.short },
          deps: ['confirmation'],
        })}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        {...fieldOf(form, 'confirmation', {
          required: texts.confirm,
          validate: (confirmation, { password }) => confirmation === password || 'Passwords do not match',
        })}
      />
    </>
  )
}
