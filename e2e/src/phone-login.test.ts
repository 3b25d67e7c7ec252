/** Buying with a phone number: signup and login by OTP, and a guest's order, whose account is claimed later. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { waitForToast } from './checkout-setup.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

let rope: DemoProduct
beforeAll(async () => {
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
})

/** A right code of a number without an account is refused until a name is given. */
const UNNAMED = /status of 409/
const PHONES: Record<Device, [string, string]> = {
  phone: ['9812345601', '9812345602'],
  tablet: ['9812345603', '9812345604'],
  desktop: ['9812345605', '9812345606'],
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Asks for an OTP, and types what the built-in inbox has. The keyboard alone does it. */
async function proveContact(page: Page, to: string, send: () => Promise<void>): Promise<void> {
  const { messages: before } = await inbox(to)
  await send()
  await page.getByText(/the OTP that we sent to/).waitFor()
  const { messages } = await inbox(to, `&after=${before[0]?.id ?? 0}&wait=25s`)
  await page.keyboard.type(messages[0]!.code)
}

const inbox = async (to: string, more = '') => {
  const reply = await fetch(`${shop.url}/dev/messages?to=${to}${more}`)
  return (await reply.json()) as { messages: { id: number; code: string; text: string }[] }
}

const typePhone = (page: Page, phone: string) => async () => {
  await field(page, 'Mobile number').fill(phone)
  await page.keyboard.press('Enter')
}

async function giveName(page: Page, name: string): Promise<void> {
  await field(page, 'Full name').fill(name)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page
    .getByRole('heading', { name: 'Password' })
    .or(button(page, 'Set Email and Password'))
    .first()
    .waitFor()
  await button(page, /^Hi, /).click()
  await button(page, 'Logout').click()
  await page.waitForURL(`${shop.url}/`)
}

async function orderInCash(page: Page): Promise<void> {
  await button(page, 'Add New Address').click()
  const form = page.getByRole('dialog', { name: 'Add New Address' })
  await form.getByLabel('Address line 1').fill('12 MG Road')
  await form.getByLabel('Pincode').fill('560001')
  await expect.poll(() => form.getByLabel('State').inputValue()).toBe('Karnataka')
  await form.getByLabel('City').fill('Bengaluru')
  await form.getByRole('button', { name: 'Save Address' }).click()
  await page.getByRole('radio', { name: /Bengaluru, Karnataka/, checked: true }).waitFor()
  await button(page, 'Continue').click()
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
  await button(page, 'Place Order (COD)').click()
  await page.waitForURL('**/order-confirmation/*')
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  atNight(() => {
    it('a phone number signs up, logs in again, and closes the account', async () => {
      const page = await openPage(device)
      const errors = browserErrors(page, UNNAMED)
      const [phone] = PHONES[device]
      await page.goto('/auth/login')
      await page.getByRole('link', { name: 'Log in with a phone number' }).click()
      expect(await faultsOf(page)).toEqual([])
      await proveContact(page, phone, typePhone(page, phone))
      await field(page, 'Full name').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await saveScreenshot(page, `phone-name-${device}`)
      await giveName(page, 'Meera Nair')
      await page.waitForURL(`${shop.url}/`)
      await logOut(page)
      await page.goto('/auth/phone')
      await proveContact(page, phone, typePhone(page, phone))
      await page.waitForURL(`${shop.url}/`)
      await page.goto('/profile')
      await page.getByRole('heading', { name: 'Meera Nair' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await button(page, 'Close My Account').click()
      await proveContact(page, phone, () => button(page, 'Send OTP').click())
      await page.getByRole('heading', { name: 'Your account is closed' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await saveScreenshot(page, `account-closed-${device}`)
      expect(errors).toEqual([])
    })
  })

  it('a guest orders with a phone number, and gives an e-mail address and a password later, to be told of a price', async () => {
    runCommand(shop.dataDir, 'settings', 'set', 'checkout.guest=yes', 'limits.verified_contact=yes')
    onTestFinished(() => {
      runCommand(shop.dataDir, 'settings', 'set', 'checkout.guest=no', 'limits.verified_contact=no')
    })
    const page = await openPage(device)
    const errors = browserErrors(page, UNNAMED)
    const [, phone] = PHONES[device]
    await page.goto(`/product/${rope.id}?variant=${rope.variant_id}`)
    await button(page, 'Add to Cart').click()
    await page.waitForURL('**/auth/phone')
    await page.getByRole('heading', { name: 'Added to your cart' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `guest-checkout-${device}`)
    await proveContact(page, phone, typePhone(page, phone))
    await giveName(page, 'Ravi Guest')
    await page.waitForURL('**/ordersummary')
    await orderInCash(page)
    const { messages } = await inbox(phone, '&wait=25s')
    expect(messages[0]?.text).toMatch(/your order \w+ of ₹[\d,.]+ is placed/)
    await page.goto(`/product/${rope.id}?variant=${rope.variant_id}`)
    await button(page, 'Mail me when it is cheaper').click()
    await page.getByRole('link', { name: 'Add your email, and we mail you.' }).click()
    const email = `guest-${device}@shop.in`
    await field(page, 'Email').fill(email)
    await page.getByLabel('New password', { exact: true }).fill('Monsoon-1990')
    await page.getByLabel('Confirm new password').fill('Monsoon-1990')
    await button(page, 'Continue').click()
    await proveContact(page, phone, () => button(page, 'Send OTP').click())
    await waitForToast(page, 'Password set successfully')
    await page.getByText('We mail you when it is cheaper.').waitFor()
    await page.goto('/profile')
    await button(page, 'Verify Email').click()
    await proveContact(page, email, () => button(page, 'Send OTP').click())
    await waitForToast(page, 'Email verified successfully!')
    await button(page, 'Verify Email').waitFor({ state: 'hidden' })
    await logOut(page)
    await page.goto('/auth/login')
    await field(page, 'Email or phone number').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Monsoon-1990')
    await button(page, 'Login').click()
    await page.waitForURL(`${shop.url}/`)
    expect(errors).toEqual([])
  })
})
