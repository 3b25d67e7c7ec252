import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { logIn, renderShop } from './render-shop.tsx'

export type Api = Awaited<ReturnType<typeof logIn>>

export const ADDRESS = {
  address_line1: '14, 3rd Cross',
  address_line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560008',
  is_default: true,
}

/** Logs in a customer with one address and two pieces of variant 1 in the cart; removes both after each test. */
export function useBuyer(): () => Api {
  let api: Api
  beforeEach(async () => {
    api = await logIn()
    await api('POST', '/api/users/addresses', ADDRESS)
    await api('POST', '/api/cart', { variant_id: 1, quantity: 2 })
  })
  afterEach(async () => {
    await removeAddresses(api)
    await emptyCart(api)
  })
  return () => api
}

export async function removeAddresses(api: Api): Promise<void> {
  const { addresses } = await api<{ addresses: { id: number }[] }>('GET', '/api/users/addresses')
  for (const { id } of addresses) await api('DELETE', `/api/users/addresses/${id}`)
}

/** Removes the lines of the cart and the saved items. */
export async function emptyCart(api: Api): Promise<void> {
  const { cart } = await api<{ cart: { cart_item_id: number }[] }>('GET', '/api/cart')
  for (const { cart_item_id } of cart) await api('DELETE', `/api/cart/${cart_item_id}`)
  const { saved } = await api<{ saved: { saved_item_id: number }[] }>('GET', '/api/saved')
  for (const { saved_item_id } of saved) await api('DELETE', `/api/saved/${saved_item_id}`)
}

/** Opens the checkout of the cart, and leads to its last step. */
export async function goToPayment(): Promise<void> {
  renderShop('/ordersummary')
  for (const name of ['DELIVER HERE', 'Continue to Payment'])
    fireEvent.click(await screen.findByRole('button', { name }))
}

/** Orders the cart, to be paid online, without this storefront. @param discount in rupees */
export async function orderElsewhere(
  api: Api,
  code?: string,
  discount = 0,
  payment_method: 'ONLINE' | 'COD' = 'ONLINE',
) {
  const { addresses } = await api<{ addresses: { id: number }[] }>('GET', '/api/users/addresses')
  const { cart } = await api<{ cart: (CartLine & { price: number })[] }>('GET', '/api/cart')
  const items = cart.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }))
  const applied = { code, cart_items: items }
  const { order_coupon_id } = code
    ? await api<{ order_coupon_id: number }>('POST', '/api/coupons/apply', applied)
    : {}
  const total_amount = cart.reduce((sum, { price, quantity }) => sum + price * quantity, -discount)
  const order = { payment_method, checkout: 'cart', items, order_coupon_id, total_amount }
  const body = { address_id: addresses[0]!.id, ...order }
  const { order_id } = await api<{ order_id: number }>('POST', '/api/orders/place-order', body)
  return { order_id, body }
}

interface CartLine {
  product_id: number
  variant_id: number
  quantity: number
}
