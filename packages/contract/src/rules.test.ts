import { describe, expect, it } from 'vitest'
import {
  canCancel,
  dealState,
  discountPercent,
  holdsStock,
  isCashOnDelivery,
  isShipped,
  isSold,
  brandedName,
  itemName,
  UNBRANDED,
  linePrice,
  ORDER_STATUSES,
  SOLD_STATUSES,
  UNDELIVERED_STATUSES,
  UNSHIPPED_STATUSES,
  VOID_STATUSES,
  variantLabel,
  tenDigits,
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
      ['RETURNED', true, true, true, false],
      ['LOST', true, true, true, false],
      ['CANCELLED', false, false, false, false],
    ])
    expect(SOLD_STATUSES).toEqual(ORDER_STATUSES.filter(isSold))
    expect(UNDELIVERED_STATUSES).toEqual(['CONFIRMED', 'PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY'])
    expect(UNSHIPPED_STATUSES).toEqual(['CONFIRMED', 'PROCESSING'])
    expect(VOID_STATUSES).toEqual(ORDER_STATUSES.filter((status) => !holdsStock(status)))
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

describe('prices', () => {
  it.each([
    [null, 100, 0],
    [100, 100, 0],
    [100, 101, 0],
    [1000, 995, 1],
    [1000, 996, 0],
    [300, 200, 33],
    [800, 100, 88],
  ])('an mrp of %j and a price of %j are %j %% off', (mrp, price, percent) => {
    expect(discountPercent(mrp, price)).toBe(percent)
  })

  it('are those of a running deal, even when it is free', () => {
    expect(linePrice({ price: 500, deal_price: null })).toBe(500)
    expect(linePrice({ price: 500, deal_price: 400 })).toBe(400)
    expect(linePrice({ price: 500, deal_price: 0 })).toBe(0)
  })

  it.each([
    ['not_started', -1],
    ['active', 0],
    ['active', 999],
    ['expired', 1000],
  ])('a deal is %s %i ms after its start', (state, ms) => {
    const deal = { start_date: new Date(5000), end_date: new Date(6000) }
    expect(dealState(deal, new Date(5000 + ms))).toBe(state)
  })
})

describe('tenDigits', () => {
  it.each([
    '9876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '919876543210',
    '098765 43210',
    '(0)98765.43210',
    '0091 98765 43210',
    '९८७६५ ४३२१०',
    '+९१ ৯৮৭৬৫ ౪౩౨౧౦',
  ])('reads %s', (phone) => expect(tenDigits(phone)).toBe('9876543210'))

  it.each(['', '98765', '98765432101', '+1 9876543210', '00191 98765 43210', '९८७६', 'asha', '98765 4321o'])(
    'leaves %j unchanged',
    (phone) => expect(tenDigits(phone)).toBe(phone),
  )
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

describe('brandedName', () => {
  it.each([
    ['Soap - Saffron', 'Lux', 'Lux Soap - Saffron'],
    ['LUX Soap', 'Lux', 'LUX Soap'],
    ['Pahaad Rope', 'Pahaad Rescue', 'Pahaad Rope'],
    ['Vanilla-Infused Honey', 'Honey Twigs', 'Honey Twigs Vanilla-Infused Honey'],
    ['New Lux Soap', 'Lux', 'New Lux Soap'],
    ['Therapy Oil', 'The Oil Mill', 'The Oil Mill Therapy Oil'],
    ['Soap', UNBRANDED, 'Soap'],
    ['Soap', '', 'Soap'],
    ['लक्स साबुन', 'Lux', 'लक्स साबुन'],
    ['साबुन', 'पतंजलि', 'पतंजलि साबुन'],
  ])('%s of %s is %s', (name, brand, branded) => {
    expect(brandedName({ name, brand })).toBe(branded)
  })
})

describe('itemName', () => {
  it('includes the variant if there is one', () => {
    expect(itemName({ product_name: 'Shoe', variant_name: 'Blue, UK 8' })).toBe('Shoe (Blue, UK 8)')
    expect(itemName({ product_name: 'Shoe', variant_name: null })).toBe('Shoe')
  })
})
