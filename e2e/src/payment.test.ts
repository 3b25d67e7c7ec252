/** To the bank and back. The order, not the redirect, decides what is shown. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, devices, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, money, OFFICE, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, openSeparatePage, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let customer: Customer

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

const variant = () => shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!

/** A customer with two addresses and a shoe in the cart. */
async function arrive(device: Device): Promise<Page> {
  customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME, OFFICE])
  await fillCart(customer, [{ variant_id: variant().id, quantity: 1 }])
  return await openPage(device, VIKRAM)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function toBank(page: Page, coupon?: string): Promise<void> {
  await page.goto('/ordersummary')
  await page.getByRole('radio', { name: /Mumbai/ }).click()
  await button(page, 'DELIVER HERE').click()
  if (coupon !== undefined) {
    await page.getByLabel('Coupon code').fill(coupon)
    await button(page, 'Apply').click()
    await waitForToast(page, 'Coupon applied successfully')
  }
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: /UPI/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
}

const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('pendingOrderData'), localStorage.getItem('paymentStatus')])

const latest = async () => (await ordersOf(customer))[0]!

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('pays online from the page of the order, and comes back to a confirmed order', async () => {
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
    await page.goto(`/order-confirmation/${id}`)
    await page.getByRole('heading', { name: 'Payment Pending', level: 1 }).waitFor()
    await saveScreenshot(page, `payment-open-${device}`)
    expect(await faultsOf(page)).toEqual([])
    await button(page, /^Pay now/).click()
    await page.waitForURL('**/pay/**')
    await button(page, /^Pay/).click()
    await waitForToast(page, 'Payment successful! Order confirmed.')
    await saveScreenshot(page, `payment-received-${device}`)
    await page.waitForURL(`**/order-confirmation/${id}`)
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
    await page.getByText('Online Payment').waitFor()
    await expect.poll(() => stored(page)).toEqual([null, null])
    expect((await latest()).order_status).toBe('CONFIRMED')
    expect((await customer.get<{ cart: unknown[] }>('/api/cart')).cart).toEqual([])
    expect(await faultsOf(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('returns from a declined payment to the payment step, with address and coupon', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    await toBank(page, 'WELCOME10')
    await button(page, 'Decline').click()
    await waitForToast(page, 'Payment failed. Please try again.')
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
    const { order_number, order_status } = await latest()
    await page.getByText(`Order #${order_number} was not paid`).waitFor()
    await saveScreenshot(page, `payment-failed-${device}`)
    expect(order_status).toBe('PAYMENT_FAILED')
    await expect.poll(() => stored(page)).toEqual([null, null])
    expect(await faultsOf(page)).toEqual([])
    const discounted = variant().price - Math.min(500, variant().price / 10)
    const total = page.getByRole('region', { name: 'Price Details' }).getByText(money(discounted))
    await total.waitFor()
    await page.reload()
    await total.waitFor()
    await button(page, 'Back').click()
    await page.getByText('Mumbai, Maharashtra', { exact: true }).waitFor()
    await button(page, 'Remove coupon WELCOME10').click()
    await page.reload()
    expect(await page.getByLabel('Coupon code').inputValue()).toBe('')
    expect(errors).toEqual([])
  })
})

atNight(() => {
  it('a network that goes at the bank and on the way back loses nothing and pays once, without a reload', async () => {
    const page = await arrive('phone')
    const orders = (await ordersOf(customer)).length
    const goOffline = (offline: boolean) => page.context().setOffline(offline)
    await toBank(page, 'WELCOME10')
    const { id } = await latest()
    await goOffline(true)
    await button(page, /^Pay/).click()
    const notice = page.getByRole('alert').filter({ hasText: 'No connection.' })
    await notice.waitFor()
    const { y, height } = (await notice.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(devices.phone.viewport.height)
    await saveScreenshot(page, 'bank-offline-phone')
    expect((await latest()).order_status).toBe('PENDING')
    // Back at the shop, the order cannot be fetched.
    await page.route('**/api/orders/*', (route) => route.abort())
    await goOffline(false)
    await page.getByText('We could not check your payment').waitFor()
    await saveScreenshot(page, 'payment-unreachable-phone')
    expect(await faultsOf(page)).toEqual([])
    await page.unroute('**/api/orders/*')
    await page.waitForURL(`**/order-confirmation/${id}`)
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
    const after = await ordersOf(customer)
    expect(after.length).toBe(orders + 1)
    expect(after[0]).toMatchObject({ id, order_status: 'CONFIRMED', coupon_code: 'WELCOME10' })
    expect((await customer.get<{ cart: unknown[] }>('/api/cart')).cart).toEqual([])
  })

  it('a confirmation that cannot be loaded says so, and comes back by itself', async () => {
    const page = await arrive('phone')
    await page.goto('/ordersummary?step=3')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    // The order is placed; its confirmation cannot be fetched.
    await page.route('**/api/orders/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    await page.getByText('Failed to load order details').waitFor()
    await page.getByText('Your order is safe with us.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.unroute('**/api/orders/*')
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
    expect((await customer.get<{ cart: unknown[] }>('/api/cart')).cart).toEqual([])

    // Another order's page, opened while the network is away.
    await page.context().setOffline(true)
    await page.evaluate(() => history.pushState(null, '', '/order-confirmation/1'))
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Order not found', { exact: true }).waitFor()
  })
})

it('returns from a cancelled buy-now payment to its product', async () => {
  const page = await arrive('phone')
  await fillCart(customer, [])
  await page.goto(`/buynow-summary?product=${shoe.id}&variant=${variant().id}&step=3`)
  await page.getByRole('radio', { name: /Online Payment/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
  await button(page, 'Cancel').click()
  await waitForToast(page, 'Payment failed. Please try again.')
  await page.waitForURL(`**/buynow-summary?product=${shoe.id}&variant=${variant().id}&step=3&payment=online`)
  await page
    .getByText(money(variant().price + 99))
    .first()
    .waitFor()
})

atNight(() => {
  it('follows the order, not the address, while the bank is slow', async () => {
    await arrive('phone')
    const page = await openSeparatePage('phone', VIKRAM)
    await toBank(page)
    const { id } = await latest()
    await page.clock.install()
    await page.goto(`/ordersummary?payment_status=success&order_id=${id}`)
    await page.getByText('Checking your payment').waitFor()
    await saveScreenshot(page, 'payment-checking-phone')
    expect(await faultsOf(page)).toEqual([])
    while (!page.url().includes('order-confirmation')) {
      await page.clock.runFor(1000)
      await page.evaluate(() => fetch('/healthz').then(() => undefined))
    }
    await page.getByRole('heading', { name: 'Payment Pending', level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: 'Order Confirmed' }).count()).toBe(0)
    await button(page, /^Pay now/).waitFor()
    await saveScreenshot(page, 'order-pending-phone')
    expect(await faultsOf(page)).toEqual([])
  })
})
