/** How customers pay: the shop's UPI id, the providers in their order, and cash. */
import { UpiId } from '@haat/contract/settings'
import { providerLabel } from '@haat/contract/staff/payments'
import { staffSettings } from '@haat/contract/staff/shop'
import { upiLink } from '@haat/contract/upi-link'
import { IconButton } from '@haat/ui/button'
import { Badge } from '@haat/ui/badge'
import { Checkbox } from '@haat/ui/choice'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { actQuery, useMe } from '../../api/queries.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { nameOf, type SettingValues } from './setting-input.tsx'

interface PaymentFieldsProps {
  form: UseFormReturn<SettingValues>
  /** Draws the field of a setting. */
  input: (path: string) => ReactNode
}

export function PaymentFields({ form, input }: PaymentFieldsProps) {
  const upiId = useWatch({ control: form.control, name: nameOf('payments.upi.id') })
  return (
    <>
      <Part title="UPI, without a gateway">
        {['payments.upi.id', 'payments.upi.category'].map(input)}
        <UpiPreview form={form} />
        {['payments.upi.pay_minutes', 'payments.upi.confirm_hours', 'upi_apps'].map(input)}
      </Part>
      <Part title="What customers see">
        {input('payments.online')}
        <Controller
          control={form.control}
          name={nameOf('payments.providers')}
          render={({ field: { value, onChange } }) => (
            <Providers value={value} hasUpi={upiId.trim() !== ''} onChange={onChange} />
          )}
        />
      </Part>
      <Part title="Cash on delivery">
        {['payments.cod', 'payments.cod_fee', 'payments.round_cash', 'payments.cod_confirm'].map(input)}
        {['limits.cod_order_value', 'limits.open_cod_orders'].map(input)}
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-t border-line pt-3 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left w-full font-bold">{title}</legend>
      {children}
    </fieldset>
  )
}

/** ₹1, in paise. */
const TRY_AMOUNT = 100

/** What an app reads: a picture, so that nothing opens here. */
function UpiPreview({ form }: { form: UseFormReturn<SettingValues> }) {
  const { shop_name } = useMe()
  const [id, category] = useWatch({
    control: form.control,
    name: [nameOf('payments.upi.id'), nameOf('payments.upi.category')],
  })
  const parsed = UpiId.safeParse(id.trim())
  if (!parsed.success) return null
  const payment = { shopName: shop_name, reference: 'TRY', amount: TRY_AMOUNT }
  const text = upiLink({ ...payment, id: parsed.data, category: category.trim() || null }, '01')
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-md border border-line p-3">
      <QrCode text={text} className="mx-0! w-32" />
      <p className="min-w-0 flex-1 basis-44 text-sm">
        Scan it with any UPI app: it must show your name and ₹1. Pay it, and look whether your bank has it.
      </p>
    </div>
  )
}

interface ProvidersProps {
  /** Names, a line each; empty for all that are set up. */
  value: string
  hasUpi: boolean
  onChange: (value: string) => void
}

/** Those that customers may choose, in their order. */
function Providers({ value, hasUpi, onChange }: ProvidersProps) {
  const { data = [] } = useQuery(actQuery(staffSettings.payments, {}))
  const ready = data.filter(({ is_provider }) => is_provider)
  const names = value === '' ? ready.map(({ name }) => name) : value.split('\n')
  const rest = ready.map(({ name }) => name).filter((name) => !names.includes(name))
  const change = (next: readonly string[]): void => onChange(next.join('\n'))
  const swap = (at: number, other: number): void =>
    change(names.map((name, index) => names[index === at ? other : index === other ? at : index] ?? name))
  const row = (name: string, at: number) => (
    <li key={name} className="flex min-h-13 items-center gap-2">
      <Checkbox
        label={providerLabel(name)}
        checked={at >= 0}
        // To offer none, online payment is turned off above.
        disabled={at >= 0 && names.length === 1}
        onChange={() => change(at >= 0 ? names.filter((one) => one !== name) : [...names, name])}
      />
      {name === 'upi' && !hasUpi ? (
        <Badge>No UPI id</Badge>
      ) : (
        <ProviderBadge provider={ready.find((one) => one.name === name)} />
      )}
      {at >= 0 && (
        <span className="ml-auto flex">
          <IconButton
            label={`${providerLabel(name)} up`}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
            icon={ArrowUp}
            size="sm"
          />
          <IconButton
            label={`${providerLabel(name)} down`}
            disabled={at === names.length - 1}
            onClick={() => swap(at, at + 1)}
            icon={ArrowDown}
            size="sm"
          />
        </span>
      )}
    </li>
  )
  return (
    <div>
      <p id="providers" className="text-sm font-semibold">
        Providers of online payment, in the order in which customers see them
      </p>
      <ul aria-labelledby="providers" className="divide-y divide-line">
        {names.map(row)}
        {rest.map((name) => row(name, -1))}
      </ul>
      {names.length + rest.length === 0 && (
        <p className="mt-1 text-sm text-ink-soft">
          None yet: enter a UPI id above, or the keys of a gateway.
        </p>
      )}
    </div>
  )
}

function ProviderBadge({ provider }: { provider: { simulated: boolean } | undefined }) {
  if (!provider) return <Badge>Not set up</Badge>
  return provider.simulated ? <Badge tone="wait">Simulated</Badge> : null
}
