/** What the shop is connected to, with a button that tries it. */
import type { AnyAct } from '@haat/contract/staff/act'
import { staffSettings } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { choicesOf, EmailField, PasswordField, Select, TextField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { PlugZap, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call, type CallInput } from '../../api/client.ts'
import { actQuery, useMay, useMe } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { Card } from '../../ui/card.tsx'

/** Carries out an act that tries something, and shows what it says. */
function useTry<A extends AnyAct>(act: A) {
  const [said, setSaid] = useState<string>()
  const { failure, attempt } = useAttempt()
  const test = (input: CallInput<A>) => {
    setSaid(undefined)
    return attempt(async () => setSaid(act.said?.(await call(act, input), input)))
  }
  const shown = failure ? <Notice tone="bad">{failure}</Notice> : said && <Notice>{said}</Notice>
  return { test, shown }
}

/** Asks a provider whether it answers. @param children buttons beside the one that asks */
export function TestProvider({ name, children }: { name: string; children: ReactNode }) {
  const { test, shown } = useTry(staffSettings.test_payment)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} variant="outline" onClick={() => test({ name })}>
          Try the connection
        </Button>
        {children}
      </div>
      {shown}
    </>
  )
}

/** The account through which mail goes. Its password is never kept on the device, and never shown again. */
export function MailAccount() {
  const may = useMay()
  const { send } = useActs()
  const { data } = useQuery(actQuery(staffSettings.mail, {}))
  const { error, attempt, field } = useAttempt()
  if (!data) return null
  if (data.source === 'environment' || !may(staffSettings.set_mail.permission))
    return (
      <Card title="Mail account">
        <p className="text-ink-soft">
          {data.host ? `Mail goes through ${data.host} as ${data.user}. ` : 'There is none yet. '}
          {data.source === 'environment'
            ? 'The environment of the server says so (SMTP_URL): change it there.'
            : 'The owner enters it.'}
        </p>
      </Card>
    )
  const save = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    attempt(async () => {
      const { port, ...texts } = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>
      const account = { ...texts, port: Number(port) } as CallInput<typeof staffSettings.set_mail>
      await send(staffSettings.set_mail, account, () => 'Saved. Send a test mail.')
    })
  return (
    <Card title="Mail account">
      <Form onSubmit={save} className="grid gap-4" autoComplete="off" key={data.source}>
        <p className="text-sm text-ink-soft">
          Your mail provider says what belongs here; for Gmail, smtp.gmail.com, port 465, and an app password.
        </p>
        <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
          <TextField
            label="Mail server"
            defaultValue={data.host ?? ''}
            placeholder="smtp.gmail.com"
            maxLength={253}
            {...field('host')}
          />
          <Select label="Port" name="port" options={PORTS} defaultValue={String(data.port ?? 465)} />
        </div>
        <TextField
          label="User name"
          hint="Often the e-mail address"
          defaultValue={data.user ?? ''}
          maxLength={200}
          {...field('user')}
        />
        <PasswordField
          label="Password"
          {...(data.host && { hint: 'Left empty, it stays as it is' })}
          autoComplete="new-password"
          maxLength={500}
          {...field('password')}
        />
        <TextField label="Mails come from" type="email" defaultValue={data.from ?? ''} {...field('from')} />
        {error && error.errors.length === 0 && <Notice tone="bad">{error.message}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          {data.host && (
            <Button
              variant="danger"
              onClick={() =>
                attempt(() => send(staffSettings.forget_mail, {}, () => 'The mail account is removed.'))
              }
            >
              Remove
            </Button>
          )}
          <Button type="submit">Save the account</Button>
        </div>
      </Form>
    </Card>
  )
}

const PORTS = choicesOf(['465', '587', '2525', '25'])

export function MailCard() {
  const { staff } = useMe()
  const [to, setTo] = useState(staff.email)
  const { test, shown } = useTry(staffSettings.test_mail)
  return (
    <Card title="Does mail arrive?">
      <Form
        onSubmit={() => test({ to })}
        className="mb-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
      >
        <EmailField required value={to} onChange={({ target }) => setTo(target.value)} />
        <Button icon={Send} type="submit" variant="outline" className="min-h-12">
          Send a test mail
        </Button>
      </Form>
      {shown}
    </Card>
  )
}
