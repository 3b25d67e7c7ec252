/** To the bank and back. The order, not the redirect, decides what is shown. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { abortCalls, HOME, setAddresses, money, OFFICE, ordersOf, waitForToast } from './checkout-setup.ts'
import { type Customer, fillCart, logIn } from './customers.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let visitor: BrowserContext
let customer: Customer

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

const variant = () => shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!

/** A customer with two addresses and a shoe in the cart. */
async function arrive(device: Device): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url)
  await setAddresses(customer, [HOME, OFFICE])
  await fillCart(customer, [{ variant_id: variant().id, quantity: 1 }])
  const page = await visitor.newPage()
  page.setDefaultTimeout(10_000)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function toBank(page: Page): Promise<void> {
  await page.goto('/ordersummary')
  await page.getByRole('radio', { name: /Mumbai/ }).click()
  await button(page, 'DELIVER HERE').click()
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: /UPI/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
}

const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('pendingOrderData'), localStorage.getItem('paymentStatus')])

const latest = async () => (await ordersOf(customer))[0]!

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('pays online and comes back to a confirmed order', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    await toBank(page)
    const { id, order_status } = await latest()
    expect(order_status).toBe('PENDING')
    const [pending] = await stored(page)
    expect(JSON.parse(pending ?? '')).toMatchObject({
      order_id: id,
      transaction_id: expect.any(String),
      merchant_order_id: expect.any(String),
    })
    await button(page, /^Pay/).click()
    await waitForToast(page, 'Payment successful! Order confirmed.')
    await saveScreenshot(page, `payment-received-${device}`)
    await page.waitForURL(`**/order-confirmation/${id}`)
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
    await page.getByText('Online Payment').waitFor()
    expect(await stored(page)).toEqual([null, null])
    expect((await latest()).order_status).toBe('CONFIRMED')
    expect((await customer.get<{ cart: unknown[] }>('/api/cart')).cart).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await horizontalOverflow(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('returns from a declined payment to the payment step', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    await toBank(page)
    await button(page, 'Decline').click()
    await waitForToast(page, 'Payment failed. Please try again.')
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
    const { order_number, order_status } = await latest()
    await page.getByText(`The payment for order #${order_number} did not come through`).waitFor()
    await saveScreenshot(page, `payment-failed-${device}`)
    expect(order_status).toBe('PAYMENT_FAILED')
    expect(await stored(page)).toEqual([null, null])
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Back').click()
    await page.getByText('Mumbai, Maharashtra').waitFor()
    expect(errors).toEqual([])
  })
})

it('fills in the coupon again after a failed payment', async () => {
  const page = await arrive('desktop')
  await page.goto('/ordersummary?step=2')
  await page.getByLabel('Coupon code').fill('WELCOME10')
  await button(page, 'Apply').click()
  await waitForToast(page, 'Coupon applied successfully')
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: /UPI/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
  await button(page, 'Cancel').click()
  await waitForToast(page, 'Payment failed. Please try again.')
  await button(page, 'Back').click()
  expect(await page.getByLabel('Coupon code').inputValue()).toBe('WELCOME10')
})

it('returns a failed buy-now payment to its product', async () => {
  const page = await arrive('phone')
  await fillCart(customer, [])
  await page.goto(`/buynow-summary?product=${shoe.id}&variant=${variant().id}&step=3`)
  await page.getByRole('radio', { name: /Online Payment/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
  await button(page, 'Decline').click()
  await waitForToast(page, 'Payment failed. Please try again.')
  await page.waitForURL(`**/buynow-summary?product=${shoe.id}&variant=${variant().id}&step=3`)
  await page
    .getByText(money(variant().price + 99))
    .first()
    .waitFor()
})

describe('while the bank is slow', () => {
  it('follows the order, not the address', async () => {
    const page = await arrive('phone')
    await toBank(page)
    const { id } = await latest()
    await page.clock.install()
    await page.goto(`/ordersummary?payment_status=success&order_id=${id}`)
    await page.getByText('Checking your payment').waitFor()
    await saveScreenshot(page, 'payment-checking-phone')
    expect(await accessibilityFaults(page)).toEqual([])
    for (let second = 0; second < 40 && !page.url().includes('order-confirmation'); second++) {
      await page.clock.runFor(1000)
      await page.evaluate(() => fetch('/healthz').then(() => undefined))
    }
    await page.getByRole('heading', { name: 'Payment Pending', level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: 'Order Confirmed' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Pay now' }).waitFor()
    await saveScreenshot(page, 'order-pending-phone')
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('waits until the bank has reported to the shop', async () => {
    const page = await arrive('desktop')
    await toBank(page)
    let asked = 0
    await page.route(/\/api\/orders\/\d+$/, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      if (++asked < 3) body.order.order_status = 'PENDING'
      await route.fulfill({ json: body })
    })
    await button(page, /^Pay/).click()
    await page.getByText('Checking your payment').waitFor()
    await waitForToast(page, 'Payment successful! Order confirmed.')
    await page.waitForURL('**/order-confirmation/*')
    expect(asked).toBeGreaterThanOrEqual(3)
  })

  it('offers to check again when the order cannot be fetched', async () => {
    const page = await arrive('phone')
    await toBank(page)
    await abortCalls(page, '/api/orders/*')
    await button(page, /^Pay/).click()
    await page.getByText('We could not check your payment').waitFor()
    await saveScreenshot(page, 'payment-unreachable-phone')
    await page.unroute('**/api/orders/*')
    await button(page, 'Check again').click()
    await waitForToast(page, 'Payment successful! Order confirmed.')
  })

  it('reminds of an unfinished payment, and links to it', async () => {
    const page = await arrive('phone')
    await toBank(page)
    const { id, order_number } = await latest()
    await page.goto('/ordersummary')
    await page.getByText(`Order #${order_number} is waiting for your payment`).waitFor()
    await saveScreenshot(page, 'payment-open-phone')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Pay now' }).click()
    await page.waitForURL('**/pay/**')
    await button(page, /^Pay/).click()
    await page.waitForURL(`**/order-confirmation/${id}`)
  })

  it('follows a stored status', async () => {
    const page = await arrive('desktop')
    await toBank(page)
    await button(page, /^Pay/).click()
    await page.waitForURL('**/order-confirmation/*')
    const { id } = await latest()
    await page.evaluate((order_id) => {
      localStorage.setItem(
        'pendingOrderData',
        JSON.stringify({ order_id, transaction_id: 't', merchant_order_id: 'm' }),
      )
      localStorage.setItem('paymentStatus', 'success')
    }, id)
    await page.goto('/ordersummary')
    await waitForToast(page, 'Payment successful! Order confirmed.')
    await page.waitForURL(`**/order-confirmation/${id}`)
    expect(await stored(page)).toEqual([null, null])
  })

  it('ignores a status without an order in the address', async () => {
    const page = await arrive('desktop')
    await page.goto('/ordersummary?payment_status=success')
    await button(page, 'DELIVER HERE').waitFor()
  })
})
