/** The desk: an owner's way from the login to a shipped order, on a phone and on a laptop. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'

useShop()

/** The journey moves the order that it begins with. */
beforeEach(async () => {
  await fetch(`${shop.url}/dev/snapshots/seeded/restore`, { method: 'POST' })
})

const CHAT = `[24/11/26, 6:45 pm] Latha Rao: Hi, please send
Latha Rao
14, 3rd Cross, Cambridge Layout
Bengaluru 560008
9812345670
2 x running shoes
1 x student microscope`

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

it.each(JOURNEY_DEVICES)('packs, ships, prints and undoes, on a %s', async (device) => {
  const page = await openSeparatePage(device)
  const errors = browserErrors(page, /status of 401/)
  await logIn(page, device)
  await check(page, device, 'today')

  await page.getByRole('link', { name: /to pack/ }).click()
  await check(page, device, 'orders')
  await button(page, 'Start packing').first().click()
  await page.getByText('Order 12 is being packed.').waitFor()
  await page.getByText('Nothing under “To pack”').waitFor()

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
  await button(page, 'Restore').click()
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

atNight(() =>
  it('takes an order from a chat, on a phone', async () => {
    const page = await openSeparatePage('phone')
    const errors = browserErrors(page, /status of 401/)
    await logIn(page, 'phone')
    await page.goto('/desk/orders')
    await page.getByRole('link', { name: 'New order' }).click()
    await page.getByLabel('What the customer wrote').fill(CHAT)
    await button(page, 'Fill in').click()
    // Longer than a draft takes.
    await page.waitForTimeout(1500)
    await page.reload()
    await button(page, 'Restore').click()
    expect(await page.getByLabel('Phone number').inputValue()).toBe('9812345670')
    expect(await page.getByLabel('State').inputValue()).toBe('Karnataka')
    await button(page, 'Take the order').click()
    await page.getByText('Choose a product for what the chat asks for').waitFor()
    for (const wanted of ['running shoes', 'student microscope'])
      await page
        .getByRole('listbox', { name: `Found for ${wanted}` })
        .getByRole('option')
        .first()
        .click()
    await page.getByRole('status').getByText('₹').first().waitFor()
    await check(page, 'phone', 'new-order')
    await button(page, 'Take the order').click()
    await page.getByRole('heading', { name: 'Order taken' }).waitFor()
    await check(page, 'phone', 'order-taken')
    const link = await page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(link ?? '')).toMatch(
      /^https:\/\/wa\.me\/919812345670\?text=Hello Latha Rao, .+\n2 × .+\n1 × .+\nTotal ₹.+ in cash on delivery/,
    )
    await page.getByRole('link', { name: 'Open the order' }).click()
    await page.getByText('Meera Nair entered the order').waitFor()
    await check(page, 'phone', 'phone-order')
    expect(errors).toEqual([])
  }),
)
