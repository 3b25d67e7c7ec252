/** The checkout of a cart: three steps, the coupon, every refusal, and cash on delivery. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import {
  buy,
  abortCalls,
  failOnce,
  HOME,
  setAddresses,
  money,
  OFFICE,
  ordersOf,
  waitForToast,
} from './checkout-setup.ts'
import { type Customer, fillCart, logIn } from './customers.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow, timeMessage } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

const SELLER = 'Seller: Haat Retail Private Limited'
const FREE = 'Your delivery is free for this order!'
const OWN_FAULT = /Failed to load resource/

useShop()

let shoe: DemoProduct
let rope: DemoProduct
let visitor: BrowserContext
let customer: Customer

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
})

const plentiful = (product: DemoProduct) => product.variants.toSorted((a, b) => b.stock - a.stock)[0]!

/** A customer with two addresses, and two shoes and a rope in the cart. */
async function arrive(device: Device): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url)
  await setAddresses(customer, [HOME, OFFICE])
  await fillCart(customer, [
    { variant_id: plentiful(shoe).id, quantity: 2 },
    { variant_id: plentiful(rope).id, quantity: 1 },
  ])
  const page = await visitor.newPage()
  page.setDefaultTimeout(10_000)
  return page
}

const total = () => 2 * plentiful(shoe).price + plentiful(rope).price
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Price Details' })
const currentStep = (page: Page) => page.locator('[aria-current="step"]').innerText()

async function toPayment(page: Page, method: RegExp): Promise<void> {
  await button(page, 'DELIVER HERE').click()
  await button(page, 'Continue to Payment').click()
  await page.getByRole('radio', { name: method }).click()
}

async function faultsOf(page: Page): Promise<string[]> {
  return [...(await accessibilityFaults(page)), ...(await horizontalOverflow(page))]
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
    expect(await currentStep(page)).toContain('Delivery Address')
    expect(await page.getByRole('radio', { name: /Bengaluru, Karnataka/ }).isChecked()).toBe(true)
    for (const text of ['Price (2 items)', 'Free', FREE, SELLER, money(total())])
      await panel(page).getByText(text, { exact: true }).first().waitFor()
    await look('1-address')

    await page.getByRole('radio', { name: /Mumbai, Maharashtra/ }).click()
    await button(page, 'Continue').click()
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await page.getByText('7 Marine Drive, Near Trinity Metro').waitFor()
    await page.getByText(`${money(plentiful(shoe).price)} × 2`).waitFor()
    await look('2-summary')

    await button(page, 'Continue to Payment').click()
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    for (const app of ['Google Pay', 'PhonePe', 'Paytm']) await page.getByText(app).waitFor()
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Please select a payment method!')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await look('3-payment')

    const sent = page.waitForRequest('**/api/orders/place-order')
    await button(page, 'Place Order (COD)').click()
    expect(await (await sent).headerValue('idempotency-key')).toMatch(/^[\da-f]{32}$/)
    await button(page, 'Placing Order...').waitFor()
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

  it('applies, refuses and removes coupons', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page, OWN_FAULT)
    await page.goto('/ordersummary?step=2')
    const input = page.getByLabel('Coupon code')
    const apply = async (code: string, message: string) => {
      await input.fill(code)
      await button(page, 'Apply').click()
      await waitForToast(page, message)
      await page.getByRole('region', { name: 'Coupon' }).getByText(message).waitFor()
    }
    await apply('   ', 'Please enter a coupon code')
    await apply('NOSUCHCODE', 'Invalid coupon. Please check the code.')
    await apply('diwali25', 'This coupon expired on')
    await saveScreenshot(page, `checkout-coupon-refused-${device}`)

    await apply('welcome10', 'Coupon applied successfully')
    const discount = Math.min(500, total() / 10)
    await panel(page)
      .getByText(`−${money(discount)}`)
      .waitFor()
    await panel(page)
      .getByText(money(total() - discount))
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await button(page, /^Remove/).click()
    await waitForToast(page, 'Coupon WELCOME10 removed successfully')
    await panel(page).getByText(money(total())).first().waitFor()
    expect(await input.inputValue()).toBe('')

    await apply('sneak15', 'Coupon applied successfully')
    await button(page, 'Continue to Payment').click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    await page.getByText('Discount (SNEAK15)').waitFor()
    expect((await ordersOf(customer))[0]).toMatchObject({ coupon_code: 'SNEAK15' })
    expect(errors).toEqual([])
  })

  it('lets a shopper without an address add one', async () => {
    const page = await arrive(device)
    const errors = browserErrors(page, OWN_FAULT)
    await setAddresses(customer, [])
    await page.goto('/ordersummary')
    await page.getByText('No addresses found. Please add an address.').waitFor()
    await button(page, 'Continue').click()
    await waitForToast(page, 'Please select a delivery address')
    await saveScreenshot(page, `checkout-no-address-${device}`)

    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog', { name: 'Add New Address' })
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Please fill all required fields')
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `checkout-address-form-${device}`)
    await form.getByLabel('Address line 1').fill('4 Park Street')
    await form.getByLabel('City').fill('Kolkata')
    await form.getByLabel('State').fill('West Bengal')
    await form.getByLabel('Pincode').fill('12')
    expect(await form.getByLabel('Country').inputValue()).toBe('India')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await form.getByText('Pincode must be 6 digits').first().waitFor()

    await form.getByLabel('Pincode').fill('700016')
    await abortCalls(page, '/api/users/addresses', 'POST')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Something went wrong')
    await page.unroute('**/api/users/addresses')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await waitForToast(page, 'Address added successfully')
    expect(await page.getByRole('radio', { name: /Kolkata, West Bengal/ }).isChecked()).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('opening the checkout', () => {
  it('asks a guest to log in, then returns', async () => {
    visitor = await newVisitor(browser, 'phone', shop.url)
    const page = await visitor.newPage()
    await page.goto('/ordersummary')
    await waitForToast(page, 'Please login to view cart')
    await saveScreenshot(page, 'checkout-guest-phone')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/auth/login')
    await page.getByLabel(/email/i).fill('vikram@example.com')
    await page.getByLabel(/^password/i).fill('Demo@1234')
    await page.getByRole('button', { name: /^log ?in$/i }).click()
    await page.waitForURL('**/ordersummary')
  })

  it('sends a shopper with an empty cart to the cart page after two seconds', async () => {
    const page = await arrive('desktop')
    await fillCart(customer, [])
    const message = 'No items in cart. Redirecting to cart page.'
    const shownFor = await timeMessage(page, message, { onNextPage: true })
    await page.goto('/ordersummary')
    await waitForToast(page, message)
    await page.waitForURL('**/cart')
    expect(await shownFor()).toBeGreaterThan(1700)
  })

  it('shows a message when the cart cannot be loaded, and goes to the cart page', async () => {
    const page = await arrive('desktop')
    await abortCalls(page, '/api/cart')
    await page.goto('/ordersummary')
    await waitForToast(page, 'Error loading cart items')
    await page.waitForURL('**/cart')
  })

  it('redirects a single product to the buy-now checkout', async () => {
    const page = await arrive('desktop')
    const state = {
      product: { id: shoe.id, name: shoe.name, price: 100, qty: 1, variant_id: shoe.variants[1]!.id },
    }
    await page.goto('/cart')
    await page.evaluate((usr) => {
      history.replaceState({ usr, key: 'test', idx: 0 }, '', '/ordersummary')
      location.reload()
    }, state)
    await page.waitForURL(`**/buynow-summary?product=${shoe.id}&variant=${shoe.variants[1]!.id}`)
    await page.getByRole('heading', { name: "You're buying" }).waitFor()
  })

  it('offers a retry when addresses cannot be loaded', async () => {
    const page = await arrive('desktop')
    await abortCalls(page, '/api/users/addresses')
    await page.goto('/ordersummary')
    await waitForToast(page, 'Error loading addresses')
    await page.unroute('**/api/users/addresses')
    await page.route('**/api/users/addresses', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: '' } }),
    )
    await button(page, 'Try again').click()
    await waitForToast(page, 'Failed to load addresses')
    await page.unroute('**/api/users/addresses')
    await button(page, 'Try again').click()
    await button(page, 'DELIVER HERE').waitFor()
  })

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
    await page.getByText('Mumbai, Maharashtra').waitFor()
    await button(page, 'Change Address').click()
    await page.getByRole('heading', { name: 'Delivery Address' }).waitFor()
    expect(await page.getByRole('radio', { name: /Mumbai/ }).isChecked()).toBe(true)
  })

  it('charges delivery in a shop without the waiver', async () => {
    const page = await arrive('desktop')
    await page.route('**/api/settings', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.settings.delivery.waivedOnCartCheckout = false
      await route.fulfill({ json: body })
    })
    await page.goto('/ordersummary')
    await panel(page).getByText('₹99.00').waitFor()
    await panel(page)
      .getByText(money(total() + 99))
      .waitFor()
    expect(await page.getByText(FREE).count()).toBe(0)
  })
})

describe('when the order is refused', () => {
  it('shows the new total after a price change, and orders at it', async () => {
    const page = await arrive('phone')
    let stale = true
    await page.route('**/api/cart', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      if (stale) for (const line of body.cart) line.price -= 1
      await route.fulfill({ json: body })
    })
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    stale = false
    await button(page, 'Place Order (COD)').click()
    const dialog = page.getByRole('dialog', { name: 'The price has changed' })
    await dialog.getByText(money(total() - 3)).waitFor()
    expect(await ordersOf(customer)).not.toContainEqual(
      expect.objectContaining({ total_amount: total() - 3 }),
    )
    await saveScreenshot(page, 'checkout-price-changed-phone')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: `Order for ${money(total())}` }).click()
    await page.waitForURL('**/order-confirmation/*')
    expect((await ordersOf(customer))[0]).toMatchObject({ total_amount: total() })
  })

  it('offers the remaining stock when others bought first', async () => {
    const page = await arrive('desktop')
    const canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
    const variant = canoe.variants.find(({ stock }) => stock >= 2)!
    await fillCart(customer, [{ variant_id: variant.id, quantity: variant.stock }])
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    const other = await logIn(await browser.newContext(), shop.url, 'asha@example.com')
    const taken = {
      product_id: canoe.id,
      variant_id: variant.id,
      quantity: variant.stock - 1,
      price: variant.price,
    }
    await buy(other, taken, taken.quantity * taken.price > 50_000 ? 0 : 99)
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, `Only 1 left of ${canoe.name}.`)
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await saveScreenshot(page, 'checkout-out-of-stock-desktop')
    await button(page, 'Continue to Payment').click()
    await waitForToast(page, 'Some items are not available in this quantity.')
    await button(page, 'Buy 1 piece').click()
    await panel(page).getByText(money(variant.price)).first().waitFor()
    await button(page, 'Continue to Payment').click()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    expect((await ordersOf(customer))[0]?.order_items).toMatchObject([
      { variant_id: variant.id, quantity: 1 },
    ])
  })

  it('removes a coupon that has become invalid, and shows why', async () => {
    const page = await arrive('phone')
    await page.goto('/ordersummary?step=2')
    await page.getByLabel('Coupon code').fill('WELCOME10')
    await button(page, 'Apply').click()
    await waitForToast(page, 'Coupon applied successfully')
    await button(page, 'Continue to Payment').click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    // Another tab applies another coupon: only the last one is valid.
    const { cart } = await customer.get<{
      cart: { product_id: number; variant_id: number; quantity: number }[]
    }>('/api/cart')
    await customer.send('POST', '/api/coupons/apply', {
      code: 'SNEAK15',
      cart_items: cart.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
    })
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, 'This coupon is no longer applied. Please apply it again.')
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await panel(page).getByText(money(total())).first().waitFor()
    await saveScreenshot(page, 'checkout-coupon-invalid-phone')
  })

  it('retries with the same key when no reply came', async () => {
    const page = await arrive('phone')
    const keys: (string | undefined)[] = []
    page.on('request', (request: Request) => {
      if (request.url().endsWith('/place-order')) keys.push(request.headers()['idempotency-key'])
    })
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    await abortCalls(page, '/api/orders/place-order')
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, 'Error placing order. Please try again.')
    await page.getByRole('radio', { name: /UPI/ }).click()
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Error initiating payment. Please try again.')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await button(page, 'Place Order (COD)').click()
    await button(page, 'Place Order (COD)').waitFor()
    await page.unroute('**/api/orders/place-order')
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBeLessThanOrEqual(3)
    expect(keys[3]).toBe(keys[2])
  })

  it('shows the server’s reason, else a general text', async () => {
    const page = await arrive('desktop')
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    await failOnce(page, '/api/orders/place-order', 'POST', 400, { success: false, message: '' })
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, 'Failed to place order')
    await failOnce(page, '/api/orders/place-order', 'POST', 409, { success: false, message: 'Not today.' })
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, 'Not today.')
    await page.getByRole('radio', { name: /UPI/ }).click()
    await failOnce(page, '/api/orders/place-order', 'POST', 400, { success: false, message: '' })
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Failed to initiate payment')
    await abortCalls(page, '/api/coupons/apply')
    await button(page, 'Back').click()
    await page.getByLabel('Coupon code').fill('WELCOME10')
    await button(page, 'Apply').click()
    await waitForToast(page, 'Failed to apply coupon. Please try again.')
    await page.unroute('**/api/coupons/apply')
    await failOnce(page, '/api/coupons/apply', 'POST', 400, { success: false, message: '' })
    await button(page, 'Apply').click()
    await page.getByText('Failed to apply coupon', { exact: true }).first().waitFor()
  })
})
