/** The profile: details, addresses, password and orders. */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import {
  abortCalls,
  failOnce,
  HOME,
  setAddresses,
  money,
  OFFICE,
  ordersOf,
  waitForToast,
} from './checkout-setup.ts'
import { type Customer, logIn } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

const OWN_FAULT = /Failed to load resource/

useShop()

let visitor: BrowserContext
let customer: Customer

async function arrive(device: Device, email = 'vikram@example.com'): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url, email)
  const page = await visitor.newPage()
  page.setDefaultTimeout(10_000)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const entry = (page: Page, street: string) => page.getByRole('listitem').filter({ hasText: street })

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('shows the customer’s details and orders, in rupees', async () => {
    const page = await arrive(device, 'asha@example.com')
    const errors = browserErrors(page)
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1, name: 'Asha Menon' }).waitFor()
    await page.getByText('asha@example.com').first().waitFor()
    await page.getByText('12 orders').waitFor()
    await page.getByText('9876543210').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `profile-${device}`)

    await page.getByRole('tab', { name: 'Order History' }).click()
    await page.waitForURL('**/profile?tab=orders')
    const [order] = await ordersOf(customer)
    await page.getByText(money(order!.total_amount)).first().waitFor()
    expect(await page.getByRole('tabpanel').innerText()).not.toContain('$')
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `profile-orders-${device}`)
    await page.reload()
    await page.getByRole('tab', { name: 'Order History', selected: true }).press('ArrowLeft')
    await page.getByRole('tab', { name: 'Profile Information', selected: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('adds, edits and deletes addresses, and sets the default', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page, OWN_FAULT)
    await setAddresses(customer, [])
    await page.goto('/profile')
    await page.getByText(/No addresses yet/).waitFor()

    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Please fill all required fields')
    expect(await faultsOf(page)).toEqual([])
    await form.getByLabel('Address line 1').fill('4 Park Street')
    await form.getByLabel('Pincode').fill('700016')
    await form.getByLabel('City').fill('Kolkata')
    await form.getByLabel('State').fill('West Bengal')
    await form.getByText('Someone else receives it').click()
    await form.getByLabel('Full name').fill('Nila Sen')
    await form.getByLabel('Phone number').fill('9000000000')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Address added successfully')
    await entry(page, '4 Park Street').getByText('Default').waitFor()
    await entry(page, '4 Park Street').getByText('Nila Sen').waitFor()

    await button(page, /^Edit/).click()
    await form.getByLabel('Address line 1').fill('5 Park Street')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Address updated successfully')
    await entry(page, '5 Park Street').waitFor()

    await customer.send('POST', '/api/users/addresses', OFFICE)
    await page.reload()
    await entry(page, '7 Marine Drive')
      .getByRole('button', { name: /Set Default/ })
      .click()
    await waitForToast(page, 'Default address set successfully')
    await entry(page, '7 Marine Drive').getByText('Default', { exact: true }).waitFor()
    expect(await page.getByText('Default', { exact: true }).count()).toBe(1)
    await saveScreenshot(page, `profile-addresses-${device}`)

    await entry(page, '5 Park Street')
      .getByRole('button', { name: /Delete/ })
      .click()
    await waitForToast(page, 'Address deleted successfully')
    expect(await entry(page, '5 Park Street').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('changes the password', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page, OWN_FAULT)
    await page.goto('/profile')
    await button(page, 'Change Password').click()
    const panel = page.getByRole('region', { name: 'Password' })
    const submit = panel.getByRole('button', { name: 'Update Password' })
    const fill = async (current: string, fresh: string, confirm: string) => {
      await panel.getByLabel('Current password').fill(current)
      await panel.getByLabel('New password', { exact: true }).fill(fresh)
      await panel.getByLabel('Confirm new password').fill(confirm)
      await submit.click()
    }
    await submit.click()
    for (const text of [
      'Current password is required',
      'New password is required',
      'Please confirm new password',
    ])
      await panel.getByText(text).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `profile-password-${device}`)
    await fill('Demo@1234', 'short', 'other')
    await panel.getByText('New password must be at least 8 characters').waitFor()
    await panel.getByText('Passwords do not match').waitFor()
    await fill('Wrong@1234', 'Market@2026', 'Market@2026')
    await waitForToast(page, 'Current password is incorrect')
    await panel.getByText('Current password is incorrect').waitFor()
    await abortCalls(page, '/api/users/change-password')
    await submit.click()
    await waitForToast(page, 'Network or server error')
    await panel.getByText('Network or server error').waitFor()
    await page.unroute('**/api/users/change-password')

    await fill('Demo@1234', 'Market@2026', 'Market@2026')
    await waitForToast(page, 'Password changed successfully')
    await panel.getByText('Password changed successfully').waitFor()
    await panel.getByLabel('Current password').waitFor({ state: 'detached', timeout: 3000 })
    await customer.send('PUT', '/api/users/change-password', {
      currentPassword: 'Market@2026',
      newPassword: 'Demo@1234',
    })
    expect(errors).toEqual([])
  })
})

it('allows five addresses', async () => {
  const page = await arrive('phone')
  await setAddresses(customer, [HOME, OFFICE, OFFICE, OFFICE, OFFICE])
  await page.goto('/profile')
  const text = 'Address limit reached (5). Delete any address to add a new one.'
  await page.getByText(text).waitFor()
  await saveScreenshot(page, 'profile-limit-phone')
  expect(await faultsOf(page)).toEqual([])
  await button(page, 'Add New Address').click()
  await waitForToast(page, text)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

describe('when something fails', () => {
  it('shows that profile and addresses could not be fetched', async () => {
    const page = await arrive('desktop')
    await abortCalls(page, '/api/users/profile')
    await abortCalls(page, '/api/users/addresses')
    await page.goto('/profile')
    await waitForToast(page, 'Could not fetch profile.')
    await waitForToast(page, 'Could not fetch addresses.')
    await saveScreenshot(page, 'profile-failed-desktop')
    await page.unrouteAll()
    await button(page, 'Try again').first().click()
    await page.getByText('0 orders').waitFor()
  })

  it.each([
    ['network', 'Network error. Could not set default address.', 'Network error. Could not delete address.'],
    ['server', 'Failed to set default address.', 'Failed to delete address.'],
  ])('takes a change back that did not reach the shop: %s', async (kind, notPreferred, notDeleted) => {
    const page = await arrive('desktop')
    await setAddresses(customer, [HOME, OFFICE])
    const fail = (path: string, method: string) =>
      kind === 'network'
        ? abortCalls(page, path, method)
        : failOnce(page, path, method, 400, { success: false, message: '' })
    await page.goto('/profile')
    const office = entry(page, '7 Marine Drive')
    await fail('/api/users/addresses/*/default', 'PUT')
    await office.getByRole('button', { name: /Set Default/ }).click()
    await waitForToast(page, notPreferred)
    await entry(page, '12 MG Road').getByText('Default', { exact: true }).waitFor()
    await fail('/api/users/addresses/*', 'DELETE')
    await office.getByRole('button', { name: /Delete/ }).click()
    await waitForToast(page, notDeleted)
    await office.waitFor()
  })

  it.each([
    ['network', 'Network error. Could not add address.', 'Network error. Could not update address.'],
    ['server', 'Failed to add address.', 'Failed to update address.'],
  ])('keeps what was typed: %s', async (kind, notAdded, notUpdated) => {
    const page = await arrive('phone')
    await setAddresses(customer, [HOME])
    await page.goto('/profile')
    const form = page.getByRole('dialog')
    for (const [open, method, message] of [
      ['Add New Address', 'POST', notAdded],
      [/^Edit/, 'PUT', notUpdated],
    ] as const) {
      await button(page, open).click()
      await form.getByLabel('City').fill('Kochi')
      if (kind === 'network') await abortCalls(page, '/api/users/addresses*', method)
      await (kind === 'network'
        ? abortCalls(page, '/api/users/addresses/*', method)
        : page.route(/\/api\/users\/addresses/, (route) =>
            route.request().method() === method
              ? route.fulfill({ status: 400, json: { success: false, message: '' } })
              : route.fallback(),
          ))
      await form.getByRole('button', { name: 'Save Address' }).click()
      await waitForToast(page, message)
      await form.getByText(message).waitFor()
      expect(await form.getByLabel('City').inputValue()).toBe('Kochi')
      await page.keyboard.press('Escape')
      await page.unrouteAll()
    }
  })
})
