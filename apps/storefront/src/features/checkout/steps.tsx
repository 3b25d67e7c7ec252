import { t } from '@lingui/core/macro'
import { arrivalText } from '../delivery/arrival-text.ts'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { LIMITS } from '@haat/contract/rules'
import { streetOf } from '@haat/contract/shipping-address'
import { Banknote, Truck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { cx } from '@haat/ui/cx'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Checkbox, RadioGroup } from '@haat/ui/choice'
import { TextArea, TextField } from '@haat/ui/field'
import { toast } from '../../ui/toast.ts'
import { AddressPicker, AddressText } from '../addresses/address-picker.tsx'
import { PaymentLabel } from '../orders/pay-now.tsx'
import { type CheckoutItem, stockProblem } from './checkout-item.ts'
import { CouponBox, UnreachedCoupon } from './coupon.tsx'
import { Failure, StepFrame } from './step-frame.tsx'
import type { CheckoutState, PaymentChoice } from './use-checkout.ts'

interface AddressStepProps {
  state: CheckoutState
  /** The items of step 2. */
  items: readonly CheckoutItem[]
  onAdd: () => void
}

/** Step 1: the delivery address. Names the items that have to be changed or removed in step 2. */
export function AddressStep({ state, items, onAdd }: AddressStepProps) {
  const { addresses, selected, goTo } = state
  const failure =
    addresses.error && messageOf(addresses.error, t`Failed to load addresses`, t`Error loading addresses`)
  useEffect(() => {
    if (failure) toast('error', failure, 'checkout')
  }, [failure])
  const problems = items.filter(stockProblem)
  const blocked = useRef<HTMLDivElement>(null)
  const id = useId()
  const blockedBy = state.notDelivered === null ? undefined : id
  useEffect(() => {
    if (state.failure) blocked.current?.focus()
  }, [state.failure])
  return (
    <StepFrame
      title={t`Delivery Address`}
      state={state}
      label={t`Continue`}
      blockedBy={blockedBy}
      onNext={() => goTo(2)}
    >
      {problems.length > 0 && (
        <Notice tone="bad" className="mb-4">
          {problems.map((item) => (
            <p key={item.variant_id} className="mb-1 wrap-anywhere">
              <b>{item.product_name}:</b> {stockProblem(item)}
            </p>
          ))}
          <p className="text-sm">{t`You can change or remove it in the order summary.`}</p>
        </Notice>
      )}
      {failure && !addresses.data ? (
        <Notice tone="bad" onRetry={() => addresses.refetch()}>
          {failure}
        </Notice>
      ) : (
        <AddressPicker
          addresses={addresses.data ?? []}
          chosen={selected}
          onChoose={state.selectAddress}
          onDeliver={() => goTo(2)}
          onAdd={onAdd}
          blockedBy={blockedBy}
          arrival={
            state.notDelivered ? (
              <div ref={blocked} id={blockedBy} tabIndex={-1} className="w-full scroll-mb-24 rounded-md">
                <Notice tone="bad">{state.notDelivered}</Notice>
              </div>
            ) : (
              <Arrives state={state} />
            )
          }
        />
      )}
      {!state.notDelivered && <Failure state={state} />}
    </StepFrame>
  )
}

function Arrives({ state: { arrives }, className }: { state: CheckoutState; className?: string }) {
  if (arrives === null) return null
  return (
    <p className={cx('flex items-center gap-2 text-sm', className)}>
      <Truck aria-hidden className="size-5 shrink-0 text-peacock" />
      <span>
        {t`Arrives`} <b>{arrivalText(arrives)}</b>
      </span>
    </p>
  )
}

/** Step 2: items, address and coupon. */
export function SummaryStep({ state, itemList }: { state: CheckoutState; itemList: ReactNode }) {
  const { selected, coupon, goTo } = state
  const { gstin, composition } = state.settings.seller
  return (
    <StepFrame
      title={t`Order Summary`}
      state={state}
      label={t`Continue to Payment`}
      onNext={state.continueToPayment}
      onBack={() => goTo(1)}
    >
      {state.isShort && <Failure state={state} className="mb-4" />}
      {selected && (
        <div className="mb-4 rounded-md border border-line bg-card px-4 pt-1 pb-4 wrap-anywhere">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-sm font-semibold text-ink-soft">{t`Deliver to`}</p>
            <Button variant="quiet" size="sm" className="-mx-3" onClick={() => goTo(1)}>
              {t`Change Address`}
            </Button>
          </div>
          <AddressText address={selected} />
          <Arrives state={state} className="mt-1" />
        </div>
      )}
      {itemList}
      <UnreachedCoupon coupon={coupon} />
      {coupon.isOffered && <CouponBox coupon={coupon} />}
      {gstin !== null && !composition && <BuyerGstin state={state} />}
      <OrderNote state={state} />
    </StepFrame>
  )
}

/** The GSTIN of a business that buys: its invoice lets it take the tax off its own. */
function BuyerGstin({ state }: { state: CheckoutState }) {
  const { gstin, gstinFault, companyFault, extras, setExtras } = state
  const fields = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const wrong = state.failure && fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) fields.current!.open = true
    wrong?.focus()
  }, [state.failure])
  return (
    <More title={t`Buying for a business? Add GSTIN`} open={gstin !== ''} ref={fields}>
      <TextField
        label={t`GSTIN of your business`}
        hint={t`Printed on the invoice.`}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        error={gstinFault}
        value={extras.gstin}
        onChange={({ target: { value } }) => setExtras({ gstin: value })}
      />
      <TextField
        label={t`Company name (optional)`}
        hint={t`Without it, the invoice has the name of your address.`}
        autoComplete="organization"
        maxLength={100}
        error={companyFault}
        value={extras.company}
        onChange={({ target: { value } }) => setExtras({ company: value })}
      />
    </More>
  )
}

/** Fields that few need, folded until they are asked for. @param props.open at first */
function More({ title, open, children, ref }: ComponentProps<'details'>) {
  const [isOpen] = useState(open)
  return (
    <details ref={ref} open={isOpen} className="mt-2">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold text-peacock underline-offset-4 hover:underline">
        {title}
      </summary>
      <div className="grid items-start gap-4 pt-2 sm:grid-cols-2">{children}</div>
    </details>
  )
}

/** What the customer writes with the order, and whether it is a gift. */
function OrderNote({ state: { extras, setExtras } }: { state: CheckoutState }) {
  return (
    <More title={t`Is it a gift? Add a note`} open={extras.note !== '' || extras.is_gift}>
      <TextArea
        label={t`Note with your order (optional)`}
        hint={t`Printed on the packing slip.`}
        maxLength={LIMITS.order_note}
        value={extras.note}
        onChange={({ target: { value } }) => setExtras({ note: value })}
        className="col-span-full"
      />
      <Checkbox
        label={t`This is a gift: no prices on the packing slip`}
        checked={extras.is_gift}
        onChange={({ target: { checked } }) => setExtras({ is_gift: checked })}
        className="col-span-full"
      />
    </More>
  )
}

/** Step 3: the payment method and the button that places the order. */
export function PaymentStep({ state }: { state: CheckoutState }) {
  const { choice, coupon, busy, selected } = state
  const [label, busyLabel] =
    choice === 'cod'
      ? [t`Place Order (COD)`, t`Placing Order...`]
      : [t`Proceed to Payment`, t`Processing Payment...`]
  return (
    <StepFrame
      title={t`Payment`}
      state={state}
      label={busy ? busyLabel : label}
      busy={busy || coupon.isChanging}
      onNext={state.placeOrder}
      onBack={() => state.goTo(2)}
    >
      {selected && (
        <p className="mb-4 text-sm wrap-anywhere text-ink-soft sm:-mt-2">
          {t`To ${selected.full_name}, ${selected.city} ${selected.pincode}`}
          <span className="max-sm:hidden">{` · ${streetOf(selected)}`}</span>
          {state.gstin && `, GSTIN ${state.gstin}`}
        </p>
      )}
      <Arrives state={state} className="-mt-2 mb-4" />
      <UnreachedCoupon coupon={coupon} />
      <PaymentOptions state={state} />
      <Failure state={state} />
    </StepFrame>
  )
}

/** A way to pay; the only provider in the specification's words, which depend on the checkout. */
function optionLabel(choice: PaymentChoice, state: CheckoutState): ReactNode {
  const { payment_providers: providers, upi_apps } = state.settings
  if (choice === 'cod')
    return (
      <PaymentLabel icon={Banknote} text={t`Cash on Delivery`}>
        {codNote(state)}
      </PaymentLabel>
    )
  const [only] = providers
  const provider = providers.length > 1 && providers.find(({ name }) => name === choice)
  if (provider) return <PaymentLabel text={provider.label} marks={provider.marks} />
  return choice === 'upi' ? (
    <PaymentLabel text="UPI" marks={upi_apps}>
      {only?.marks.includes('Cards') && t`Or by card, on the next page.`}
    </PaymentLabel>
  ) : (
    <PaymentLabel text={t`Online Payment`} marks={['UPI', t`Card`]} />
  )
}

/** What is handed over, and the fee in it; or why it cannot be. */
function codNote({ cash: { total_amount, fee, isTooDear }, settings }: CheckoutState): string {
  const { payments, limits } = settings
  const most = limits.cod_order_value === null ? '' : formatShortRupees(limits.cod_order_value)
  if (isTooDear && most) return t`Cash on delivery is possible for orders up to ${most}.`
  const amount = formatRupees(payableOf({ total_amount, rounds_cash: payments.round_cash }))
  const pay = t`Pay ${amount} when your order arrives.`
  const more = formatRupees(fee)
  return fee > 0 ? `${pay} ${t`This costs ${more} more.`}` : pay
}

/** The payment methods. None of several is preselected. */
function PaymentOptions({ state }: { state: CheckoutState }) {
  const { choices, choice, setChoice, noCash, settings, failure } = state
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure && choice === null) group.current?.querySelector('input')?.focus()
  }, [failure, choice])
  const cashNote = noCash && (
    <p className="mt-3 text-sm text-ink-soft">{t`Cash on delivery is not available at ${noCash}.`}</p>
  )
  if (choices.length === 0)
    return cashNote ?? <p>{settings.closed ?? t`This shop takes no orders at the moment.`}</p>
  const options = choices.map((value) => ({
    ...{ value, label: optionLabel(value, state) },
    disabled: value === 'cod' && state.cash.isTooDear,
  }))
  const isOnly = settings.payment_providers.length === 1 && choice !== null && choice !== 'cod'
  const isTest = isOnly || choice === 'test-bank'
  return (
    <div ref={group}>
      <p aria-hidden className="mb-3 text-lg font-bold">{t`Payment method`}</p>
      <RadioGroup
        legend={t`Payment method`}
        look="cards"
        isInvalid={failure !== null && choice === null}
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {cashNote}
      {settings.test_bank && isTest && (
        <p className="mt-3 text-sm text-ink-soft">{t`This shop pays at a test bank: no money moves.`}</p>
      )}
    </div>
  )
}
