import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'

interface AuthFormOptions<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>
  send: (values: Values) => Promise<void>
  /** The text for what `send` has thrown. */
  failureText: (error: unknown) => string
  /** Called instead of `send` while a field is wrong. */
  onInvalid?: () => void
}

/** A form of the auth screen. A failure shows as a toast, which leaves, and at the form until the next attempt. */
export function useAuthForm<Values extends FieldValues>(options: AuthFormOptions<Values>) {
  const { defaultValues, send, failureText, onInvalid } = options
  const form = useForm<Values>({ defaultValues })
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      const message = failureText(error)
      form.setError('root', { message })
      toast('error', message, 'auth')
    }
  }, onInvalid)
  const { errors, isSubmitting } = form.formState
  return { ...form, submit, failure: errors.root?.message, isSubmitting }
}

interface SubmitFormProps {
  form: { submit: () => Promise<void>; failure: string | undefined; isSubmitting: boolean }
  /** Of the button. */
  label: string
  /** Done, and about to leave. */
  done?: boolean
  /** Below the button. */
  foot?: ReactNode
  children: ReactNode
}

/** Fields, why the last attempt failed, and the button. */
export function SubmitForm({ form, label, done = false, foot, children }: SubmitFormProps) {
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      {children}
      {form.failure && <Notice tone="bad">{form.failure}</Notice>}
      <Button type="submit" size="lg" busy={form.isSubmitting || done}>
        {label}
      </Button>
      {foot}
    </Form>
  )
}
