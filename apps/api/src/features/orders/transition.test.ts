import { canCancel, holdsStock, ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules'
import { describe, expect, it } from 'vitest'
import { type OrderEventName, type OrderState, transition } from './transition.ts'

const EVENTS: OrderEventName[] = [
  'place_cod',
  'place_online',
  'pay',
  'payment_processing',
  'payment_failed',
  'hold_expired',
  'abandon',
  'order_again',
  'process',
  'ship',
  'correct_tracking',
  'out_for_delivery',
  'deliver',
  'refuse',
  'lose',
  'return',
  'return_items',
  'cancel',
  'change',
  'refund',
]

/** Every possible step of an order that is not paid and has no refund due. */
const STEPS: Record<string, Partial<Record<OrderEventName, OrderStatus>>> = {
  NEW: { place_cod: 'CONFIRMED', place_online: 'PENDING' },
  PENDING: {
    pay: 'CONFIRMED',
    payment_processing: 'PENDING',
    payment_failed: 'PAYMENT_FAILED',
    hold_expired: 'PAYMENT_FAILED',
    abandon: 'CANCELLED',
    order_again: 'CANCELLED',
    cancel: 'CANCELLED',
  },
  PAYMENT_FAILED: { pay: 'CONFIRMED', order_again: 'CANCELLED' },
  CONFIRMED: { process: 'PROCESSING', change: 'CONFIRMED', cancel: 'CANCELLED' },
  PROCESSING: { ship: 'SHIPPED', change: 'PROCESSING', cancel: 'CANCELLED' },
  SHIPPED: {
    out_for_delivery: 'OUT_FOR_DELIVERY',
    correct_tracking: 'SHIPPED',
    refuse: 'RETURNED',
    lose: 'LOST',
  },
  OUT_FOR_DELIVERY: {
    deliver: 'DELIVERED',
    correct_tracking: 'OUT_FOR_DELIVERY',
    refuse: 'RETURNED',
    lose: 'LOST',
  },
  DELIVERED: { return: 'RETURNED', return_items: 'DELIVERED' },
  RETURNED: {},
  LOST: { return: 'RETURNED' },
  CANCELLED: { pay: 'CANCELLED' },
}

const unpaid = (status: OrderStatus | null): OrderState => ({ status, paid: false, refund_due: false })

describe('transition', () => {
  it('allows exactly the steps of the table', () => {
    for (const status of [null, ...ORDER_STATUSES]) {
      const taken = EVENTS.flatMap((event) => {
        const step = transition(unpaid(status), event)
        return step ? [[event, step.to]] : []
      })
      expect(Object.fromEntries(taken)).toEqual(STEPS[status ?? 'NEW'])
    }
  })

  it('leads from every status to an end', () => {
    const ends: OrderStatus[] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED', 'PAYMENT_FAILED']
    const leadsToEnd = (status: OrderStatus, seen: OrderStatus[] = []): boolean =>
      ends.includes(status) ||
      EVENTS.some((event) => {
        const next = transition(unpaid(status), event)?.to
        return next !== undefined && !seen.includes(next) && leadsToEnd(next, [...seen, status])
      })
    for (const status of ORDER_STATUSES) expect([status, leadsToEnd(status)]).toEqual([status, true])
  })

  it('never makes a paid order unpaid, nor pays it twice', () => {
    for (const status of ORDER_STATUSES) {
      const paid = { status, paid: true, refund_due: false }
      expect(transition(paid, 'pay')).toBeNull()
      for (const event of ['payment_failed', 'hold_expired'] as const) {
        const step = transition(paid, event)
        if (status !== 'PENDING') expect(step).toBeNull()
      }
    }
  })

  it('ends every payment in an order or a refund due', () => {
    for (const status of ['PAYMENT_FAILED', 'CANCELLED'] as const) {
      const step = transition(unpaid(status), 'pay')
      const fallback = step?.otherwise ?? step
      expect(fallback?.effects).toEqual(['paid', 'refund_due'])
      expect(fallback?.mail).toBe('refund_due')
    }
  })

  it('reserves and releases exactly where an order begins and stops holding stock', () => {
    for (const status of [null, ...ORDER_STATUSES]) {
      for (const event of EVENTS) {
        const step = transition(unpaid(status), event)
        if (!step) continue
        const before = status !== null && holdsStock(status)
        const after = holdsStock(step.to)
        expect(step.effects.includes('release')).toBe(before && !after)
        expect(step.effects.includes('reserve')).toBe(!before && after)
      }
    }
  })

  it('cancels exactly where the rules allow it', () => {
    for (const status of ORDER_STATUSES) {
      expect(transition(unpaid(status), 'cancel') !== null).toBe(canCancel(status))
    }
  })

  it('refunds only a refund due, and keeps the status', () => {
    for (const status of ORDER_STATUSES) {
      expect(transition(unpaid(status), 'refund')).toBeNull()
      const step = transition({ status, paid: true, refund_due: true }, 'refund')
      expect(step).toMatchObject({ to: status, effects: ['refunded'] })
    }
  })
})
