/** A return: the customer asks with a photo, the merchant decides and receives, the customer sees the refund. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { saveScreenshot } from './browser.ts'
import { ASHA, customerOf } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

/** Delivers two items that were paid in cash. @returns the id of the order */
async function deliverOrder(): Promise<number> {
  const customer = await customerOf(shop.url, ASHA)
  const { addresses } = await customer.get<{ addresses: { id: number }[] }>('/api/users/addresses')
  type Products = { products: { id: number; variant_id: number; price: number }[] }
  const { products } = await customer.get<Products>('/api/products/filter?limit=40&page=1&sort=price_asc')
  const [cheap, , , other] = products
  const items = [cheap!, other!].map(({ id, variant_id }) => ({ product_id: id, variant_id, quantity: 1 }))
  const body = { address_id: addresses[0]!.id, payment_method: 'COD', checkout: 'buy-now', items }
  const total_amount = cheap!.price + other!.price + 99
  const placed = await customer.send('POST', '/api/orders/place-order', { ...body, total_amount })
  const { order_id } = placed as { order_id: number }
  runCommand(shop.dataDir, 'orders', 'ship', String(order_id), '--courier', 'DTDC')
  runCommand(shop.dataDir, 'orders', 'deliver', String(order_id))
  return order_id
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function check(page: Page, name: string): Promise<void> {
  await expect.poll(() => faultsOf(page, true), { message: name }).toEqual([])
  await saveScreenshot(page, name)
}

it('goes from a delivered order with a photo to the refund and the credit note', async () => {
  const id = await deliverOrder()
  const page = await openSeparatePage('phone', ASHA)
  const errors = browserErrors(page, /status of 400/)
  await page.goto(`/order-confirmation/${id}`)
  await button(page, 'Return or Exchange').click()
  const dialog = page.getByRole('dialog', { name: 'Return or exchange' })
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel('Why do you send it back?').selectOption({ label: 'Arrived damaged' })
  const photo = { name: 'scratch.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await dialog.getByLabel('Add photos').setInputFiles(photo)
  await dialog.getByAltText('Preview of photo 1').waitFor()
  await button(page, 'Send Request').click()
  await dialog.getByText('Please enter the UPI id that your refund goes to').waitFor()
  await check(page, 'return-dialog-phone')
  await dialog.getByLabel('Your UPI id').fill('asha@okbank')
  await button(page, 'Send Request').click()
  const returns = page.getByRole('region', { name: 'Returns' })
  await returns.getByText('Requested', { exact: true }).waitFor()
  await returns.getByAltText('Your photo 1').waitFor()
  await check(page, 'return-requested-phone')

  const desk = await openSeparatePage('desktop')
  const deskErrors = browserErrors(desk, /status of 401/)
  await desk.goto('/desk')
  await desk.getByLabel('Email').fill('owner@example.com')
  await desk.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(desk, 'Log in').click()
  await desk.getByRole('link', { name: /return to decide/ }).click()
  await check(desk, 'desk-returns')
  await button(desk, 'Accept').first().click()
  await desk.getByLabel('How do the goods come back?').fill('Our courier collects it on Tuesday.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await desk.goto(`/desk/orders/${id}`)
  await button(desk, 'Goods are here').click()
  await desk.getByRole('dialog').getByLabel('Cannot be sold again').check()
  await check(desk, 'desk-receive')
  await desk.getByRole('dialog').getByRole('button', { name: 'Goods are here' }).click()
  await desk.getByText(/the refund is due/).waitFor()
  await desk.getByText('by UPI to asha@okbank', { exact: true }).waitFor()
  await check(desk, 'desk-order-returned')

  await page.reload()
  await page.getByText(/Your refund of ₹[\d,.]+ to asha@okbank is due/).waitFor()
  await page.getByText(/^₹[\d,.]+ due$/).waitFor()
  const saving = page.waitForEvent('download')
  await button(page, 'Download Credit Note').click()
  expect((await saving).suggestedFilename()).toMatch(/^CN-\d\d-\d\d-\d{7}\.pdf$/)
  await check(page, 'return-received-phone')
  expect([errors, deskErrors]).toEqual([[], []])
})
