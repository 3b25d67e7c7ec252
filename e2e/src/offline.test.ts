/** Without a network: pages that were seen, the header, hearts and carts that are sent later. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, newVisitor, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { waitForToast } from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, forgetLogins, storedSession, VIKRAM } from './customers.ts'
import { accessibilityFaults, recordShifts, shiftOf } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let product: DemoProduct
let customer: Customer

beforeEach(async () => {
  product = await findProduct(shop.url, 'Saada Fragrance-Free Body Lotion')
  forgetLogins()
  customer = await customerOf(shop.url)
  await fillCart(customer, [])
  for (const id of await wished()) await customer.send('DELETE', `/api/wishlist/${id}`)
})

const NOTICE = 'You are offline. Prices and stock may be old.'
const LATER = 'What you added stays on this device'

/** Vikram's own browser, whose worker has kept the home page. @param old names of caches that it finds */
async function arrive(device: Device, old: string[] = []): Promise<{ page: Page; context: BrowserContext }> {
  const context = await newVisitor(browser, device, shop.url, { serviceWorkers: 'allow' })
  await context.addInitScript(recordShifts)
  const page = await context.newPage()
  await page.goto('/healthz')
  await page.evaluate(
    async ({ stored, old }) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
      for (const name of old) await caches.open(name)
    },
    { stored: await storedSession(shop.url, VIKRAM), old },
  )
  await page.goto('/')
  const keepsHome = () => page.evaluate(async () => (await caches.match('/')) !== undefined)
  await expect.poll(keepsHome, { timeout: 30_000 }).toBe(true)
  return { page, context }
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const isCode = request.url.includes('/assets/')
        texts.push(request.url, isCode ? '' : ((await (await cache.match(request))?.text()) ?? ''))
      }
    }
    return texts.join('\n')
  })

const wished = async () =>
  (await customer.get<{ products: { id: number }[] }>('/api/wishlist')).products.map(({ id }) => id)
const inCart = async () =>
  (await customer.get<{ cart: { variant_id: number; quantity: number }[] }>('/api/cart')).cart

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('shows what was seen, answers in the header, and sends hearts and carts once the network is back', async () => {
    const { page, context } = await arrive(device)
    await page.goto(`/product/${product.id}`)
    await page.getByRole('heading', { name: product.name, level: 1 }).waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: product.name, level: 1 }).waitFor()
    await page.getByText(NOTICE).waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    await saveScreenshot(page, `offline-product-${device}`)
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await waitForToast(page, LATER)
    await page.reload()
    await page.getByRole('link', { name: 'Cart 1 item' }).waitFor()
    await page
      .getByRole('link', { name: /, home$/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'DEALS OF THE DAY' }).waitFor()
    await page.getByText(NOTICE).waitFor()
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'My Orders' }).waitFor()
      await page.keyboard.press('Escape')
    }
    const heart = page.getByRole('button', { name: /in my wishlist$/ }).first()
    await heart.click()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await waitForToast(page, LATER)
    await page.getByLabel('Search products').fill('lamp')
    await page.getByLabel('Search products').press('Enter')
    await page.getByText('No connection').waitFor()
    expect([await wished(), await inCart()]).toEqual([[], []])

    await context.setOffline(false)
    await expect.poll(async () => (await wished()).length).toBe(1)
    await expect.poll(inCart).toMatchObject([{ quantity: 1 }])
    await waitForToast(page, 'Item added to cart!')
    await page.getByText(NOTICE).waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(inCart).toMatchObject([{ quantity: 1 }])
  })
})

it('shows the cart last seen, says why it cannot be changed, and what another language needs', async () => {
  const { page, context } = await arrive('phone')
  await fillCart(customer, [{ variant_id: product.variants[0]!.id, quantity: 2 }])
  await page.goto('/')
  await page.getByRole('link', { name: 'Cart 1 item' }).waitFor()
  await context.setOffline(true)
  await page.goto('/cart')
  await page.getByRole('heading', { name: product.name }).waitFor()
  const why = 'No connection. This is your cart as you saw it last'
  await page.getByText(why).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await saveScreenshot(page, 'offline-cart')
  await page.goto('/')
  await page.getByRole('heading', { name: 'DEALS OF THE DAY' }).waitFor()
  await page.getByRole('link', { name: 'Cart 1 item' }).waitFor()
  await page.goto('/cart')
  for (const name of [/^Increase quantity/, /^Remove/, /^Save for later/])
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  expect(await page.getByRole('textbox', { name: /^Quantity of/ }).inputValue()).toBe('2')
  const buy = page.getByRole('button', { name: /^BUY/ })
  expect(await buy.getAttribute('aria-describedby')).toBe('old-cart')
  await buy.click({ force: true })
  expect(new URL(page.url()).pathname).toBe('/cart')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await waitForToast(page, 'Another language needs the network.')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('language')
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await page.getByText(why).first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${shop.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('seenCart'))).toBeNull()
})

it('says what was sold out meanwhile', async () => {
  const { page, context } = await arrive('phone')
  await page.goto(`/product/${product.id}`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await waitForToast(page, LATER)
  const { id } = product.variants[0]!
  const state = { variants: [{ variant_id: id, stock: 0 }] }
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${shop.url}/dev/state`, {
    method: 'POST',
    headers,
    body: JSON.stringify(state),
  })
  expect(reply.ok).toBe(true)
  await context.setOffline(false)
  await waitForToast(page, 'out of stock')
  expect(await inCart()).toEqual([])
})

it('keeps nothing of a customer, and no page of theirs opens after a logout', async () => {
  const { page, context } = await arrive('desktop')
  for (const path of ['/account/orders', '/profile', '/account/wishlist']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${shop.url}/`)
  expect(await kept(page)).not.toMatch(/vikram|accessToken|\/account\/|\/api\/(users|orders|cart|wishlist)/i)
  await context.setOffline(true)
  await page.goto('/account/orders')
  await page.waitForURL('**/auth/login')
})

it('of another build’s worker keeps nothing', async () => {
  const { page } = await arrive('desktop', ['shop-old', 'seen-old'])
  const names = await page.evaluate(() => caches.keys())
  expect(names.toSorted()).toEqual([
    expect.stringMatching(/^seen-.{12}$/),
    expect.stringMatching(/^shop-.{12}$/),
  ])
})
