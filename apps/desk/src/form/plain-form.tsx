import { Button, type ButtonSize } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Form } from '@haat/ui/form'
import type { FormEvent, ReactNode } from 'react'
import { useAttempt } from '../api/use-attempt.ts'

/** Gives a field its attributes, with what is wrong with it. */
export type FieldOf = ReturnType<typeof useAttempt>['field']

export interface PlainFormProps {
  button: string
  size?: ButtonSize
  /** @param texts as typed, by the names of the fields @throws CallError */
  send: (texts: Record<string, string>, form: HTMLFormElement) => Promise<unknown>
  children: (field: FieldOf) => ReactNode
}

/** A form whose texts, such as passwords, are never kept on the device. */
export function PlainForm({ button, size = 'md', send, children }: PlainFormProps) {
  const { error, attempt, field } = useAttempt()
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    attempt(() =>
      send(Object.fromEntries(new FormData(currentTarget)) as Record<string, string>, currentTarget),
    )
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {children(field)}
      {error?.errors.length === 0 && <Notice tone="bad">{error.message}</Notice>}
      <Button type="submit" size={size}>
        {button}
      </Button>
    </Form>
  )
}
