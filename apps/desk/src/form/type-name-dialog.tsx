import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '../api/use-attempt.ts'
import { Dialog } from '../ui/dialog.tsx'

interface TypeNameDialogProps {
  title: string
  text?: ReactNode
  /** What has to be typed. */
  name: string
  label: string
  /** Of the button that loses it for good. */
  button: string
  /** Beside the button. */
  other?: ReactNode
  /** @throws CallError */
  remove: () => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of what is lost for good. */
export function TypeNameDialog(props: TypeNameDialogProps) {
  const { name, label, button, other, remove, onClose, ...texts } = props
  const [typed, setTyped] = useState('')
  const { failure, attempt } = useAttempt()
  const confirm = async (): Promise<void> => {
    if (await attempt(remove)) onClose()
  }
  return (
    <Dialog
      {...texts}
      onClose={onClose}
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
        placeholder={name}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}
