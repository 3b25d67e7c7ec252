import { staffSession, type Me } from '@haat/contract/staff/session'
import { Button } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { Stall } from '@haat/ui/stall'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, CallError } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { sessionBegan } from '../api/session.ts'
import { PlainForm, type PlainFormProps } from '../form/plain-form.tsx'

/** Makes whoever logged in known to the desk. */
function useEnter(): (me: Me) => void {
  const client = useQueryClient()
  return (me) => {
    const before = client.getQueryData(meQuery.queryKey)
    // Somebody else: nothing of the other person stays.
    if (before && before.staff.id !== me.staff.id) client.clear()
    client.setQueryData(meQuery.queryKey, me)
    sessionBegan(me.csrf)
  }
}

interface EnterFormProps extends Omit<PlainFormProps, 'send'> {
  /** @param texts without a code where none was asked for */
  send: (texts: Partial<Record<string, string>>) => Promise<Me>
  onEntered?: () => void
}

/** A form that logs in, and asks for the second factor once the server does. */
export function EnterForm({ button, send, onEntered, children }: EnterFormProps) {
  const enter = useEnter()
  const [asksCode, setAsksCode] = useState(false)
  const logIn = async ({ code, ...texts }: Record<string, string>): Promise<void> => {
    try {
      enter(await send({ ...texts, code: code?.trim() || undefined }))
      onEntered?.()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'SECOND_FACTOR')) throw error
      setAsksCode(true)
    }
  }
  return (
    <PlainForm button={button} size="lg" send={logIn}>
      {(field) => (
        <>
          {children(field)}
          {asksCode && (
            <TextField
              label="Code"
              {...field('code')}
              hint="The six digits of your authenticator app, or a recovery code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              // The field appears in answer to the button.
              ref={(input) => input?.focus()}
            />
          )}
        </>
      )}
    </PlainForm>
  )
}

export function LoginForm({ email }: { email?: string }) {
  return (
    <EnterForm
      button="Log in"
      send={({ email: typed = '', password = '', code, remember }) => {
        const input = { email: typed, password, code, remember: remember !== undefined }
        return call(staffSession.login, input, { asksLogin: false })
      }}
    >
      {(field) => (
        <>
          <EmailField {...field('email')} defaultValue={email} autoComplete="username" required />
          <PasswordField
            label="Password"
            {...field('password')}
            autoComplete="current-password"
            maxLength={200}
            required
          />
          <Checkbox name="remember" label="Stay logged in on this device for 30 days" />
        </>
      )}
    </EnterForm>
  )
}

function ForgotForm() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return <Notice>If {sentTo} is an address of the staff, a link is on its way.</Notice>
  return (
    <PlainForm
      button="Send the link"
      size="lg"
      send={async ({ email = '' }) => {
        await call(staffSession.forgotPassword, { email }, { asksLogin: false })
        setSentTo(email)
      }}
    >
      {(field) => <EmailField {...field('email')} hint="We send you a link to set a new password" required />}
    </PlainForm>
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
  const about = isForgotten
    ? { title: 'New password', text: undefined, other: 'Back to login' }
    : { title: 'Log in', text: "The desk is where the shop's staff work.", other: 'Forgot your password?' }
  return (
    <Doorstep {...about}>
      <div className="grid gap-5">
        {isForgotten ? <ForgotForm /> : <LoginForm />}
        <Button variant="quiet" onClick={() => setIsForgotten(!isForgotten)}>
          {about.other}
        </Button>
      </div>
    </Doorstep>
  )
}
