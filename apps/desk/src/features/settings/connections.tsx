/** What the shop is connected to, with a button that tries it. */
import { staffSettings } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { EmailField } from '@haat/ui/field'
import { Form } from '@haat/ui/form'
import { PlugZap, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, messageOf } from '../../api/client.ts'
import { useMe } from '../../api/queries.ts'
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

/** Asks a provider whether it answers. @param children buttons beside the one that asks */
export function TestProvider({ name, children }: { name: string; children: ReactNode }) {
  const { attempt, shown } = useTry()
  const test = () =>
    attempt(
      async () =>
        staffSettings.test_payment.said?.(await call(staffSettings.test_payment, { name }), { name }) ?? '',
    )
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={test}>
          <PlugZap aria-hidden className="size-5" />
          Try the connection
        </Button>
        {children}
      </div>
      {shown}
    </>
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
