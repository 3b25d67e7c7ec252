import { staffSession, type Me } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, CallError, messageOf } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { sessionBegan } from '../api/session.ts'
import { useAttempt } from '../api/use-attempt.ts'

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Makes whoever logged in known to the desk. */
export function useEnter(): (me: Me) => void {
  const client = useQueryClient()
  return (me) => {
    const before = client.getQueryData(meQuery.queryKey)
    // Somebody else: nothing of the other person stays.
    if (before && before.staff.id !== me.staff.id) client.clear()
    client.setQueryData(meQuery.queryKey, me)
    sessionBegan(me.csrf)
  }
}

/** E-mail, password, and the second factor where the account has one. */
export function LoginForm({ email, onForgot }: { email?: string; onForgot?: () => void }) {
  const enter = useEnter()
  const [asksCode, setAsksCode] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const code = text(form, 'code')
    setFailure(undefined)
    try {
      enter(
        await call(
          staffSession.login,
          {
            email: text(form, 'email'),
            password: String(form.get('password')),
            code: code === '' ? undefined : code,
            remember: form.has('remember'),
          },
          { asksLogin: false },
        ),
      )
    } catch (error) {
      const wantsCode = error instanceof CallError && error.code === 'SECOND_FACTOR'
      setAsksCode((before) => before || wantsCode)
      if (!wantsCode || code !== '') setFailure(messageOf(error))
    }
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <EmailField name="email" defaultValue={email} autoComplete="username" required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={200}
        required
      />
      {asksCode && (
        <TextField
          label="Code"
          name="code"
          hint="The six digits of your authenticator app, or a recovery code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          // The field appears in answer to the button.
          ref={(field) => field?.focus()}
        />
      )}
      <Checkbox name="remember" label="Stay logged in on this device for 30 days" />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Button type="submit" size="lg">
        Log in
      </Button>
      {onForgot && (
        <Button variant="quiet" onClick={onForgot}>
          Forgot your password?
        </Button>
      )}
    </Form>
  )
}

/** Asks for a link to set a new password. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { failure, attempt } = useAttempt()
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    attempt(async () => {
      const email = text(new FormData(currentTarget), 'email')
      await call(staffSession.forgotPassword, { email }, { asksLogin: false })
      setSentTo(email)
    })
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {sentTo === undefined ? (
        <>
          <EmailField name="email" hint="We send you a link to set a new password" required />
          {failure && <Notice tone="bad">{failure}</Notice>}
          <Button type="submit" size="lg">
            Send the link
          </Button>
        </>
      ) : (
        <Notice>If {sentTo} is an address of the staff, a link is on its way.</Notice>
      )}
      <Button variant="quiet" onClick={onBack}>
        Back to login
      </Button>
    </Form>
  )
}
