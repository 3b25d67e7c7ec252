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

/** What somebody can do with an order. */
export const STEPS = [
  'confirm',
  'process',
  'ship',
  'out_for_delivery',
  'deliver',
  'refuse',
  'lose',
  'return',
  'refund_part',
  'tracking',
  'address',
  'remove',
  'cancel',
  'refund',
] as const
export type Step = (typeof STEPS)[number]

const ON_THE_WAY: readonly OrderStatus[] = ['SHIPPED', 'OUT_FOR_DELIVERY']
const IN_THE_SHOP: readonly OrderStatus[] = ['CONFIRMED', 'PROCESSING']

/** In which status a step is possible; the server decides. */
const POSSIBLE: Record<Exclude<Step, 'refund' | 'confirm'>, readonly OrderStatus[]> = {
  process: ['CONFIRMED'],
  ship: IN_THE_SHOP,
  out_for_delivery: ['SHIPPED'],
  deliver: ON_THE_WAY,
  refuse: ON_THE_WAY,
  lose: ON_THE_WAY,
  return: ['DELIVERED', 'LOST'],
  refund_part: [...ON_THE_WAY, 'DELIVERED', 'RETURNED', 'LOST'],
  tracking: ON_THE_WAY,
  address: IN_THE_SHOP,
  remove: IN_THE_SHOP,
  cancel: ['PENDING', ...IN_THE_SHOP],
}

export interface OrderState {
  status: OrderStatus
  refund_due: boolean
  /** Left out where nobody asks. */
  to_confirm?: StaffOrder['to_confirm']
}

export function isPossible(step: Step, order: OrderState): boolean {
  if (step === 'confirm') return order.to_confirm === 'customer'
  return step === 'refund' ? order.refund_due : POSSIBLE[step].includes(order.status)
}

/** What somebody needs to take a step. */
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
