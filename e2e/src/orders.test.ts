/** Placed orders: the list, each order's page, the printed page; and the wishlist. */
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { abortCalls, money, ordersOf } from './checkout-setup.ts'
import { type Customer, logIn } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let visitor: BrowserContext
let customer: Customer

async function arrive(device: Device, email = 'asha@example.com'): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url, email)
  const page = await visitor.newPage()
  page.setDefaultTimeout(10_000)
  return page
}

const HEADINGS: Record<string, string> = {
  PENDING: 'Payment Pending',
  CONFIRMED: 'Order Confirmed',
  PROCESSING: 'Order Confirmed',
  SHIPPED: 'Order Shipped',
  OUT_FOR_DELIVERY: 'Out for Delivery',
  DELIVERED: 'Order Delivered',
  PAYMENT_FAILED: 'Payment Failed',
  CANCELLED: 'Order Cancelled',
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('lists the orders page by page, and opens one and returns', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    const orders = await ordersOf(customer)
    await page.goto('/account/orders')
    await page.getByRole('link', { name: `Order #${orders[0]!.order_number}`, exact: true }).waitFor()
    expect(await page.getByRole('main').getByRole('article').count()).toBe(6)
    await page.getByText(money(orders[0]!.total_amount)).first().waitFor()
    await page.getByText('Page 1 of 2').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `orders-${device}`)

    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL('**/account/orders?page=2')
    await page.getByRole('link', { name: `Order #${orders[6]!.order_number}`, exact: true }).click()
    await page.waitForURL(`**/order-confirmation/${orders[6]!.id}`)
    await page.getByRole('heading', { level: 1, name: HEADINGS[orders[6]!.order_status] }).waitFor()
    await page.goBack()
    await page.getByText('Page 2 of 2').waitFor()
    expect(errors).toEqual([])
  })

  it('shows the status of every order', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    const orders = await ordersOf(customer)
    const byStatus = new Map(orders.map((order) => [order.order_status, order]))
    for (const [status, order] of byStatus) {
      await page.goto(`/order-confirmation/${order.id}`)
      await page.getByRole('heading', { level: 1, name: HEADINGS[status], exact: true }).waitFor()
      await page.getByText(status.replaceAll('_', ' '), { exact: true }).waitFor()
      await page.getByText(money(order.total_amount)).first().waitFor()
      await page
        .getByText(order.payment_method === 'COD' ? 'Cash on Delivery' : 'Online Payment', { exact: true })
        .waitFor()
      expect(await faultsOf(page)).toEqual([])
      await saveScreenshot(page, `order-${status.toLowerCase()}-${device}`)
    }
    expect(byStatus.size).toBeGreaterThanOrEqual(5)
    expect(errors).toEqual([])
  })
})

describe('the page of an order', () => {
  it('prints without navigation and with the seller', async () => {
    const page = await arrive('desktop')
    const [order] = await ordersOf(customer)
    await page.addInitScript(() =>
      Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }),
    )
    await page.goto(`/order-confirmation/${order!.id}`)
    await page.getByRole('button', { name: 'Print Order' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print Order' }).isVisible()).toBe(false)
    expect(await page.getByRole('banner').isVisible()).toBe(false)
    await page
      .getByText(/^GSTIN/)
      .first()
      .waitFor()
    expect(await page.getByText(`Order #${order!.order_number}`).isVisible()).toBe(true)
    await saveScreenshot(page, 'order-printed-desktop')
  })

  it('downloads the invoice as a PDF', async () => {
    const page = await arrive('desktop')
    const order = (await ordersOf(customer)).find(({ order_status }) => order_status === 'DELIVERED')!
    await page.goto(`/order-confirmation/${order.id}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Invoice' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`invoice-${order.id}.pdf`)
    const saved = join(tmpdir(), file.suggestedFilename())
    await file.saveAs(saved)
    expect((await readFile(saved)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('infers a missing payment method from the status', async () => {
    const page = await arrive('desktop')
    const [order] = await ordersOf(customer)
    let status = 'CONFIRMED'
    await page.route(/\/api\/orders\/\d+$/, async (route) => {
      const body = await (await route.fetch()).json()
      Object.assign(body.order, { payment_method: null, order_status: status })
      await route.fulfill({ json: body })
    })
    await page.goto(`/order-confirmation/${order!.id}`)
    await page.getByText('Cash on Delivery', { exact: true }).waitFor()
    status = 'SHIPPED'
    await page.reload()
    await page.getByText('Online Payment', { exact: true }).waitFor()
  })

  it('shows the refund', async () => {
    const page = await arrive('phone')
    const failed = (await ordersOf(customer)).find(({ order_status }) => order_status === 'PAYMENT_FAILED')!
    await page.route(/\/api\/orders\/\d+$/, async (route) => {
      const body = await (await route.fetch()).json()
      body.order.refund_due = true
      await route.fulfill({ json: body })
    })
    await page.goto(`/order-confirmation/${failed.id}`)
    await page.getByText('You will be refunded in full.').waitFor()
  })

  it('offers to retry a failed order', async () => {
    const page = await arrive('phone')
    const failed = (await ordersOf(customer)).find(({ order_status }) => order_status === 'PAYMENT_FAILED')!
    await page.goto(`/order-confirmation/${failed.id}`)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: /Buy Now|Checkout/ }).waitFor()
  })

  it.each([
    ['/order-confirmation', 'No order ID provided'],
    ['/order-confirmation/999999', 'Order not found'],
    ['/order-confirmation/abc', 'Order not found'],
  ])('does not find %s', async (path, message) => {
    const page = await arrive('phone')
    await page.goto(path)
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor()
    await page.getByText(message, { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.waitForURL(`${shop.url}/`)
  })

  it('offers a retry when it cannot be loaded', async () => {
    const page = await arrive('phone')
    const [order] = await ordersOf(customer)
    await abortCalls(page, '/api/orders/*')
    await page.goto(`/order-confirmation/${order!.id}`)
    await page.getByText('Failed to load order details', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).waitFor()
    await page.unroute('**/api/orders/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(`Order #${order!.order_number}`).waitFor()
  })

  it('asks a guest to log in', async () => {
    visitor = await newVisitor(browser, 'phone', shop.url)
    const page = await visitor.newPage()
    for (const path of ['/order-confirmation/1', '/account/orders', '/profile', '/account/wishlist']) {
      await page.goto(path)
      await page.waitForURL('**/auth/login')
    }
  })
})

it('links a customer without orders to the products', async () => {
  const page = await arrive('phone', 'vikram@example.com')
  await page.goto('/account/orders')
  await page.getByText('No orders yet.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'View All Products' }).click()
  await page.waitForURL('**/collections')
})

it('offers a retry when the list of orders cannot be loaded', async () => {
  const page = await arrive('phone')
  await abortCalls(page, '/api/orders?*')
  await page.goto('/account/orders')
  await page.getByText('Your orders could not be loaded.').waitFor()
  await page.unroute('**/api/orders?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Page 1 of 2').waitFor()
})

describe.each(JOURNEY_DEVICES)('the wishlist on a %s', (device) => {
  it('lists products with a heart, and removes them at once', async () => {
    const page = await arrive(device, 'vikram@example.com')
    const errors = browserErrors(page, /Failed to load resource/)
    await page.goto('/account/wishlist')
    await page.getByText('Nothing here yet.').waitFor()
    const canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
    await customer.send('POST', '/api/wishlist', { product_id: canoe.id })
    await page.reload()
    const card = page.getByRole('article').filter({ hasText: canoe.name })
    await card.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `wishlist-${device}`)
    await page.getByRole('button', { name: `Keep ${canoe.name} in my wishlist` }).click()
    await page.getByText('Nothing here yet.').waitFor()

    await abortCalls(page, '/api/wishlist')
    await page.reload()
    await page.getByText('Failed to load products.').waitFor()
    await page.unroute('**/api/wishlist')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing here yet.').waitFor()
    expect(errors).toEqual([])
  })
})
