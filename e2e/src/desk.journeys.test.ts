/** The desk: an owner's way from the login to a shipped order, on a phone and on a laptop. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { type Device, saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'

useShop()

/** The journey moves the order that it begins with. */
beforeEach(async () => {
  await fetch(`${shop.url}/dev/snapshots/seeded/restore`, { method: 'POST' })
})

const DEVICES: readonly Device[] = ['phone', 'desktop']

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** Waits for a screen, and expects no fault of accessibility or layout. */
async function check(page: Page, device: Device, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => faultsOf(page), { message: `${name}, ${device}` }).toEqual([])
  await saveScreenshot(page, `desk-${device}-${name}`)
}

async function logIn(page: Page, device: Device): Promise<void> {
  await page.goto('/desk')
  await check(page, device, 'login')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Log in').click()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
}

it.each(DEVICES)('packs, ships, prints and undoes, on a %s', async (device) => {
  const page = await openSeparatePage(device)
  const errors = browserErrors(page, /status of 401/)
  await logIn(page, device)
  await check(page, device, 'today')

  await page.getByRole('link', { name: /to pack/ }).click()
  await check(page, device, 'orders')
  await button(page, 'Start packing').first().click()
  await page.getByText('Order 12 is being packed.').waitFor()
  await page.getByText('Nothing found').waitFor()

  await page.goto('/desk/orders/12')
  await check(page, device, 'order')
  const [slip, paper] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse(/packing-slip/),
    page.getByLabel('Next step').getByRole('button', { name: 'Packing slip' }).click(),
  ])
  expect(await paper.headerValue('content-type')).toBe('application/pdf')
  await slip.close()

  await button(page, 'Ship').click()
  await page.getByLabel('Courier').fill('Blue Dart')
  await check(page, device, 'ship')
  // Longer than a draft takes.
  await page.waitForTimeout(1500)
  await page.reload()
  await button(page, 'Ship').click()
  await button(page, 'Take it back').click()
  await expect.poll(() => page.getByLabel('Courier').inputValue()).toBe('Blue Dart')
  await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
  await page.getByText('Order 12 is shipped.').waitFor()
  await page.getByRole('heading', { name: 'Wait for the delivery' }).waitFor()
  await button(page, 'Undo').click()
  await page.getByRole('heading', { name: 'Hand the parcel to a courier' }).waitFor()

  await page.goto('/desk/account')
  await check(page, device, 'account')
  expect(errors).toEqual([])
})
