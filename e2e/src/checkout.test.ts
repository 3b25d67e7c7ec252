/** The checkout of a cart: three steps, the coupon, a new address, history, and a changed price. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, money, OFFICE, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

const SELLER = 'Seller: Haat Retail Private Limited'
const FREE = 'Your delivery is free for this order!'
const OWN_FAULT = /Failed to load resource/

useShop()

let shoe: DemoProduct
let rope: DemoProduct
let customer: Customer

const plentiful = (product: DemoProduct) => product.variants.toSorted((a, b) => b.stock - a.stock)[0]!

/** A customer with two addresses, and two shoes and a rope in the cart, of what earlier orders have left. */
async function arrive(device: Device): Promise<Page> {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
  customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME, OFFICE])
  await fillCart(customer, [
    { variant_id: plentiful(shoe).id, quantity: 2 },
    { variant_id: plentiful(rope).id, quantity: 1 },
  ])
  return await openPage(device, VIKRAM)
}

const total = () => 2 * plentiful(shoe).price + plentiful(rope).price
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Price Details' })
/** A step begins with its heading in view, which has the focus. */
const expectHeading = async (page: Page, name: string) => {
  const heading = page.getByRole('heading', { name, exact: true, level: 2 }).first()
  await heading.waitFor()
  const isFocused = () => heading.evaluate((element) => element === document.activeElement)
  await expect.poll(isFocused).toBe(true)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await heading.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBeLessThan(
    600,
  )
}
const currentStep = (page: Page) => page.locator('[aria-current="step"]').innerText()

async function toPayment(page: Page, method: RegExp): Promise<void> {
  await button(page, 'DELIVER HERE').click()
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: method }).click()
}

/** The session ends before `act`; after login the shopper is where she was. */
async function loseSession(page: Page, act: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await page.reload()
  await page.waitForURL('**/auth/login')
  await page.getByRole('main').getByText('Your session has ended. Please login again.').waitFor()
  await page.getByLabel('Email or phone number').fill(VIKRAM)
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Login').click()
  await page.waitForURL(`**${pathname}${search}`)
  await button(page, act).waitFor()
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('goes from address to summary to an order paid on delivery', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page)
    const faults: string[] = []
    const look = async (name: string) => {
      await saveScreenshot(page, `checkout-${name}-${device}`)
      faults.push(...(await faultsOf(page)))
    }

    await page.goto('/ordersummary')
    await button(page, 'DELIVER HERE').waitFor()
    await expect.poll(() => currentStep(page)).toContain('Delivery Address')
    await page.getByRole('radio', { name: /Bengaluru, Karnataka/, checked: true }).waitFor()
    for (const text of ['Price (3 items)', 'Free', FREE, SELLER, money(total())])
      await panel(page).getByText(text, { exact: true }).first().waitFor()
    await look('1-address')

    await page.getByRole('radio', { name: /Mumbai, Maharashtra/ }).click()
    await button(page, 'Continue').click()
    await expectHeading(page, 'Order Summary')
    await page.getByText('7 Marine Drive, Near Trinity Metro').waitFor()
    await page.getByText(`${money(plentiful(shoe).price)} × 2`).waitFor()
    await look('2-summary')

    await button(page, 'Continue to Payment').click()
    await expectHeading(page, 'Payment')
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    for (const app of ['Google Pay', 'PhonePe', 'Paytm']) await page.getByText(app).waitFor()
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Please select a payment method!')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await look('3-payment')

    const sent = page.waitForRequest('**/api/orders/place-order')
    await button(page, 'Place Order (COD)').click()
    expect(await (await sent).headerValue('idempotency-key')).toMatch(/^[\da-f]{32}$/)
    await page.waitForURL('**/order-confirmation/*')
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()

    const [order] = await ordersOf(customer)
    expect(order).toMatchObject({
      order_status: 'CONFIRMED',
      payment_method: 'COD',
      total_amount: total(),
      total_shipping_price: 0,
      shipping_street: '7 Marine Drive, Near Trinity Metro',
    })
    expect((await customer.get<{ cart: unknown[] }>('/api/cart')).cart).toEqual([])
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })

  atNight(() => {
    it('keeps a note and the wish for a gift through a reload, until the order has them', async () => {
      const page = await arrive(device)
      await page.goto('/ordersummary?step=2')
      await page.getByText('Is it a gift? Add a note').press('Enter')
      await page.getByLabel('Note with your order').fill('Happy birthday, Latha!')
      await page.getByLabel('This is a gift: no prices on the packing slip').press('Space')
      await page.reload()
      expect(await page.getByLabel('Note with your order').inputValue()).toBe('Happy birthday, Latha!')
      expect(await page.getByLabel('This is a gift: no prices on the packing slip').isChecked()).toBe(true)
      expect(await faultsOf(page, true)).toEqual([])
      await button(page, 'Continue to Payment').click()
      const recap = page.locator('details', { hasText: /^Your \d+ items/ })
      if (device === 'phone') await recap.locator('summary').press('Enter')
      await recap.getByText(money(2 * plentiful(shoe).price)).waitFor()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      expect(await faultsOf(page, true)).toEqual([])
      await button(page, 'Place Order (COD)').click()
      await page.waitForURL('**/order-confirmation/*')
      await page.getByText('“Happy birthday, Latha!”').waitFor()
      await page.getByText('A gift, sent without prices').waitFor()
    })

    it('applies a coupon, removes it, and orders with another one', async () => {
      const page = await arrive(device)
      const errors = browserErrors(page, OWN_FAULT)
      await page.goto('/ordersummary?step=2')
      const apply = async (code: string, message: string) => {
        await page.getByLabel('Coupon code').fill(code)
        await button(page, 'Apply').click()
        await page.getByRole('region', { name: 'Coupon' }).getByText(message).waitFor()
      }
      await apply('diwali25', 'This coupon expired on')
      await saveScreenshot(page, `checkout-coupon-refused-${device}`)
      expect(await faultsOf(page)).toEqual([])
      await apply('welcome10', 'Coupon applied successfully')
      const discount = Math.min(500, total() / 10)
      for (const text of [`−${money(discount)}`, money(total() - discount)])
        await panel(page).getByText(text).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.reload()
      await button(page, 'Remove coupon WELCOME10').waitFor()
      await panel(page)
        .getByText(money(total() - discount))
        .waitFor()
      await loseSession(page, 'Continue to Payment')
      await panel(page)
        .getByText(money(total() - discount))
        .waitFor()
      await button(page, /^Remove/).click()
      await waitForToast(page, 'Coupon WELCOME10 removed successfully')
      await panel(page).getByText(money(total())).first().waitFor()

      await apply('sneak15', 'Coupon applied successfully')
      await button(page, 'Continue to Payment').click()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      await button(page, 'Place Order (COD)').click()
      await page.waitForURL('**/order-confirmation/*')
      await page.getByText('Discount (SNEAK15)').waitFor()
      expect((await ordersOf(customer))[0]).toMatchObject({ coupon_code: 'SNEAK15' })
      expect(errors).toEqual([])
    })
  })

  it('lets a shopper without an address add one', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page, OWN_FAULT)
    await setAddresses(customer, [])
    await page.goto('/ordersummary')
    await page.getByText('No addresses found. Please add an address.').waitFor()
    await saveScreenshot(page, `checkout-no-address-${device}`)

    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog', { name: 'Add New Address' })
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Please fill all required fields')
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `checkout-address-form-${device}`)
    await form.getByLabel('Address line 1').fill('4 Park Street')
    await form.getByLabel('City').fill('Kolkata')
    await form.getByLabel('State').selectOption('West Bengal')
    await form.getByLabel('Pincode').fill('700016')
    await expect.poll(() => form.getByLabel('Country').inputValue()).toBe('India')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Address added successfully')
    await page.getByRole('radio', { name: /Kolkata, West Bengal/, checked: true }).waitFor()
    expect(errors).toEqual([])
  })
})

atNight(() => {
  it('Back after ordering leads to what was before the checkout', async () => {
    const page = await arrive('phone')
    await page.goto('/cart')
    await button(page, 'BUY 2 SELECTED ITEM(S)').click()
    await toPayment(page, /Cash on Delivery/)
    await button(page, 'Place Order (COD)').click()
    await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
    await page.goBack()
    await page.waitForURL('**/cart')
    await page.getByText('Your cart is empty').waitFor()
  })
})

describe('opening the checkout', () => {
  it('asks a guest to log in, then returns', async () => {
    const page = await openPage('phone')
    await page.goto('/ordersummary')
    await waitForToast(page, 'Please login to view cart')
    await saveScreenshot(page, 'checkout-guest-phone')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/auth/login')
    await page.getByLabel(/email/i).fill(VIKRAM)
    await page.getByLabel(/^password/i).fill('Demo@1234')
    await page.getByRole('button', { name: /^log ?in$/i }).click()
    await page.waitForURL('**/ordersummary')
  })

  atNight(() => {
    it('keeps step and address on reload, and goes back step by step', async () => {
      const page = await arrive('phone')
      await page.goto('/ordersummary')
      await page.getByRole('radio', { name: /Mumbai/ }).click()
      await button(page, 'DELIVER HERE').click()
      await button(page, 'Continue to Payment').click()
      await page.reload()
      await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
      await page.getByText('Mumbai, Maharashtra', { exact: true }).waitFor()
      await button(page, 'Change Address').click()
      await page.getByRole('heading', { name: 'Delivery Address' }).waitFor()
      await page.getByRole('radio', { name: /Mumbai/, checked: true }).waitFor()
    })
  })
})

it('shows the new total after a price change, and orders at it', async () => {
  const page = await arrive('phone')
  let stale = true
  await page.route('**/api/cart', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    if (stale)
      for (const line of body.cart) {
        line.price -= 1
        line.deal_price &&= line.deal_price - 1
      }
    await route.fulfill({ json: body })
  })
  await page.goto('/ordersummary')
  await toPayment(page, /Cash on Delivery/)
  stale = false
  await button(page, 'Place Order (COD)').click()
  const dialog = page.getByRole('dialog', { name: 'The price has changed' })
  await dialog.getByText(money(total() - 3)).waitFor()
  for (const { name } of [shoe, rope]) await dialog.getByText(name).waitFor()
  expect(await ordersOf(customer)).not.toContainEqual(expect.objectContaining({ total_amount: total() - 3 }))
  await saveScreenshot(page, 'checkout-price-changed-phone')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: `Order for ${money(total())}` }).click()
  await page.waitForURL('**/order-confirmation/*')
  expect((await ordersOf(customer))[0]).toMatchObject({ total_amount: total() })
})

atNight(() => {
  it('shows the button of a long step without scrolling on a desktop', async () => {
    const page = await arrive('desktop')
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.goto('/ordersummary?step=2')
    const box = await button(page, 'Continue to Payment').boundingBox()
    expect(box!.y + box!.height).toBeLessThan(600)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1000)
  })
})
