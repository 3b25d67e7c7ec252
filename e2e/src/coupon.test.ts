/** A coupon stays with its customer's checkout until it is removed, ends or an order is placed. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, money, ordersOf, setAddresses } from './checkout-setup.ts'
import { ASHA, type Customer, customerOf, fillCart, forgetLogins, VIKRAM } from './customers.ts'
import { faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const variant = () => shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!
/** What so many shoes cost with SNEAK15. */
const discounted = (pieces: number) => money(pieces * variant().price * 0.85)
const showsTotal = (page: Page, total: string) =>
  page.getByRole('region', { name: 'Price Details' }).getByText(total, { exact: true }).first().waitFor()

/** A customer with an address and two shoes in the cart, whose checkout has SNEAK15. */
async function arrive(device: Device): Promise<{ page: Page; customer: Customer }> {
  const customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME])
  await fillCart(customer, [{ variant_id: variant().id, quantity: 2 }])
  const page = await openPage(device, VIKRAM)
  await page.goto('/ordersummary?step=2')
  await page.getByLabel('Coupon code').fill('SNEAK15')
  await button(page, 'Apply').click()
  await showsTotal(page, discounted(2))
  return { page, customer }
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Login').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

async function logOut(page: Page): Promise<void> {
  // The header of a checkout has no menu.
  await page.goto('/')
  await button(page, /^Hi, /).click()
  await button(page, 'Logout').click()
  await page.waitForURL(`${shop.url}/`)
  forgetLogins()
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  atNight(() => {
    it('is there after a logout, for the customer who applied it only', async () => {
      const { page } = await arrive(device)
      const asha = await customerOf(shop.url, ASHA)
      await fillCart(asha, [{ variant_id: variant().id, quantity: 1 }])
      await logOut(page)
      await page.goto('/auth/login')
      await logIn(page, ASHA)
      await page.goto('/ordersummary?step=2')
      await showsTotal(page, money(variant().price))
      expect(await page.getByLabel('Coupon code').inputValue()).toBe('')
      await logOut(page)
      await page.goto('/auth/login')
      await logIn(page, VIKRAM)
      await page.goto('/ordersummary?step=3')
      await showsTotal(page, discounted(2))
    })

    it('follows a cart that changes in another tab, and is not replaced by the coupon there', async () => {
      const { page, customer } = await arrive(device)
      await button(page, 'Continue to Payment').click()
      const otherTab = await page.context().newPage()
      await otherTab.goto('/cart')
      await button(otherTab, 'Increase quantity').click()
      await showsTotal(page, discounted(3))
      // The server remembers only the coupon that was applied last.
      await otherTab.goto('/ordersummary?step=2')
      await button(otherTab, 'Remove coupon SNEAK15').click()
      await otherTab.getByLabel('Coupon code').fill('WELCOME10')
      await button(otherTab, 'Apply').click()
      await button(otherTab, 'Remove coupon WELCOME10').waitFor()
      await otherTab.close()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      await button(page, 'Place Order (COD)').click()
      await page.waitForURL('**/order-confirmation/*')
      expect((await ordersOf(customer))[0]).toMatchObject({
        coupon_code: 'SNEAK15',
        order_items: [{ quantity: 3 }],
      })
    })
  })

  it('is offered with what it saves or what is missing, applied by one key, and there after a reload', async () => {
    const { page, customer } = await arrive(device)
    const lotion = await findProduct(shop.url, 'Saada Fragrance-Free Body Lotion')
    await fillCart(customer, [{ variant_id: lotion.variants[0]!.id, quantity: 1 }])
    await page.goto('/ordersummary?step=2')
    const offers = page.getByRole('list', { name: 'Coupons of this shop' })
    await offers.getByText('Add ₹1,201 more to use this coupon.').waitFor()
    expect(await offers.getByText('ONCE50').count()).toBe(0)
    expect(await faultsOf(page, true)).toEqual([])
    await saveScreenshot(page, `coupon-offers-${device}`)
    await button(page, 'Use coupon WELCOME10').press('Enter')
    await button(page, 'Remove coupon WELCOME10').waitFor()
    await page.reload()
    await button(page, 'Remove coupon WELCOME10').waitFor()
    await showsTotal(page, money(lotion.variants[0]!.price * 0.9))
  })

  atNight(() => {
    it('keeps the focus in its box when it is applied, refused and removed with the keyboard', async () => {
      const { page } = await arrive(device)
      const box = page.getByRole('region', { name: 'Coupon' })
      const hasFocus = () => box.evaluate((element) => element.contains(document.activeElement))
      await expect.poll(hasFocus).toBe(true)
      await button(page, 'Remove coupon SNEAK15').press('Enter')
      await page.getByLabel('Coupon code').waitFor()
      expect(await hasFocus()).toBe(true)
      await page.getByLabel('Coupon code').fill('NOSUCHCODE')
      await button(page, 'Apply').press('Enter')
      await box.getByText('Invalid coupon. Please check the code.').waitFor()
      const isInField = () =>
        page.getByLabel('Coupon code').evaluate((field) => field === document.activeElement)
      await expect.poll(isInField).toBe(true)
    })
  })
})
