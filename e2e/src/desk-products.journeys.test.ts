/** The desk: a product is photographed on a phone, and its prices are pasted on a laptop. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { saveScreenshot } from './browser.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'

useShop()

const PICTURE = new URL('../../apps/storefront/dist/apple-touch-icon.png', import.meta.url)
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

async function check(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => faultsOf(page), { message: name }).toEqual([])
  await saveScreenshot(page, `desk-${name}`)
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Log in').click()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
}

const pricesOf = async (id: string): Promise<number[]> => {
  const { variants } = (await (await fetch(`${shop.url}/api/products/${id}`)).json()) as {
    variants: { price: number }[]
  }
  return variants.map(({ price }) => price)
}

it('adds a product on a phone, and changes its prices by pasting on a laptop', async () => {
  const phone = await openSeparatePage('phone')
  const errors = browserErrors(phone, /status of 401|allow-scripts/)
  await logIn(phone)
  await phone.getByRole('link', { name: 'Products' }).click()
  await check(phone, 'phone-products')
  await phone.getByRole('link', { name: 'Add a product' }).click()
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: readFileSync(PICTURE) })
  await button(phone, 'Change picture 1').waitFor()
  await phone.getByLabel('Name', { exact: true }).fill('Journey Lamp')
  await phone.getByLabel('Category', { exact: true }).fill('Sports')
  await phone.getByRole('option').first().click()
  for (const [label, text] of [
    ['Colours', 'Blue, Red'],
    ['Sizes or packs', 'S, M, L'],
  ] as const) {
    await phone.getByLabel(label, { exact: true }).fill(text)
    await phone.getByLabel(label, { exact: true }).press('Enter')
  }
  await phone.getByLabel('Price of Blue, S').fill('499')
  await phone.getByLabel('Stock of Blue, S').fill('4')
  await button(phone, 'Price').click()
  await button(phone, 'Stock').click()
  await check(phone, 'phone-new-product')
  await button(phone, 'Save').click()
  await phone.getByRole('heading', { name: 'Journey Lamp' }).waitFor()
  // The message about the first save leaves the next one free.
  await phone.getByLabel('Brand').fill('Haat')
  await phone.getByText('Journey Lamp is in').waitFor()
  await button(phone, 'Save').click({ timeout: 5000 })
  await phone.getByText('Journey Lamp is saved.').waitFor()
  await check(phone, 'phone-product')
  const id = /\/products\/(\d+)/.exec(phone.url())?.[1] ?? ''
  expect(await pricesOf(id)).toEqual([499, 499, 499, 499, 499, 499])
  await phone.goto('/desk/stock')
  await button(phone, 'One more of Journey Lamp, Blue, S').click()
  await button(phone, 'Save').click()
  await phone.getByText('1 count corrected.').waitFor()
  await check(phone, 'phone-stock')
  await phone.goto(`/product/${id}`)
  await phone.getByRole('heading', { name: /Journey Lamp/ }).waitFor()
  expect(errors).toEqual([])

  const laptop = await openSeparatePage('desktop')
  const others = browserErrors(laptop, /status of 401|allow-scripts/)
  await logIn(laptop)
  await laptop.goto(`/desk/products/grid?products=${id}`)
  const grid = laptop.getByRole('grid')
  await grid.getByRole('gridcell', { name: '499' }).first().click()
  await laptop.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, '₹451\n452\n453\n454\n455\n1,456.00\n')
  await laptop.getByText('6 changes in 6 variants').waitFor()
  await button(laptop, 'Try').click()
  await laptop.getByText('1 odd').waitFor()
  await check(laptop, 'laptop-grid')
  await button(laptop, 'Save').click()
  await laptop.getByText('6 variants saved.').waitFor()
  expect(await pricesOf(id)).toEqual([451, 452, 453, 454, 455, 1456])
  await laptop.getByRole('listitem').getByRole('button', { name: 'Undo', exact: true }).click()
  await laptop.getByText('Undone.').waitFor()
  expect(await pricesOf(id)).toEqual([499, 499, 499, 499, 499, 499])
  await laptop.goto(`/desk/products/${id}`)
  await check(laptop, 'laptop-product')
  await laptop.goto('/desk/products')
  await check(laptop, 'laptop-products')
  expect(others).toEqual([])
})
