import type { ReactNode } from 'react'
import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { useTimeout } from '../../lib/use-timeout.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'

interface AuthFormOptions<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>
  send: (values: Values) => Promise<unknown>
  /** Shown when `send` has done it. */
  success: string
  /** Called then, after so many milliseconds, during which the form stays busy. */
  leave: { after: number; to: (values: Values) => unknown }
  /** The text for what `send` has thrown. */
  failureText: (error: unknown) => string
  /** Called instead of `send` while a field is wrong. */
  onInvalid?: () => void
}

/** A form of the auth screen. A failure shows as a toast, which leaves, and at the form until the next attempt. */
export function useAuthForm<Values extends FieldValues>(options: AuthFormOptions<Values>) {
  const { defaultValues, send, success, leave, failureText, onInvalid } = options
  const form = useForm<Values>({ defaultValues })
  const wait = useTimeout()
  const [isDone, setIsDone] = useState(false)
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values)
      setIsDone(true)
      toast('success', success, 'auth')
      wait(leave.after, () => void leave.to(values))
    } catch (error) {
      const message = failureText(error)
      form.setError('root', { message })
      toast('error', message, 'auth')
    }
  }, onInvalid)
  const { errors, isSubmitting } = form.formState
  return { ...form, submit, failure: errors.root?.message, isBusy: isSubmitting || isDone }
}

interface SubmitFormProps {
  form: { submit: () => Promise<void>; failure: string | undefined; isBusy: boolean }
  /** Of the button. */
  label: string
  /** Below the button. */
  foot?: ReactNode
  children: ReactNode
}

/** Fields, why the last attempt failed, and the button. */
export function SubmitForm({ form, label, foot, children }: SubmitFormProps) {
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      {children}
      {form.failure && <Notice tone="bad">{form.failure}</Notice>}
      <Button type="submit" size="lg" busy={form.isBusy}>
        {label}
      </Button>
      {foot}
    </Form>
  )
}
