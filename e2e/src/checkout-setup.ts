/** Prepares customers for checkout journeys, reads their orders, and makes calls fail. */
import type { Page } from 'playwright-core'
import type { Customer } from './customers.ts'

/** Waits for a toast with this text. */
export const waitForToast = (page: Page, text: string): Promise<void> =>
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

/** Replaces the customer's addresses. */
export async function setAddresses(customer: Customer, addresses: readonly object[]): Promise<void> {
  const before = await customer.get<{ addresses: { id: number }[] }>('/api/users/addresses')
  for (const { id } of before.addresses) await customer.send('DELETE', `/api/users/addresses/${id}`)
  for (const address of addresses) await customer.send('POST', '/api/users/addresses', address)
}

export interface PlacedOrder {
  id: number
  order_number: string
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

/** Places a cash-on-delivery order through the API. */
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

/** Replaces the reply to the next such call by this failure. */
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

/** Aborts calls of a path, or of one method of it, until `unroute`. */
export async function abortCalls(page: Page, path: string, method?: string): Promise<void> {
  await page.route(`**${path}`, (route) =>
    method === undefined || route.request().method() === method ? route.abort() : route.fallback(),
  )
}
