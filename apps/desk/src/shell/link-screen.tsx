import { staffSession } from '@haat/contract/staff/session'
import { buttonClass } from '@haat/ui/button'
import { EmailField, PasswordField, TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { call, CallError, type CallReply } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Failed, ScreenLoading } from './fallbacks.tsx'
import { Doorstep, EnterForm } from './login-form.tsx'

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
  const navigate = useNavigate()
  return (
    <EnterForm
      button={TITLES[link.kind](link).button}
      send={({ name, email, password = '', code }) =>
        call(staffSession.acceptLink, { token, name, email, password, code }, { asksLogin: false })
      }
      onEntered={() => void navigate(link.kind === 'owner' ? paths.opening : paths.today, { replace: true })}
    >
      {(field) => (
        <>
          {link.kind !== 'password' && (
            <TextField
              label="Your name"
              defaultValue={link.name}
              autoComplete="name"
              maxLength={100}
              {...field('name')}
            />
          )}
          {link.kind === 'owner' && (
            <EmailField defaultValue={link.email} autoComplete="username" {...field('email')} />
          )}
          <PasswordField
            label="New password"
            hint="At least 10 characters; a few words are good"
            autoComplete="new-password"
            maxLength={200}
            {...field('password')}
          />
        </>
      )}
    </EnterForm>
  )
}
