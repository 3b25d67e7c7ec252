import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { SESSION_ENDED } from '../../api/client.ts'
import { useIsSessionLost } from '../../api/session.ts'
import { Link } from '../../lib/link.tsx'
import { settingsQuery, type StorefrontSettings } from '../../api/settings.queries.ts'
import { paths } from '../../paths.ts'
import { buttonClass, textLinkClass } from '../../ui/button.tsx'
import { ColumnsLoading, EmptyState, LoadFailed, Notice } from '../../ui/feedback.tsx'
import { focusHeading, PageHeading } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressDialog, interruptedAddress } from '../addresses/address-dialog.tsx'
import { OrderNotices } from '../orders/order-notices.tsx'
import { PriceChangedDialog, PricePanel } from './price-panel.tsx'
import { AddressStep, PaymentStep, StepIndicator, SummaryStep, useStepFocus } from './steps.tsx'
import { type CheckoutOptions, useCheckout } from './use-checkout.ts'
import { VerifyEmailDialog } from './verify-email.tsx'

const ADD_TEXTS = {
  failed: 'Failed to add address',
  network: 'Something went wrong',
  toastStyle: 'checkout',
} as const

const UPDATE_TEXTS = { ...ADD_TEXTS, failed: 'Failed to update address' } as const

interface CheckoutFlowProps extends CheckoutOptions {
  panelTitle: string
  /** Shown above every step. */
  intro?: ReactNode
  /** The items in the summary; absent where `intro` shows them. */
  itemList?: ReactNode
  withCoupon?: boolean
}

/** Both checkouts, once the shop's settings are there. */
export function CheckoutFlow(props: CheckoutFlowProps) {
  const { data: settings, isError, refetch } = useQuery(settingsQuery())
  if (settings) return <Steps {...props} settings={settings} />
  if (!isError) return <ColumnsLoading />
  return <LoadFailed text="Your checkout could not be loaded." onRetry={refetch} />
}

/** The three steps: address, summary, payment. */
function Steps(props: CheckoutFlowProps & { settings: StorefrontSettings }) {
  const { items, settings, panelTitle, intro, itemList } = props
  const state = useCheckout(props)
  const [adding, setAdding] = useState(() => interruptedAddress() === null)
  const { step, addresses, available, priceChange } = state
  const isLoading = addresses.isPending || state.coupon.isRestoring
  useStepFocus(isLoading ? null : step)
  if (isLoading) return <ColumnsLoading />
  return (
    <>
      <StepIndicator current={step} onBack={state.goTo} />
      <OrderNotices />
      <div className="mt-6 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div>
          {intro}
          {step === 1 && (
            <AddressStep state={state} items={itemList ? items : []} onAdd={() => setAdding(true)} />
          )}
          {step === 2 && (
            <SummaryStep state={state} {...{ itemList, settings }} withCoupon={props.withCoupon} />
          )}
          {step === 3 && <PaymentStep state={state} settings={settings} />}
        </div>
        <aside aria-label="Price" className="lg:sticky lg:top-36">
          <PricePanel
            title={panelTitle}
            lines={available.length}
            unavailable={items.length - available.length}
            totals={state.totals}
            waived={state.waived}
            saving={state.saving}
            seller={settings.seller_label}
          />
        </aside>
      </div>
      {adding && (
        <AddressDialog
          address={null}
          texts={ADD_TEXTS}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => state.selectAddress(id)}
        />
      )}
      {state.isCorrecting && (
        <AddressDialog address={state.selected} texts={UPDATE_TEXTS} onClose={state.closeCorrection} />
      )}
      {state.isVerifying && (
        <VerifyEmailDialog
          email={state.email}
          onClose={state.closeVerification}
          onVerified={() => {
            state.closeVerification()
            return state.placeOrder()
          }}
        />
      )}
      {priceChange && (
        <PriceChangedDialog
          {...priceChange}
          busy={state.busy || state.coupon.isChanging}
          onConfirm={state.placeOrder}
          onReview={state.review}
        />
      )}
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
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:mb-8">
        <PageHeading>{title}</PageHeading>
        <Link to={back.to} className={textLinkClass}>
          <ArrowLeft aria-hidden className="size-5" />
          {back.label}
        </Link>
      </div>
      {children}
    </div>
  )
}

/** The browser's Back from the bank may restore the page in the middle of paying: reloads it. */
function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}

const TIED_TO_ACCOUNT =
  'Your order, addresses and payment are tied to your account. You come straight back here.'

/** Asks a guest to log in and come back to this checkout. */
export function LoginPrompt({ message, text = TIED_TO_ACCOUNT }: { message: string; text?: string }) {
  const { pathname, search } = useLocation()
  const isSessionLost = useIsSessionLost()
  useEffect(() => {
    if (!isSessionLost) return toast('error', message, 'checkout')
    // The shopper was further down, in what is gone.
    window.scrollTo(0, 0)
    focusHeading()
  }, [isSessionLost, message])
  const from = { from: pathname + search }
  return (
    <>
      {isSessionLost && (
        <Notice tone="wait" className="mb-4">
          {SESSION_ENDED}
        </Notice>
      )}
      <EmptyState
        title={message}
        text={text}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to={paths.auth('login')} state={from} className={buttonClass()}>
              Login
            </Link>
            <Link to={paths.auth('signup')} state={from} className={buttonClass('outline')}>
              Sign Up
            </Link>
          </span>
        }
      />
    </>
  )
}
