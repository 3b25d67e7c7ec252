import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { formatRupees } from '@haat/contract/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, contract, isRefusal, messageOf } from '../../api/client.ts'
import { formDraft } from '../../api/draft.ts'
import { storeCoupon, storedCoupon } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'

/** A coupon that reduces this checkout's price. */
export interface AppliedCoupon {
  code: string
  description: string
  level: 'order' | 'item'
  /** Paise. */
  discount: number
  order_coupon_id: number
}

/** Asks the server for a coupon's discount. The reply's `message` is shown to the shopper. */
async function applyCoupon(request: {
  code: string
  userId: number
  items: readonly CheckoutItem[]
  /** Paise. */
  itemsTotal: number
}): Promise<{ message: string; applied: AppliedCoupon }> {
  const { code, userId, items, itemsTotal } = request
  const reply = await call(contract.coupons.apply, {
    body: {
      code: code.toUpperCase(),
      user_id: userId,
      cart_items: linesOf(items),
      order_amount: itemsTotal,
    },
  })
  return { message: reply.message, applied: appliedOf(reply) }
}

const linesOf = (items: readonly CheckoutItem[]) =>
  items.map(({ product_id, variant_id, category_id, price, quantity }) => ({
    product_id,
    variant_id,
    category_id,
    price,
    quantity,
  }))

function appliedOf(reply: Reply<Contract['coupons']['apply']>): AppliedCoupon {
  const { coupon, level, discount_amount, eligible_items, order_coupon_id } = reply
  const onItems = eligible_items.reduce((sum, item) => sum + item.discount_amount, 0)
  return { ...coupon, level, order_coupon_id, discount: level === 'item' ? onItems : discount_amount }
}

/** The code. */
const draft = formDraft<string>()

const FAILED = 'Failed to apply coupon'

interface CouponMessage {
  kind: 'success' | 'error'
  text: string
}

interface CouponOptions {
  /** Whether the checkout takes coupons. */
  isOffered: boolean
  items: readonly CheckoutItem[]
  /** The price of the items in paise. */
  itemsTotalOf: (items: readonly CheckoutItem[]) => number
}

/** Milliseconds between two attempts to ask for a discount that the server could not tell. */
const RETRY_DELAY = 2000

/**
 * What the server says about the coupon for these items: it is asked again when they change, and until it answers. Null
 * without a code.
 *
 * @param onRefused gets the reason why the coupon does not apply
 */
function useQuote(code: string, { items, itemsTotalOf }: CouponOptions, onRefused: (reason: string) => void) {
  const client = useQueryClient()
  const userId = readSession()?.user.id ?? 0
  const keyOf = (code: string) => ['coupon', userId, code, linesOf(items)] as const
  const quote = useQuery({
    queryKey: keyOf(code),
    queryFn: async () => {
      try {
        return (await applyCoupon({ code, userId, items, itemsTotal: itemsTotalOf(items) })).applied
      } catch (error) {
        if (isRefusal(error)) onRefused(messageOf(error, FAILED))
        throw error
      }
    },
    enabled: code !== '' && items.length > 0,
    staleTime: Infinity,
    // The server remembers only the coupon that was applied last, which may be another tab's.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.error !== null && !isRefusal(state.error) && RETRY_DELAY,
    placeholderData: (before, query) => (query?.queryKey[2] === code ? before : undefined),
  })
  return {
    ...quote,
    /** Keeps an answer, so that it is not asked for again. */
    keep: (applied: AppliedCoupon) => client.setQueryData(keyOf(applied.code), applied),
    askAgain: () => client.invalidateQueries({ queryKey: ['coupon'] }),
  }
}

/**
 * The coupon of a checkout, which is kept until it is removed, ends or an order is placed. Every message is a toast and
 * also shows below the input.
 */
export function useCoupon(options: CouponOptions) {
  const { isOffered, items, itemsTotalOf } = options
  const [kept, setKept] = useState(() => (isOffered ? (storedCoupon() ?? '') : ''))
  const [code, setCode] = useState(() => draft.read() ?? '')
  useEffect(() => draft.forget(), [])
  draft.useKeep(() => code)
  const [message, setMessage] = useState<CouponMessage | null>(null)
  const { mutateAsync, isPending } = useMutation({ mutationFn: applyCoupon })
  const showMessage = (kind: CouponMessage['kind'], text: string) => {
    setMessage({ kind, text })
    toast(kind, text, 'checkout')
  }
  const keep = (next: string) => {
    setKept(next)
    storeCoupon(next)
  }
  const drop = (reason: string) => {
    setCode(kept)
    setKept('')
    // Another tab may have stored its own.
    if (storedCoupon() === kept) storeCoupon('')
    showMessage('error', reason)
  }
  const quote = useQuote(kept, options, (reason) => drop(`${kept}: ${reason}`))
  const applied = kept === '' || quote.isError ? null : (quote.data ?? null)
  const [isRestoring, setIsRestoring] = useState(kept !== '')
  if (isRestoring && !quote.isLoading) setIsRestoring(false)
  const request = async (items: readonly CheckoutItem[]): Promise<boolean> => {
    const userId = readSession()?.user.id
    const problem = couponProblem(code, items, userId)
    if (problem !== null || userId === undefined) {
      if (problem !== null) showMessage('error', problem)
      return false
    }
    try {
      const reply = await mutateAsync({ code: code.trim(), userId, items, itemsTotal: itemsTotalOf(items) })
      quote.keep(reply.applied)
      keep(reply.applied.code)
      setCode('')
      showMessage('success', reply.message)
      return true
    } catch (error) {
      showMessage('error', messageOf(error, FAILED, `${FAILED}. Please try again.`))
      return false
    }
  }
  const applying = useRef(Promise.resolve(true))
  /** Whether it is applied now. */
  const apply = (items: readonly CheckoutItem[]): Promise<boolean> => (applying.current = request(items))
  /** Applies the kept coupon again: the server remembers only the one applied last, which may be another tab's. */
  const renew = async (): Promise<AppliedCoupon | { problem: 'refused' | 'unreached'; message: string }> => {
    const userId = readSession()?.user.id ?? 0
    try {
      const request = { code: kept, userId, items, itemsTotal: itemsTotalOf(items) }
      const reply = await applyCoupon(request)
      quote.keep(reply.applied)
      return reply.applied
    } catch (error) {
      if (!isRefusal(error)) return { problem: 'unreached', message: unreachedText(kept) }
      return { problem: 'refused', message: `${kept}: ${messageOf(error, FAILED)}` }
    }
  }
  const remove = () => {
    keep('')
    setMessage(null)
    toast('success', `Coupon ${kept} removed successfully`, 'checkout')
  }
  return {
    code,
    setCode,
    applied,
    /** The code of a coupon whose discount is not known yet, because the shop could not be reached; else null. */
    unreached: kept !== '' && applied === null && items.length > 0 ? kept : null,
    /** Whether the discount may be another one in a moment. */
    isChanging: applied !== null && quote.isFetching,
    message,
    busy: isPending,
    /** Whether the coupon that is being applied is applied, once that is known. */
    whenApplied: () => applying.current,
    isRestoring,
    apply,
    askAgain: quote.askAgain,
    renew,
    remove,
    drop,
  }
}

function couponProblem(code: string, items: readonly CheckoutItem[], userId: number | undefined) {
  if (code.trim() === '') return 'Please enter a coupon code'
  if (items.length === 0) return 'No items in cart'
  return userId === undefined ? 'Please login to apply coupon' : null
}

export type CouponState = ReturnType<typeof useCoupon>

/** Why a coupon's order cannot be placed yet. */
export const unreachedText = (code: string): string =>
  `The shop could not be reached for your coupon ${code}. It is tried again until it answers.`

/** Says that the coupon's discount is not known yet, and offers to go on without it. */
export function UnreachedCoupon({ coupon }: { coupon: CouponState }) {
  if (coupon.unreached === null) return null
  return (
    <Notice
      tone="wait"
      className="my-4"
      action={
        <Button variant="outline" size="sm" onClick={coupon.remove}>
          Go on without it
        </Button>
      }
    >
      {unreachedText(coupon.unreached)}
    </Notice>
  )
}

interface CouponBoxProps {
  coupon: CouponState
  items: readonly CheckoutItem[]
}

/** The input for a coupon, or the applied coupon. */
export function CouponBox({ coupon, items }: CouponBoxProps) {
  const error = coupon.message?.kind === 'error' ? coupon.message.text : undefined
  const box = useRef<HTMLElement>(null)
  // The control that had the focus is gone, or was disabled.
  const focus = () => box.current?.focus({ preventScroll: true })
  const apply = async () => {
    if (await coupon.apply(items)) focus()
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
      aria-label="Coupon"
      className="mt-6 rounded-md border border-line bg-card p-4"
    >
      {coupon.applied ? (
        <Applied coupon={coupon.applied} onRemove={remove} />
      ) : (
        <Form onSubmit={apply} className="flex items-start gap-2">
          <TextField
            label="Coupon code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={coupon.code}
            onChange={(event) => coupon.setCode(event.target.value)}
            error={error}
            className="min-w-0 grow"
          />
          <Button
            type="submit"
            variant="outline"
            busy={coupon.busy}
            disabled={coupon.busy}
            className="mt-6.5 min-h-12"
          >
            {coupon.busy ? 'Applying...' : 'Apply'}
          </Button>
        </Form>
      )}
      <p role="status" className="mt-2 text-sm font-medium text-leaf empty:hidden">
        {coupon.message?.kind === 'success' && coupon.message.text}
      </p>
    </section>
  )
}

function Applied({ coupon, onRemove }: { coupon: AppliedCoupon; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <TicketPercent aria-hidden className="size-6 shrink-0 text-leaf" />
      <p className="min-w-0 grow">
        <span className="font-bold">{coupon.code}</span>
        <span className="figures"> saves you {formatRupees(coupon.discount)}</span>
        <span className="block text-sm text-ink-soft">{coupon.description}</span>
      </p>
      <Button variant="quiet" size="sm" className="-mr-3" onClick={onRemove}>
        Remove<span className="sr-only"> coupon {coupon.code}</span>
      </Button>
    </div>
  )
}
