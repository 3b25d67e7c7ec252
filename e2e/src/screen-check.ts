import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '../../scripts/depth.ts'
import { type Device, devices, saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf, horizontalOverflow } from './page-checks.ts'
import { openPage } from './setup.ts'

/** The width of the smallest phone that the shop supports, for some screens. */
const NARROW = { width: 320, height: 640 }
const ALSO_NARROW = [
  '/',
  '/collections',
  '/product/1',
  '/auth/signup',
  '/hotdeals',
  '/cart',
  '/ordersummary',
  '/account/orders',
]

/** Waits for the screen's content, also of the part below the first view. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo({ top: 0 }))
}

/** Makes one long word of each name, as shops and customers may write it. */
const lengthenNames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('main :is(h1, article h3, .wrap-anywhere)')) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (text.textContent?.trim()) text.textContent = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
    }
  })

/**
 * Expects of a screen: a title, one main heading, no browser error, no accessibility fault, no horizontal overflow.
 *
 * @param email of the customer who is logged in; a guest without
 */
export async function checkScreen(device: Device, path: string, email?: string): Promise<void> {
  const page = await openPage(device, email)
  const errors = browserErrors(page, /status of 404/)
  await page.goto(path)
  await settle(page)
  await expect.poll(() => page.title(), { message: path }).toMatch(/\S.* [|·–—-] Haat$|^Haat/)
  await expect.poll(() => page.locator('h1').count(), { message: `${path} has one main heading` }).toBe(1)
  expect(await faultsOf(page, true), path).toEqual([])
  const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
  await saveScreenshot(page, `screen-${device}-${email ? 'customer' : 'guest'}-${name}`)
  if (!isLong) {
    // The nightly run opens every screen on a desktop and checks it in full; here the same page is resized.
    await page.setViewportSize(devices.desktop.viewport)
    await expect.poll(() => horizontalOverflow(page), { message: `${path}, wide` }).toEqual([])
  }
  if (ALSO_NARROW.includes(path)) {
    await page.setViewportSize(NARROW)
    await expect.poll(() => horizontalOverflow(page), { message: `${path}, narrow` }).toEqual([])
  }
  await lengthenNames(page)
  await page.setViewportSize(devices.phone.viewport)
  await expect.poll(() => horizontalOverflow(page), { message: `${path} with long words` }).toEqual([])
  expect(errors, path).toEqual([])
}
