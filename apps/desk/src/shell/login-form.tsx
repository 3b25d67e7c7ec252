import { staffSession, type Me } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { Stall } from '@haat/ui/stall'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, type FormEvent } from 'react'
import { call } from '../api/client.ts'
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
  const { error, attempt } = useAttempt()
  // Once asked for, it stays while it is sent.
  const [asksCode, setAsksCode] = useState(false)
  const isCodeMissing = error?.code === 'SECOND_FACTOR'
  if (isCodeMissing && !asksCode) setAsksCode(true)
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    attempt(async () => {
      const form = new FormData(currentTarget)
      const input = {
        ...{ email: text(form, 'email'), password: String(form.get('password')) },
        ...{ code: text(form, 'code') || undefined, remember: form.has('remember') },
      }
      enter(await call(staffSession.login, input, { asksLogin: false }))
    })
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
      {error && !isCodeMissing && <Notice tone="bad">{error.message}</Notice>}
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

/** What stands outside the frame: a card under the shop's awning. */
export function Doorstep({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      <div aria-hidden className="awning" />
      <div className="mx-auto grid w-full max-w-md content-center gap-6 px-4 py-10">
        <div className="text-center">
          <Stall className="mx-auto w-14" />
          <h1 className="mt-4 text-2xl font-bold">{title}</h1>
          {text && <p className="mt-1 text-ink-soft">{text}</p>}
        </div>
        <div className="rounded-lg border border-line bg-card p-5 sm:p-7">{children}</div>
      </div>
    </main>
  )
}

export function LoginScreen() {
  const [isForgotten, setIsForgotten] = useState(false)
  return isForgotten ? (
    <Doorstep title="New password">
      <ForgotForm onBack={() => setIsForgotten(false)} />
    </Doorstep>
  ) : (
    <Doorstep title="Log in" text="The desk is where the shop's staff work.">
      <LoginForm onForgot={() => setIsForgotten(true)} />
    </Doorstep>
  )
}
