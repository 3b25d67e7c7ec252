/** The checkout of a single product. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { abortCalls, HOME, setAddresses, money, ordersOf, waitForToast } from './checkout-setup.ts'
import { type Customer, fillCart, logIn } from './customers.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow, timeMessage } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let canoe: DemoProduct
let visitor: BrowserContext
let customer: Customer

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
})

const variant = () => shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!

async function arrive(device: Device): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url)
  await setAddresses(customer, [HOME])
  const page = await visitor.newPage()
  page.setDefaultTimeout(10_000)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Price Summary' })

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('buys one piece in three steps and does not change the cart', async () => {
    const page = await arrive(device)
    await fillCart(customer, [{ variant_id: variant().id, quantity: 2 }])
    const errors = browserErrors(page)
    const faults: string[] = []
    const look = async (name: string) => {
      await saveScreenshot(page, `buy-now-${name}-${device}`)
      faults.push(...(await accessibilityFaults(page)), ...(await horizontalOverflow(page)))
    }
    await page.goto(`/buynow-summary?product=${shoe.id}&variant=${variant().id}`)
    await page.getByRole('heading', { name: 'Buy Now', level: 1 }).waitFor()
    await page.getByRole('region', { name: "You're buying" }).getByText(shoe.name).waitFor()
    await page.getByRole('link', { name: 'Back to Product' }).waitFor()
    await page.getByText('Vikram Rathore').first().waitFor()
    for (const text of ['Price (1 item)', '₹99.00', money(variant().price + 99)])
      await panel(page).getByText(text, { exact: true }).waitFor()
    await look('1-address')
    await button(page, 'DELIVER HERE').click()
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    expect(await page.getByLabel('Coupon code').count()).toBe(0)
    await look('2-summary')
    await button(page, 'Continue to Payment').click()
    for (const label of ['Online Payment', 'UPI', 'Card'])
      await page.getByText(label, { exact: true }).waitFor()
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Please select a payment method!')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await look('3-payment')
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    const [order] = await ordersOf(customer)
    expect(order).toMatchObject({
      total_amount: variant().price + 99,
      total_shipping_price: 99,
      order_items: [{ variant_id: variant().id, quantity: 1 }],
    })
    expect((await customer.get<{ cart: { quantity: number }[] }>('/api/cart')).cart).toMatchObject([
      { quantity: 2 },
    ])
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })

  it('shows a message without a product, and goes home after two seconds', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    const shownFor = await timeMessage(page, 'No product selected for purchase', { onNextPage: true })
    await page.goto('/buynow-summary')
    await waitForToast(page, 'No product selected for purchase')
    await page.getByText('No Product Selected', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).waitFor()
    await saveScreenshot(page, `buy-now-nothing-${device}`)
    await page.waitForURL(`${shop.url}/`)
    expect(await shownFor()).toBeGreaterThan(1700)
    expect(errors).toEqual([])
  })
})

it('is free of delivery above the limit', async () => {
  const page = await arrive('desktop')
  await page.goto(`/buynow-summary?product=${canoe.id}`)
  await panel(page).getByText('Your delivery is free for this order!').waitFor()
  await panel(page).getByText(money(canoe.variants[0]!.price)).first().waitFor()
})

it('asks a guest to log in, and comes back to the same product', async () => {
  visitor = await newVisitor(browser, 'phone', shop.url)
  const page = await visitor.newPage()
  const here = `/buynow-summary?product=${shoe.id}&variant=${variant().id}`
  await page.goto(here)
  await waitForToast(page, 'Please login to view addresses')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel(/email/i).fill('vikram@example.com')
  await page.getByLabel(/^password/i).fill('Demo@1234')
  await button(page, /^log ?in$/i).click()
  await page.waitForURL(`**${here}`)
  await page.getByRole('heading', { name: "You're buying" }).waitFor()
})

it('shows a message for a deleted product', async () => {
  const page = await arrive('desktop')
  await page.goto('/buynow-summary?product=999999')
  await waitForToast(page, 'No product selected')
  await page.getByText('No Product Selected', { exact: true }).waitFor()
})

it('offers a retry when the product cannot be loaded', async () => {
  const page = await arrive('desktop')
  await abortCalls(page, `/api/products/${shoe.id}`)
  await page.goto(`/buynow-summary?product=${shoe.id}`)
  await page.getByText('No Products Found.').waitFor()
  await page.unroute(`**/api/products/${shoe.id}`)
  await button(page, 'Try again').click()
  await page.getByRole('heading', { name: "You're buying" }).waitFor()
})
