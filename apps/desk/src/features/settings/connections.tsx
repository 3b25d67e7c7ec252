/** What the shop is connected to, with a button that tries it. */
import type { AnyAct } from '@haat/contract/staff/act'
import { staffSettings } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { choicesOf, EmailField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { PlugZap, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, type CallInput } from '../../api/client.ts'
import { actQuery, useMay, useMe } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { useAttempt } from '../../api/use-attempt.ts'
import { useAsk } from '../../form/act-form.tsx'
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
  const mayChange = useMay()(staffSettings.set_mail.permission)
  const ask = useAsk()
  const { run } = useActs()
  const { data } = useQuery(actQuery(staffSettings.mail, {}))
  if (!data) return null
  const { source, host, port, user, from } = data
  const isOfServer = source === 'environment'
  const edit = () =>
    ask({
      act: staffSettings.set_mail,
      title: 'Mail account',
      text: 'Your mail provider says what belongs here; for Gmail, smtp.gmail.com, port 465, and an app password.',
      button: 'Save the account',
      fields: {
        host: { label: 'Mail server', hint: 'Such as smtp.gmail.com', initial: host },
        port: { label: 'Port', hint: null, options: PORTS, initial: port ?? 465 },
        user: { label: 'User name', hint: 'Often the e-mail address', initial: user },
        password: { label: 'Password', hint: host ? 'Left empty, it stays as it is' : null },
        from: { label: 'Mails come from', hint: 'An e-mail address', initial: from },
      },
      done: () => 'Saved. Send a test mail.',
    })
  return (
    <Card title="Mail account">
      <p className="text-ink-soft">
        {host ? `Mail goes through ${host} as ${user}. ` : 'There is none yet. '}
        {isOfServer
          ? 'The environment of the server says so (SMTP_URL): change it there.'
          : !mayChange && 'The owner enters it.'}
      </p>
      {mayChange && !isOfServer && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="outline" onClick={edit}>
            {host ? 'Change the account' : 'Enter the account'}
          </Button>
          {host && (
            <Button
              variant="danger"
              onClick={() => run(staffSettings.forget_mail, {}, () => 'The mail account is removed.')}
            >
              Remove
            </Button>
          )}
        </div>
      )}
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
