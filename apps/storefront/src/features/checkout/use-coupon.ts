import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { readSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import type { CheckoutItem } from './checkout-item.ts'
import type { AppliedCoupon } from './coupon.ts'
import { applyCoupon } from './coupon.ts'

interface CouponMessage {
  kind: 'success' | 'error'
  text: string
}

/**
 * The coupon of a checkout: typed, applied, refused, taken off. Every message is a toast and stands under the input.
 *
 * @param initialCode what stands in the input at first
 */
export function useCoupon(initialCode: string) {
  const [code, setCode] = useState(initialCode)
  const [applied, setApplied] = useState<AppliedCoupon | null>(null)
  const [message, setMessage] = useState<CouponMessage | null>(null)
  const trying = useMutation({ mutationFn: applyCoupon })
  const say = (kind: CouponMessage['kind'], text: string) => {
    setMessage({ kind, text })
    toast(kind, text, 'checkout')
  }
  const drop = (reason: string) => {
    setCode(applied?.code ?? code)
    setApplied(null)
    say('error', reason)
  }
  const apply = (items: readonly CheckoutItem[]) => {
    const userId = readSession()?.user.id
    if (code.trim() === '') return say('error', 'Please enter a coupon code')
    if (items.length === 0) return say('error', 'No items in cart')
    if (userId === undefined) return say('error', 'Please login to apply coupon')
    return trying.mutate(
      { code: code.trim(), userId, items },
      {
        onSuccess: (reply) => {
          setApplied(reply.applied)
          say('success', reply.message)
          setCode('')
        },
        onError: (error) =>
          say(
            'error',
            messageOf(error, 'Failed to apply coupon', 'Failed to apply coupon. Please try again.'),
          ),
      },
    )
  }
  /** Reckons the discount again after prices have changed; a coupon that no longer fits is taken off. */
  const reapply = async (items: readonly CheckoutItem[]) => {
    const userId = readSession()?.user.id
    if (!applied || userId === undefined) return
    try {
      setApplied((await applyCoupon({ code: applied.code, userId, items })).applied)
    } catch (error) {
      drop(messageOf(error, 'Failed to apply coupon'))
    }
  }
  const remove = () => {
    if (!applied) return
    setApplied(null)
    setMessage(null)
    toast('success', `Coupon ${applied.code} removed successfully`, 'checkout')
  }
  return { code, setCode, applied, message, busy: trying.isPending, apply, reapply, remove, drop }
}

export type CouponState = ReturnType<typeof useCoupon>
