/** Prepares customers for checkout journeys, and reads messages and orders. */
import type { Page } from 'playwright-core'
import type { Customer } from './customers.ts'

/** Waits for a toast with this text; one that was shown and has gone counts too. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { shownToasts = [] } = window as unknown as { shownToasts?: string[] }
    const index = shownToasts.findIndex((shown) => shown.includes(wanted))
    if (index >= 0) shownToasts.splice(0, index + 1)
    return index >= 0
  }, text)
}

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

/** The server gets the next order; its reply is lost. */
export async function loseReply(page: Page): Promise<void> {
  await page.route(
    '**/place-order',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

/** The customer's orders, newest first. */
export const ordersOf = async (customer: Customer): Promise<PlacedOrder[]> =>
  (await customer.get<{ orders: PlacedOrder[] }>('/api/orders?page=1&limit=100')).orders
