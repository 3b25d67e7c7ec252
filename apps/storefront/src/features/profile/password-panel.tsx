import { LIMITS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, contract, messageOf } from '../../api/client.ts'
import { useTimeout } from '../../lib/use-timeout.ts'
import { Button } from '../../ui/button.tsx'
import { fieldOf, Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { sessionsQuery } from './profile.queries.ts'

/** Milliseconds for which the panel shows the success. */
const CLOSE_DELAY = 1200
const DONE = 'Password changed successfully'
const FAILED = 'Network or server error'

/** The Change Password panel. It closes by itself after a success. */
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
          <PasswordForm onClose={close} />
        ) : (
          <p className="mt-2 text-ink-soft">Changing it logs out all your other devices.</p>
        )}
      </div>
    </section>
  )
}

/** The old password, and the new one twice. Errors show in the panel and in a toast. */
function PasswordForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { current: '', password: '', confirmation: '' } })
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const after = useTimeout()
  const submit = form.handleSubmit(async ({ current, password }) => {
    setFailure(null)
    try {
      await call(contract.profile.changePassword, {
        body: { currentPassword: current, newPassword: password },
      })
      setDone(true)
      // The server has logged out the other devices.
      void queries.invalidateQueries(sessionsQuery())
      toast('success', DONE)
      after(CLOSE_DELAY, onClose)
    } catch (error) {
      const message = failureText(error)
      setFailure(message)
      toast('error', message)
    }
  })
  const { isSubmitting } = form.formState
  return (
    <Form className="mt-4 grid gap-4" onSubmit={submit}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...fieldOf(form, 'current', { required: 'Current password is required' })}
      />
      <NewPasswordFields
        form={form}
        label="New password"
        min={LIMITS.password_change_min}
        texts={{
          required: 'New password is required',
          short: `New password must be at least ${LIMITS.password_change_min} characters`,
          confirm: 'Please confirm new password',
        }}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {isDone && <Notice>{DONE}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting || isDone}>
          {isSubmitting ? 'Changing...' : 'Update Password'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** The server's reason, else the HTTP status phrase, else a general text. */
function failureText(error: unknown): string {
  const phrase = error instanceof ApiError && error.status >= 400 ? error.statusText : ''
  return messageOf(error, phrase || FAILED, FAILED)
}
