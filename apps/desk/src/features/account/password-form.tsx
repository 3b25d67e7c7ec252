import { staffSession } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { PasswordField } from '@haat/ui/field'
import { fieldOf, Form } from '@haat/ui/form'
import { useForm } from 'react-hook-form'
import { call, messageOf } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'

/** A new password. Passwords are never kept as drafts. */
export function PasswordForm() {
  const form = useForm({ defaultValues: { current: '', password: '' } })
  const submit = form.handleSubmit(async (values) => {
    try {
      await call(staffSession.changePassword, values)
      form.reset()
      toast('success', 'Your password is changed. Your other sessions are over.')
    } catch (error) {
      form.setError('root', { message: messageOf(error) })
    }
  })
  const failure = form.formState.errors.root?.message
  return (
    <Card title="Password">
      <Form onSubmit={submit} className="grid gap-5">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={200}
          {...fieldOf(form, 'current', { required: 'Please enter your current password.' })}
        />
        <PasswordField
          label="New password"
          hint="At least 10 characters; a few words are good"
          autoComplete="new-password"
          maxLength={200}
          {...fieldOf(form, 'password', {
            required: 'Please enter a new password.',
            minLength: { value: 10, message: 'A password has at least 10 characters.' },
          })}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Button type="submit" className="justify-self-start">
          Change password
        </Button>
      </Form>
    </Card>
  )
}
