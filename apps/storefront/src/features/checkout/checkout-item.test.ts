import { describe, expect, it } from 'vitest'
import type { CheckoutItem } from './checkout-item.ts'
import { readCartItems, readProduct, selectedItems, stockProblem } from './checkout-item.ts'

const line = (variant_id: number, quantity = 1): CheckoutItem => ({
  product_id: 1,
  variant_id,
  category_id: 1,
  name: 'Rope',
  variant: '',
  price: 100_00,
  mrp: null,
  quantity,
  image: null,
  is_deal: false,
  isAvailable: true,
  stock: 5,
})

it('names what keeps an item from being bought', () => {
  const problem = (rest: Partial<CheckoutItem>) => stockProblem({ ...line(1, 3), ...rest })
  expect(problem({ stock: null })).toBeNull()
  expect(problem({ stock: 3 })).toBeNull()
  expect(problem({ stock: 2 })).toBe('Only 2 left')
  expect(problem({ stock: 0 })).toBe('Out of Stock')
  expect(problem({ stock: 0, isAvailable: false })).toBe('No longer available')
})

describe('readCartItems', () => {
  it('reads lines with the field names of the client and of the server', () => {
    const [client, server] = readCartItems({
      cartItems: [
        { id: 9, product_id: 12, variant_id: 34, name: 'Rope', price: 500, originalPrice: 700, quantity: 2 },
        {
          cart_item_id: 9,
          product_id: 12,
          variant_id: 34,
          product_name: 'Rope',
          deal_price: 400,
          price: 500,
        },
      ],
    })
    expect(client).toMatchObject({
      product_id: 12,
      variant_id: 34,
      name: 'Rope',
      price: 500,
      mrp: 700,
      quantity: 2,
    })
    expect(server).toMatchObject({ name: 'Rope', price: 400, quantity: 1, stock: null })
  })

  it.each([null, undefined, 'x', {}, { cartItems: 'x' }, { cartItems: [null, 3] }])(
    'finds none in %j',
    (state) => {
      expect(readCartItems(state)).toEqual([])
    },
  )
})

describe('readProduct', () => {
  it('reads a product with or without its variant', () => {
    const product = { id: 12, name: 'Rope', price: 500, qty: 3 }
    expect(readProduct({ product })).toMatchObject({ item: { product_id: 12, quantity: 1 }, variantId: null })
    expect(readProduct({ product: { ...product, variant_id: 34 } })).toMatchObject({ variantId: 34 })
  })

  it.each([null, {}, { product: null }, { product: { id: 'x' } }])('finds none in %j', (state) => {
    expect(readProduct(state)).toBeNull()
  })
})

describe('selectedItems', () => {
  it('takes price and stock from the cart, the selection from the state', () => {
    expect(selectedItems([line(1), line(2, 3)], [{ ...line(2), price: 1 }])).toEqual([line(2, 3)])
  })

  it('takes the whole cart without a selection or with an outdated one', () => {
    expect(selectedItems([line(1)], [])).toEqual([line(1)])
    expect(selectedItems([line(1)], [line(7)])).toEqual([line(1)])
    expect(selectedItems([], [line(7)])).toEqual([])
  })

  it('uses the state while the cart is loading', () => {
    expect(selectedItems(undefined, [line(7)])).toEqual([line(7)])
    expect(selectedItems(undefined, [])).toBeUndefined()
  })
})
