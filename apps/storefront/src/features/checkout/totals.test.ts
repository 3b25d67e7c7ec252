import { expect, it } from 'vitest'
import type { CheckoutItem } from './checkout-item.ts'
import { totalsOf } from './totals.ts'

const items = (price: number, quantity = 1) =>
  [{ product_id: 1, variant_id: 1, category_id: 1, price, quantity }] as CheckoutItem[]
const rule = { charge: 99_00, free_above: 50_000_00, waivedOnCartCheckout: true }

it.each([
  ['waives delivery for a cart', 'cart', 500_00, 0, 0, 500_00],
  ['charges a single product', 'buy-now', 500_00, 0, 99_00, 599_00],
  ['charges exactly the limit', 'buy-now', 50_000_00, 0, 99_00, 50_099_00],
  ['delivers free above it', 'buy-now', 50_000_01, 0, 0, 50_000_01],
  ['takes the discount off', 'cart', 500_00, 50_00, 0, 450_00],
  ['never goes below zero', 'cart', 500_00, 900_00, 0, 0],
] as const)('%s', (_, checkout, price, discount, delivery, total) => {
  expect(totalsOf(items(price), rule, checkout, discount)).toMatchObject({
    items_total: price,
    total_shipping_price: delivery,
    total_amount: total,
  })
})

it('follows a shop that waives nothing', () => {
  const charged = totalsOf(items(500_00, 2), { ...rule, waivedOnCartCheckout: false }, 'cart', 0)
  expect(charged).toMatchObject({ total_shipping_price: 99_00, total_amount: 1099_00 })
})
