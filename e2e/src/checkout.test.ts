/** The checkout of a cart: three steps, the coupon, every refusal, and cash on delivery. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, keepScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import {
  buy,
  cutLine,
  failOnce,
  HOME,
  keepAddresses,
  money,
  OFFICE,
  ordersOf,
  toastOf,
} from './checkout-stage.ts'
import { type Customer, fillCart, logIn } from './customers.ts'
import { accessibilityFaults, complaintsOf, sidewaysOverflow, timeMessage } from './page-checks.ts'
import { browser, shop, useStage } from './stage.ts'

const SELLER = 'Seller: Haat Retail Private Limited'
const FREE = 'Your delivery is free for this order!'
const OWN_FAULT = /Failed to load resource/

useStage()

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
  await keepAddresses(customer, [HOME, OFFICE])
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
  return [...(await accessibilityFaults(page)), ...(await sidewaysOverflow(page))]
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('leads from the address over the summary to an order paid on delivery', async () => {
    const page = await arrive(device)
    const complaints = complaintsOf(page)
    const faults: string[] = []
    const look = async (name: string) => {
      await keepScreenshot(page, `checkout-${name}-${device}`)
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
    await toastOf(page, 'Please select a payment method!')
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
    expect(complaints).toEqual([])
  })

  it('takes coupons, says why it does not, and takes them off again', async () => {
    const page = await arrive(device)
    const complaints = complaintsOf(page, OWN_FAULT)
    await page.goto('/ordersummary?step=2')
    const input = page.getByLabel('Coupon code')
    const apply = async (code: string, message: string) => {
      await input.fill(code)
      await button(page, 'Apply').click()
      await toastOf(page, message)
      await page.getByRole('region', { name: 'Coupon' }).getByText(message).waitFor()
    }
    await apply('   ', 'Please enter a coupon code')
    await apply('NOSUCHCODE', 'Invalid coupon. Please check the code.')
    await apply('diwali25', 'This coupon expired on')
    await keepScreenshot(page, `checkout-coupon-refused-${device}`)

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
    await toastOf(page, 'Coupon WELCOME10 removed successfully')
    await panel(page).getByText(money(total())).first().waitFor()
    expect(await input.inputValue()).toBe('')

    await apply('sneak15', 'Coupon applied successfully')
    await button(page, 'Continue to Payment').click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    await page.getByText('Discount (SNEAK15)').waitFor()
    expect((await ordersOf(customer))[0]).toMatchObject({ coupon_code: 'SNEAK15' })
    expect(complaints).toEqual([])
  })

  it('lets a shopper without an address add one on the spot', async () => {
    const page = await arrive(device)
    const complaints = complaintsOf(page, OWN_FAULT)
    await keepAddresses(customer, [])
    await page.goto('/ordersummary')
    await page.getByText('No addresses found. Please add an address.').waitFor()
    await button(page, 'Continue').click()
    await toastOf(page, 'Please select a delivery address')
    await keepScreenshot(page, `checkout-no-address-${device}`)

    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog', { name: 'Add New Address' })
    await form.getByRole('button', { name: 'Save Address' }).click()
    await toastOf(page, 'Please fill all required fields')
    expect(await faultsOf(page)).toEqual([])
    await keepScreenshot(page, `checkout-address-form-${device}`)
    await form.getByLabel('Address line 1').fill('4 Park Street')
    await form.getByLabel('City').fill('Kolkata')
    await form.getByLabel('State').fill('West Bengal')
    await form.getByLabel('Pincode').fill('12')
    expect(await form.getByLabel('Country').inputValue()).toBe('India')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await form.getByText('Pincode must be 6 digits').first().waitFor()

    await form.getByLabel('Pincode').fill('700016')
    await cutLine(page, '/api/users/addresses', 'POST')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await toastOf(page, 'Something went wrong')
    await page.unroute('**/api/users/addresses')
    await form.getByRole('button', { name: 'Save Address' }).click()
    await toastOf(page, 'Address added successfully')
    expect(await page.getByRole('radio', { name: /Kolkata, West Bengal/ }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('getting in', () => {
  it('asks a guest to log in, and comes back', async () => {
    visitor = await newVisitor(browser, 'phone', shop.url)
    const page = await visitor.newPage()
    await page.goto('/ordersummary')
    await toastOf(page, 'Please login to view cart')
    await keepScreenshot(page, 'checkout-guest-phone')
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
    await toastOf(page, message)
    await page.waitForURL('**/cart')
    expect(await shownFor()).toBeGreaterThan(1700)
  })

  it('says that the cart could not be loaded, and goes to the cart page', async () => {
    const page = await arrive('desktop')
    await cutLine(page, '/api/cart')
    await page.goto('/ordersummary')
    await toastOf(page, 'Error loading cart items')
    await page.waitForURL('**/cart')
  })

  it('hands a single product over to the buy-now checkout', async () => {
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

  it('says when addresses cannot be loaded, and tries again', async () => {
    const page = await arrive('desktop')
    await cutLine(page, '/api/users/addresses')
    await page.goto('/ordersummary')
    await toastOf(page, 'Error loading addresses')
    await page.unroute('**/api/users/addresses')
    await page.route('**/api/users/addresses', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: '' } }),
    )
    await button(page, 'Try again').click()
    await toastOf(page, 'Failed to load addresses')
    await page.unroute('**/api/users/addresses')
    await button(page, 'Try again').click()
    await button(page, 'DELIVER HERE').waitFor()
  })

  it('keeps step and address over a reload, and goes back step by step', async () => {
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

  it('charges delivery where the shop does not waive it', async () => {
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
  it('shows the new total after a change of prices, and orders for it', async () => {
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
    await keepScreenshot(page, 'checkout-price-changed-phone')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: `Order for ${money(total())}` }).click()
    await page.waitForURL('**/order-confirmation/*')
    expect((await ordersOf(customer))[0]).toMatchObject({ total_amount: total() })
  })

  it('offers what is left when others were faster', async () => {
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
    await toastOf(page, `Only 1 left of ${canoe.name}.`)
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await keepScreenshot(page, 'checkout-out-of-stock-desktop')
    await button(page, 'Continue to Payment').click()
    await toastOf(page, 'Some items are not available in this quantity.')
    await button(page, 'Buy 1 piece').click()
    await panel(page).getByText(money(variant.price)).first().waitFor()
    await button(page, 'Continue to Payment').click()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    expect((await ordersOf(customer))[0]?.order_items).toMatchObject([
      { variant_id: variant.id, quantity: 1 },
    ])
  })

  it('takes off a coupon that has become invalid, and says why', async () => {
    const page = await arrive('phone')
    await page.goto('/ordersummary?step=2')
    await page.getByLabel('Coupon code').fill('WELCOME10')
    await button(page, 'Apply').click()
    await toastOf(page, 'Coupon applied successfully')
    await button(page, 'Continue to Payment').click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    // Another tab tries another coupon: only the last one applied counts.
    const { cart } = await customer.get<{
      cart: { product_id: number; variant_id: number; quantity: number }[]
    }>('/api/cart')
    await customer.send('POST', '/api/coupons/apply', {
      code: 'SNEAK15',
      cart_items: cart.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
    })
    await button(page, 'Place Order (COD)').click()
    await toastOf(page, 'This coupon is no longer applied. Please apply it again.')
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await panel(page).getByText(money(total())).first().waitFor()
    await keepScreenshot(page, 'checkout-coupon-invalid-phone')
  })

  it('tries again under the same key when no answer came', async () => {
    const page = await arrive('phone')
    const keys: (string | undefined)[] = []
    page.on('request', (request: Request) => {
      if (request.url().endsWith('/place-order')) keys.push(request.headers()['idempotency-key'])
    })
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    await cutLine(page, '/api/orders/place-order')
    await button(page, 'Place Order (COD)').click()
    await toastOf(page, 'Error placing order. Please try again.')
    await page.getByRole('radio', { name: /UPI/ }).click()
    await button(page, 'Proceed to Payment').click()
    await toastOf(page, 'Error initiating payment. Please try again.')
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

  it('shows what the server says, or that it failed', async () => {
    const page = await arrive('desktop')
    await page.goto('/ordersummary')
    await toPayment(page, /Cash on Delivery/)
    await failOnce(page, '/api/orders/place-order', 'POST', 400, { success: false, message: '' })
    await button(page, 'Place Order (COD)').click()
    await toastOf(page, 'Failed to place order')
    await failOnce(page, '/api/orders/place-order', 'POST', 409, { success: false, message: 'Not today.' })
    await button(page, 'Place Order (COD)').click()
    await toastOf(page, 'Not today.')
    await page.getByRole('radio', { name: /UPI/ }).click()
    await failOnce(page, '/api/orders/place-order', 'POST', 400, { success: false, message: '' })
    await button(page, 'Proceed to Payment').click()
    await toastOf(page, 'Failed to initiate payment')
    await cutLine(page, '/api/coupons/apply')
    await button(page, 'Back').click()
    await page.getByLabel('Coupon code').fill('WELCOME10')
    await button(page, 'Apply').click()
    await toastOf(page, 'Failed to apply coupon. Please try again.')
    await page.unroute('**/api/coupons/apply')
    await failOnce(page, '/api/coupons/apply', 'POST', 400, { success: false, message: '' })
    await button(page, 'Apply').click()
    await page.getByText('Failed to apply coupon', { exact: true }).first().waitFor()
  })
})
