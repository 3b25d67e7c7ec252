/** What the shop is connected to, with a button that tries it. */
import { staffSettings } from '@haat/contract/staff/shop'
import { Badge } from '@haat/ui/badge'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../api/client.ts'
import { actQuery, useMe } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'

/** What a try has shown. */
interface Outcome {
  isGood: boolean
  text: string
}

function useTry() {
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = async (what: () => Promise<string>): Promise<void> => {
    setOutcome(undefined)
    try {
      setOutcome({ isGood: true, text: await what() })
    } catch (error) {
      setOutcome({ isGood: false, text: messageOf(error) })
    }
  }
  const shown = outcome && <Notice tone={outcome.isGood ? 'info' : 'bad'}>{outcome.text}</Notice>
  return { attempt, shown }
}

export function PaymentsCard() {
  const { data = [] } = useQuery(actQuery(staffSettings.payments, {}))
  const { attempt, shown } = useTry()
  const test = (name: string) =>
    attempt(
      async () =>
        staffSettings.test_payment.said?.(await call(staffSettings.test_payment, { name }), { name }) ?? '',
    )
  return (
    <Card title="Providers">
      <ul className="mb-3 divide-y divide-line">
        {data.map(({ name, simulated, offered, is_provider }) => (
          <li key={name} className="flex min-h-14 flex-wrap items-center gap-3 py-2">
            <span className="font-semibold">{name}</span>
            <Badge tone={offered ? 'good' : 'plain'}>{offered ? 'Offered' : 'Not offered'}</Badge>
            {simulated && <Badge tone="wait">Simulated</Badge>}
            {is_provider && (
              <Button variant="outline" size="sm" className="ml-auto" onClick={() => test(name)}>
                Test
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown ?? (
        <p className="text-sm text-ink-soft">
          A provider is connected where the shop runs, by its variable PAYMENT. Its keys never come to the
          desk.
        </p>
      )}
    </Card>
  )
}

export function MailCard() {
  const { staff } = useMe()
  const [to, setTo] = useState(staff.email)
  const { attempt, shown } = useTry()
  const submit = () =>
    attempt(
      async () => staffSettings.test_mail.said?.(await call(staffSettings.test_mail, { to }), { to }) ?? '',
    )
  return (
    <Card title="Does mail arrive?">
      <Form onSubmit={submit} className="mb-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <EmailField required value={to} onChange={({ target }) => setTo(target.value)} />
        <Button type="submit" variant="outline" className="min-h-12">
          <Send aria-hidden className="size-5" />
          Send a test mail
        </Button>
      </Form>
      {shown}
    </Card>
  )
}
