import { describe, expect, it } from 'vitest'
import {
  canCancel,
  DELIVERY_PATH,
  holdsStock,
  isCashOnDelivery,
  isShipped,
  isSold,
  itemName,
  ORDER_STATUSES,
  UNDELIVERED_STATUSES,
  variantLabel,
} from './rules.ts'

describe('order statuses', () => {
  it('decide whether an order is sold, holds stock, is shipped and can be cancelled', () => {
    const facts = ORDER_STATUSES.map((status) => [
      status,
      isSold(status),
      holdsStock(status),
      isShipped(status),
      canCancel(status),
    ])
    expect(facts).toEqual([
      ['PENDING', false, true, false, true],
      ['CONFIRMED', true, true, false, true],
      ['PAYMENT_FAILED', false, false, false, false],
      ['PROCESSING', true, true, false, true],
      ['SHIPPED', true, true, true, false],
      ['OUT_FOR_DELIVERY', true, true, true, false],
      ['DELIVERED', true, true, true, false],
      ['CANCELLED', false, false, false, false],
    ])
    expect(DELIVERY_PATH).toEqual(ORDER_STATUSES.filter(isSold))
    expect(UNDELIVERED_STATUSES).toEqual(['CONFIRMED', 'PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY'])
  })
})

describe('isCashOnDelivery', () => {
  it('follows the method, and without one is true of a confirmed order only', () => {
    for (const status of ORDER_STATUSES) {
      expect(isCashOnDelivery('COD', status)).toBe(true)
      expect(isCashOnDelivery('ONLINE', status)).toBe(false)
      expect(isCashOnDelivery(null, status)).toBe(status === 'CONFIRMED')
    }
  })
})

describe('variantLabel', () => {
  it.each([
    ['Nylon', 'Teal', null, 'Teal, Nylon'],
    ['Pack of 2', 'Blue', 'L', 'Blue, L, Pack of 2'],
    ['BLUE / UK 8', 'Blue', 'UK 8', 'BLUE / UK 8'],
    ['Blue/Nylon', 'Blue', 'L', 'L, Blue/Nylon'],
    [null, 'Blue', 'UK 8', 'Blue, UK 8'],
    [null, null, 'UK 8', 'UK 8'],
    [null, 'Blue', null, 'Blue'],
    ['', '', null, null],
    [null, null, null, null],
  ])('%j, %j, %j is %j', (variant_name, color, size, label) => {
    expect(variantLabel({ variant_name, color, size })).toBe(label)
  })
})

describe('itemName', () => {
  it('includes the variant if there is one', () => {
    expect(itemName({ product_name: 'Shoe', variant_name: 'Blue, UK 8' })).toBe('Shoe (Blue, UK 8)')
    expect(itemName({ product_name: 'Shoe', variant_name: null })).toBe('Shoe')
  })
})
