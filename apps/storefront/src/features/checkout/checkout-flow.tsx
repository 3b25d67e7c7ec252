import { plural, t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import { linePrice } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Store, Truck } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { sessionEnded } from '../../api/client.ts'
import { useIsSessionLost } from '../../api/session.ts'
import {
  settingsQuery,
  type StorefrontSettings,
  useGuestEntry,
  useSettings,
} from '../../api/settings.queries.ts'
import { Link } from '../../lib/link.tsx'
import { useReloadOnRestore } from '../../lib/listen.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass, PlainButton, textLinkClass } from '@haat/ui/button'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, Notice } from '@haat/ui/feedback'
import { ColumnsLoading, LoadFailed } from '../../ui/feedback.tsx'
import { focusHeading, PageHeading } from '../../ui/page.tsx'
import { YouSave } from '../../ui/price.tsx'
import { dismissToasts, toast } from '../../ui/toast.ts'
import { TermRow, TotalsList } from '../../ui/totals.tsx'
import { AddressDialog, interruptedAddress, useUnsavedAddress } from '../addresses/address-dialog.tsx'
import { OrderNotices } from '../orders/order-notices.tsx'
import { type CheckoutItem, piecesOf } from './checkout-item.ts'
import { ItemRecap } from './item-list.tsx'
import { StepIndicator, useStepFocus } from './step-frame.tsx'
import { AddressStep, PaymentStep, SummaryStep } from './steps.tsx'
import { type CheckoutOptions, type CheckoutState, type PriceChange, useCheckout } from './use-checkout.ts'
import { VerifyEmailDialog } from './verify-email.tsx'

interface CheckoutFlowProps extends CheckoutOptions {
  panelTitle: string
  /** Shown above every step. */
  intro?: ReactNode
  /** The items in the summary; absent where `intro` shows them. */
  itemList?: ReactNode
  /** Puts the item into the cart, which it goes to then. */
  toCart?: () => unknown
}

/** What is bought, and what it costs beside it. */
const columnsClass = 'grid grid-cols-1 items-start gap-x-8 lg:grid-cols-[minmax(0,1fr)_min(23rem,38%)]'

/** Both checkouts, once the shop's settings are there. */
export function CheckoutFlow(props: CheckoutFlowProps) {
  const { data: settings, isError, refetch } = useQuery(settingsQuery())
  if (settings) return <Steps {...props} settings={settings} />
  if (!isError) return <ColumnsLoading />
  return <LoadFailed text={t`Your checkout could not be loaded.`} onRetry={refetch} />
}

function Steps(props: CheckoutFlowProps & { settings: StorefrontSettings }) {
  const { items, intro, itemList } = props
  const state = useCheckout(props)
  const [adding, setAdding] = useState(() => interruptedAddress() === null)
  const [unsaved, setUnsaved] = useUnsavedAddress()
  const { step, addresses, dialog } = state
  const isLoading = addresses.isPending || state.coupon.isRestoring
  useStepFocus(isLoading ? null : step)
  if (isLoading) return <ColumnsLoading />
  return (
    <>
      <StepIndicator current={step} onBack={state.goTo} />
      <OrderNotices />
      <div className={`${columnsClass} mt-4 gap-y-4 sm:mt-6 sm:gap-y-8`}>
        <div>
          {step < 3 && intro}
          {step === 1 && (
            <AddressStep state={state} items={itemList ? items : []} onAdd={() => setAdding(true)} />
          )}
          {step === 2 && <SummaryStep state={state} itemList={itemList} />}
          {step === 3 && <PaymentStep state={state} />}
        </div>
        <aside aria-label={t`Price`} className="grid gap-4 lg:sticky lg:top-6">
          <PricePanel {...props} state={state} />
          {step === 3 && (itemList ? <ItemRecap items={state.available} /> : intro)}
        </aside>
      </div>
      {(adding || dialog?.kind === 'address') && (
        <AddressDialog
          address={adding ? null : state.selected}
          failures={() => [
            adding ? t`Failed to add address` : t`Failed to update address`,
            t`Something went wrong`,
          ]}
          toastStyle="checkout"
          unsaved={unsaved}
          onClose={(typed) => {
            if (adding) setUnsaved(typed)
            setAdding(false)
            state.closeDialog()
          }}
          onSaved={({ id }) => state.selectAddress(id)}
        />
      )}
      {dialog?.kind === 'email' && (
        <VerifyEmailDialog
          email={state.email}
          onClose={state.closeDialog}
          onVerified={() => {
            state.closeDialog()
            return state.placeOrder()
          }}
        />
      )}
      {dialog?.kind === 'price' && <PriceChangedDialog state={state} change={dialog} />}
    </>
  )
}

interface CheckoutFrameProps {
  title: string
  back: { label: string; to: string }
  children: ReactNode
}

/** The heading and the link back, around a checkout. */
export function CheckoutFrame({ title, back, children }: CheckoutFrameProps) {
  useReloadOnRestore()
  return (
    <div className="shop-width pt-4 sm:pt-10">
      <div className="@container mb-4 flex items-center justify-between gap-x-3 sm:mb-8">
        <PageHeading className="max-xs:tamil:text-lg">{title}</PageHeading>
        <Link to={back.to} className={textLinkClass}>
          <ArrowLeft aria-hidden className="size-5 max-xs:@min-[17rem]:hidden" />
          <span className="@max-[17rem]:sr-only">{back.label}</span>
        </Link>
      </div>
      {children}
    </div>
  )
}

/** Milliseconds between the message and the other screen. */
const WAY_OUT_DELAY = 2000

/** Says why there is nothing to check out, and opens another screen. @param message none while there is something @param isMistaken asked first: true if it is not to be said */
export function useWayOut(message: string | false | null, to: string, isMistaken = () => false): void {
  const navigate = useNavigate()
  const isWrong = useEffectEvent(isMistaken)
  useEffect(() => {
    if (!message || isWrong()) return
    toast('error', message, 'checkout')
    const timer = setTimeout(() => void navigate(to, { replace: true }), WAY_OUT_DELAY)
    return () => clearTimeout(timer)
  }, [message, to, navigate])
}

interface LoginPromptProps {
  message: string
  title?: string
  /** Why a login is needed. */
  children?: ReactNode
}

/** Asks a guest to log in and come back to this checkout. */
export function LoginPrompt({ message, title, children }: LoginPromptProps) {
  const { pathname, search } = useLocation()
  const isSessionLost = useIsSessionLost()
  useEffect(() => {
    if (!isSessionLost) {
      toast('info', message, 'checkout')
      return () => dismissToasts(0)
    }
    // The shopper was further down, in what is gone.
    window.scrollTo(0, 0)
    focusHeading()
  }, [isSessionLost, message])
  const { path, isGuest } = useGuestEntry()
  const hasPhoneLogin = useSettings()?.phone_login
  const from = { from: pathname + search, isGuest }
  return (
    <>
      {isSessionLost && (
        <Notice tone="wait" className="mb-4">
          {sessionEnded()}
        </Notice>
      )}
      <EmptyState
        isPlain
        title={title ?? t`Log in to order`}
        text={children ?? t`You come straight back here.`}
        action={
          <div className="flex w-80 max-w-full flex-wrap gap-3 *:grow max-sm:*:px-3">
            {isGuest && (
              <Link to={path} state={from} className={buttonClass('accent')}>
                {t`Continue with Phone Number`}
              </Link>
            )}
            <Link to={paths.auth('login')} state={from} className={buttonClass()}>{t`Login`}</Link>
            <Link to={paths.auth('signup')} state={from} className={buttonClass('outline')}>
              {t`Sign Up`}
            </Link>
            {hasPhoneLogin && !isGuest && (
              <Link to={paths.auth('phone')} state={from} className={buttonClass('outline')}>
                {t`Log in with a phone number`}
              </Link>
            )}
          </div>
        }
      />
    </>
  )
}

/** The totals of the items that can be bought as they are. */
function PricePanel({ panelTitle: title, toCart, state }: CheckoutFlowProps & { state: CheckoutState }) {
  const { totals, waived, settings } = state
  const lines = state.available.length
  const pieces = piecesOf(state.available)
  const unavailable = state.items.length - lines
  const isFreeInCart = totals.total_shipping_price > 0 && settings.delivery.waivedOnCartCheckout
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-card">
      <h2 className="border-b border-line px-5 py-3.5 text-lg font-bold">{title}</h2>
      {lines > 0 && (
        <TotalsList
          totals={totals}
          labels={{
            items: t`Price (${plural(pieces, { one: '# item', other: '# items' })})`,
            delivery: t`Delivery Charges`,
            discount: t`Discount (${{ coupon_code: state.coupon.applied?.code ?? '' }})`,
            total: t`Total Amount`,
          }}
          waived={waived}
          note={
            isFreeInCart && (
              <PlainButton
                className="text-right underline"
                onClick={toCart}
              >{t`Free if you buy from the cart`}</PlainButton>
            )
          }
          className="px-5 py-4"
        />
      )}
      <div className="grid gap-2 border-t border-line px-5 py-4 text-sm">
        <YouSave saving={state.saving + totals.total_items_discount} />
        {unavailable > 0 && (
          <p className="flex items-center gap-2 font-semibold text-brick">
            <CircleAlert aria-hidden className="size-5 shrink-0" />
            {t`${plural(unavailable, { one: '# item', other: '# items' })} not counted: sold out, or too few left.`}
          </p>
        )}
        {totals.total_shipping_price === 0 && lines > 0 && state.notDelivered === null && (
          <p className="flex items-center gap-2 font-semibold text-leaf">
            <Truck aria-hidden className="size-5 shrink-0" />
            {t`Your delivery is free for this order!`}
          </p>
        )}
        <p className="flex items-center gap-2 text-ink-soft">
          <Store aria-hidden className="size-5 shrink-0" />
          {settings.seller_label}
        </p>
      </div>
    </section>
  )
}

/** The items of a checkout whose price is another one than before, in paise. */
const changedPrices = (before: readonly CheckoutItem[], items: readonly CheckoutItem[]) =>
  items.flatMap((item) => {
    const old = before.find(({ variant_id }) => variant_id === item.variant_id)
    const [was, is] = [linePrice(old ?? item), linePrice(item)]
    return was === is ? [] : [{ name: item.product_name, was, is }]
  })

/** Shows the new total and lets the shopper order or review. */
function PriceChangedDialog({ state, change }: { state: CheckoutState; change: PriceChange }) {
  const { before, totals } = change
  const now = formatRupees(totals.total_amount)
  return (
    <Dialog
      open
      onClose={state.review}
      title={t`The price has changed`}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="outline" onClick={state.review}>{t`Review order`}</Button>
          <Button busy={state.busy || state.coupon.isChanging} onClick={state.placeOrder}>
            {t`Order for ${now}`}
          </Button>
        </div>
      }
    >
      <p>{t`Nothing has been ordered yet. The total has changed since you opened this page.`}</p>
      <ul className="figures">
        {changedPrices(change.items, state.items).map(({ name, was, is }) => (
          <li key={name} className="mt-3 wrap-anywhere">
            <b>{name}</b>: <s className="text-ink-soft">{formatRupees(was)}</s> {formatRupees(is)}
          </li>
        ))}
      </ul>
      <TotalsList
        totals={totals}
        labels={{ items: t`Items`, delivery: t`Delivery Charges`, total: t`Total now` }}
        className="mt-4"
      >
        <TermRow label={t`Total before`}>
          <s className="text-ink-soft">{formatRupees(before.total_amount)}</s>
        </TermRow>
      </TotalsList>
    </Dialog>
  )
}
