import type { Checkout } from '@haat/contract/rules'
import type { LucideIcon } from 'lucide-react'
import { Banknote, Smartphone } from 'lucide-react'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { Badge } from '../../ui/badge.tsx'
import type { RadioOption } from '../../ui/choice.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import type { PaymentChoice } from './use-checkout.ts'
import { choicesOf } from './use-checkout.ts'

const tags = (labels: readonly string[]) => (
  <span className="mt-2 flex flex-wrap gap-1.5">
    {labels.map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
  </span>
)

const label = (Icon: LucideIcon, text: string) => (
  <span className="flex items-center gap-2 font-semibold">
    <Icon aria-hidden className="size-5 text-peacock" />
    {text}
  </span>
)

const COD: RadioOption<PaymentChoice> = {
  value: 'cod',
  label: label(Banknote, 'Cash on Delivery'),
  note: 'Pay when your order arrives.',
}

function optionsOf(checkout: Checkout, settings: StorefrontSettings): RadioOption<PaymentChoice>[] {
  const online: RadioOption<PaymentChoice> =
    checkout === 'cart'
      ? { value: 'upi', label: label(Smartphone, 'UPI'), note: tags(settings.upi_apps) }
      : { value: 'online', label: label(Smartphone, 'Online Payment'), note: tags(['UPI', 'Card']) }
  const offered = choicesOf(checkout, settings)
  return [online, COD].filter(({ value }) => offered.includes(value))
}

interface PaymentOptionsProps {
  checkout: Checkout
  settings: StorefrontSettings
  choice: PaymentChoice | null
  onChange: (choice: PaymentChoice) => void
}

/** The payment methods. None of several is preselected. */
export function PaymentOptions({ checkout, settings, choice, onChange }: PaymentOptionsProps) {
  const options = optionsOf(checkout, settings)
  if (options.length === 0) return <p>This shop takes no orders at the moment.</p>
  return (
    <>
      <RadioGroup
        legend="Payment method"
        legendHidden
        look="cards"
        options={options}
        value={choice}
        onChange={onChange}
      />
      {settings.test_bank && choice !== null && choice !== 'cod' && (
        <p className="mt-3 text-sm text-ink-soft">This shop pays at a test bank: no money moves.</p>
      )}
    </>
  )
}
