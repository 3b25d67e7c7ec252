import { Button, type ButtonVariant } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Form } from '@haat/ui/form'
import { useOnePending } from '@haat/ui/use-one-pending'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  title: string
  /** Of the buttons: the one that sends the form, and the one that leaves everything as it is. */
  button: string
  keep: string
  variant?: ButtonVariant | undefined
  send: () => Promise<unknown>
  /** Why it could not be sent, which shows until the next change; null where the fields say it. */
  failureText: (error: unknown) => string | null
  onClose: () => void
  children: ReactNode
}

/** A question with a few fields, and its two answers. */
export function FormDialog(props: FormDialogProps) {
  const { title, button, keep, variant, send, failureText, onClose, children } = props
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const [submit, busy] = useOnePending(() => {
    setFailure(null)
    return send().catch((error: unknown) => {
      flushSync(() => setFailure(failureText(error)))
      document
        .getElementById(id)
        ?.querySelector<HTMLElement>('[data-invalid] :is(input, button), [aria-invalid]')
        ?.focus()
    })
  })
  useEffect(() => {
    const field = document.getElementById(id)?.querySelector<HTMLElement>('input, select, textarea')
    // On a phone the keyboard would hide half of the form.
    if (field?.matches('[type=radio]') || matchMedia('(pointer: fine)').matches) field?.focus()
  }, [id])
  // Outside of what opens it, whose look would reach into it.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          {failure && (
            <Notice tone="bad" className="mb-3">
              {failure}
            </Notice>
          )}
          <div className="flex justify-end gap-3 max-sm:*:grow max-sm:*:px-3">
            <Button variant="outline" onClick={onClose}>
              {keep}
            </Button>
            <Button type="submit" form={id} busy={busy} variant={variant} className="border-current!">
              {button}
            </Button>
          </div>
        </>
      }
    >
      <Form id={id} onChange={() => setFailure(null)} onSubmit={submit} className="grid gap-5">
        {children}
      </Form>
    </Dialog>,
    document.body,
  )
}
