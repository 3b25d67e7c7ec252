import { t } from '@lingui/core/macro'
import { LIMITS } from '@haat/contract/rules'
import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { useTimeout } from '../lib/use-timeout.ts'
import { Button, type ButtonVariant } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { PasswordField } from '@haat/ui/field'
import { fieldOf, Form, type FormFields } from '@haat/ui/form'
import { toast, type ToastStyle } from './toast.ts'

interface SubmitOptions<Values extends FieldValues, Reply> {
  defaultValues: DefaultValues<Values>
  send: (values: Values) => Promise<Reply>
  /** Shown when `send` has done it. */
  success: string | ((reply: Reply) => string)
  /** Called then, after so many milliseconds, during which the form stays busy. */
  leave: { after: number; to: (values: Values) => unknown }
  failureText: (error: unknown) => string
  toastStyle?: ToastStyle
  /** Called instead of `send` while a field is wrong. */
  onInvalid?: () => void
}

/** A form that is sent at once. A failure shows at its field or the form, and of a login as a toast, too. */
export function useSubmitForm<Values extends FieldValues, Reply>(options: SubmitOptions<Values, Reply>) {
  const { defaultValues, send, success, leave, failureText, toastStyle = 'page', onInvalid } = options
  const form = useForm<Values>({ defaultValues })
  const wait = useTimeout()
  const [isDone, setIsDone] = useState(false)
  const submit = form.handleSubmit(async (values) => {
    try {
      const reply = await send(values)
      setIsDone(true)
      toast('success', typeof success === 'string' ? success : success(reply), toastStyle)
      wait(leave.after, () => void leave.to(values))
    } catch (error) {
      const message = failureText(error)
      const [wrong] = fieldErrors(error).filter(({ path }) => path in values)
      form.setError(wrong ? (wrong.path as Path<Values>) : 'root', { message }, { shouldFocus: true })
      if (toastStyle === 'auth') toast('error', message, 'auth')
    }
  }, onInvalid)
  const { errors, isSubmitting } = form.formState
  return { ...form, submit, failure: errors.root?.message, isDone, isBusy: isSubmitting || isDone }
}

/** What a refused call says of fields; the first one is its message. */
const fieldErrors = (error: unknown): readonly { path: string }[] =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : []

interface SubmitFormProps {
  form: { submit: () => Promise<void>; failure: string | undefined; isBusy: boolean }
  label: string
  variant?: ButtonVariant
  foot?: ReactNode
  children?: ReactNode
}

export function SubmitForm({ form, label, variant, foot, children }: SubmitFormProps) {
  return (
    <Form onSubmit={form.submit} className="grid gap-5 max-sm:gap-3">
      {children}
      {form.failure && <Notice tone="bad">{form.failure}</Notice>}
      <Button type="submit" size="lg" variant={variant} busy={form.isBusy}>
        {label}
      </Button>
      {foot}
    </Form>
  )
}

interface NewPasswordFieldsProps {
  form: FormFields<{ password: string; confirmation: string }>
  /** Of a signup or reset, where a shorter one is taken: the message for an empty one. */
  first?: { label?: string; required: string }
}

export function NewPasswordFields({ form, first }: NewPasswordFieldsProps) {
  const min = first ? LIMITS.password_min : LIMITS.password_change_min
  const { label = t`New password`, required = t`New password is required` } = first ?? {}
  const short = first
    ? t`Password must be at least 6 characters`
    : t`New password must be at least ${min} characters`
  const password = label.toLowerCase()
  const field = fieldOf(form, 'password', {
    required,
    minLength: { value: min, message: short },
    deps: ['confirmation'],
  })
  return (
    <>
      <PasswordField
        label={label}
        hint={field.error ? undefined : t`At least ${min} characters`}
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        {...field}
      />
      <PasswordField
        label={t`Confirm ${password}`}
        autoComplete="new-password"
        maxLength={LIMITS.password_max}
        {...fieldOf(form, 'confirmation', {
          required: first ? t`Please confirm your password` : t`Please confirm new password`,
          validate: (confirmation, { password }) => confirmation === password || t`Passwords do not match`,
        })}
      />
    </>
  )
}
