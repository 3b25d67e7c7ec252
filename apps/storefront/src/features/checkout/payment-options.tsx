import { t } from '@lingui/core/macro'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { Banknote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StorefrontSettings } from '../../api/settings.queries.ts'
import { RadioGroup } from '@haat/ui/choice'
import { PaymentLabel } from '../orders/pay-now.tsx'
import type { CheckoutState, PaymentChoice } from './use-checkout.ts'

/** A way to pay; the only provider in the specification's words, which depend on the checkout. */
function optionLabel(choice: PaymentChoice, state: CheckoutState, settings: StorefrontSettings): ReactNode {
  const { payment_providers: providers, upi_apps } = settings
  if (choice === 'cod')
    return (
      <PaymentLabel icon={Banknote} text={t`Cash on Delivery`}>
        {codNote(state.cash, settings)}
      </PaymentLabel>
    )
  const provider = providers.length > 1 && providers.find(({ name }) => name === choice)
  if (provider) return <PaymentLabel text={provider.label} marks={provider.marks} />
  return choice === 'upi' ? (
    <PaymentLabel text="UPI" marks={upi_apps} />
  ) : (
    <PaymentLabel text={t`Online Payment`} marks={['UPI', t`Card`]} />
  )
}

/** What is handed over, where it is not the total that the price panel shows, and the fee in it; or why it cannot be. */
function codNote(
  { total_amount, fee, isTooDear }: CheckoutState['cash'],
  { payments, limits }: StorefrontSettings,
): string {
  const most = limits.cod_order_value === null ? '' : formatShortRupees(limits.cod_order_value)
  if (isTooDear && most) return t`Cash on delivery is possible for orders up to ${most}.`
  const cash = payableOf({ total_amount, rounds_cash: payments.round_cash })
  const amount = formatRupees(cash)
  const isOther = cash !== total_amount || fee > 0
  const pay = isOther ? t`Pay ${amount} when your order arrives.` : t`Pay when your order arrives.`
  const more = formatRupees(fee)
  return fee > 0 ? `${pay} ${t`This costs ${more} more.`}` : pay
}

interface PaymentOptionsProps {
  state: CheckoutState
  settings: StorefrontSettings
}

/** The payment methods. None of several is preselected. */
export function PaymentOptions({ state, settings }: PaymentOptionsProps) {
  const { choices, choice, setChoice, noCash } = state
  const cashNote = noCash && (
    <p className="mt-3 text-sm text-ink-soft">{t`Cash on delivery is not available at ${noCash}.`}</p>
  )
  if (choices.length === 0)
    return cashNote ?? <p>{settings.closed ?? t`This shop takes no orders at the moment.`}</p>
  const options = choices.map((value) => ({
    ...{ value, label: optionLabel(value, state, settings) },
    disabled: value === 'cod' && state.cash.isTooDear,
  }))
  const isOnly = settings.payment_providers.length === 1 && choice !== null && choice !== 'cod'
  const isTest = isOnly || choice === 'test-bank'
  return (
    <>
      <RadioGroup
        legend={t`Payment method`}
        look="cards"
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {cashNote}
      {settings.test_bank && isTest && (
        <p className="mt-3 text-sm text-ink-soft">{t`This shop pays at a test bank: no money moves.`}</p>
      )}
    </>
  )
}
