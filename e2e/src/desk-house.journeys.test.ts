/** The desk: an owner makes a coupon and invites a packer, who sees the packer's work alone. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { pressAll } from './press-all.ts'
import { openSeparatePage, useShop } from './setup.ts'

useShop()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function check(page: Page, device: Device, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => faultsOf(page), { message: `${name}, ${device}` }).toEqual([])
  await saveScreenshot(page, `desk-${device}-${name}`)
}

const SCREENS = [
  ...[
    'coupons',
    'deals',
    'categories',
    'banners',
    'pages',
    'pages/terms',
    'synonyms',
    'customers',
    'customers/1',
  ],
  ...['reports', 'reports/gst', 'exports', 'backups', 'settings', 'settings/seller', 'staff', 'audit'],
]

async function openAsOwner(device: Device): Promise<Page> {
  const page = await openSeparatePage(device)
  await page.goto('/desk')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Log in').click()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
  return page
}

it.each(JOURNEY_DEVICES)('every screen is free of faults, on a %s', async (device) => {
  const page = await openAsOwner(device)
  const errors = browserErrors(page, /status of 401/)
  for (const screen of SCREENS) {
    await page.goto(`/desk/${screen}`)
    await check(page, device, screen.replace('/', '-'))
  }
  expect(errors).toEqual([])
})

it('an owner makes a coupon and takes it back, and tries another', async () => {
  const page = await openAsOwner('phone')
  await page.goto('/desk/coupons')
  await button(page, 'New coupon').click()
  await page.getByLabel('Code').fill('diwali15')
  await page.getByLabel('Percent off').fill('15')
  await page.getByLabel('At most (₹)').fill('200')
  await page.getByText('15% off the order, at most ₹200, without an end').waitFor()
  await button(page, 'Create coupon').click()
  await page.getByText('The coupon DIWALI15 is there.').waitFor()

  await button(page, 'Undo').click()
  await page.getByText('Undone.').waitFor()
  await page.getByRole('link', { name: 'DIWALI15' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'WELCOME10' }).click()
  await page.getByLabel('Product').fill('1')
  await button(page, 'Try').click()
  await page.getByText(/off ₹[\d,.]+: the customer pays/).waitFor()
})

const WORK = [
  'Print all',
  'Pick list',
  'Packed',
  'Slip',
  'Label',
  'Ship',
  'dialog: Ship',
  'dialog: Your account',
]

it('an owner invites a packer, who sees packing work only', async () => {
  const owner = await openAsOwner('desktop')
  await owner.goto('/desk/staff')
  await button(owner, 'Invite somebody').click()
  await owner.getByLabel('Name').fill('Latha')
  await owner.getByLabel('E-mail address').fill('latha@example.com')
  await button(owner, 'Make the link').click()
  const link = await owner.getByLabel('Pass it on to nobody else').inputValue()

  const page = await openSeparatePage('phone')
  const errors = browserErrors(page, /status of 40[13]/)
  await page.goto(new URL(link).pathname)
  await page.getByLabel('New password', { exact: true }).fill('Lamp-rope-7 rows')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('heading', { name: 'To do now' }).waitFor()
  await check(page, 'phone', 'packer')
  expect(await page.getByText('₹').count()).toBe(0)

  const { screens, pressed, refused } = await pressAll(page)
  expect(refused).toEqual([])
  expect([...pressed]).toEqual(expect.arrayContaining(WORK))
  expect(SCREENS.filter((screen) => screens.has(`/desk/${screen}`))).toEqual([])
  // What it leads to refuses each permission that is missing, in `staff-authorisation.test.ts`.
  for (const screen of SCREENS) {
    await page.goto(`/desk/${screen}`)
    await page.getByText('There is nothing here').waitFor()
  }
  const statuses = await page.evaluate(
    (all) => Promise.all(all.map(async (path) => (await fetch(`/api/desk/${path}`)).status)),
    ['settings', 'reports/sales', 'orders', 'customers', 'audit', 'staff', 'exports/customers', 'coupons'],
  )
  expect(new Set(statuses)).toEqual(new Set([403]))
  expect(errors).toEqual([])
})
