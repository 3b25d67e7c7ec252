/** The profile: tabs by keyboard and reload, and a full address book. */
import { describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { HOME, money, OFFICE, ordersOf, setAddresses } from './checkout-setup.ts'
import { ASHA, customerOf } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('shows the customer’s details, five addresses and the orders, in rupees', async () => {
    const customer = await customerOf(shop.url, ASHA)
    await setAddresses(customer, [HOME, OFFICE, OFFICE, OFFICE, OFFICE])
    const page = await openPage(device, ASHA)
    const errors = browserErrors(page)
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1, name: 'Asha Menon' }).waitFor()
    for (const text of [ASHA, '12 orders', '9876543210']) await page.getByText(text).first().waitFor()
    await page.getByText('Address limit reached (5). Delete any address to add a new one.').waitFor()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('button', { name: 'Update Password' }).click()
    await page.getByText('Current password is required').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `profile-${device}`)

    await page.getByRole('tab', { name: 'Order History' }).click()
    await page.waitForURL('**/profile?tab=orders')
    const [order] = await ordersOf(customer)
    await page.getByText(money(order!.total_amount)).first().waitFor()
    expect(await page.getByRole('tabpanel').innerText()).not.toContain('$')
    await page.reload()
    await page.getByRole('tab', { name: 'Order History', selected: true }).press('ArrowLeft')
    await page.getByRole('tab', { name: 'Profile Information', selected: true }).waitFor()
    expect(errors).toEqual([])
  })
})

atNight(() => {
  it('each of two deleted addresses can be restored', async () => {
    await setAddresses(await customerOf(shop.url, ASHA), [HOME, OFFICE])
    const page = await openPage('phone', ASHA)
    await page.goto('/profile')
    const remove = page.getByRole('button', { name: /^Delete/ })
    await expect.poll(() => remove.count()).toBe(2)
    for (const left of [1, 0]) {
      await remove.first().click()
      await expect.poll(() => remove.count()).toBe(left)
    }
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect.poll(() => undo.count()).toBe(2)
    expect((await undo.first().boundingBox())!.height).toBeGreaterThanOrEqual(44)
    for (const restored of [1, 2]) {
      await undo.first().click()
      await expect.poll(() => remove.count()).toBe(restored)
    }
  })
})
