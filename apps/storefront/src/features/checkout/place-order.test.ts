import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { isBusy, readRefusal } from './place-order.ts'

const http = (status: number, message: string, body = {}) =>
  new ApiError({ status, statusText: '' }, { success: false, message, ...body })
const totals = { items_total: 100.5, total_shipping_price: 99, total_items_discount: 0, total_amount: 199.5 }

describe('readRefusal', () => {
  it('reads the new totals in paise', () => {
    expect(readRefusal(http(409, 'Changed', { code: 'PRICE_CHANGED', totals }), 'COD')).toEqual({
      kind: 'price',
      totals: {
        items_total: 100_50,
        total_shipping_price: 99_00,
        total_items_discount: 0,
        total_amount: 199_50,
      },
    })
  })

  it('falls back to the message when the totals are missing', () => {
    const refusal = { kind: 'other', message: 'Changed' }
    expect(readRefusal(http(409, 'Changed', { code: 'PRICE_CHANGED' }), 'COD')).toEqual(refusal)
    expect(readRefusal(http(409, 'Changed', { code: 'PRICE_CHANGED', totals: {} }), 'COD')).toEqual(refusal)
  })

  it.each([
    ['OUT_OF_STOCK', 'stock'],
    ['CART_CHANGED', 'stock'],
    ['COUPON_INVALID', 'coupon'],
    ['TOO_MANY_UNPAID', 'other'],
  ])('recognises %s', (code, kind) => {
    expect(readRefusal(http(409, 'Why', { code }), 'ONLINE')).toEqual({ kind, message: 'Why' })
  })

  it.each([
    ['COD', http(401, 'Unauthorized'), 'Please login to place order'],
    ['ONLINE', http(401, 'Unauthorized'), 'Please login to initiate payment'],
    ['COD', http(400, ''), 'Failed to place order'],
    ['ONLINE', http(400, ''), 'Failed to initiate payment'],
    ['COD', new ApiError(), 'Error placing order. Please try again.'],
    ['ONLINE', new ApiError(), 'Error initiating payment. Please try again.'],
    ['COD', new TypeError('odd'), 'Error placing order. Please try again.'],
  ] as const)('has a text for a failed %s', (method, error, message) => {
    expect(readRefusal(error, method)).toEqual({ kind: 'other', message })
  })
})

describe('isBusy', () => {
  it.each([
    ['a server that was too busy', 503, '1', true],
    ['a fault that lasts longer', 503, '5', false],
    ['a server that does not say when', 503, null, false],
    ['a limit', 429, '1', false],
  ])('is right about %s', (_what, status, after, busy) => {
    const headers = new Headers(after === null ? {} : { 'retry-after': after })
    expect(isBusy(new ApiError({ status, statusText: '', headers }))).toBe(busy)
  })
})
