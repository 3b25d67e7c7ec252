/** The payment gateways: their keys, the address of their webhooks, and a button that tries them. */
import type { ReplyOf } from '@haat/contract/staff/act'
import { GATEWAY_KEYS, type GatewayName, providerLabel, staffPayments } from '@haat/contract/staff/payments'
import { staffSettings } from '@haat/contract/staff/shop'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { choicesOf, PasswordField, Select, TextField } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, FlaskConical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'
import { shortMoment } from '../../lib/format.ts'
import { useActs } from '../../api/use-act.ts'
import { useAsk } from '../../form/act-form.tsx'
import { mayLeave } from '../../form/edit-form.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip, type Look } from '../../ui/chip.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDialog } from '../../ui/dialogs.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { TestProvider } from './connections.tsx'

type Gateway = ReplyOf<typeof staffPayments.gateways>[number]

/** Where its account takes the address. */
const WEBHOOKS: Record<GatewayName, string> = {
  phonepe:
    'In the PhonePe Business dashboard open Developer Settings, Webhook, Create Webhook and choose the authentication with user name and password. Paste this address, think of both, enter them there and here, and tick the events of orders and refunds.',
  razorpay:
    'In the Razorpay dashboard open Account & Settings, Webhooks, Add New Webhook. Paste this address, think of a secret, enter it there and here, and tick order.paid and the events of payments and refunds.',
}

function stateOf({ keys, is_test }: Gateway): Look {
  if (keys === 'none') return { turn: 'off', icon: CircleDashed, label: 'No keys' }
  if (keys === 'incomplete') return { turn: 'trouble', icon: CircleAlert, label: 'Keys incomplete' }
  if (keys === 'simulator') return { turn: 'theirs', icon: FlaskConical, label: 'Simulated' }
  return is_test
    ? { turn: 'theirs', icon: FlaskConical, label: 'Test keys: no money moves' }
    : { turn: 'done', icon: CircleCheck, label: 'Live' }
}

/** Whether the desk can change and remove them. */
const isStored = (keys: Gateway['keys']): boolean => keys === 'file' || keys === 'incomplete'

export function Gateways() {
  const { data = [] } = useQuery(actQuery(staffPayments.gateways, {}))
  return (
    <>
      {data.map((gateway) => (
        <GatewayCard key={gateway.name} gateway={gateway} />
      ))}
    </>
  )
}

function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { name, keys, key_id, missing, refused } = gateway
  const title = providerLabel(name)
  const ask = useAsk()
  const open = useDialog()
  const edit = () => open((close) => <KeyDialog gateway={gateway} onClose={close} />)
  const forget = () =>
    ask({
      act: staffPayments.forget,
      title: `Remove the keys of ${title}?`,
      text: 'Customers cannot choose it any more, and you pay refunds of its earlier payments back yourself.',
      button: `Remove the keys of ${title}`,
      given: { provider: name },
      done: () => `The keys of ${title} are removed.`,
    })
  const hasKeys = isStored(keys)
  const buttons = keys !== 'environment' && (
    <>
      <Button variant={keys === 'incomplete' ? 'primary' : 'outline'} onClick={edit}>
        {hasKeys ? 'Change keys' : 'Enter keys'}
      </Button>
      {hasKeys && (
        <Button variant="danger" onClick={forget}>
          Remove keys
        </Button>
      )}
    </>
  )
  return (
    <Card title={title} action={<Chip {...stateOf(gateway)} />}>
      <div className="grid grid-cols-1 gap-4">
        {key_id !== null && <p className="text-sm break-all text-ink-soft figures">{key_id}</p>}
        {refused !== null && keys !== 'none' && (
          <Notice tone="bad">
            It refused on {shortMoment(refused.at)}: {refused.problem}
          </Notice>
        )}
        {missing.length > 0 && <Missing name={name} missing={missing} />}
        <Usable gateway={gateway}>{buttons}</Usable>
        {keys === 'environment' && (
          <p className="text-sm text-ink-soft">
            The keys are in the environment of the server: change them there.
          </p>
        )}
      </div>
    </Card>
  )
}

const labelOf = (name: GatewayName, key: string): string =>
  (GATEWAY_KEYS[name] as Record<string, string>)[key] ?? key

/** Each begins with the name of its key. */
function Missing({ name, missing }: Pick<Gateway, 'name' | 'missing'>) {
  return (
    <Notice tone="bad">
      <ul>
        {missing.map((sentence) => {
          const [, key = '', problem = sentence] = /^(\w+): (.*)$/.exec(sentence) ?? []
          return (
            <li key={sentence}>
              {problem === 'missing' ? `${labelOf(name, key)} is missing.` : `${problem}.`}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** Whether it can be used, as far as the shop knows; the gateway knows the rest. @param children buttons */
function Usable({ gateway: { name, keys, missing }, children }: { gateway: Gateway; children: ReactNode }) {
  const { data } = useQuery(actQuery(staffSettings.payments, {}))
  if (data?.some((provider) => provider.name === name))
    return <TestProvider name={name}>{children}</TestProvider>
  const isLeftOut = data && keys !== 'none' && missing.length === 0
  return (
    <>
      {isLeftOut && (
        <Notice tone="wait">
          The variable PAYMENT of the server leaves it out: customers cannot choose it.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </>
  )
}

const AS_IT_IS = { value: '', label: 'As it is' }
const MODES = choicesOf({ test: 'Test: the sandbox, no money moves', live: 'Live' })

/** Secrets are never kept on the device, and never shown again: what is left empty stays as it is. */
function KeyDialog({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const { name, keys, webhook_url } = gateway
  const { send } = useActs()
  const [isTyped, setIsTyped] = useState(false)
  const save = async (texts: Record<string, string>): Promise<void> => {
    const lines = Object.entries(texts).flatMap(([key, text]) => (text.trim() ? `${key}=${text.trim()}` : []))
    if (lines.length === 0) throw new CallError(400, 'Enter at least one key.')
    await send(staffPayments.keys, { provider: name, keys: lines.join('\n') }, ({ is_complete }) =>
      is_complete
        ? `${providerLabel(name)} has all its keys. Try the connection.`
        : 'Stored. Something is still missing.',
    )
    onClose()
  }
  return (
    <Dialog
      onClose={() => mayLeave(isTyped) && onClose()}
      title={`Keys of ${providerLabel(name)}`}
      text="Nothing that you type is shown again. What you leave empty stays as it is."
    >
      <div onInput={() => setIsTyped(true)}>
        <PlainForm button="Save keys" send={save}>
          {() => (
            <>
              {Object.entries(GATEWAY_KEYS[name]).map(([key, label]) => (
                <KeyField key={key} name={key} label={label} isStored={isStored(keys)} />
              ))}
              <CopyField label="Address of the webhook" text={webhook_url} />
              <p className="-mt-2 text-sm text-ink-soft">{WEBHOOKS[name]}</p>
            </>
          )}
        </PlainForm>
      </div>
    </Dialog>
  )
}

function KeyField({ name, label, isStored: hasKeys }: { name: string; label: string; isStored: boolean }) {
  if (name === 'mode')
    return (
      <Select label="Which keys are these?" name={name} options={hasKeys ? [AS_IT_IS, ...MODES] : MODES} />
    )
  if (/secret|password/.test(name))
    return (
      <PasswordField
        {...{ label, name }}
        {...(name === 'webhook_secrets' && { hint: 'Of several, the newest first, separated by commas' })}
        autoComplete="new-password"
        maxLength={500}
      />
    )
  return <TextField label={label} name={name} autoComplete="off" spellCheck={false} maxLength={200} />
}
