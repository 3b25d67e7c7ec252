import type { Checkout, PaymentMethod } from '@haat/contract/rules'
import type { ShopSettings } from '@haat/contract/settings'
import { Badge } from '../../ui/badge.tsx'
import type { RadioOption } from '../../ui/choice.tsx'
import { RadioGroup } from '../../ui/choice.tsx'

/** The choices of both checkouts, under the names the spec gives them on screen. */
export type PaymentChoice = 'upi' | 'online' | 'cod'

export const methodOf = (choice: PaymentChoice | null): PaymentMethod | null =>
  choice === null ? null : choice === 'cod' ? 'COD' : 'ONLINE'

const tags = (labels: readonly string[]) => (
  <span className="mt-2 flex flex-wrap gap-1.5">
    {labels.map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
  </span>
)

const COD: RadioOption<PaymentChoice> = {
  value: 'cod',
  label: <span className="font-semibold">Cash on Delivery</span>,
  note: 'Pay when your order arrives.',
}

function optionsOf(checkout: Checkout, settings: ShopSettings): RadioOption<PaymentChoice>[] {
  const online: RadioOption<PaymentChoice> =
    checkout === 'cart'
      ? { value: 'upi', label: <span className="font-semibold">UPI</span>, note: tags(settings.upi_apps) }
      : {
          value: 'online',
          label: <span className="font-semibold">Online Payment</span>,
          note: tags(['UPI', 'Card']),
        }
  return [online, COD]
}

interface PaymentOptionsProps {
  checkout: Checkout
  settings: ShopSettings & { test_bank: boolean }
  choice: PaymentChoice | null
  onChoose: (choice: PaymentChoice) => void
}

/** How the shopper pays. Nothing is chosen beforehand. */
export function PaymentOptions({ checkout, settings, choice, onChoose }: PaymentOptionsProps) {
  return (
    <>
      <RadioGroup
        legend="Payment method"
        legendHidden
        look="cards"
        options={optionsOf(checkout, settings)}
        value={choice}
        onChange={onChoose}
      />
      {settings.test_bank && choice !== null && choice !== 'cod' && (
        <p className="mt-3 text-sm text-ink-soft">This shop pays at a test bank: no money moves.</p>
      )}
    </>
  )
}
