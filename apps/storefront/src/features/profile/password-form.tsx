import { LIMITS } from '@haat/contract/rules'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangePassword } from './profile.queries.ts'

/** How long the success stands in the panel. */
const CLOSE_DELAY = 1200
const DONE = 'Password changed successfully'

interface PasswordFormProps {
  onDone: () => void
  onCancel: () => void
}

/** Old password, new one twice. What went wrong stands in the panel and in a toast. */
export function PasswordForm({ onDone, onCancel }: PasswordFormProps) {
  const form = useForm({ defaultValues: { current: '', fresh: '', confirm: '' } })
  const changing = useChangePassword()
  const [failure, setFailure] = useState<string | null>(null)
  const { errors } = form.formState
  useDelayed(changing.isSuccess, onDone)
  const submit = form.handleSubmit(({ current, fresh }) => {
    setFailure(null)
    changing.mutate(
      { currentPassword: current, newPassword: fresh },
      {
        onSuccess: () => toast('success', DONE),
        onError: (error) => {
          const message = failureText(error)
          setFailure(message)
          toast('error', message)
        },
      },
    )
  })
  const over = changing.isPending || changing.isSuccess
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        if (over) event.preventDefault()
        else void submit(event)
      }}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...form.register('current', { required: 'Current password is required' })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${LIMITS.password_change_min} characters.`}
        error={errors.fresh?.message}
        {...form.register('fresh', {
          required: 'New password is required',
          minLength: {
            value: LIMITS.password_change_min,
            message: `New password must be at least ${LIMITS.password_change_min} characters`,
          },
          maxLength: {
            value: LIMITS.password_max,
            message: `New password must be at most ${LIMITS.password_max} characters`,
          },
          deps: 'confirm',
        })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...form.register('confirm', {
          required: 'Please confirm new password',
          validate: (value, { fresh }) => value === fresh || 'Passwords do not match',
        })}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {changing.isSuccess && <Notice>{DONE}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={over}>
          {changing.isPending ? 'Changing...' : 'Update Password'}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const FAILED = 'Network or server error'

/** The server's reason, else the HTTP status phrase, else a general text. */
function failureText(error: Error): string {
  const phrase = error instanceof ApiError && error.status >= 400 ? error.statusText : ''
  return messageOf(error, phrase || FAILED, FAILED)
}

function useDelayed(ready: boolean, act: () => void): void {
  const onTime = useEffectEvent(act)
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => onTime(), CLOSE_DELAY)
    return () => clearTimeout(timer)
  }, [ready])
}
