import type { ComponentProps, FormEvent } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { useOnePending } from './use-one-pending.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /**
   * May return a promise: until it settles the form is not submitted again, which its submit button has to show. The
   * handler catches its own errors.
   */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form that the page submits itself, without the browser's own validation messages. */
export function Form({ onSubmit, ...rest }: FormProps) {
  const [submitOnce, isPending] = useOnePending(onSubmit)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitOnce(event)
  }
  return <form noValidate {...rest} aria-busy={isPending || undefined} onSubmit={submit} />
}

/** What `fieldOf` needs of a form. */
export type FormFields<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'register' | 'getFieldState' | 'formState'
>

/** The attributes of a form's field, with what is wrong with it. */
export const fieldOf = <Values extends FieldValues>(
  form: FormFields<Values>,
  name: Path<Values>,
  rules?: RegisterOptions<Values, Path<Values>>,
) => ({
  error: form.getFieldState(name, form.formState).error?.message,
  ...form.register(name, rules),
})
