/** What a guest wishes is there after login: cart, hearts and a deal, also where the browser stores nothing. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atNight, byDepth } from '../../scripts/depth.ts'
import { type Device, devices, JOURNEY_DEVICES, newVisitor, saveScreenshot } from './browser.ts'
import { type DemoProduct, type DemoVariant, findProduct } from './catalogue.ts'
import { HOME, money, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { ASHA, type Customer, customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { browser, openPage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

let shoe: DemoProduct
let rope: DemoProduct
/** A product for each device, since its stock is bought up. */
let scarce: Record<Device, DemoProduct>

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
  const canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
  const buoy = await findProduct(shop.url, 'Tarini Solas Ring Buoy')
  scarce = { phone: canoe, tablet: canoe, desktop: buoy }
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: /^Price (Details|Summary)$/ })

async function logIn(page: Page, identifier = VIKRAM, password = 'Demo@1234'): Promise<void> {
  await page.getByLabel('Email or phone number').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

interface Line {
  product_id: number
  quantity: number
}

const linesOf = async (customer: Customer, list: 'cart' | 'saved'): Promise<[number, number][]> => {
  const reply = await customer.get<Record<string, Line[]>>(`/api/${list}`)
  return reply[list]!.map(({ product_id, quantity }) => [product_id, quantity])
}

async function logOut(page: Page): Promise<void> {
  await button(page, /^Hi, /).click()
  await button(page, 'Logout').click()
  await page.getByRole('heading', { name: 'DEALS OF THE DAY' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
}

/** What the setting makes of the delivery of a deal, and what it then costs. */
const DELIVERIES: [name: string, setting: string, rupees: number][] = [
  ['ships free', 'yes', 0],
  ['pays delivery as all do', 'no', 99],
]

/** Adds a product as a guest: its page leads to login. */
async function addAsGuest(page: Page, product: DemoProduct, variantId = product.variant_id): Promise<void> {
  await page.goto(`/product/${product.id}?variant=${variantId}`)
  await button(page, 'Add to Cart').click()
  await page.waitForURL('**/auth/login')
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('a guest searches, adds to the cart, signs up instead of logging in, and finds it in the cart', async () => {
    const page = await openPage(device)
    const errors = browserErrors(page)
    await page.goto('/search-results?query=running+shoe')
    await page
      .getByRole('link', { name: new RegExp(shoe.name) })
      .first()
      .click()
    await page.waitForURL('**/product/**')
    await button(page, 'Add to Cart').click()
    await page.waitForURL('**/auth/login')
    await page.getByRole('heading', { name: 'Added to your cart' }).waitFor()
    // The product page has left the history.
    await page.getByRole('link', { name: 'Back to Product' }).click()
    await page.waitForURL('**/product/**')
    await page.goBack()
    await page.getByRole('heading', { name: 'Added to your cart' }).waitFor()
    await saveScreenshot(page, `journey-guest-login-${device}`)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Sign Up' }).click()
    const email = `guest-${device}@example.com`
    const values = {
      'Full name': 'Guest Rao',
      Email: email,
      'Phone number': device === 'phone' ? '9000000041' : '9000000042',
      Password: 'Market@2026',
      'Confirm password': 'Market@2026',
    }
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value)
    await button(page, 'Sign Up').click()
    await page.waitForURL('**/auth/login')
    await logIn(page, email, 'Market@2026')
    await page.waitForURL('**/cart')
    await button(page, 'BUY 1 SELECTED ITEM(S)').waitFor()
    await page.getByRole('link', { name: shoe.name }).first().waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('guestCart'))).toBeNull()
    await page.goBack()
    await page.waitForURL('**/search-results**')
    expect(errors).toEqual([])
  })

  atNight(() => {
    it('a heart far down a list leads back to where it was pressed, and login says that it waits', async () => {
      const page = await openPage(device)
      await page.goto('/collections?page=2')
      const heart = page.getByRole('button', { name: /in my wishlist$/ }).last()
      await heart.scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => window.scrollY)
      expect(before).toBeGreaterThan(500)
      await heart.click()
      await page.waitForURL('**/auth/login')
      await page.getByText('In your wishlist: 1 product').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await page.getByRole('link', { name: 'Sign Up' }).click()
      await page.getByRole('link', { name: 'Login' }).click()
      await logIn(page)
      await page.waitForURL('**/collections?page=2')
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    })

    it("a guest's cart of three and a heart go into the account that has one of them already", async () => {
      const customer = await customerOf(shop.url)
      await fillCart(customer, [{ variant_id: rope.variant_id, quantity: 1 }])
      const page = await openPage(device)
      const errors = browserErrors(page)
      const product = scarce[device]
      const variant = product.variants
        .filter(({ stock }) => stock > 0)
        .toSorted((a, b) => a.stock - b.stock)[0]!
      await addAsGuest(page, shoe)
      await addAsGuest(page, rope)
      await addAsGuest(page, product, variant.id)
      await page.goto('/products')
      await page.getByRole('link', { name: /^Cart ?3 ?items/ }).waitFor()
      const heart = page.getByRole('button', { name: /in my wishlist$/ }).first()
      const wished = (await heart.getAttribute('aria-label'))!
      await heart.click()
      await page.waitForURL('**/auth/login')
      // The form is in view below what waits for it.
      const { y, height } = (await button(page, 'Login').boundingBox())!
      expect(y + height).toBeLessThanOrEqual(devices[device].viewport.height)
      await buyAll(product, variant)
      // A login waits for the merge, but not for ever.
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      await page.route('**/api/cart/merge', (route) => held.then(() => route.continue()))
      await logIn(page)
      await page.waitForURL('**/products')
      letGo()
      await waitForToast(page, '2 items added to cart!')
      await waitForToast(page, `${product.name} is out of stock. It is saved for later.`)
      await expect
        .poll(() => page.getByRole('button', { name: wished }).first().getAttribute('aria-pressed'))
        .toBe('true')
      expect(await linesOf(customer, 'cart')).toEqual([
        [rope.id, 2],
        [shoe.id, 1],
      ])
      expect(await linesOf(customer, 'saved')).toEqual([[product.id, 1]])
      await page.reload()
      await page.getByRole('link', { name: /^Cart ?2 ?items/ }).waitFor()
      expect((await linesOf(customer, 'cart')).length).toBe(2)
      expect(errors).toEqual([])
    })

    it.each(DELIVERIES.slice(0, byDepth(1, DELIVERIES.length)))(
      'a guest buys a deal now: it %s on every screen and on the order',
      async (_name, setting, delivery) => {
        runCommand(shop.dataDir, 'settings', 'set', `delivery.deals_ship_free=${setting}`)
        const customer = await customerOf(shop.url)
        await setAddresses(customer, [HOME])
        const deals = (await (await fetch(`${shop.url}/api/deals/active`)).json()) as Deal[]
        const deal = deals.find(
          (one) => one.in_stock === 1 && one.deal_price < 50_000 && Date.parse(one.start_date) < Date.now(),
        )!
        const page = await openPage(device)
        const errors = browserErrors(page)
        const charge = delivery === 0 ? 'Free' : money(delivery)
        const showsCharge = async () => {
          await panel(page).getByText(charge, { exact: true }).waitFor()
          await panel(page)
            .getByText(money(deal.deal_price + delivery), { exact: true })
            .first()
            .waitFor()
          expect(await page.getByText(/free shipping/i).count()).toBe(delivery === 0 ? 1 : 0)
        }
        for (const path of ['/', '/hotdeals']) {
          await page.goto(path, { waitUntil: 'networkidle' })
          expect((await page.getByText(/free shipping/i).count()) > 0, path).toBe(delivery === 0)
        }
        await page.goto(`/product/${deal.product_id}`)
        await button(page, 'Buy Now').click()
        await page.waitForURL('**/buynow-summary**')
        await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
        await logIn(page)
        await page.waitForURL('**/buynow-summary**')
        await showsCharge()
        await saveScreenshot(page, `journey-deal-${device}-${delivery}`)
        await button(page, 'DELIVER HERE').click()
        await showsCharge()
        await button(page, 'Continue to Payment').click()
        await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
        await showsCharge()
        await button(page, 'Place Order (COD)').click()
        await page.waitForURL('**/order-confirmation/*')
        await page
          .getByText(money(deal.deal_price + delivery), { exact: true })
          .first()
          .waitFor()
        await expect
          .poll(() => page.getByText('Free shipping on this item').count())
          .toBe(delivery === 0 ? 1 : 0)
        expect((await ordersOf(customer))[0]).toMatchObject({
          total_amount: deal.deal_price + delivery,
          total_shipping_price: delivery,
        })
        expect(errors).toEqual([])
      },
    )

    it('a merge whose reply was lost waits for its customer, whoever logs in next', async () => {
      const [vikram, asha] = [await customerOf(shop.url), await customerOf(shop.url, ASHA)]
      for (const customer of [vikram, asha]) await fillCart(customer, [])
      const page = await openPage(device)
      await addAsGuest(page, shoe)
      await page.route('**/api/cart/merge', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await logIn(page)
      await waitForToast(page, 'What you added stays on this device')
      await button(page, 'BUY 1 SELECTED ITEM(S)').waitFor()
      await logOut(page)
      await page.unroute('**/api/cart/merge')
      await page.goto('/auth/login')
      await logIn(page, ASHA)
      await page.waitForURL(`${shop.url}/`)
      await page.goto('/cart')
      await page.getByText('Your cart is empty').waitFor()
      expect(await linesOf(asha, 'cart')).toEqual([])
      await logOut(page)
      await page.goto('/auth/login')
      await logIn(page)
      await page.waitForURL(`${shop.url}/`)
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
        .not.toContain('guestCart')
      expect(await linesOf(vikram, 'cart')).toEqual([[shoe.id, 1]])
    })

    it('a merge that the network cut is sent again while the customer stays on the page', async () => {
      const customer = await customerOf(shop.url)
      await fillCart(customer, [])
      const page = await openPage(device)
      await addAsGuest(page, shoe)
      let cut = 0
      await page.route('**/api/cart/merge', (route) => ((cut += 1), route.abort()))
      await logIn(page)
      await waitForToast(page, 'What you added stays on this device')
      await page.waitForURL('**/cart')
      // The login and the first screen after it send three at most.
      await expect.poll(() => cut).toBeGreaterThan(3)
      await page.unroute('**/api/cart/merge')
      await button(page, 'BUY 1 SELECTED ITEM(S)').waitFor()
      expect(await linesOf(customer, 'cart')).toEqual([[shoe.id, 1]])
    })
  })

  it.each(byDepth<string[]>([], ['refuses', 'is full']))(
    'buys as a guest where the storage %s, for the life of the page',
    async (how) => {
      const customer = await customerOf(shop.url)
      await setAddresses(customer, [HOME])
      await fillCart(customer, [])
      const visitor = await newVisitor(browser, device, shop.url)
      await visitor.addInitScript((isFull) => {
        const refuse = () => {
          throw new DOMException('No storage', isFull ? 'QuotaExceededError' : 'SecurityError')
        }
        if (isFull) Storage.prototype.setItem = refuse
        else Object.defineProperty(window, 'localStorage', { get: refuse })
      }, how === 'is full')
      const page = await visitor.newPage()
      const errors = browserErrors(page)
      await page.goto('/products')
      const heart = page.getByRole('button', { name: /in my wishlist$/ }).first()
      const wished = (await heart.getAttribute('aria-label'))!
      await heart.click()
      await page.waitForURL('**/auth/login')
      await page.goBack()
      await page.getByRole('button', { name: wished, pressed: true }).waitFor()
      await page.getByLabel('Search products').fill(shoe.name)
      await page.getByLabel('Search products').press('Enter')
      await page.getByRole('article').getByRole('link', { name: shoe.name }).first().click()
      await button(page, 'Add to Cart').click()
      await page.getByRole('heading', { name: 'Added to your cart' }).waitFor()
      await logIn(page)
      await page.waitForURL('**/cart')
      await button(page, 'BUY 1 SELECTED ITEM(S)').click()
      await page.waitForURL('**/ordersummary**')
      await button(page, 'DELIVER HERE').click()
      await button(page, 'Continue to Payment').click()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      await button(page, 'Place Order (COD)').click()
      await page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
      expect(await linesOf(customer, 'cart')).toEqual([])
      const { products } = await customer.get<{ products: { name: string }[] }>('/api/wishlist')
      expect(products.map(({ name }) => `Keep ${name} in my wishlist`)).toContain(wished)
      expect(errors).toEqual([])
    },
  )
})

interface Deal {
  product_id: number
  deal_price: number
  in_stock: number
  start_date: string
}

/** Another customer buys all pieces of a variant. */
async function buyAll(product: DemoProduct, variant: DemoVariant): Promise<void> {
  const asha = await customerOf(shop.url, ASHA)
  const { addresses } = await asha.get<{ addresses: { id: number }[] }>('/api/users/addresses')
  const { id: variant_id, price, stock: quantity } = variant
  const items = price * quantity
  await asha.send('POST', '/api/orders/place-order', {
    address_id: addresses[0]!.id,
    payment_method: 'COD',
    checkout: 'buy-now',
    items: [{ product_id: product.id, variant_id, quantity, price }],
    total_amount: items > 50_000 ? items : items + 99,
  })
}
