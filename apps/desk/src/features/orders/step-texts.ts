/** What steps are called, and what is said when they are done. */
import { formatShortRupees } from '@haat/contract/money'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { count } from '../../lib/format.ts'
import type { Step } from './order-state.ts'

/** What steps need to know of an order. */
export type StepOrder = Pick<StaffOrder, 'id'> &
  Partial<Pick<StaffOrder, 'total_amount' | 'refund_due_amount' | 'refunds'>>

/** What a dialog about a step gets. */
export interface StepDialogProps {
  orders: readonly StepOrder[]
  /** Its text says what the step is about. */
  dialog: { text: string; onClose: () => void; onDone: () => void }
}

/** The same about one order, which is loaded. */
export interface OrderDialogProps extends StepDialogProps {
  order: StaffOrder
}

interface StepText {
  /** Of a button. */
  label: string
  /** Of the message when it is done. */
  done: string
}

export const STEP_TEXTS: Record<Step, StepText> = {
  confirm: { label: 'Confirmed', done: 'confirmed by the customer' },
  process: { label: 'Start packing', done: 'being packed' },
  ship: { label: 'Ship', done: 'shipped' },
  out_for_delivery: { label: 'Out for delivery', done: 'out for delivery' },
  deliver: { label: 'Delivered', done: 'delivered' },
  refuse: { label: 'Refused at the door', done: 'back, refused at the door' },
  lose: { label: 'Lost on the way', done: 'recorded as lost' },
  return: { label: 'Take back', done: 'taken back' },
  refund_part: { label: 'Give back part of the price', done: 'refunded in part' },
  tracking: { label: 'Correct tracking', done: 'tracked anew' },
  address: { label: 'Change address', done: 'sent to another address' },
  remove: { label: 'Take out items', done: 'changed' },
  cancel: { label: 'Cancel the order', done: 'cancelled' },
  refund: { label: 'Record refund', done: 'refunded' },
}

/** `Order 42 is shipped`, `3 orders are shipped`. */
export function doneText(step: Step, orders: readonly { id: number }[]): string {
  const [first] = orders
  const { done } = STEP_TEXTS[step]
  return orders.length === 1 && first
    ? `Order ${first.id} is ${done}.`
    : `${count(orders.length, 'order')} are ${done}.`
}

/** `#42 · ₹1,249`, or how many and their sum: what a step is about. */
export function subjectText(orders: readonly StepOrder[]): string {
  const sum = formatShortRupees(
    orders.reduce(
      (total, { total_amount, refund_due_amount = 0 }) => total + (total_amount ?? refund_due_amount),
      0,
    ),
  )
  const [first] = orders
  return orders.length === 1 && first ? `#${first.id} · ${sum}` : `${count(orders.length, 'order')} · ${sum}`
}
