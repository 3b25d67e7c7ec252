/** What a status means for the shop: whose turn it is, and what can be done. */
import type { OrderStatus } from '@haat/contract/rules'
import { type StaffOrder, staffOrders, STATUS_LABELS } from '@haat/contract/staff/orders'
import {
  BadgeCheck,
  Ban,
  Bike,
  CircleCheck,
  CircleX,
  Hourglass,
  IndianRupee,
  Package,
  PackageOpen,
  PackageX,
  PhoneCall,
  Truck,
  Undo2,
} from 'lucide-react'
import type { Needed } from '../../api/queries.ts'
import type { Look } from '../../ui/chip.tsx'

export const STATES: Record<OrderStatus, Look> = {
  PENDING: { label: STATUS_LABELS.PENDING, turn: 'theirs', icon: Hourglass },
  CONFIRMED: { label: STATUS_LABELS.CONFIRMED, turn: 'ours', icon: PackageOpen },
  PROCESSING: { label: STATUS_LABELS.PROCESSING, turn: 'ours', icon: Package },
  SHIPPED: { label: STATUS_LABELS.SHIPPED, turn: 'moving', icon: Truck },
  OUT_FOR_DELIVERY: { label: STATUS_LABELS.OUT_FOR_DELIVERY, turn: 'moving', icon: Bike },
  DELIVERED: { label: STATUS_LABELS.DELIVERED, turn: 'done', icon: CircleCheck },
  RETURNED: { label: STATUS_LABELS.RETURNED, turn: 'off', icon: Undo2 },
  LOST: { label: STATUS_LABELS.LOST, turn: 'trouble', icon: PackageX },
  CANCELLED: { label: STATUS_LABELS.CANCELLED, turn: 'off', icon: Ban },
  PAYMENT_FAILED: { label: STATUS_LABELS.PAYMENT_FAILED, turn: 'off', icon: CircleX },
}

export const REFUND_DUE: Look = { label: 'Refund due', turn: 'trouble', icon: IndianRupee }

/** What is asked before an order goes on. */
export const TO_CONFIRM: Record<NonNullable<StaffOrder['to_confirm']>, Look> = {
  payment: { label: 'Payment to confirm', turn: 'ours', icon: BadgeCheck },
  customer: { label: 'Not confirmed', turn: 'ours', icon: PhoneCall },
}

const ON_THE_WAY: readonly OrderStatus[] = ['SHIPPED', 'OUT_FOR_DELIVERY']
const IN_THE_SHOP: readonly OrderStatus[] = ['CONFIRMED', 'PROCESSING']

interface StepRow {
  label: string
  /** Of the message when it is done. */
  done: string
  /** In which status it is possible; the server decides. Of `confirm` and `refund` the order says it. */
  from?: readonly OrderStatus[]
}

const row = (label: string, done: string, from?: readonly OrderStatus[]): StepRow => ({ label, done, from })

/** What somebody can do with an order, by what loses least. */
export const STEPS = {
  confirm: row('Confirmed', 'confirmed by the customer'),
  process: row('Start packing', 'being packed', ['CONFIRMED']),
  ship: row('Ship', 'shipped', IN_THE_SHOP),
  out_for_delivery: row('Out for delivery', 'out for delivery', ['SHIPPED']),
  deliver: row('Delivered', 'delivered', ON_THE_WAY),
  refuse: row('Refused at the door', 'back, refused at the door', ON_THE_WAY),
  lose: row('Lost on the way', 'recorded as lost', ON_THE_WAY),
  return: row('Take back', 'taken back', ['DELIVERED', 'LOST']),
  refund_part: row('Give back part of the price', 'refunded in part', [
    ...ON_THE_WAY,
    'DELIVERED',
    'RETURNED',
    'LOST',
  ]),
  tracking: row('Correct tracking', 'tracked anew', ON_THE_WAY),
  address: row('Change address', 'sent to another address', IN_THE_SHOP),
  remove: row('Take out items', 'changed', IN_THE_SHOP),
  cancel: row('Cancel the order', 'cancelled', ['PENDING', ...IN_THE_SHOP]),
  refund: row('Record refund', 'refunded'),
}
export type Step = keyof typeof STEPS

export interface OrderState {
  status: OrderStatus
  refund_due: boolean
  /** Left out where nobody asks. */
  to_confirm?: StaffOrder['to_confirm']
}

export function isPossible(step: Step, order: OrderState): boolean {
  if (step === 'confirm') return order.to_confirm === 'customer'
  return step === 'refund' ? order.refund_due : STEPS[step].from?.includes(order.status) === true
}

export const permissionOf = (step: Step): Needed => staffOrders[step].permission

/** The step that an order waits for, as far as the shop is to take it. */
const NEXT: Partial<Record<OrderStatus, Step>> = {
  CONFIRMED: 'process',
  PROCESSING: 'ship',
  SHIPPED: 'deliver',
  OUT_FOR_DELIVERY: 'deliver',
}

export function nextStep(order: OrderState): Step | undefined {
  const { status, to_confirm } = order
  if (to_confirm === 'customer') return 'confirm'
  return order.refund_due && !IN_THE_SHOP.includes(status) ? 'refund' : NEXT[status]
}

export const isWithShop = (status: OrderStatus): boolean => IN_THE_SHOP.includes(status)
