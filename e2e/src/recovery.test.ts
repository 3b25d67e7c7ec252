/** What fails says so and comes back by itself: the browser says all the time that it is online. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { devices, untilHydrated } from './browser.ts'
import { ASHA } from './customers.ts'
import { openSeparatePage, useShop } from './setup.ts'

useShop()

/** Opens the menu, whose links do not need the shop any more. */
async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('link', { name: 'Hot Deals' }).waitFor()
  return menu
}

it('a screen whose code cannot be loaded waits for the shop, and opens when it answers', async () => {
  const page = await openSeparatePage('phone')
  await page.goto('/products')
  await page.getByRole('article').first().waitFor()
  const menu = await openMenu(page)
  await page.context().route('**/*', (route) => route.abort())
  await menu.getByRole('link', { name: 'Hot Deals' }).click()
  await page.getByText('The shop could not be reached').waitFor()
  expect(await page.getByText('Something went wrong').count()).toBe(0)
  const retry = page.getByRole('button', { name: 'Try again' })
  const box = await retry.boundingBox()
  expect(box && box.y + box.height).toBeLessThan(devices.phone.viewport.height)
  await page.context().unroute('**/*')
  await page.getByRole('heading', { level: 1, name: 'Hot Deals' }).waitFor()
  await page.getByRole('article').first().waitFor()

  await untilHydrated(page)
  await openMenu(page)
  await page.context().setOffline(true)
  await menu.getByRole('link', { name: 'New Arrivals' }).click()
  await page.getByText('No connection').waitFor()
  await retry.click()
  await page.getByText('No connection').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'New Arrivals' }).waitFor()
})

it('a rendered page without its code opens on Try again', async () => {
  const page = await openSeparatePage('phone')
  await page.route('**/assets/hot-deals-screen*', (route) => route.abort())
  await page.goto('/hotdeals')
  await page.getByText('The shop could not be reached').waitFor()
  await page.unroute('**/assets/hot-deals-screen*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('article').first().waitFor()
})

it('lists that fail say why, and come back when the shop does', async () => {
  const page = await openSeparatePage('phone', ASHA)
  const fail = /\/(api|healthz)/
  await page.goto('/pages/about')
  for (const name of byDepth(['Haat, home'], ['Hot Deals', 'Collections', 'Haat, home'])) {
    const isHome = name === 'Haat, home'
    const links = isHome ? page : await openMenu(page)
    await page.route(fail, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await links.getByRole('link', { name }).first().click()
    await page.getByText('The shop could not be reached').first().waitFor()
    await page.unroute(fail)
    await expect.poll(() => page.getByText('The shop could not be reached').count()).toBe(0)
    await page.locator('main article').first().waitFor()
  }
})

it('what has failed is said although the code of messages cannot be loaded', async () => {
  const page = await openSeparatePage('phone')
  await page.route('**/assets/toaster*', (route) => route.abort())
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone number').fill(ASHA)
  await page.getByLabel('Password', { exact: true }).fill('not hers')
  const said = page.waitForEvent('dialog')
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = await said
  expect(dialog.message()).toBe('Invalid credentials')
  await dialog.accept()
})
