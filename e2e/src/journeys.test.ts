/** What a shopper wants survives reload, a lost session, a lost network and a second tab. */
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFailed } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, money, OFFICE, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, forgetLogins, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

const PASSWORD = 'Demo@1234'
const SESSION_ENDED = 'Your session has ended. Please login again.'
const OWN_FAULT = /Failed to load resource|ERR_INTERNET_DISCONNECTED/

let shoe: DemoProduct

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: /^Price (Details|Summary)$/ })
const plentiful = (product: DemoProduct) => product.variants.toSorted((a, b) => b.stock - a.stock)[0]!

async function logIn(page: Page, identifier = VIKRAM, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email or phone number').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

/** A customer with two addresses and two shoes in the cart. */
async function arrive(device: Device): Promise<{ page: Page; customer: Customer; total: number }> {
  // A test may have ended the session, and has bought some.
  forgetLogins()
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  const customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME, OFFICE])
  await fillCart(customer, [{ variant_id: plentiful(shoe).id, quantity: 2 }])
  const page = await openPage(device, VIKRAM)
  return { page, customer, total: 2 * plentiful(shoe).price }
}

/** The toasts that are on the screen. */
const toastsOf = async (page: Page): Promise<string> =>
  (await page.locator('[data-sonner-toast]').allInnerTexts()).join()

/** Two frames: the browser restores the scroll position within them. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** In how many orders a coupon is used, as the merchant sees it. */
function couponUses(code: string): number {
  const coupons: { code: string; used_count: number }[] = JSON.parse(
    runCommand(shop.dataDir, 'coupons', 'list', '--json'),
  )
  return coupons.find((coupon) => coupon.code === code)!.used_count
}

const placedOrders = async (customer: Customer) =>
  (await ordersOf(customer)).filter(({ order_status }) => order_status === 'CONFIRMED')

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  atNight(() => {
    it('a coupon survives reloads, going back and a declined payment: one total, one order, one use', async () => {
      const { page, customer, total } = await arrive(device)
      const errors = browserErrors(page)
      const toPay = money(total - Math.min(500, total / 10))
      const before = couponUses('WELCOME10')
      const showsTotal = () => panel(page).getByText(toPay, { exact: true }).waitFor()
      await page.goto('/ordersummary?step=2')
      await page.getByLabel('Coupon code').fill('WELCOME10')
      await button(page, 'Apply').click()
      await showsTotal()
      for (const step of [1, 2, 3]) {
        await page.goto(`/ordersummary?step=${step}`)
        await showsTotal()
        await page.reload()
        await showsTotal()
      }
      await button(page, 'Back').click()
      await button(page, 'Change Address').click()
      await showsTotal()
      await button(page, 'DELIVER HERE').click()
      await button(page, 'Continue to Payment').click()
      for (const answer of [/^Decline/, /^Pay/]) {
        await showsTotal()
        await page.getByRole('radio', { name: /UPI/ }).click()
        await button(page, 'Proceed to Payment').click()
        await page.waitForURL('**/pay/**')
        await page.getByRole('button', { name: answer }).click()
        await page.waitForURL(/ordersummary|order-confirmation/)
      }
      await page.waitForURL('**/order-confirmation/*')
      const orders = await ordersOf(customer)
      expect(orders.slice(0, 2)).toMatchObject([
        { order_status: 'CONFIRMED', coupon_code: 'WELCOME10', total_amount: orders[1]!.total_amount },
        // Ordering the same items again ends an order whose payment failed.
        { order_status: 'CANCELLED' },
      ])
      expect(couponUses('WELCOME10')).toBe(before + 1)
      expect(errors).toEqual([])
    })
  })

  it('a session that ends in any step leads back to it, and nothing is ordered twice', async () => {
    const { page, customer } = await arrive(device)
    const before = (await placedOrders(customer)).length
    const comeBack = async (path: string) => {
      await logIn(page)
      await page.waitForURL(`**${path}`)
    }
    await page.goto('/ordersummary?step=1')
    await page.getByRole('radio', { name: /Mumbai/ }).click()
    await page.waitForURL('**&address=*')
    const place = (step: number) => {
      const search = new URL(page.url()).searchParams
      return `/ordersummary?step=${step}&address=${search.get('address')}`
    }
    await page.evaluate(() => localStorage.setItem('tokenExpiry', new Date().toISOString()))
    const first = place(1)
    await page.reload()
    await page.waitForURL('**/auth/login')
    await comeBack(first)
    await page.getByRole('radio', { name: /Mumbai/, checked: true }).waitFor()

    await button(page, 'DELIVER HERE').click()
    await page.getByRole('heading', { name: 'Order Summary', level: 2 }).waitFor()
    const second = place(2)
    const otherTab = await page.context().newPage()
    await otherTab.goto('/account/wishlist')
    await otherTab.evaluate(() => localStorage.removeItem('accessToken'))
    await otherTab.close()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await comeBack(second)
    await page.getByText('7 Marine Drive').waitFor()

    await button(page, 'Continue to Payment').click()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    const third = `${place(3)}&payment=cod`
    await page.waitForURL(`**${third}`)
    await changePassword('Elsewhere@1')
    onTestFailed(() => changePassword(PASSWORD, 'Elsewhere@1'))
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/auth/login')
    await page.getByRole('main').getByText(SESSION_ENDED).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await toastsOf(page)).not.toContain('Please login to place order')
    await changePassword(PASSWORD, 'Elsewhere@1')
    await comeBack(third)
    const again = await customerOf(shop.url)
    expect((await placedOrders(again)).length).toBe(before)
    await page.getByRole('radio', { name: /Cash on Delivery/, checked: true }).waitFor()
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    expect((await placedOrders(again)).length).toBe(before + 1)
  })

  atNight(() => {
    it('what is typed into an address survives a logout in another tab', async () => {
      const { page } = await arrive(device)
      const errors = browserErrors(page)
      await page.goto('/ordersummary')
      await button(page, 'Add New Address').click()
      await page.getByLabel('Address line 1').fill('4 Park Street')
      const otherTab = await page.context().newPage()
      await otherTab.goto('/')
      await button(otherTab, /^Hi, /).click()
      await button(otherTab, 'Logout').click()
      await otherTab.close()
      await page.getByRole('main').getByText(SESSION_ENDED).waitFor()
      await page.getByText('Log in to order').waitFor()
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      const heading = page.getByRole('heading', { name: 'Checkout', level: 1 })
      expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await toastsOf(page)).toBe('')
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
      await logIn(page)
      await page.waitForURL('**/ordersummary**')
      await expect.poll(() => page.getByLabel('Address line 1').inputValue()).toBe('4 Park Street')
      expect(errors).toEqual([])
    })
  })

  atNight(() => {
    it('a session that ends in another tab is told at the login form', async () => {
      const { page } = await arrive(device)
      await page.goto('/cart')
      await button(page, 'BUY 1 SELECTED ITEM(S)').waitFor()
      const otherTab = await page.context().newPage()
      await otherTab.goto('/account/wishlist')
      await otherTab.evaluate(() => localStorage.removeItem('accessToken'))
      await otherTab.close()
      await page.waitForURL('**/auth/login')
      await page.getByRole('main').getByText(SESSION_ENDED).waitFor()
      await logIn(page)
      await page.waitForURL('**/cart')
    })
  })

  atNight(() => {
    it('every step opens at its heading: forward, by Back, and after a reload', async () => {
      const { page, customer } = await arrive(device)
      const others = [
        'Pahaad Static Kernmantle Rope',
        'Tarini Solas Ring Buoy',
        'Tarini Two-Seat Rescue Canoe',
      ]
      for (const name of others) {
        const { id } = plentiful(await findProduct(shop.url, name))
        await customer.send('POST', '/api/cart', { variant_id: id, quantity: 1 })
      }
      const opensAt = async (name: string) => {
        const heading = page.getByRole('heading', { name, level: 2, exact: true })
        await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
        await settled(page)
        expect(await page.evaluate(() => window.scrollY)).toBe(0)
      }
      await page.goto('/ordersummary')
      await button(page, 'DELIVER HERE').click()
      await opensAt('Order Summary')
      await page.evaluate(() => window.scrollTo(0, 600))
      await button(page, 'Continue to Payment').click()
      await opensAt('Payment')
      await page.reload()
      await opensAt('Payment')
      await page.goBack()
      await opensAt('Order Summary')
    })
  })

  atNight(() => {
    it('a network that goes and comes back loses nothing and doubles nothing, without a reload', async () => {
      const { page, customer, total } = await arrive(device)
      const before = (await ordersOf(customer)).length
      const errors = browserErrors(page, OWN_FAULT)
      const goOffline = (offline: boolean) => page.context().setOffline(offline)
      await page.goto('/ordersummary')
      await button(page, 'DELIVER HERE').waitFor()
      await goOffline(true)
      await page.getByRole('radio', { name: /Mumbai/ }).click()
      await button(page, 'DELIVER HERE').click()
      await page.getByLabel('Coupon code').fill('SNEAK15')
      await button(page, 'Apply').click()
      await page.getByRole('region', { name: 'Coupon' }).getByText('Please try again').waitFor()
      await goOffline(false)
      await button(page, 'Apply').click()
      await button(page, 'Remove coupon SNEAK15').waitFor()
      await button(page, 'Continue to Payment').click()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      // The order arrives, its reply does not.
      await page.route('**/api/orders/place-order', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await button(page, 'Place Order (COD)').click()
      await waitForToast(page, 'Error placing order. Please try again.')
      await page.unroute('**/api/orders/place-order')
      await button(page, 'Place Order (COD)').click()
      await page.waitForURL('**/order-confirmation/*')
      const orders = await ordersOf(customer)
      expect(orders.length).toBe(before + 1)
      expect(orders[0]).toMatchObject({
        coupon_code: 'SNEAK15',
        shipping_street: '7 Marine Drive, Near Trinity Metro',
      })
      expect(orders[0]!.total_amount).toBeLessThan(total)
      expect(errors).toEqual([])
    })
  })

  atNight(() => {
    it('a cart that is changed in one tab is right in the other before the order', async () => {
      const { page, customer, total } = await arrive(device)
      await page.goto('/ordersummary?step=3')
      await panel(page).getByText(money(total), { exact: true }).first().waitFor()
      const otherTab = await page.context().newPage()
      await otherTab.goto('/cart')
      await button(otherTab, 'Increase quantity').click()
      const more = money(total + plentiful(shoe).price)
      await panel(page).getByText(more, { exact: true }).first().waitFor()
      await otherTab.close()
      await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
      await button(page, 'Place Order (COD)').click()
      await page.waitForURL('**/order-confirmation/*')
      expect((await ordersOf(customer))[0]!.order_items).toMatchObject([{ quantity: 3 }])
    })
  })
})

/** Vikram changes the password on another device, which ends every session but that one's. */
async function changePassword(newPassword: string, currentPassword = PASSWORD): Promise<void> {
  const call = (method: string, path: string, body: object, token = '') =>
    fetch(shop.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const login = await call('POST', '/api/auth/login', { email: VIKRAM, password: currentPassword })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const changed = await call(
    'PUT',
    '/api/users/change-password',
    { currentPassword, newPassword },
    accessToken,
  )
  expect(changed.status).toBe(200)
  forgetLogins()
}
