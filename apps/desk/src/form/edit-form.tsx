import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Form } from '@haat/ui/form'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { count, shortMoment } from '../lib/format.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import type { EditForm as Edit } from './use-edit-form.ts'

/** Offers what was typed before a reload or a login. */
export function DraftNotice<Values extends FieldValues>({ draft }: Pick<Edit<Values>, 'draft'>) {
  if (!draft) return null
  return (
    <Notice
      tone="wait"
      action={
        <span className="flex gap-2">
          <Button variant="outline" size="sm" onClick={draft.restore}>
            Restore
          </Button>
          <Button variant="quiet" size="sm" onClick={draft.drop}>
            Discard
          </Button>
        </span>
      }
    >
      You typed something here on {shortMoment(draft.at)} that is not saved.
    </Notice>
  )
}

interface EditFormProps<Values extends FieldValues> {
  edit: Edit<Values>
  /** What its fields are called, for two versions beside each other. */
  labels: Record<keyof Values & string, string>
  /** Nothing can be saved: its fields are disabled. */
  isReadOnly?: boolean
  children: ReactNode
}

/** Fields in one column, and at the bottom what will be saved. */
export function EditForm<Values extends FieldValues>(props: EditFormProps<Values>) {
  const { edit, labels, isReadOnly, children } = props
  const { dirtyFields, isSubmitting } = edit.form.formState
  const changes = Object.keys(dirtyFields).length
  if (isReadOnly)
    return (
      <fieldset disabled className="grid max-w-160 gap-5">
        <Notice>You may look at this, but not change it.</Notice>
        {children}
      </fieldset>
    )
  return (
    <Form onSubmit={edit.submit} className="grid max-w-160 gap-5">
      <DraftNotice draft={edit.draft} />
      {children}
      <ActionBar className="-mx-4 rounded-b-lg">
        {edit.failure && (
          <div className="w-full">
            <Notice tone="bad">{edit.failure}</Notice>
          </div>
        )}
        <p role="status" className="min-w-0 flex-1 text-sm text-ink-soft">
          {changes === 0 ? 'No changes' : count(changes, 'change')}
        </p>
        {changes > 0 && (
          <Button variant="quiet" onClick={edit.undo}>
            Undo
          </Button>
        )}
        <Button type="submit" busy={isSubmitting} disabled={changes === 0}>
          Save
        </Button>
      </ActionBar>
      {edit.stale && <StaleDialog stale={edit.stale} labels={labels} />}
    </Form>
  )
}

/** Whether what is typed may be left. */
export const mayLeave = (isTyped: boolean): boolean =>
  !isTyped || window.confirm('Leave what you have typed? It is not saved.')

/** A long form hides it below its buttons. */
const showIt = (element: Element | null): void => element?.scrollIntoView({ block: 'center' })

interface FormDialogProps<Values extends FieldValues> {
  edit: Edit<Values>
  title: string
  text?: ReactNode
  button: string
  /** Whether the button does nothing yet; undefined where it loses nothing for good. */
  isBlocked?: boolean | undefined
  other?: ReactNode
  onClose: () => void
  children?: ReactNode
}

/** A question with a few fields, about an act. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { edit, title, text, button, isBlocked, other, onClose, children } = props
  const id = useId()
  const { isDirty } = edit.form.formState
  return (
    <Dialog
      onClose={() => mayLeave(isDirty && !edit.isKept) && onClose()}
      title={title}
      text={text}
      cancel="Close"
      footer={
        <>
          {other}
          <Button
            type="submit"
            variant={isBlocked === undefined ? 'primary' : 'danger'}
            form={id}
            busy={edit.form.formState.isSubmitting}
            disabled={isBlocked === true}
          >
            {button}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={edit.submit} className="grid gap-5">
        <DraftNotice draft={edit.draft} />
        {children}
        {edit.failure && (
          <div ref={showIt}>
            <Notice tone="bad" className="whitespace-pre-line">
              {edit.failure}
            </Notice>
          </div>
        )}
      </Form>
    </Dialog>
  )
}
