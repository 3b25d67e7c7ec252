import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import { linePrice } from '@haat/contract/rules'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, contract, isRefusal, messageOf } from '../../api/client.ts'
import { formDraft } from '../../api/draft.ts'
import { storeCoupon, storedCoupon } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { cx } from '@haat/ui/cx'
import { Button } from '@haat/ui/button'
import { TextField } from '@haat/ui/field'
import { Notice } from '@haat/ui/feedback'
import { Form } from '@haat/ui/form'
import { toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'

interface CouponOptions {
  /** Whether the checkout takes coupons. */
  isOffered: boolean
  items: readonly CheckoutItem[]
  /** The price of the items in paise. */
  itemsTotal: number
}

const linesOf = (items: readonly CheckoutItem[]) =>
  items.map((item) => ({
    product_id: item.product_id,
    variant_id: item.variant_id,
    category_id: item.category_id,
    price: linePrice(item),
    quantity: item.quantity,
  }))

/** Asks the server for a coupon's discount. The reply's `message` is shown to the shopper. */
async function applyCoupon(code: string, { items, itemsTotal }: CouponOptions) {
  const { message, coupon, level, discount_amount, eligible_items, order_coupon_id } = await call(
    contract.coupons.apply,
    {
      body: {
        code: code.toUpperCase(),
        user_id: readSession()?.user.id,
        cart_items: linesOf(items),
        order_amount: itemsTotal,
      },
    },
  )
  const onItems = eligible_items.reduce((sum, item) => sum + item.discount_amount, 0)
  const discount = level === 'item' ? onItems : discount_amount
  return { message, applied: { ...coupon, level, order_coupon_id, discount } }
}

/** A coupon that reduces this checkout's price, by `discount` paise. */
export type AppliedCoupon = Awaited<ReturnType<typeof applyCoupon>>['applied']

const draft = formDraft<string>()

const failed = () => t`Failed to apply coupon`

/**
 * What the server says about the coupon for these items: it is asked again when they change, and until it answers. Null
 * without a code.
 *
 * @param onRefused gets the reason why the coupon does not apply
 */
function useQuote(code: string, options: CouponOptions, onRefused: (reason: string) => void) {
  const client = useQueryClient()
  const { isOffered, items } = options
  const keyOf = (code: string) => ['coupon', readSession()?.user.id, code, linesOf(items)] as const
  const quote = useQuery({
    queryKey: keyOf(code),
    queryFn: async () => {
      try {
        return (await applyCoupon(code, options)).applied
      } catch (error) {
        if (isRefusal(error)) onRefused(messageOf(error, failed()))
        throw error
      }
    },
    enabled: isOffered && code !== '' && items.length > 0,
    staleTime: Infinity,
    // The server remembers only the coupon that was applied last, which may be another tab's.
    refetchOnMount: 'always',
    placeholderData: (before, query) => (query?.queryKey[2] === code ? before : undefined),
  })
  /** Keeps an answer, so that it is not asked for again. */
  const keep = (applied: AppliedCoupon) => client.setQueryData(keyOf(applied.code), applied)
  return { quote, keep }
}

/** The kept coupon of a cart, once the server has said what it takes off these items. @param isOffered whether it is asked now */
export function useKeptCoupon(items: readonly CheckoutItem[], itemsTotal: number, isOffered: boolean) {
  const { quote } = useQuote(storedCoupon() ?? '', { isOffered, items, itemsTotal }, () => null)
  return quote.isError ? undefined : quote.data
}

/**
 * The coupon of a checkout, which is kept until it is removed, ends or an order is placed. Every message is a toast and
 * also shows below the input.
 */
export function useCoupon(options: CouponOptions) {
  const { isOffered, items } = options
  const [kept, setKept] = useState(() => (isOffered ? (storedCoupon() ?? '') : ''))
  const [code, setCode] = useState(() => draft.read() ?? '')
  useEffect(() => draft.forget(), [])
  draft.useKeep(() => code)
  const [message, setMessage] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  /** Whether the coupon that is being applied is applied, once that is known; null when none is. */
  const [applying, setApplying] = useState<Promise<boolean> | null>(null)
  const showMessage = (kind: 'success' | 'error', text: string) => {
    setMessage({ kind, text })
    toast(kind, text, 'checkout')
    return kind === 'success'
  }
  const keep = (next: string) => {
    setKept(next)
    storeCoupon(next)
  }
  const { quote, keep: keepQuote } = useQuote(kept, options, (reason) => {
    setCode(kept)
    setKept('')
    // Another tab may have stored its own.
    if (storedCoupon() === kept) storeCoupon('')
    showMessage('error', `${kept}: ${reason}`)
  })
  const applied = kept === '' || quote.isError ? null : (quote.data ?? null)
  const [isRestoring, setIsRestoring] = useState(kept !== '')
  if (isRestoring && !quote.isLoading) setIsRestoring(false)
  const offers = useQuery({
    queryKey: ['me', 'coupon-offers', linesOf(items)],
    queryFn: () => call(contract.coupons.offers, { body: { cart_items: linesOf(items) } }),
    enabled: isOffered && items.length > 0,
    placeholderData: keepPreviousData,
  })
  const request = async (code: string): Promise<boolean> => {
    if (code.trim() === '') return showMessage('error', t`Please enter a coupon code`)
    if (items.length === 0) return showMessage('error', t`No items in cart`)
    try {
      const reply = await applyCoupon(code.trim(), options)
      keepQuote(reply.applied)
      keep(reply.applied.code)
      setCode('')
      return showMessage('success', reply.message)
    } catch (error) {
      return showMessage('error', messageOf(error, failed(), t`Failed to apply coupon. Please try again.`))
    }
  }
  return {
    isOffered,
    code,
    setCode,
    applied,
    /** The code of the coupon; empty without one. */
    kept,
    /** The code of a coupon whose discount is not known yet, because the shop could not be reached; else null. */
    unreached: kept !== '' && applied === null && items.length > 0 ? kept : null,
    /** Whether the discount may be another one in a moment. */
    isChanging: applied !== null && quote.isFetching,
    message,
    isRestoring: isRestoring || offers.isLoading,
    offers: offers.data?.coupons ?? [],
    applying,
    /** @returns whether it is applied now */
    apply: (wanted: string): Promise<boolean> => {
      const next = request(wanted).finally(() => setApplying(null))
      setApplying(next)
      return next
    },
    /**
     * Applies the kept coupon again: the server remembers only the one applied last, which may be another tab's.
     *
     * @returns null without a coupon; why it does not apply, which its box says too
     */
    renew: async (): Promise<AppliedCoupon | Error | null> => {
      if (kept === '' || items.length === 0) return null
      const { data, error } = await quote.refetch()
      return error ?? data ?? null
    },
    remove: () => {
      keep('')
      setMessage(null)
      toast('success', t`Coupon ${kept} removed successfully`, 'checkout')
    },
  }
}

export type CouponState = ReturnType<typeof useCoupon>

/** Why a coupon's order cannot be placed yet. */
export const unreachedText = (code: string): string =>
  t`The shop could not be reached for your coupon ${code}. It is tried again until it answers.`

/** Says that the coupon's discount is not known yet, and offers to go on without it. */
export function UnreachedCoupon({ coupon }: { coupon: CouponState }) {
  if (coupon.unreached === null) return null
  return (
    <Notice
      tone="wait"
      className="my-4"
      action={<Button variant="outline" size="sm" onClick={coupon.remove}>{t`Go on without it`}</Button>}
    >
      {unreachedText(coupon.unreached)}
    </Notice>
  )
}

/** The input for a coupon, or the applied coupon. */
export function CouponBox({ coupon }: { coupon: CouponState }) {
  const { applied, applying, message } = coupon
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const said = message && box.current?.querySelector('[role=alert], [role=status]')
    // Newer browsers return a promise, which is no clean-up.
    said?.scrollIntoView?.({ block: 'nearest' })
  }, [message])
  // The control that had the focus is gone, or was disabled.
  const saved = applied ? formatRupees(applied.discount) : ''
  const focus = () => box.current?.focus({ preventScroll: true })
  const apply = async (code: string) => {
    if (await coupon.apply(code)) focus()
    else box.current?.querySelector('input')?.focus()
  }
  const remove = () => {
    coupon.remove()
    focus()
  }
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`Coupon`}
      className="mt-6 rounded-md border border-line bg-card p-4"
    >
      {applied ? (
        <div className="flex items-center gap-3">
          <TicketPercent aria-hidden className="size-6 shrink-0 text-leaf" />
          <p className="min-w-0 grow">
            <span className="font-bold">{applied.code}</span>
            <span className="figures"> {t`saves you ${saved}`}</span>
            <span className="block text-sm text-ink-soft">{applied.description}</span>
          </p>
          <Button variant="quiet" size="sm" className="-mr-3" onClick={remove}>
            {t`Remove`}
            <span className="sr-only"> {t`coupon ${applied.code}`}</span>
          </Button>
        </div>
      ) : (
        <Form onSubmit={() => apply(coupon.code)} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
          <TextField
            label={t`Coupon code`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={coupon.code}
            onChange={(event) => coupon.setCode(event.target.value)}
            error={message?.kind === 'error' ? message.text : undefined}
            // The button stands beside the input alone.
            className="contents [&>label,&>p]:col-span-2 [&>p]:row-start-3"
          />
          <Button
            type="submit"
            variant="outline"
            busy={applying !== null}
            disabled={applying !== null}
            className="col-start-2 row-start-2 min-h-12 max-xs:px-2! max-xs:text-sm"
          >
            {applying ? t`Applying...` : t`Apply`}
          </Button>
        </Form>
      )}
      {!applied && <CouponOffers coupon={coupon} onUse={apply} />}
      <p role="status" className="mt-2 text-sm font-medium text-leaf empty:hidden">
        {message?.kind === 'success' && message.text}
      </p>
    </section>
  )
}

/** The coupons that the shop shows: one tap applies those that fit, the others say what is missing. */
function CouponOffers({ coupon, onUse }: { coupon: CouponState; onUse: (code: string) => unknown }) {
  const { offers, applying } = coupon
  if (offers.length === 0) return null
  return (
    <ul aria-label={t`Coupons of this shop`} className="mt-3 divide-y divide-line border-t border-line">
      {offers.map(({ code, description, discount_amount, refusal }) => (
        <li key={code} className="flex flex-wrap items-center gap-3 py-2.5 last:pb-0">
          <TicketPercent
            aria-hidden
            className={cx('size-6 shrink-0', refusal === null ? 'text-leaf' : 'text-ink-soft')}
          />
          <p className="figures min-w-0 flex-1 basis-[10em] text-sm tamil:basis-[14em] wrap-anywhere">
            <b className="text-base whitespace-nowrap">{code}</b>
            {refusal === null && ` ${t`saves you ${formatRupees(discount_amount)}`}`}
            <span className="block text-ink-soft">{description}</span>
            {refusal !== null && <span className="block font-medium">{refusal}</span>}
          </p>
          {refusal === null && (
            <Button variant="outline" size="sm" disabled={applying !== null} onClick={() => onUse(code)}>
              {t`Use`}
              <span className="sr-only"> {t`coupon ${code}`}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
