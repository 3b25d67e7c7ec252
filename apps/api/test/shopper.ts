/** A customer with an address, and the calls of cart, coupons and orders. */
import type { Test } from 'supertest'
import { aCustomer, anAddress, type TestCustomer } from './factories.ts'
import type { TestShop } from './test-shop.ts'

export interface OrderItemInput {
  product_id: number
  variant_id: number
  quantity: number
}

export interface Shopper {
  customer: TestCustomer
  address_id: number
  /** The body of a place-order request; amounts in rupees. */
  order: (items: OrderItemInput[], total_amount: number, changes?: object) => Record<string, unknown>
  place: (body: object, key?: string) => Test
  add: (variant_id: number, quantity?: number) => Test
  apply: (code: unknown, items: OrderItemInput[], extra?: object) => Test
  get: (path: string) => Test
}

export async function aShopper(
  test: Pick<TestShop, 'shop' | 'app' | 'get' | 'post'>,
  row: Parameters<typeof aCustomer>[1] = {},
): Promise<Shopper> {
  const customer = await aCustomer(test, row)
  const address = await anAddress(test, customer, { is_default: true })
  const { token } = customer
  return {
    customer,
    address_id: address.id,
    order: (items, total_amount, changes = {}) => ({
      address_id: address.id,
      payment_method: 'COD',
      items,
      total_amount,
      ...changes,
    }),
    place: (body, key) => {
      const request = test.post('/api/orders/place-order', body, token)
      return key === undefined ? request : request.set('idempotency-key', key)
    },
    add: (variant_id, quantity = 1) => test.post('/api/cart', { variant_id, quantity }, token),
    apply: (code, cart_items, extra = {}) =>
      test.post('/api/coupons/apply', { code, cart_items, ...extra }, token),
    get: (path) => test.get(path, token),
  }
}

/** An item of an order: a variant of a product, as factories return them. */
export const item = (product: { id: number; variant: { id: number } }, quantity = 1): OrderItemInput => ({
  product_id: product.id,
  variant_id: product.variant.id,
  quantity,
})
