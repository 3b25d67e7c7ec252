import type { Order } from '@haat/contract/orders'
import { describe, expect, it } from 'vitest'
import { paymentState, refundStates, waitingMessage } from './payment-texts.ts'

const NOON = new Date('2026-11-21T06:30:00Z')
const anOrder = (changes: Partial<Order>, ...kinds: Order['events'][number]['kind'][]) =>
  ({
    order_status: 'PENDING',
    payment_method: 'ONLINE',
    processing: false,
    hold_expires_at: NOON,
    total_amount: 499_00,
    refund_due_amount: 0,
    refunded_amount: 0,
    refund_reference: null,
    events: kinds.map((kind) => ({ kind, status: 'PENDING', note: null, created_at: NOON })),
    ...changes,
  }) as Order

describe('paymentState', () => {
  it.each([
    [anOrder({}), 'Waiting for your payment until 12:00 pm'],
    [anOrder({ processing: true, payment_told: true }), 'We compare your UPI payment with our bank'],
    [anOrder({ processing: true }, 'payment_processing'), 'Your bank is processing your payment'],
    [anOrder({ order_status: 'PAYMENT_FAILED' }), 'Payment failed'],
    [
      anOrder({ order_status: 'PAYMENT_FAILED', payment_told: true }),
      'We compare your UPI payment with our bank',
    ],
    [anOrder({ order_status: 'PAYMENT_FAILED', refund_due_amount: 499_00 }), 'Paid too late'],
    [anOrder({ refund_due_amount: 1 }), 'Paid too little'],
    [anOrder({ order_status: 'CANCELLED' }), 'Not paid'],
    [anOrder({ order_status: 'CANCELLED', refunded_amount: 499_00 }), 'Paid'],
    [anOrder({ order_status: 'SHIPPED' }), 'Paid'],
    [anOrder({ payment_method: 'COD' }), null],
  ])('%#: %s', (order, text) => expect(paymentState(order, '2026-11-21')).toBe(text))

  it('names the date of another day', () => {
    expect(paymentState(anOrder({}), '2026-11-20')).toContain('21 November 2026')
  })
})

it('an order whose UPI payment was not found asks for its number again', () => {
  const told = (can_pay: boolean) =>
    waitingMessage(anOrder({ can_pay }, 'payment_stated', 'payment_not_found'), '2026-11-21')
  expect(told(true)).toMatch(/check the number, or pay again\..*until 12:00 pm\.$/)
  expect(told(false)).toMatch(/check the number\. We keep your items/)
})

describe('refundStates', () => {
  it.each([
    [anOrder({ refund_due_amount: 499_00 }, 'refund_due'), ['₹499.00 due']],
    [anOrder({ refund_due_amount: 499_00 }, 'refund_due', 'refund_sent'), ['₹499.00 on its way']],
    [anOrder({ refund_due_amount: 499_00 }, 'refund_sent', 'refund_failed'), ['₹499.00 due']],
    [
      anOrder({ refunded_amount: 499_00, refund_reference: '412345678901' }, 'refund_sent', 'refunded'),
      ['₹499.00 paid on 21 Nov 2026, reference 412345678901'],
    ],
    [
      anOrder({ refunded_amount: 499_00, refunded_to: 'asha@okbank' }, 'refunded'),
      ['₹499.00 paid to asha@okbank on 21 Nov 2026'],
    ],
    [anOrder({}), []],
  ])('%#', (order, texts) => expect(refundStates(order)).toEqual(texts))
})
