import type { ComponentProps, FormEvent } from 'react'
import { useOnePending } from '../lib/use-once.ts'

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
