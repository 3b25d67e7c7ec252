import { DELIVERY_PATH, type OrderStatus, type PaymentMethod } from '@haat/contract/rules'

/** Hours after the order at which a parcel usually reaches each step. */
const USUAL_HOURS = [0, 4, 22, 68, 74] as const

/** A plausible timeline that ends in `status`, with the hours after the order was placed. */
export function statusesUntil(
  status: OrderStatus,
  method: PaymentMethod,
): { status: OrderStatus; hours: number }[] {
  const placed = method === 'ONLINE' ? [{ status: 'PENDING' as const, hours: 0 }] : []
  if (status === 'PENDING') return placed
  if (status === 'PAYMENT_FAILED') return [...placed, { status, hours: 0.1 }]
  if (status === 'CANCELLED') return [...placed, { status: 'CONFIRMED', hours: 0.05 }, { status, hours: 3 }]
  const steps = DELIVERY_PATH.slice(0, DELIVERY_PATH.indexOf(status) + 1)
  return [
    ...placed,
    ...steps.map((step, index) => ({ status: step, hours: (USUAL_HOURS[index] ?? 0) + 0.05 })),
  ]
}
