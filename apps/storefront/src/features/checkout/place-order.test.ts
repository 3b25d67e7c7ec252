import type { Address } from '@haat/contract/profile'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/client.ts'
import type { CheckoutItem } from './checkout-item.ts'
import { orderBody, readRefusal } from './place-order.ts'

const item: CheckoutItem = {
  product_id: 12,
  variant_id: 34,
  category_id: 5,
  product_name: 'Rope',
  variant_name: null,
  color: null,
  size: null,
  deal_price: 100_50,
  price: 120_00,
  mrp: null,
  quantity: 2,
  media_url: null,
  is_available: true,
  stock: 9,
}
const address: Address = {
  id: 3,
  full_name: 'Asha Menon',
  phone: '9876543210',
  address_line1: '14, 3rd Cross',
  address_line2: 'Near Ulsoor Lake',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560008',
  is_default: true,
}
const draft: Parameters<typeof orderBody>[0] = {
  checkout: 'cart',
  address,
  method: 'COD',
  items: [item],
  totals: { items_total: 201_00, total_shipping_price: 0, total_items_discount: 20_00, total_amount: 181_00 },
  coupon: { code: 'TEN', description: '', level: 'order', discount: 20_00, order_coupon_id: 8 },
  profile: { name: 'Asha', phone: '9000000000' },
  defaults: { default_country: 'India', placeholder_phone: '0000000000' },
  gstin: null,
  extras: { gstin: '', company: 'Menon & Co', note: 'Two\nlines', is_gift: true },
}

describe('orderBody', () => {
  it('sends ids, amounts and address as the server expects them', () => {
    expect(orderBody(draft)).toEqual({
      address_id: 3,
      payment_method: 'COD',
      checkout: 'cart',
      shipping_details: {
        shipping_name: 'Asha Menon',
        shipping_phone: '9876543210',
        shipping_street: '14, 3rd Cross, Near Ulsoor Lake',
        shipping_city: 'Bengaluru',
        shipping_state: 'Karnataka',
        shipping_zip: '560008',
        shipping_country: 'India',
      },
      items: [
        {
          product_id: 12,
          variant_id: 34,
          quantity: 2,
          price: 100_50,
          sub_total: 201_00,
          per_item_discount: 0,
          per_item_coupon_code: null,
          shipping_price: 0,
          shipping_message: '',
          per_item_coupon_id: null,
        },
      ],
      total_amount: 181_00,
      total_shipping_price: 0,
      total_items_discount: 20_00,
      order_coupon_id: 8,
      buyer_gstin: null,
      buyer_company: null,
      customer_note: 'Two lines',
      is_gift: true,
    })
  })

  it('sends the coupon id only for an order-level coupon', () => {
    const onItems = { ...draft.coupon!, level: 'item' as const }
    expect(orderBody({ ...draft, coupon: onItems }).order_coupon_id).toBeNull()
    expect(orderBody({ ...draft, coupon: null }).order_coupon_id).toBeNull()
  })

  it('falls back to the profile, then to the shop’s defaults', () => {
    const bare = { ...address, full_name: '', phone: '', country: '', address_line2: null }
    expect(orderBody({ ...draft, address: bare }).shipping_details).toMatchObject({
      shipping_name: 'Asha',
      shipping_phone: '9000000000',
      shipping_street: '14, 3rd Cross',
      shipping_country: 'India',
    })
    expect(orderBody({ ...draft, address: bare, profile: undefined }).shipping_details).toMatchObject({
      shipping_name: 'Customer',
      shipping_phone: '0000000000',
    })
  })
})

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
    ['COD', http(400, ''), 'Failed to place order'],
    ['ONLINE', http(400, ''), 'Failed to initiate payment'],
    ['COD', new ApiError(), 'Error placing order. Please try again.'],
    ['ONLINE', new ApiError(), 'Error initiating payment. Please try again.'],
    ['COD', new TypeError('odd'), 'Error placing order. Please try again.'],
  ] as const)('has a text for a failed %s', (method, error, message) => {
    expect(readRefusal(error, method)).toEqual({ kind: 'other', message })
  })
})
