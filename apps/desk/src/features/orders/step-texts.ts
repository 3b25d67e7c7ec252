/** What steps are called, and what is said when they are done. */
import { formatShortRupees } from '@haat/contract/money'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { count } from '../../lib/format.ts'
import { type Step, STEPS } from './order-state.ts'

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

/** `Order 42 is shipped`, `3 orders are shipped`. */
export function doneText(step: Step, orders: readonly { id: number }[]): string {
  const [first] = orders
  const { done } = STEPS[step]
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
