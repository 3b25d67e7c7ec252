import { formatRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import type { LucideIcon } from 'lucide-react'
import { Banknote, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { Badge } from '@haat/ui/badge'
import { RadioGroup } from '@haat/ui/choice'
import type { CheckoutState, PaymentChoice } from './use-checkout.ts'

const tags = (labels: readonly string[]) => (
  <span className="mt-2 flex flex-wrap gap-1.5">
    {labels.map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
  </span>
)

interface OptionTexts {
  icon: LucideIcon
  text: string
  note: (settings: StorefrontSettings, total: number) => ReactNode
}

function codNote({ payments }: StorefrontSettings, total_amount: number): string {
  const cash = payableOf({ total_amount, rounds_cash: payments.round_cash })
  return `Pay ${cash === total_amount ? '' : `${formatRupees(cash)} `}when your order arrives.`
}

const OPTIONS: Record<PaymentChoice, OptionTexts> = {
  upi: { icon: Smartphone, text: 'UPI', note: ({ upi_apps }) => tags(upi_apps) },
  online: { icon: Smartphone, text: 'Online Payment', note: () => tags(['UPI', 'Card']) },
  cod: { icon: Banknote, text: 'Cash on Delivery', note: codNote },
}

const NO_ORDERS = 'This shop takes no orders at the moment.'

interface PaymentOptionsProps {
  state: CheckoutState
  settings: StorefrontSettings
}

/** The payment methods. None of several is preselected. */
export function PaymentOptions({ state, settings }: PaymentOptionsProps) {
  const { choices, choice, setChoice } = state
  if (choices.length === 0) return <p>{settings.closed ?? NO_ORDERS}</p>
  const options = choices.map((value) => {
    const { icon: Icon, text, note } = OPTIONS[value]
    const label = (
      <>
        <span className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className="size-5 text-peacock" />
          {text}
        </span>
        <span className="block text-sm text-ink-soft">{note(settings, state.totals.total_amount)}</span>
      </>
    )
    return { value, label }
  })
  return (
    <>
      <RadioGroup
        legend="Payment method"
        look="cards"
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {settings.test_bank && choice !== null && choice !== 'cod' && (
        <p className="mt-3 text-sm text-ink-soft">This shop pays at a test bank: no money moves.</p>
      )}
    </>
  )
}
