import { describe, expect, it } from 'vitest'
import type { CheckoutItem } from './checkout-item.ts'
import { readProduct, readSelection, selectedItems, stockProblem } from './checkout-item.ts'

const line = (variant_id: number, quantity = 1): CheckoutItem => ({
  product_id: 1,
  variant_id,
  category_id: 1,
  product_name: 'Rope',
  variant_name: null,
  color: null,
  size: null,
  deal_price: null,
  price: 100_00,
  mrp: null,
  quantity,
  media_url: null,
  is_available: true,
  stock: 5,
})

it('names what keeps an item from being bought', () => {
  const problem = (rest: Partial<CheckoutItem>) => stockProblem({ ...line(1, 3), ...rest })
  expect(problem({ stock: 3 })).toBeNull()
  expect(problem({ stock: 2 })).toBe('Only 2 left')
  expect(problem({ stock: 0 })).toBe('Out of Stock')
  expect(problem({ stock: 0, is_available: false })).toBe('No longer available')
})

describe('readSelection', () => {
  it('reads the variants of the lines', () => {
    const cartItems = [{ id: 9, product_id: 12, variant_id: 34, name: 'Rope' }, { variant_id: '7' }]
    expect(readSelection({ cartItems })).toEqual([34, 7])
  })

  it.each([null, undefined, 'x', {}, { cartItems: 'x' }, { cartItems: [null, 3, { variant_id: -1 }] }])(
    'finds none in %j',
    (state) => {
      expect(readSelection(state)).toEqual([])
    },
  )
})

describe('readProduct', () => {
  it('reads a product with or without its variant', () => {
    const product = { id: 12, name: 'Rope', price: 500, qty: 3 }
    expect(readProduct({ product })).toEqual({ productId: 12, variantId: null })
    expect(readProduct({ product: { ...product, variant_id: 34 } })).toEqual({
      productId: 12,
      variantId: 34,
    })
  })

  it.each([null, {}, { product: null }, { product: { id: 'x' } }])('finds none in %j', (state) => {
    expect(readProduct(state)).toBeNull()
  })
})

it('the selection of the state is checked out, or the whole cart without one or with an outdated one', () => {
  expect(selectedItems([line(1), line(2, 3)], [2])).toEqual([line(2, 3)])
  expect(selectedItems([line(1)], [])).toEqual([line(1)])
  expect(selectedItems([line(1)], [7])).toEqual([line(1)])
})
