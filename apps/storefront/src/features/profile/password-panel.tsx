import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordForm } from './password-form.tsx'

/** Change Password: a panel that opens, and closes by itself after a success. */
export function PasswordPanel() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) panel.current?.querySelector('input')?.focus()
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-lg border border-line bg-card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-xl font-bold">
          Password
        </h2>
        <Button
          ref={button}
          variant="outline"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <KeyRound aria-hidden className="size-5" />
          Change Password
        </Button>
      </div>
      <div id={id} ref={panel}>
        {open ? (
          <PasswordForm onDone={close} onCancel={close} />
        ) : (
          <p className="mt-2 text-ink-soft">Changing it logs out all your other devices.</p>
        )}
      </div>
    </section>
  )
}
