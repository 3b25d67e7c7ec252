/** What a step of an order writes: its changes of the row, and its entry in the timeline. */
import type { OrderRow } from './orders.store.ts'
import type { Returned } from './returns.store.ts'
import type { Effect, Step } from './transition.ts'

export interface StepDetails {
  now: Date
  /** Shown on the timeline instead of the step's own note. */
  note?: string | undefined
  courier?: string | undefined
  tracking_number?: string | undefined
  /** What the bank calls the transfer, of the customer or of a refund. */
  reference?: string | undefined
  /** The refund that a provider has paid; without it, all that no provider pays. */
  refund_id?: number
  /** Until when an unpaid order keeps its stock. */
  hold_expires_at?: Date
  /** When it was confirmed that the parcel will be taken. */
  confirmed_at?: Date
  returned?: Returned | undefined
  /** The UPI id to which a refund goes that this step owes; null: the way it was paid. */
  refund_upi?: string | null
  second_payment?: { id: number; amount: number }
  /** Of an order that is changed: its new columns, and what the customer has paid too much for it. */
  changes?: Partial<Omit<OrderRow, keyof OrderProgress>>
  paid_too_much?: number
  /** What came, for the mail, where it was not just what the order costs. */
  came?: string | undefined
}

/** What the steps of an order decide about its row. */
export type OrderProgress = Pick<
  OrderRow,
  'status' | 'holds_stock' | 'paid_at' | 'hold_expires_at' | 'confirmed_at' | 'courier' | 'tracking_number'
>

/** What a step writes: its changes of the order's row, its entry in the timeline, and the new state of the refund. */
export function recordOf(order: Pick<OrderProgress, 'paid_at'>, step: Step, details: StepDetails) {
  const { courier, tracking_number, now } = details
  const has = (effect: Effect): boolean => step.effects.includes(effect)
  const changes: Pick<OrderProgress, 'status'> & Partial<OrderProgress> = {
    ...details.changes,
    status: step.to,
    ...(step.to !== 'PENDING' && { hold_expires_at: null }),
    ...(details.hold_expires_at && step.to === 'PENDING' && { hold_expires_at: details.hold_expires_at }),
    ...(details.confirmed_at && { confirmed_at: details.confirmed_at }),
    ...(courier !== undefined && { courier }),
    ...(tracking_number !== undefined && { tracking_number }),
    ...(has('reserve') && { holds_stock: true }),
    ...(has('release') && { holds_stock: false }),
    ...(has('paid') && { paid_at: order.paid_at ?? now }),
  }
  const isDue = has('refund_due') || (has('refund_if_paid') && order.paid_at !== null)
  const refund: 'DUE' | 'PAID' | null = isDue ? 'DUE' : has('refunded') ? 'PAID' : null
  const entry = {
    kind: step.kind,
    status: step.to,
    note: details.note ?? step.note ?? null,
    at: now,
    reference: details.reference ?? null,
  }
  return { changes, entry, refund }
}
