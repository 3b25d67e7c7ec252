import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Form } from '@haat/ui/form'
import { type ReactNode, useId } from 'react'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  title: string
  /** Of the buttons: the one that sends the form, and the one that leaves everything as it is. */
  button: string
  keep: string
  busy: boolean
  /** Why it could not be sent. */
  failure: string | null
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A question with a few fields, and its two answers. */
export function FormDialog(props: FormDialogProps) {
  const { title, button, keep, busy, failure, onSubmit, onClose, children } = props
  const id = useId()
  return (
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
            <Button type="submit" form={id} busy={busy}>
              {button}
            </Button>
          </div>
        </>
      }
    >
      <Form id={id} onSubmit={onSubmit} className="grid gap-5">
        {children}
      </Form>
    </Dialog>
  )
}
