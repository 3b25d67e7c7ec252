/** Every screen: its title, no browser error, no accessibility fault, no horizontal overflow. */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../scripts/depth.ts'
import { devices, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { fillCart, logIn } from './customers.ts'
import { browserErrors, faultsOf, horizontalOverflow } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

const PUBLIC = [
  '/',
  '/products',
  '/collections',
  '/collections?category=3&sort=price_asc',
  '/category-page?category=1',
  '/category-page',
  '/search-results?query=shoe',
  '/search-results?query=zzzzzz',
  '/newarrivals',
  '/hotdeals',
  '/product/1',
  '/product/999999',
  '/buynow-summary?product=1',
  '/auth/login',
  '/auth/signup',
  '/auth/forgot',
  '/pages/about',
  '/pages/return-exchange',
  '/pages/refund-policy',
  '/pages/terms',
]

const PRIVATE = [
  '/cart',
  '/ordersummary',
  '/buynow-summary?product=1',
  '/profile',
  '/account/orders',
  '/account/wishlist',
  '/order-confirmation/1',
  '/order-confirmation/999999',
]

/** Scrolls to the end, so that lazily loaded content is there. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo({ top: 0 }))
}

async function look(visitor: BrowserContext, path: string, name: string): Promise<string> {
  const page = await visitor.newPage()
  const errors = browserErrors(page, /status of 404/)
  await page.goto(path)
  await settle(page)
  const title = await page.title()
  expect(title, path).toMatch(/\S.* [|·–—-] Haat$|^Haat/)
  expect(await page.locator('h1').count(), `${path} has one main heading`).toBe(1)
  expect(await faultsOf(page), path).toEqual([])
  if (!isLong) {
    // The nightly run opens every screen on a desktop; here the same page is resized to that width.
    await page.setViewportSize(devices.desktop.viewport)
    expect(await faultsOf(page), `${path}, wide`).toEqual([])
  }
  expect(errors, path).toEqual([])
  await saveScreenshot(page, `screen-${name}-${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}`)
  await page.close()
  return title
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it.each(PUBLIC)('%s has no faults for a guest', async (path) => {
    const visitor = await newVisitor(browser, device, shop.url)
    await look(visitor, path, device)
    await visitor.close()
  })

  it.each(PRIVATE)('%s has no faults for a customer', async (path) => {
    const visitor = await newVisitor(browser, device, shop.url)
    const customer = await logIn(visitor, shop.url, 'asha@example.com')
    await fillCart(customer, [{ variant_id: 1, quantity: 1 }])
    await look(visitor, path, `${device}-customer`)
    await visitor.close()
  })
})

it('gives the screens different titles', async () => {
  const visitor = await newVisitor(browser, 'desktop', shop.url)
  const titles = new Set<string>()
  const paths = [
    '/',
    '/products',
    '/collections',
    '/newarrivals',
    '/hotdeals',
    '/product/1',
    '/product/2',
    '/auth/login',
  ]
  for (const path of paths) {
    const page = await visitor.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    titles.add(await page.title())
    await page.close()
  }
  expect(titles.size).toBe(paths.length)
  await visitor.close()
})

it.each(['/', '/collections', '/product/1', '/auth/signup', '/hotdeals'])(
  '%s fits into 320 pixels',
  async (path) => {
    const visitor = await browser.newContext({ baseURL: shop.url, viewport: { width: 320, height: 640 } })
    const page = await visitor.newPage()
    await page.goto(path)
    await settle(page)
    expect(await horizontalOverflow(page)).toEqual([])
    await visitor.close()
  },
)

it('redirects an unknown address to Home', async () => {
  const visitor = await newVisitor(browser, 'desktop', shop.url)
  const page = await visitor.newPage()
  await page.goto('/no/such/place')
  await page.waitForURL(`${shop.url}/`)
  await visitor.close()
})
