import type { CartItem } from '@haat/contract/cart'
import { describe, expect, it } from 'vitest'
import { cartTotals, checkoutState, selectedLines } from './selection.ts'

const line = (variant_id: number, rest: Partial<CartItem> = {}): CartItem => ({
  cart_item_id: variant_id + 100,
  product_id: 1,
  variant_id,
  category_id: 1,
  product_name: 'Lamp',
  variant_name: null,
  color: 'Blue',
  size: null,
  description: 'Shines',
  deal_price: null,
  price: 500_00,
  mrp: 800_00,
  quantity: 1,
  is_available: true,
  stock: 5,
  media_url: '/media/lamp.webp',
  weight: 0.5,
  length: 10,
  breadth: 10,
  height: 5,
  added_at: new Date(0),
  ...rest,
})
const rule = { charge: 99_00, free_above: 50_000_00, waivedOnCartCheckout: true, deals_ship_free: false }

describe('selectedLines', () => {
  it('are all lines at first', () => {
    expect(selectedLines([line(1), line(2)], new Set())).toHaveLength(2)
  })
  it('leave out deselected and sold-out lines', () => {
    const lines = selectedLines([line(1), line(2), line(3, { stock: 0 })], new Set([2]))
    expect(lines.map((selected) => selected.variant_id)).toEqual([1])
  })
})

describe('cartTotals', () => {
  it('adds delivery to the deal price, even with the waiver', () => {
    const lines = [line(1, { quantity: 2 }), line(2, { deal_price: 400_00 })]
    expect(cartTotals(lines, rule)).toMatchObject({
      items_total: 1400_00,
      total_shipping_price: 99_00,
      total_amount: 1499_00,
    })
  })
  it('is free of delivery above 50,000, but not at 50,000', () => {
    expect(cartTotals([line(1, { price: 50_000_00 })], rule).total_shipping_price).toBe(99_00)
    expect(cartTotals([line(1, { price: 50_000_01 })], rule).total_shipping_price).toBe(0)
  })
  it('is zero without lines', () => {
    expect(cartTotals([], rule).total_amount).toBe(0)
  })
})

describe('checkoutState', () => {
  it('has the fields that the checkout reads', () => {
    const lines = [line(7, { deal_price: 400_00, quantity: 3, mrp: null })]
    const { cartItems, totals } = checkoutState(lines, cartTotals(lines, rule))
    expect(cartItems[0]).toMatchObject({
      id: 107,
      product_id: 1,
      variant_id: 7,
      name: 'Lamp',
      price: 400_00,
      originalPrice: 500_00,
      quantity: 3,
      image: '/media/lamp.webp',
      dimensions: { length: 10, breadth: 10, height: 5 },
      declared_value: 400_00,
    })
    expect(totals).toEqual({ subtotal: 1200_00, shipping: 99_00, tax: 0, finalTotal: 1299_00 })
  })
})
