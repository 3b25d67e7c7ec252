import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import { formatRupees } from '@haat/contract/money'
import { useMutation } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, contract, isRefusal, messageOf } from '../../api/client.ts'
import { formDraft } from '../../api/draft.ts'
import { storeCoupon, storedCoupon } from '../../api/pending-order.ts'
import { readSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
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
      cart_items: items.map(({ product_id, variant_id, category_id, price, quantity }) => ({
        product_id,
        variant_id,
        category_id,
        price,
        quantity,
      })),
      order_amount: itemsTotal,
    },
  })
  return { message: reply.message, applied: appliedOf(reply) }
}

function appliedOf(reply: Reply<Contract['coupons']['apply']>): AppliedCoupon {
  const { coupon, level, discount_amount, eligible_items, order_coupon_id } = reply
  const onItems = eligible_items.reduce((sum, item) => sum + item.discount_amount, 0)
  return { ...coupon, level, order_coupon_id, discount: level === 'item' ? onItems : discount_amount }
}

/** The code. */
const draft = formDraft<string>()

const FAILED = 'Failed to apply coupon'
/** Milliseconds before the stored coupon is tried again. */
const RESTORE_AGAIN_MS = 2000

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

/**
 * The coupon of a checkout, which is applied again when the screen opens. Every message is a toast and also shows below
 * the input.
 */
export function useCoupon({ isOffered, items, itemsTotalOf }: CouponOptions) {
  const [initialCode] = useState(() => (isOffered ? (storedCoupon() ?? '') : ''))
  const [isRestoring, setIsRestoring] = useState(initialCode !== '')
  const [code, setCode] = useState(() => initialCode || (draft.read() ?? ''))
  useEffect(() => draft.forget(), [])
  draft.useKeep(() => code)
  const [applied, setApplied] = useState<AppliedCoupon | null>(null)
  const [message, setMessage] = useState<CouponMessage | null>(null)
  /** How often in a row the shop could not be reached for the stored coupon. */
  const [unreached, setUnreached] = useState(0)
  const { mutateAsync, isPending } = useMutation({ mutationFn: applyCoupon })
  const showMessage = (kind: CouponMessage['kind'], text: string) => {
    setMessage({ kind, text })
    toast(kind, text, 'checkout')
  }
  const drop = (reason: string) => {
    setCode(applied?.code ?? code)
    setApplied(null)
    setUnreached(0)
    storeCoupon('')
    showMessage('error', reason)
  }
  const apply = (items: readonly CheckoutItem[]) => {
    const userId = readSession()?.user.id
    if (code.trim() === '') return showMessage('error', 'Please enter a coupon code')
    if (items.length === 0) return showMessage('error', 'No items in cart')
    if (userId === undefined) return showMessage('error', 'Please login to apply coupon')
    return mutateAsync(
      { code: code.trim(), userId, items, itemsTotal: itemsTotalOf(items) },
      {
        onSuccess: (reply) => {
          setApplied(reply.applied)
          storeCoupon(reply.applied.code)
          setUnreached(0)
          showMessage('success', reply.message)
          setCode('')
        },
        onError: (error) => showMessage('error', messageOf(error, FAILED, `${FAILED}. Please try again.`)),
      },
    ).catch(() => undefined)
  }
  /** Recomputes the discount after prices have changed. A coupon that no longer applies is removed. */
  const reapply = async (items: readonly CheckoutItem[]) => {
    const userId = readSession()?.user.id
    if (!applied || userId === undefined) return
    try {
      const itemsTotal = itemsTotalOf(items)
      setApplied((await applyCoupon({ code: applied.code, userId, items, itemsTotal })).applied)
    } catch (error) {
      drop(messageOf(error, FAILED))
    }
  }
  const restore = useEffectEvent(async () => {
    const userId = readSession()?.user.id
    try {
      if (userId === undefined) return
      const itemsTotal = itemsTotalOf(items)
      const { applied: again } = await applyCoupon({ code: initialCode, userId, items, itemsTotal })
      if (storedCoupon() !== initialCode) return
      setApplied(again)
      setCode('')
      setUnreached(0)
    } catch (error) {
      if (storedCoupon() !== initialCode) return
      if (!isRefusal(error)) return setUnreached((times) => times + 1)
      drop(`${initialCode}: ${messageOf(error, FAILED)}`)
    } finally {
      setIsRestoring(false)
    }
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isRestoring || isBegun.current) return
    isBegun.current = true
    void restore()
  })
  useEffect(() => {
    if (unreached === 0) return
    const timer = setTimeout(() => void restore(), RESTORE_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [unreached])
  const forget = () => {
    setUnreached(0)
    setCode('')
    storeCoupon('')
  }
  const remove = () => {
    if (!applied) return
    setApplied(null)
    storeCoupon('')
    setMessage(null)
    toast('success', `Coupon ${applied.code} removed successfully`, 'checkout')
  }
  return {
    code,
    setCode,
    applied,
    message,
    busy: isPending,
    isRestoring,
    /** The code of a coupon whose discount is not known yet, because the shop could not be reached; else null. */
    unreached: unreached > 0 ? initialCode : null,
    apply,
    reapply,
    remove,
    drop,
    /** Goes on without the unreached coupon. */
    forget,
  }
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
        <Button variant="outline" size="sm" onClick={coupon.forget}>
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
  return (
    <section aria-label="Coupon" className="mt-6 rounded-md border border-line bg-card p-4">
      {coupon.applied ? (
        <Applied coupon={coupon.applied} onRemove={coupon.remove} />
      ) : (
        <Form onSubmit={() => coupon.apply(items)} className="flex items-start gap-2">
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
