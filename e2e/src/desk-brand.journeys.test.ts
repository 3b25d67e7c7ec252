/** The desk: an owner chooses a brand that cannot be read, mends it, and sees the shop follow; publishes a page. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openSeparatePage, useShop } from './setup.ts'

useShop()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function openAsOwner(device: Device, path: string): Promise<Page> {
  const page = await openSeparatePage(device)
  await page.goto(`/desk${path}`)
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Log in').click()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
  return page
}

async function check(page: Page, device: Device, name: string): Promise<void> {
  await expect.poll(() => faultsOf(page), { message: `${name}, ${device}` }).toEqual([])
  await saveScreenshot(page, `desk-${device}-${name}`)
}

const colourOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

it('a brand that cannot be read is refused, mended, and seen in the shop, also where the browser draws the page', async () => {
  const page = await openAsOwner('desktop', '/settings/brand')
  await button(page, 'Neem').click()
  const main = page.getByLabel('Main colour', { exact: true })
  await main.fill('#9fd8b0')
  await button(page, 'Save').click()
  await page.getByText('Too little contrast').first().waitFor()
  await check(page, 'desktop', 'brand-refused')

  await button(page, /^Use #/).click()
  const mended = await main.inputValue()
  await button(page, 'Save').click()
  // What the pointer is on stays, with its Undo.
  await page.getByText('Saved.').hover()
  // The desk keeps its own colours.
  expect(await colourOf(page, '[aria-current=page]')).toBe('rgb(224, 235, 232)')

  const shop = await openSeparatePage('phone')
  for (const path of ['/', '/auth/login', '/cart']) {
    await shop.goto(path)
    const shown = await shop.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-peacock'),
    )
    expect([path, shown]).toEqual([path, mended])
    expect(await shop.locator('.awning:visible').count()).toBe(0)
  }
  await shop.goto('/')
  await check(shop, 'phone', 'shop-in-its-brand')
  // Drafts are for the staff.
  expect((await shop.request.get('/api/desk/preview/home')).status()).toBe(401)

  await button(page, 'Undo').click()
  await page.getByText('Undone.').waitFor()
  await shop.reload()
  expect(await shop.locator('.awning:visible').count()).toBe(1)
})

it.each(JOURNEY_DEVICES)('a proposed page is read and put into the shop, on a %s', async (device) => {
  const page = await openAsOwner(device, '/settings/brand')
  const errors = browserErrors(page, /Blocked script execution/)
  await page.getByTitle('The home page').waitFor()
  await check(page, device, 'brand')
  for (const group of ['payments', 'mail']) {
    await page.goto(`/desk/settings/${group}`)
    await page.locator('h1').waitFor()
    await check(page, device, `settings-${group}`)
  }
  await page.goto('/desk/pages/faq')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Ask us **anything**.')
  await page.getByLabel('Preview').locator('strong', { hasText: 'anything' }).waitFor()
  await text.selectText()
  await page.getByRole('button', { name: 'Points' }).click()
  expect(await text.inputValue()).toContain('- Ask us')
  await check(page, device, 'page-proposed')
  await button(page, 'Put it into the shop').click()
  await page.getByText('Questions and Answers is in the shop.').waitFor()
  expect(errors).toEqual([])

  const shop = await openSeparatePage('phone')
  await shop.goto('/pages/faq')
  await shop.getByRole('listitem').filter({ hasText: 'Ask us anything.' }).waitFor()
  await button(page, 'Undo').first().click()
  await page.getByText('Undone.').waitFor()
})
