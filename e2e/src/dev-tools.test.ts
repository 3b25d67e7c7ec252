/** The QA tools in the browser, and their effect on the storefront. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Device, devices, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

let rope: DemoProduct

beforeAll(async () => {
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
})

/** Calls a tool by its endpoint. */
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(shop.url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

async function open(device: Device, path = '/dev'): Promise<Page> {
  const page = await openPage(device)
  await page.goto(path)
  return page
}

beforeEach(async () => {
  await call('DELETE', '/dev/faults')
  await call('POST', '/dev/clock', { reset: true, freeze: false })
})

async function checkBothWidths(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize(devices.desktop.viewport)
  await expect.poll(() => faultsOf(page)).toEqual([])
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('all tools are on one accessible page', async () => {
    await call('PUT', '/dev/snapshots/first')
    const page = await open(device)
    // The checks look into the frame of a mail, which runs no scripts.
    const errors = browserErrors(page, /^Blocked script execution in 'about:blank'/)
    await page.reload()
    for (const name of ['Clock', 'Inbox', 'Pay Lab', 'Snapshots', 'Faults', 'Courier bot', 'State', 'Seeds'])
      await card(page, name).waitFor()
    await checkBothWidths(page)
    expect(errors).toEqual([])
    await saveScreenshot(page, `dev-${device}`)
  })

  it('the inbox shows a mail as text and as HTML, with the OTP highlighted', async () => {
    await call('DELETE', '/dev/messages')
    await call('POST', '/api/auth/forgot-password', { email: VIKRAM })
    const query = `to=${encodeURIComponent(VIKRAM)}&wait=25s`
    const { messages } = await call<{ messages: { code: string }[] }>('GET', `/dev/messages?${query}`)
    const page = await open(device, '/dev/inbox')
    const code = messages[0]!.code
    await card(page, 'Inbox').getByText(/OTP/).first().click()
    await page.locator('pre mark', { hasText: code }).first().waitFor()
    await page.frameLocator('iframe').getByText(code).first().waitFor()
    await checkBothWidths(page)
    await saveScreenshot(page, `dev-mail-${device}`)
  })
})

it('moves the clock by keyboard, and the storefront shows the deal’s end', async () => {
  await call('POST', '/dev/state', {
    clock: { freeze: true },
    deals: [{ product_id: rope.id, deal_price: 99, ends_in: 30 }],
  })
  const page = await open('desktop', `/product/${rope.id}`)
  await page.getByText('₹99', { exact: false }).first().waitFor()
  await page.goto('/dev')
  const before = await page.locator('#now').textContent()
  await page.getByRole('button', { name: '+1 minute' }).focus()
  await page.keyboard.press('Enter')
  await said(page, 'The clock is changed.')
  const passed = async () =>
    Date.parse((await page.locator('#now').textContent()) ?? '') - Date.parse(before ?? '')
  await expect.poll(passed).toBe(60_000)
  await page.goto(`/product/${rope.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByText('₹99.00').count()).toBe(0)
  await call('POST', '/dev/state', { deals: [{ product_id: rope.id, is_active: false }] })
})

it('moves the storefront’s clock in an open browser', async () => {
  const page = await open('desktop', '/hotdeals')
  const deals = page.getByRole('main').getByText('View Product')
  await deals.first().waitFor()
  await call('POST', '/dev/clock', { advance: 30 * 86_400 })
  expect(await deals.count()).toBeGreaterThan(0)
  // Any reply of the API has the time; the screen to go back to is still cached.
  await page.getByRole('link', { name: 'Collections' }).first().click()
  await page.getByText('Page 1 of').waitFor()
  await page.goBack()
  await page.getByText('No hot deals available at the moment.').waitFor()
})

it('shows what is wrong with a form', async () => {
  const page = await open('desktop')
  await card(page, 'State').getByRole('textbox').fill('{"variants":[{"variant_id":1,"stock":-1}]}')
  await card(page, 'State').getByRole('button').click()
  await said(page, 'variants.0.stock')
  await card(page, 'State').getByRole('textbox').fill('{')
  await card(page, 'State').getByRole('button').click()
  await said(page, 'JSON')
})

it('saves and restores the shop with two buttons', async () => {
  const page = await open('desktop')
  await card(page, 'Snapshots').getByLabel('Name').fill('by-hand')
  await card(page, 'Snapshots').getByRole('button', { name: 'Save' }).click()
  await said(page, 'The shop is saved.')
  const stock = async () => (await findProduct(shop.url, 'Pahaad Static')).variants[0]!.stock
  const before = await stock()
  await call('POST', '/dev/state', { variants: [{ variant_id: rope.variants[0]!.id, stock: before + 7 }] })
  expect(await stock()).toBe(before + 7)
  await page.getByRole('button', { name: 'Restore by-hand' }).click()
  await said(page, 'by-hand is restored.')
  expect(await stock()).toBe(before)
})

it('makes calls fail with the specified errors until the fault is removed', async () => {
  const page = await open('desktop')
  await page.getByLabel('What the shopper reads').selectOption({ label: 'No Products Found. (Product page)' })
  await page.getByRole('button', { name: 'Set this fault' }).click()
  await said(page, 'The fault is set.')
  await page.goto(`/product/${rope.id}`)
  await page.getByText('No Products Found.').waitFor()
  await page.goto('/dev')
  await page.getByRole('button', { name: 'Remove all faults' }).click()
  await said(page, 'No faults.')
  await page.goto(`/product/${rope.id}`)
  await page.getByRole('heading', { name: rope.name }).waitFor()
})

it('pays late with a test UPI ID: the order is confirmed when the clock reaches the time', async () => {
  interface Reply {
    placed: { order_id: number; paymentUrl: string }[]
    sessions: { accessToken: string }[]
  }
  const { placed, sessions } = await call<Reply>('POST', '/dev/state', {
    clock: { freeze: true },
    place: [{ customer: VIKRAM, items: [{ variant_id: rope.variant_id }] }],
    sessions: [VIKRAM],
  })
  const status = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${sessions[0]!.accessToken}` }
    const reply = await fetch(`${shop.url}/api/orders/${placed[0]!.order_id}`, { headers })
    return ((await reply.json()) as { order: { order_status: string } }).order.order_status
  }
  const page = await open('phone', new URL(placed[0]!.paymentUrl).pathname)
  await page.getByText('Pay Lab').click()
  expect(await faultsOf(page)).toEqual([])
  await saveScreenshot(page, 'dev-pay-lab-phone')
  await page.getByLabel('UPI ID').fill('late30@lab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ordersummary?payment_status=success*')
  expect(await status()).toBe('PENDING')
  await call('POST', '/dev/clock', { advance: 30 })
  expect(await status()).toBe('CONFIRMED')
})
