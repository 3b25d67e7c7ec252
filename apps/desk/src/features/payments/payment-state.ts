/** What the states of payments and refunds mean: whose turn it is. */
import type { StaffPayment, StaffRefund } from '@haat/contract/staff/payments'
import { BadgeCheck, CircleCheck, CircleX, Hourglass, IndianRupee, Send, Undo2 } from 'lucide-react'
import type { Look } from '../../ui/chip.tsx'

const TO_CONFIRM: Look = { label: 'To confirm', turn: 'ours', icon: BadgeCheck }

/** Another one paid, or the order has ended. */
const OVER: Look = { label: 'Not paid', turn: 'off', icon: CircleX }
const SHORT: Look = { label: 'Short', turn: 'trouble', icon: Undo2 }

const PAYMENT_STATES: Record<StaffPayment['state'], Look> = {
  STARTED: { label: 'Not paid', turn: 'theirs', icon: Hourglass },
  PROCESSING: { label: 'At the bank', turn: 'theirs', icon: Hourglass },
  PAID: { label: 'Paid', turn: 'done', icon: CircleCheck },
  PAID_AGAIN: { label: 'Paid twice', turn: 'trouble', icon: Undo2 },
  FAILED: { label: 'Failed', turn: 'off', icon: CircleX },
}

type Payment = Pick<StaffPayment, 'state' | 'utr' | 'is_short' | 'order_status'>

export function paymentState({ state, utr, is_short, order_status }: Payment): Look {
  if (state === 'PROCESSING' && utr !== null) return TO_CONFIRM
  if (is_short) return SHORT
  return state === 'STARTED' && order_status !== 'PENDING' ? OVER : PAYMENT_STATES[state]
}

type Refund = Pick<StaffRefund, 'state' | 'problem' | 'provider'>

/** @param refund with `provider`: without one the merchant pays it back */
export function refundState({ state, problem, provider }: Refund): Look {
  if (state === 'PAID') return { label: 'Paid back', turn: 'done', icon: CircleCheck }
  if (state === 'SENT') return { label: 'On its way', turn: 'moving', icon: Send }
  if (provider !== null) return { label: 'Is sent now', turn: 'moving', icon: Send }
  if (problem !== null) return { label: 'Failed', turn: 'trouble', icon: CircleX }
  return { label: 'Pay it back', turn: 'ours', icon: IndianRupee }
}
