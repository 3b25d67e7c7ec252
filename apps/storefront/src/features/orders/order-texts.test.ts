import type { Order } from '@haat/contract/orders'
import type { ReturnState, ReturnWish } from '@haat/contract/return-rules'
import { describe, expect, it } from 'vitest'
import { arrivalNote, lookOf, paymentText, statusMessage, timelineOf } from './order-texts.ts'
import { dayOf } from './payment-texts.ts'

const at = new Date('2026-11-21T10:00:00Z')
const paid = (payment_method: Order['payment_method'], order_status: Order['order_status']) =>
  paymentText({ payment_method, order_status } as Order)

describe('paymentText', () => {
  it('depends on the payment method', () => {
    expect(paid('COD', 'DELIVERED')).toBe('Cash on Delivery')
    expect(paid('ONLINE', 'CONFIRMED')).toBe('Online Payment')
  })

  it('depends on the status if the method is missing', () => {
    expect(paid(null, 'CONFIRMED')).toBe('Cash on Delivery')
    expect(paid(null, 'PENDING')).toBe('Online Payment')
  })
})

it('an order arrives today on the day it went out, and on the last that was told', () => {
  const order = {
    order_status: 'OUT_FOR_DELIVERY',
    payment_method: 'ONLINE',
    events: [{ kind: 'out_for_delivery', created_at: at }],
  } as Order
  expect(arrivalNote(order, dayOf(at))).toBe('Arrives today')
  expect(arrivalNote(order, '2026-11-22')).toBe('')
  const arrives = { from: '2026-11-22', to: '2026-11-23' }
  expect(arrivalNote({ ...order, arrives }, '2026-11-22')).toBe('Arrives by Mon 23 Nov')
  expect(arrivalNote({ ...order, arrives }, '2026-11-23')).toBe('Arrives today')
})

const REFUND: Partial<Order> = {
  refund_due: true,
  refund_due_amount: 499_00,
  refunded_amount: 0,
  total_amount: 499_00,
  events: [],
  order_items: [],
}

it('says by when it arrives, and once that is past that it is late', () => {
  const arrives = { from: '2026-11-20', to: '2026-11-21' }
  const order = { order_status: 'SHIPPED', payment_method: 'ONLINE', arrives } as Order
  expect(arrivalNote(order, dayOf(at))).toBe('Arrives by Sat 21 Nov')
  expect(arrivalNote(order, '2026-11-22')).toBe('Running late: it was due Sat 21 Nov. We are sorry.')
  expect(arrivalNote({ ...order, order_status: 'PENDING' }, dayOf(at))).toBe('')
  expect(arrivalNote({ ...order, order_status: 'DELIVERED', events: [] }, dayOf(at))).toBe('')
  const events = [{ kind: 'delivered', created_at: at }] as Order['events']
  expect(arrivalNote({ ...order, order_status: 'DELIVERED', events }, '2026-12-01')).toBe(
    'Delivered on Sat 21 Nov',
  )
})

describe('statusMessage', () => {
  it('names what is collected in cash, rounded where the shop rounds it', () => {
    const order = { order_status: 'CONFIRMED', payment_method: 'COD', total_amount: 4900_99, round_off: 1 }
    expect(statusMessage(order as Order, dayOf(at))).toContain('Please keep ₹4,901.00 ready')
  })

  it('names the refund of what came back, and of a payment that came twice', () => {
    const message = (order_status: Order['order_status']) =>
      statusMessage({ order_status, ...REFUND } as Order, dayOf(at))
    for (const status of ['CONFIRMED', 'DELIVERED', 'RETURNED', 'LOST'] as const)
      expect(message(status)).toContain(
        'Your refund of ₹499.00 is due: it reaches you within 7 working days.',
      )
    expect(message('PAYMENT_FAILED')).toContain('could not be kept. You will be refunded in full')
  })

  it('does not say that the shop failed a customer who cancelled', () => {
    const message = (...kinds: Order['events'][number]['kind'][]) => {
      const events = kinds.map((kind) => ({ kind }))
      return statusMessage({ order_status: 'CANCELLED', ...REFUND, events } as Order, dayOf(at))
    }
    expect(message('paid', 'refund_due', 'cancelled', 'refund_sent')).toBe(
      'This order has been cancelled. Your refund of ₹499.00 is on its way: banks take up to 7 working days.',
    )
    expect(message('cancelled', 'refund_due')).toBe(
      'Your payment of ₹499.00 reached us after this order was cancelled. Your refund of ₹499.00 is due: it reaches you within 7 working days.',
    )
  })

  it('says quietly that an order was left unpaid, and where its items are', () => {
    const left = { ...REFUND, refund_due: false, refund_due_amount: 0, order_status: 'CANCELLED' } as Order
    const order = { ...left, checkout: 'cart', events: [{ kind: 'abandoned' }] } as Order
    const again = { ...order, ordered_again: { order_id: 2, order_number: 'CDFHJKMNPR' } }
    expect(statusMessage(order, dayOf(at))).toMatch(/You paid nothing.$/)
    expect(statusMessage(again, dayOf(at))).toMatch(/You paid nothing.$/)
    expect(lookOf(again).heading()).toBe('Payment Not Finished')
    expect(lookOf({ ...order, refunded_amount: 499_00 }).heading()).toBe('Order Cancelled')
  })

  it('does not call an order paid, or kept, for which too little came', () => {
    const order = { order_status: 'PENDING', ...REFUND, total_amount: 599_00, can_pay: true } as Order
    expect(statusMessage(order, dayOf(at))).toBe(
      '₹499.00 reached us, and this order costs ₹599.00: it is not paid. You get back what came. To get what you ordered, please pay it in full.',
    )
  })

  it('does not say that a payment failed which the shop has not compared', () => {
    const order = { order_status: 'PAYMENT_FAILED', payment_told: true, total_amount: 599_00 } as Order
    expect(statusMessage(order, dayOf(at))).toMatch(/the money is with us: we check it.*do not pay again/)
    expect(lookOf(order).heading()).toBe('Payment Not Confirmed Yet')
    expect(lookOf({ ...order, payment_told: false }).heading()).toBe('Payment Failed')
    const pending = { ...order, payment_told: false, processing: true }
    expect(statusMessage(pending, dayOf(at))).toMatch(/still processing.*please do not pay again/)
    expect(lookOf(pending).heading()).toBe('Payment Not Confirmed Yet')
  })
})

it('names what became of a wish to send something back, also that it was refused', () => {
  const heading = (state: ReturnState, wish: ReturnWish) => {
    const returning = { state, wish, answer: null, replacement: null }
    return lookOf({ order_status: 'DELIVERED', returning } as Order).heading()
  }
  expect(heading('ACCEPTED', 'refund')).toBe('Return accepted')
  expect(heading('REFUSED', 'refund')).toBe('Return not accepted')
  expect(heading('REFUSED', 'exchange')).toBe('Exchange not accepted')
})

describe('timelineOf', () => {
  const stepsOf = (order: Partial<Order>) => timelineOf(order as Order)

  it('calls an order in cash confirmed only once its customer has confirmed it', () => {
    const events = [{ kind: 'placed', status: 'CONFIRMED', note: null, created_at: at }]
    const order = { created_at: at, order_status: 'CONFIRMED', events, needs_confirmation: true } as Order
    expect(lookOf(order).heading()).toBe('Please Confirm Your Order')
    expect(timelineOf(order)[0]).toMatchObject({ title: 'Order Placed', kind: 'wait' })
    const confirmed = { ...order, needs_confirmation: false }
    expect(lookOf(confirmed).heading()).toBe('Order Confirmed')
    expect(timelineOf(confirmed)[0]).toMatchObject({ title: 'Order Confirmed', kind: 'done' })
  })

  it('lists past and future steps', () => {
    const steps = stepsOf({
      order_status: 'CONFIRMED',
      events: [{ kind: 'placed', status: 'CONFIRMED', note: null, created_at: at }],
    })
    expect(steps.map(({ title }) => title)).toEqual([
      'Order Confirmed',
      'Processing',
      'Shipped',
      'Out for Delivery',
      'Delivered',
    ])
    expect(steps[0]?.at).toEqual(at)
    expect(steps[1]).toMatchObject({ note: 'Your order is being prepared', at: null })
  })

  it('has no future steps for a failed order', () => {
    const steps = stepsOf({
      order_status: 'PAYMENT_FAILED',
      events: [
        { kind: 'placed', status: 'PENDING', note: null, created_at: at },
        { kind: 'payment_failed', status: 'PAYMENT_FAILED', note: 'The payment failed.', created_at: at },
      ],
    })
    expect(steps.map(({ title }) => title)).toEqual(['Waiting for Payment', 'Payment Failed'])
  })

  it('uses the note as title when the status did not change', () => {
    const steps = stepsOf({
      order_status: 'CANCELLED',
      events: [
        { kind: 'cancelled', status: 'CANCELLED', note: null, created_at: at },
        { kind: 'changed', status: 'CANCELLED', note: 'The address was corrected.', created_at: at },
      ],
    })
    expect(steps.map(({ title }) => title)).toEqual(['Order Cancelled', 'The address was corrected.'])
  })

  it('names what happens to payment and refund, and marks what is not over', () => {
    const event = (kind: Order['events'][number]['kind'], note: string) =>
      ({ kind, status: 'CANCELLED', note, created_at: at }) as const
    const steps = stepsOf({
      order_status: 'CANCELLED',
      events: [
        event('refund_due', 'You will be refunded.'),
        event('refund_sent', 'Your refund is on its way.'),
      ],
    })
    expect(steps).toMatchObject([
      { title: 'Refund Due', note: 'You will be refunded.', kind: 'done' },
      { title: 'Refund on Its Way', kind: 'wait' },
    ])
  })
})
