import { type Me, staffSession } from '@haat/contract/staff/session'
import { Button, buttonClass } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { asCallError, call, CallError, type CallReply } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Failed, ScreenLoading } from './fallbacks.tsx'
import { Doorstep } from './login.tsx'
import { useEnter } from './login-form.tsx'

type LinkInfo = CallReply<typeof staffSession.link>

const TITLES: Record<LinkInfo['kind'], (link: LinkInfo) => { title: string; text: string; button: string }> =
  {
    owner: ({ shop_name }) => ({
      title: 'Welcome to your shop',
      text: `You become the owner of ${shop_name}.`,
      button: 'Open the desk',
    }),
    invitation: ({ shop_name, email }) => ({
      title: `Welcome to ${shop_name}`,
      text: `Your login is ${email}.`,
      button: 'Join',
    }),
    password: ({ email }) => ({ title: 'New password', text: `For ${email}.`, button: 'Save and log in' }),
  }

/** A link that is good once: for the first owner, an invitation or a new password. */
export function LinkScreen() {
  const { token = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['link', token],
    queryFn: () => call(staffSession.link, { token }, { asksLogin: false }),
    retry: false,
    staleTime: Infinity,
  })
  if (isPending) return <ScreenLoading />
  if (error instanceof CallError && error.status >= 400 && error.status < 500) return <Spent />
  if (error) return <Failed error={error} onRetry={refetch} />
  return (
    <Doorstep {...TITLES[data.kind](data)}>
      <LinkForm link={data} token={token} />
    </Doorstep>
  )
}

function Spent() {
  return (
    <Doorstep title="This link is spent" text="It was used before, or it is too old.">
      <p className="mb-5">Ask whoever sent it for a new one, or log in if you have set your password.</p>
      <Link to={paths.today} className={buttonClass('primary', 'lg')}>
        Log in
      </Link>
    </Doorstep>
  )
}

function LinkForm({ link, token }: { link: LinkInfo; token: string }) {
  const enter = useEnter()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<CallError>()
  const errorOf = (name: string) => failure?.errorOf(name)
  const submit = async ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const given = (name: string) => (form.has(name) ? String(form.get(name)) : undefined)
    try {
      const me: Me = await call(
        staffSession.acceptLink,
        {
          token,
          name: given('name'),
          email: given('email'),
          password: String(form.get('password')),
          code: given('code'),
        },
        { asksLogin: false },
      )
      enter(me)
      void navigate(link.kind === 'owner' ? paths.opening : paths.today, { replace: true })
    } catch (error) {
      setFailure(asCallError(error))
    }
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {link.kind !== 'password' && (
        <TextField
          label="Your name"
          name="name"
          defaultValue={link.name}
          autoComplete="name"
          maxLength={100}
          error={errorOf('name')}
        />
      )}
      {link.kind === 'owner' && (
        <EmailField name="email" defaultValue={link.email} autoComplete="username" error={errorOf('email')} />
      )}
      <PasswordField
        label="New password"
        name="password"
        hint="At least 10 characters; a few words are good"
        autoComplete="new-password"
        maxLength={200}
        error={errorOf('password')}
      />
      {failure?.code === 'SECOND_FACTOR' && (
        <TextField
          label="Code of your authenticator app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
        />
      )}
      {failure && failure.errors.length === 0 && <Notice tone="bad">{failure.message}</Notice>}
      <Button type="submit" size="lg">
        {TITLES[link.kind](link).button}
      </Button>
    </Form>
  )
}
