import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '../api/use-attempt.ts'
import { Dialog } from '../ui/dialog.tsx'

interface TypeNameDialogProps {
  title: string
  text?: string
  /** What has to be typed. */
  name: string
  label: string
  /** Of the button that loses it for good. */
  button: string
  cancel?: string
  /** Beside the button. */
  other?: ReactNode
  /** @throws CallError */
  remove: () => Promise<unknown>
  onClose: () => void
  placeholder?: string
  /** Below it. */
  children?: ReactNode
}

/** Asks for the name of what is lost for good. */
export function TypeNameDialog(props: TypeNameDialogProps) {
  const { title, text, name, label, button, cancel, other, remove, onClose } = props
  const [typed, setTyped] = useState('')
  const { failure, attempt } = useAttempt()
  const confirm = async (): Promise<void> => {
    if (await attempt(remove)) onClose()
  }
  return (
    <Dialog
      {...{ title, text, cancel, onClose }}
      footer={
        <>
          {other}
          <Button variant="danger" disabled={typed.trim() !== name} onClick={confirm}>
            {button}
          </Button>
        </>
      }
    >
      <TextField
        label={label}
        placeholder={props.placeholder}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {props.children}
      {failure && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}
