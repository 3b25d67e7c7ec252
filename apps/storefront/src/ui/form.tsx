import type { ComponentProps, FormEvent } from 'react'
import { useRef } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** May return a promise: until it settles the form is not submitted again. The handler catches its own errors. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form that the page submits itself, without the browser's own validation messages. */
export function Form({ onSubmit, ...rest }: FormProps) {
  const pending = useRef(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending.current) return
    const result = onSubmit(event)
    if (!(result instanceof Promise)) return
    pending.current = true
    void result.finally(() => (pending.current = false))
  }
  return <form noValidate {...rest} onSubmit={submit} />
}
