/** What the states of payments and refunds mean: whose turn it is. */
import type { StaffPayment, StaffRefund } from '@haat/contract/staff/payments'
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Hourglass,
  IndianRupee,
  type LucideIcon,
  Send,
  Undo2,
} from 'lucide-react'
import type { Turn } from '../../ui/chip.tsx'

export interface StateLook {
  label: string
  turn: Turn
  icon: LucideIcon
}

const TO_CONFIRM: StateLook = { label: 'To confirm', turn: 'ours', icon: BadgeCheck }

/** Another one paid, or the order has ended. */
const OVER: StateLook = { label: 'Not paid', turn: 'off', icon: CircleX }
const SHORT: StateLook = { label: 'Short', turn: 'trouble', icon: Undo2 }

const PAYMENT_STATES: Record<StaffPayment['state'], StateLook> = {
  STARTED: { label: 'Not paid', turn: 'theirs', icon: Hourglass },
  PROCESSING: { label: 'At the bank', turn: 'theirs', icon: Hourglass },
  PAID: { label: 'Paid', turn: 'done', icon: CircleCheck },
  PAID_AGAIN: { label: 'Paid twice', turn: 'trouble', icon: Undo2 },
  FAILED: { label: 'Failed', turn: 'off', icon: CircleX },
}

export function paymentState({
  state,
  utr,
  is_short,
  order_status,
}: Pick<StaffPayment, 'state' | 'utr' | 'is_short' | 'order_status'>): StateLook {
  if (state === 'PROCESSING' && utr !== null) return TO_CONFIRM
  if (is_short) return SHORT
  return state === 'STARTED' && order_status !== 'PENDING' ? OVER : PAYMENT_STATES[state]
}

/** @param refund with `provider`: without one the merchant pays it back */
export function refundState({
  state,
  problem,
  provider,
}: Pick<StaffRefund, 'state' | 'problem' | 'provider'>): StateLook {
  if (state === 'PAID') return { label: 'Paid back', turn: 'done', icon: CircleCheck }
  if (state === 'SENT') return { label: 'On its way', turn: 'moving', icon: Send }
  if (provider !== null) return { label: 'Is sent now', turn: 'moving', icon: Send }
  if (problem !== null) return { label: 'Failed', turn: 'trouble', icon: CircleX }
  return { label: 'Pay it back', turn: 'ours', icon: IndianRupee }
}
