import { t } from '@lingui/core/macro'
import { cleanGstin, faultOfGstin, otherStateOfGstin } from '@haat/contract/gstin'
import { stateProblem } from '@haat/contract/indian-states'
import { fixedDiscount, pricedLine, priceOrder, savingOnMrp, type Totals } from '@haat/contract/pricing'
import type { Checkout, PaymentProviderName } from '@haat/contract/rules'
import { isPrintable } from '@haat/contract/shipping-address'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { addressesQuery } from '../../api/addresses.queries.ts'
import { isRefusal } from '../../api/client.ts'
import { type OrderExtras, storedExtras, storeExtras } from '../../api/pending-order.ts'
import { settingsQuery, type StorefrontSettings } from '../../api/settings.queries.ts'
import { changeSearch, type SearchValues } from '../../lib/link.tsx'
import { useSearchOnce } from '../../lib/use-once.ts'
import { dismissToasts, toast } from '../../ui/toast.ts'
import { stateName } from '../../lib/state-names.ts'
import { deliveryQuery, keepPincode } from '../delivery/delivery.queries.ts'
import { profileQuery } from '../profile/profile.queries.ts'
import { type CheckoutItem, stockProblem } from './checkout-item.ts'
import { unreachedText, useCoupon } from './coupon.tsx'
import { afterStep, orderBody, type Refusal, usePlaceOrder } from './place-order.ts'

export type Step = 1 | 2 | 3

const stepOf = (text: string | null): Step => (text === '2' ? 2 : text === '3' ? 3 : 1)

/**
 * The step, the selected address and the payment method, kept in the URL so that a reload, the browser's Back and a login
 * keep them. Only a step forward adds a history entry.
 */
function useSteps() {
  const [search, setSearch] = useSearchOnce()
  const state: unknown = useLocation().state
  const step = stepOf(search.get('step'))
  const change = (values: SearchValues, isForward = false) =>
    setSearch(changeSearch(search, values), isForward ? { state: afterStep(state) } : { replace: true })
  return {
    step,
    /** Id of the selected address; 0 before a selection. */
    addressId: Number(search.get('address') ?? 0),
    goTo: (target: Step) => change({ step: target }, target > step),
    select: (addressId: number) => change({ address: addressId }),
    /** As the address has it; any text. */
    payment: search.get('payment'),
    choosePayment: (choice: PaymentChoice) => change({ payment: choice }),
  }
}

/** Cash, a provider by its name, or the only provider under the name that the specification gives it on screen. */
export type PaymentChoice = 'upi' | 'online' | 'cod' | PaymentProviderName

/** The ways to pay that the shop offers; none while it is closed. */
function choicesOf(checkout: Checkout, settings: StorefrontSettings): PaymentChoice[] {
  const { payment_providers, payments, closed } = settings
  if (closed !== null) return []
  const names = payment_providers.map(({ name }) => name)
  const only = checkout === 'cart' ? ('upi' as const) : ('online' as const)
  return [...(names.length === 1 ? [only] : names), ...(payments.cod ? ['cod' as const] : [])]
}

/** The provider that the shopper has chosen; undefined where there is no choice. */
const chosenProvider = (choice: PaymentChoice, { payment_providers }: StorefrontSettings) =>
  payment_providers.length > 1 ? payment_providers.find(({ name }) => name === choice)?.name : undefined

const shortOfStock = (): string =>
  t`Some items are sold out, or too few are left. Please change or remove them.`

/** What is wrong with the GSTIN of a business that buys, or null. */
function gstinProblem(gstin: string, ordered: string): string | null {
  if (faultOfGstin(gstin) !== null)
    return t`This GSTIN has a typing mistake. Copy it from your GST certificate.`
  const other = otherStateOfGstin({ gstin, state: ordered })
  if (other === null) return null
  const registered = stateName(other)
  const state = stateName(ordered)
  return t`This GSTIN belongs to ${registered}, but the order goes to ${state}. Choose an address in ${registered}, or leave the GSTIN out.`
}

/** What the shopper has seen, and the totals now. */
export interface PriceChange {
  kind: 'price'
  items: readonly CheckoutItem[]
  before: Totals
  totals: Totals
}

/** What the checkout asks for before it goes on. */
type CheckoutDialog =
  | PriceChange
  /** The state of the selected address does not fit its PIN code. */
  | { kind: 'address' }
  /** The account's e-mail address is not verified. */
  | { kind: 'email' }

export interface CheckoutOptions {
  checkout: Checkout
  items: readonly CheckoutItem[]
  /** Reloads the items. */
  refresh: () => Promise<unknown>
  /** The order is placed: its items leave the cart. */
  onPlaced?: () => void
}

/** The state and the actions of a checkout, from the first step to the placed order. */
export function useCheckout(options: CheckoutOptions & { settings: StorefrontSettings }) {
  const { checkout, items, settings, refresh, onPlaced } = options
  const client = useQueryClient()
  const steps = useSteps()
  const addresses = useQuery(addressesQuery())
  const { data: profile } = useQuery(profileQuery())
  const saved = addresses.data ?? []
  const selected =
    saved.find(({ id }) => id === steps.addressId) ?? saved.find(({ is_default }) => is_default) ?? null
  const { data: delivery } = useQuery(deliveryQuery(selected?.pincode, selected?.state))
  // What is shown elsewhere is about this address too.
  const pincode = selected?.pincode
  useEffect(() => {
    if (pincode !== undefined) keepPincode(pincode)
  }, [pincode])
  const available = items.filter((item) => stockProblem(item) === null)
  const isShort = available.length < items.length
  const lines = available.map(pricedLine)
  const rule = { ...settings.delivery, ...(delivery && { charge: delivery.charge }) }
  const price = (where: Checkout | 'cart-page', discount = 0): Totals =>
    priceOrder(lines, fixedDiscount(discount), rule, where)
  const coupon = useCoupon({
    isOffered: checkout === 'cart',
    items: available,
    itemsTotal: price(checkout).items_total,
  })
  const choices = choicesOf(checkout, settings).filter((each) => each !== 'cod' || delivery?.cod !== false)
  const fee = lines.length > 0 ? settings.payments.cod_fee : 0
  const withFee = (priced: Totals): Totals => ({ ...priced, total_amount: priced.total_amount + fee })
  const inCash = withFee(price(checkout, coupon.applied?.discount)).total_amount
  const isTooDear = inCash > (settings.limits.cod_order_value ?? Infinity)
  // The only one needs no choice.
  const choice =
    choices.find(
      (each) => choices.length === 1 || (each === steps.payment && !(each === 'cod' && isTooDear)),
    ) ?? null
  const toPay = (discount?: number): Totals => {
    const priced = price(checkout, discount)
    return choice === 'cod' ? withFee(priced) : priced
  }
  const totals = toPay(coupon.applied?.discount)
  const [extras, setExtras] = useState(storedExtras)
  const gstin = cleanGstin(extras.gstin)
  const gstinFault = selected && gstin !== '' ? gstinProblem(gstin, selected.state) : null
  const companyFault =
    gstin === '' || extras.company.trim() === '' || isPrintable(extras.company)
      ? null
      : t`Must contain a letter or digit`
  const notDelivered = delivery?.problem ?? null
  const noCash = delivery && !delivery.cod && settings.payments.cod ? delivery.pincode : null
  /** Why the step's button did nothing, and the order that this is about. */
  const [failure, setFailure] = useState<{ message: string; orderId?: number | undefined } | null>(null)
  const [dialog, setDialog] = useState<CheckoutDialog | null>(null)
  const pieces = items.map(({ variant_id, quantity }) => `${variant_id}×${quantity}`).join()
  const [seen, setSeen] = useState(pieces)
  if (seen !== pieces) setSeen(pieces)
  if (seen !== pieces && steps.step === 3)
    setFailure({ message: t`The items in your cart have changed. Please check them before you order.` })

  const fail = (message: string, orderId?: number) => {
    setFailure({ message, orderId })
    toast('error', message, 'checkout')
  }
  const forgive = () => {
    if (failure) dismissToasts(0)
    setFailure(null)
  }

  /** Shows a refusal, and reloads prices, stock and coupon. */
  const refused = async (refusal: Refusal): Promise<void> => {
    setDialog(refusal.kind === 'email' ? { kind: 'email' } : null)
    if (refusal.kind === 'email') return
    if (refusal.kind === 'other') return fail(refusal.message, refusal.orderId)
    if (refusal.kind !== 'price') {
      fail(refusal.message)
      steps.goTo(2)
    }
    await Promise.all([
      refresh(),
      client.invalidateQueries(settingsQuery()),
      client.invalidateQueries({ queryKey: ['delivery'] }),
    ])
    await coupon.renew()
    if (refusal.kind === 'price') setDialog({ kind: 'price', items, before: totals, totals: refusal.totals })
  }
  const { place, busy } = usePlaceOrder(refused, onPlaced)

  const goTo = (target: Step) => {
    setFailure(null)
    if (!selected) return fail(t`Please select a delivery address`)
    if (target !== 1 && stateProblem(selected)) return setDialog({ kind: 'address' })
    // Where nothing is delivered, and what is wrong with a business, stands at the addresses and at the fields.
    if (target !== 1 && notDelivered !== null) return setFailure({ message: notDelivered })
    if (target === 3 && isShort) return fail(shortOfStock())
    const fault = gstinFault ?? companyFault
    return target === 3 && fault !== null ? setFailure({ message: fault }) : steps.goTo(target)
  }

  const placeOrder = async (): Promise<unknown> => {
    setFailure(null)
    if (!selected) return fail(t`Please select a delivery address`)
    if (choice === null) return fail(settings.closed ?? t`Please select a payment method!`)
    if (stateProblem(selected)) return setDialog({ kind: 'address' })
    if (isShort) return refused({ kind: 'stock', message: shortOfStock() })
    const renewed = await coupon.renew()
    if (renewed instanceof Error)
      return isRefusal(renewed) ? steps.goTo(2) : toast('error', unreachedText(coupon.kept), 'checkout')
    const body = orderBody({
      checkout,
      address: selected,
      method: choice === 'cod' ? 'COD' : 'ONLINE',
      provider: chosenProvider(choice, settings),
      items,
      // As the shopper has seen them: the server tells what has changed.
      totals: coupon.applied ? totals : toPay(renewed?.discount),
      coupon: renewed,
      profile,
      defaults: settings,
      gstin: gstin || null,
      extras,
    })
    return place(body)
  }

  return {
    settings,
    items,
    addresses,
    selected,
    selectAddress: (id: number) => {
      forgive()
      steps.select(id)
    },
    /** Why nothing can be sent to the selected address, or null. */
    notDelivered,
    /** When it comes to the selected address; null while that is not known. */
    arrives: delivery?.arrives ?? null,
    /** The PIN code of the selected address, where no cash is taken; else null. */
    noCash,
    gstin,
    /** What is wrong with it, once it has stopped the shopper. */
    gstinFault: (failure !== null && !isShort && gstinFault) || undefined,
    companyFault: (failure !== null && !isShort && companyFault) || undefined,
    extras,
    setExtras: (changes: Partial<OrderExtras>) => {
      forgive()
      const next = { ...extras, ...changes }
      setExtras(next)
      storeExtras(next)
    },
    step: selected ? steps.step : (1 as Step),
    goTo,
    /** Waits for a coupon that is being applied; one that is refused is shown where it is. */
    continueToPayment: async () => {
      if ((await coupon.applying) !== false) goTo(3)
    },
    coupon,
    totals,
    /** Paise: the total if it is paid in cash, and what of it is the fee for that. Too dear: more than the shop takes in cash. */
    cash: { total_amount: inCash, fee, isTooDear },
    /** Paise: the delivery charge that the cart page shows, and this checkout waives. */
    waived: checkout === 'cart' ? price('cart-page').total_shipping_price - totals.total_shipping_price : 0,
    /** Paise: what the lines cost less than by their MRP. */
    saving: savingOnMrp(lines),
    choices,
    choice,
    setChoice: (next: PaymentChoice) => {
      forgive()
      steps.choosePayment(next)
    },
    /** The items that can be bought as they are: the totals are theirs. */
    available,
    isShort,
    /** Why the last act failed, until the next one. */
    failure,
    dialog,
    closeDialog: () => setDialog(null),
    review: () => {
      setDialog(null)
      steps.goTo(2)
    },
    email: profile?.email,
    placeOrder,
    busy,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
