/** When it arrives: the PIN code is typed once, and the product, the cart, the checkout and the order say the same. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { setAddresses, waitForToast } from './checkout-setup.ts'
import { customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

let rope: DemoProduct

beforeAll(async () => {
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
  runCommand(shop.dataDir, 'delivery', 'set', 'Kerala', '--days', '3-5', '--charge', '150')
  runCommand(shop.dataDir, 'delivery', 'set', '682', '--cod', 'no')
  runCommand(shop.dataDir, 'delivery', 'set', '793', '--served', 'no')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const delivery = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true })

async function check(page: Page, device: Device, name: string): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  await saveScreenshot(page, `delivery-${device}-${name}`)
}

async function askFor(page: Page, pincode: string): Promise<void> {
  await delivery(page).getByLabel('Delivery to PIN code').fill(pincode)
  await delivery(page).getByLabel('Delivery to PIN code').press('Enter')
}

const isUncovered = (element: Element): boolean => {
  const { left, top } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 24, top + 8) === element
}

async function addAddress(page: Page): Promise<void> {
  await button(page, 'Add New Address').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Pincode').fill('682001')
  await expect.poll(() => form.getByLabel('City').inputValue()).toBe('Ernakulam')
  expect(await form.getByLabel('State').inputValue()).toBe('Kerala')
  await form.getByLabel('Address line 1').fill('4 Princess Street')
  await button(page, 'Save Address').click()
  await form.waitFor({ state: 'detached' })
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('a shopper learns the day on the product, and orders by it', async () => {
    const customer = await customerOf(shop.url)
    await setAddresses(customer, [])
    await fillCart(customer, [])
    const page = await openPage(device, VIKRAM)
    const errors = browserErrors(page, /409/)
    await page.goto(`/product/${rope.id}`)
    await askFor(page, '12')
    const problem = delivery(page).getByText('Please enter the 6 digits')
    await problem.waitFor()
    expect(await problem.evaluate(isUncovered), 'above the bar of a phone').toBe(true)
    await askFor(page, '793001')
    await delivery(page).getByText('We do not deliver to 793001 yet.').waitFor()
    await button(page, 'Change').click()
    await askFor(page, '682001')
    const promise = await delivery(page)
      .getByText(/^Arrives between/)
      .innerText()
    await delivery(page).getByText('No cash on delivery here').waitFor()
    await check(page, device, 'product')
    await page.reload()
    await delivery(page).getByText(promise).waitFor()
    await page.evaluate(recordShifts)
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
    await button(page, 'Add to Cart').first().click()
    await waitForToast(page, '✅ Item added to cart!')
    await page.goto('/cart')
    await delivery(page).getByText(promise).waitFor()
    await page.getByText('₹150.00').first().waitFor()
    await check(page, device, 'cart')
    await page.goto(`/product/${rope.id}`)
    await button(page, 'Buy Now').first().click()
    await addAddress(page)
    await page.getByText(promise).waitFor()
    await check(page, device, 'address')
    await button(page, 'DELIVER HERE').click()
    await button(page, 'Continue to Payment').click()
    await page.getByText('Cash on delivery is not available at 682001.').waitFor()
    expect(await page.getByRole('radio', { name: /Cash on Delivery/ }).count()).toBe(0)
    await check(page, device, 'payment')
    runCommand(shop.dataDir, 'delivery', 'set', '682', '--cod', 'none')
    await page.reload()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/**')
    const last = promise.split(' and ')[1]!
    await page.getByText(`Arrives by ${last}`, { exact: true }).waitFor()
    await check(page, device, 'order')
    expect(errors).toEqual([])
    runCommand(shop.dataDir, 'delivery', 'set', '682', '--cod', 'no')
  })
})
