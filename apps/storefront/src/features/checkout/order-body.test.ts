import type { Address } from '@haat/contract/profile'
import { describe, expect, it } from 'vitest'
import type { CheckoutItem } from './checkout-item.ts'
import type { OrderDraft } from './order-body.ts'
import { orderBody, orderProblem, totalsOf } from './order-body.ts'

const item: CheckoutItem = {
  product_id: 12,
  variant_id: 34,
  category_id: 5,
  name: 'Rope',
  variant: '',
  price: 100_50,
  mrp: null,
  quantity: 2,
  image: null,
  is_deal: false,
  isAvailable: true,
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
const draft: OrderDraft = {
  checkout: 'cart',
  address,
  method: 'COD',
  items: [item],
  totals: { items_total: 201_00, total_shipping_price: 0, total_items_discount: 20_00, total_amount: 181_00 },
  coupon: { code: 'TEN', description: '', level: 'order', discount: 20_00, order_coupon_id: 8 },
  profile: { name: 'Asha', phone: '9000000000' },
  defaults: { default_country: 'India', placeholder_phone: '0000000000' },
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

describe('orderProblem', () => {
  const order = { address, method: 'COD' as const, items: [item] }

  it('is null for a complete order', () => expect(orderProblem(order)).toBeNull())

  it.each([
    [{ address: null }, 'Please select a delivery address'],
    [{ method: null }, 'Please select a payment method!'],
    [{ items: [] }, 'No items in cart'],
    [{ items: [{ ...item, product_id: 0 }] }, 'Invalid product ID for item: Rope'],
    [{ items: [item, { ...item, quantity: 0 }] }, 'Invalid quantity for item: Rope'],
    [{ items: [{ ...item, price: 0 }] }, 'Invalid price for item: Rope'],
    [
      {
        items: [
          { ...item, price: 0 },
          { ...item, quantity: 0 },
        ],
      },
      'No valid items found in cart',
    ],
  ])('for %j is %s', (change, message) => expect(orderProblem({ ...order, ...change })).toBe(message))
})

describe('totalsOf', () => {
  const itemsAt = (price: number, quantity = 1) =>
    [{ product_id: 1, variant_id: 1, category_id: 1, price, quantity }] as CheckoutItem[]
  const rule = { charge: 99_00, free_above: 50_000_00, waivedOnCartCheckout: true, deals_ship_free: true }

  it.each([
    ['waives delivery for a cart', 'cart', 500_00, 0, 0, 500_00],
    ['charges a single product', 'buy-now', 500_00, 0, 99_00, 599_00],
    ['charges exactly the limit', 'buy-now', 50_000_00, 0, 99_00, 50_099_00],
    ['delivers free above it', 'buy-now', 50_000_01, 0, 0, 50_000_01],
    ['takes the discount off', 'cart', 500_00, 50_00, 0, 450_00],
    ['never goes below zero', 'cart', 500_00, 900_00, 0, 0],
  ] as const)('%s', (_, checkout, price, discount, delivery, total) => {
    expect(totalsOf(itemsAt(price), rule, checkout, discount)).toMatchObject({
      items_total: price,
      total_shipping_price: delivery,
      total_amount: total,
    })
  })

  it('delivers a deal free, where the shop does so', () => {
    const deal = itemsAt(500_00).map((item) => ({ ...item, is_deal: true }))
    expect(totalsOf(deal, rule, 'buy-now', 0).total_amount).toBe(500_00)
    expect(totalsOf(deal, { ...rule, deals_ship_free: false }, 'buy-now', 0).total_amount).toBe(599_00)
  })

  it('charges a cart in a shop without the waiver', () => {
    const charged = totalsOf(itemsAt(500_00, 2), { ...rule, waivedOnCartCheckout: false }, 'cart', 0)
    expect(charged).toMatchObject({ total_shipping_price: 99_00, total_amount: 1099_00 })
  })
})
