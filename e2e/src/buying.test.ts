/** The main journey: a new visitor finds a product, signs up, and buys it with cash on delivery. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { waitForToast } from './checkout-setup.ts'
import { browserErrors } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

const visitors: Record<Device, { email: string; phone: string }> = {
  phone: { email: 'nila@example.com', phone: '9000000001' },
  tablet: { email: 'tara@example.com', phone: '9000000002' },
  desktop: { email: 'dev@example.com', phone: '9000000003' },
}

async function signUp(page: Page, device: Device): Promise<void> {
  await page.goto('/auth/signup')
  await page.getByLabel(/full name/i).fill('Nila Raman')
  await page.getByLabel(/email/i).fill(visitors[device].email)
  await page.getByLabel(/phone/i).fill(visitors[device].phone)
  await page.getByLabel(/^password/i).fill('Market@2026')
  await page.getByLabel(/confirm/i).fill('Market@2026')
  await page.getByRole('button', { name: /sign up|create account/i }).click()
  await waitForToast(page, 'Account created successfully! Please login.')
  await page.waitForURL('**/auth/login')
}

async function logIn(page: Page, device: Device): Promise<void> {
  await page.getByLabel(/email/i).fill(visitors[device].email)
  await page.getByLabel(/^password/i).fill('Market@2026')
  await page.getByRole('button', { name: /^log ?in$/i }).click()
  await waitForToast(page, 'Logged in successfully!')
  await page.waitForURL(shop.url + '/')
}

async function addAddress(page: Page): Promise<void> {
  await page.getByText('No addresses found. Please add an address.').waitFor()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/address line 1/i).fill('12 MG Road')
  await form.getByLabel(/city/i).fill('Bengaluru')
  await form.getByLabel(/pincode/i).fill('560001')
  await expect.poll(() => form.getByLabel(/state/i).inputValue()).toBe('Karnataka')
  await form.getByRole('button', { name: /save|add/i }).click()
  await page.getByText('560001').first().waitFor()
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('leads a new visitor from the home page to a confirmed order', async () => {
    const page = await openPage(device)
    const errors = browserErrors(page)

    await page.goto('/')
    await page.getByRole('heading', { name: 'DEALS OF THE DAY' }).waitFor()
    await saveScreenshot(page, `buying-1-home-${device}`)

    await signUp(page, device)
    await logIn(page, device)

    await page.getByLabel('Search products').fill('microscope')
    await page.getByLabel('Search products').press('Enter')
    await page.getByText('Search Results for: microscope').waitFor()
    await page
      .getByRole('link', { name: /Quick View/i })
      .first()
      .click()
    await page.waitForURL('**/product/**')
    await page
      .getByText(/In Stock \(\d+ available\)/)
      .first()
      .waitFor()
    await saveScreenshot(page, `buying-2-product-${device}`)

    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await waitForToast(page, '✅ Item added to cart!')
    await page.waitForURL('**/cart')
    await page.getByRole('button', { name: 'BUY 1 SELECTED ITEM(S)' }).waitFor()
    await saveScreenshot(page, `buying-3-cart-${device}`)
    await page.getByRole('button', { name: 'BUY 1 SELECTED ITEM(S)' }).click()

    await page.waitForURL('**/ordersummary')
    await addAddress(page)
    await saveScreenshot(page, `buying-4-address-${device}`)
    await page.getByRole('button', { name: 'DELIVER HERE' }).first().click()
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await saveScreenshot(page, `buying-5-payment-${device}`)
    await page.getByRole('button', { name: 'Place Order (COD)' }).click()

    await page.waitForURL('**/order-confirmation/*')
    await page.getByRole('heading', { name: 'Order Confirmed' }).first().waitFor()
    await saveScreenshot(page, `buying-6-confirmation-${device}`)
    await page.getByText('Cash on Delivery').first().waitFor()
    expect(errors).toEqual([])
  })
})
