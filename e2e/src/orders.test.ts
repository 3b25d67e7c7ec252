/** Placed orders: the list, the printed page and the invoice. */
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { money, ordersOf } from './checkout-setup.ts'
import { ASHA, customerOf } from './customers.ts'
import { browserErrors } from './page-checks.ts'
import { openPage, openSeparatePage, shop, useShop } from './setup.ts'

useShop()

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('lists the orders page by page, and opens one and returns', async () => {
    const page = await openPage(device, ASHA)
    const errors = browserErrors(page)
    const orders = await ordersOf(await customerOf(shop.url, ASHA))
    await page.goto('/account/orders')
    await page.getByRole('link', { name: `Order #${orders[0]!.order_number}`, exact: true }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(6)
    await page.getByText(money(orders[0]!.total_amount)).first().waitFor()
    await page.getByText('Page 1 of 2').waitFor()

    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/account/orders?page=2')
    await page.getByRole('link', { name: `Order #${orders[6]!.order_number}`, exact: true }).click()
    await page.waitForURL(`**/order-confirmation/${orders[6]!.id}`)
    await page.getByText(`Order #${orders[6]!.order_number}`).first().waitFor()
    await page.goBack()
    await page.getByText('Page 2 of 2').waitFor()
    expect(errors).toEqual([])
  })
})

it('an order prints without navigation and with the seller', async () => {
  const page = await openSeparatePage('desktop', ASHA)
  const [order] = await ordersOf(await customerOf(shop.url, ASHA))
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

it('a delivered order has an invoice to download', async () => {
  const page = await openPage('desktop', ASHA)
  const orders = await ordersOf(await customerOf(shop.url, ASHA))
  const { id } = orders.find(({ order_status }) => order_status === 'DELIVERED')!
  await page.goto(`/order-confirmation/${id}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Invoice' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^IN-\d\d-\d\d-\d{7}\.pdf$/)
  const saved = join(tmpdir(), file.suggestedFilename())
  await file.saveAs(saved)
  expect((await readFile(saved)).subarray(0, 5).toString()).toBe('%PDF-')
})
