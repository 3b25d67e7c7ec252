/** Sets the stage of a checkout and looks behind it. */
import type { Page } from 'playwright-core'
import type { Customer } from './customers.ts'

/** Waits until a message with this text stands in a toast. */
export const toastOf = (page: Page, text: string): Promise<void> =>
  page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor()

/** `₹1,23,456.00` */
export const money = (rupees: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 }).format(
    rupees,
  )

export const HOME = {
  address_line1: '12 MG Road',
  address_line2: 'Near Trinity Metro',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560001',
  is_default: true,
}

export const OFFICE = {
  ...HOME,
  address_line1: '7 Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
  is_default: false,
}

/** Leaves the customer with exactly these addresses. */
export async function keepAddresses(customer: Customer, addresses: readonly object[]): Promise<void> {
  const known = await customer.get<{ addresses: { id: number }[] }>('/api/users/addresses')
  for (const { id } of known.addresses) await customer.send('DELETE', `/api/users/addresses/${id}`)
  for (const address of addresses) await customer.send('POST', '/api/users/addresses', address)
}

export interface PlacedOrder {
  id: number
  order_status: string
  payment_method: string
  total_amount: number
  total_shipping_price: number
  total_discount_amount: number
  coupon_code: string | null
  shipping_street: string
  order_items: { variant_id: number; quantity: number; price: number }[]
}

/** The customer's orders, newest first. */
export const ordersOf = async (customer: Customer): Promise<PlacedOrder[]> =>
  (await customer.get<{ orders: PlacedOrder[] }>('/api/orders?page=1&limit=100')).orders

/** Buys by cash on delivery, past the storefront. */
export async function buy(
  customer: Customer,
  item: { product_id: number; variant_id: number; quantity: number; price: number },
  delivery: number,
): Promise<number> {
  const { addresses } = await customer.get<{ addresses: { id: number }[] }>('/api/users/addresses')
  const reply = await customer.send('POST', '/api/orders/place-order', {
    address_id: addresses[0]!.id,
    payment_method: 'COD',
    checkout: 'buy-now',
    items: [item],
    total_amount: item.price * item.quantity + delivery,
  })
  return (reply as { order_id: number }).order_id
}

/** Answers a call once with this failure, and lets every other one through. */
export async function failOnce(
  page: Page,
  path: string,
  method: string,
  status: number,
  body: object,
): Promise<void> {
  let failed = false
  await page.route(`**${path}`, async (route) => {
    if (failed || route.request().method() !== method) return await route.fallback()
    failed = true
    return await route.fulfill({ status, json: body })
  })
}

/** Cuts the line to a path, or to one method of it, until `unroute`. */
export async function cutLine(page: Page, path: string, method?: string): Promise<void> {
  await page.route(`**${path}`, (route) =>
    method === undefined || route.request().method() === method ? route.abort() : route.fallback(),
  )
}
