/** A shopper who places again after Back at the bank or a lost reply means one order. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import {
  HOME,
  loseReply,
  money,
  ordersOf,
  type PlacedOrder,
  setAddresses,
  waitForToast,
} from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, VIKRAM } from './customers.ts'
import { faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

let canoe: DemoProduct
let shoe: DemoProduct
let customer: Customer
let before: PlacedOrder[]

beforeAll(async () => {
  canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

beforeEach(async () => {
  customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME])
  await fillCart(customer, [])
  before = await ordersOf(customer)
})

const plentiful = () => shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).click()
const newOrders = async () => (await ordersOf(customer)).slice(0, -before.length || undefined)
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()

async function pay(page: Page): Promise<void> {
  await choose(page, /UPI/)
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
}

it('Back at the bank ends the unpaid order: same pieces, coupon and total, and one order to pay', async () => {
  const [variant] = canoe.variants
  await fillCart(customer, [{ variant_id: variant!.id, quantity: variant!.stock }])
  const total = money(variant!.price * variant!.stock - 50)
  const page = await openPage('phone', VIKRAM)
  await page.goto('/ordersummary?step=2')
  await page.getByLabel('Coupon code').fill('ONCE50')
  await button(page, 'Apply').click()
  await button(page, 'Continue to Payment').click()
  await pay(page)
  const first = page.url()
  await page.goBack()
  const [{ order_number }] = (await newOrders()) as [PlacedOrder]
  await page.getByText(`Order #${order_number} was not paid`).waitFor()
  const panel = page.getByRole('region', { name: 'Price Details' })
  await panel.getByText(total, { exact: true }).waitFor()
  await saveScreenshot(page, 'back-from-bank-phone')
  expect(await faultsOf(page)).toEqual([])
  await pay(page)
  const second = page.url()
  await page.goto(first)
  await page.getByRole('link', { name: /^Back to/ }).waitFor()
  expect(await button(page, /^Pay/).count()).toBe(0)
  await page.goto(second)
  await button(page, /^Pay/).click()
  await confirmed(page)
  const total_amount = variant!.price * variant!.stock - 50
  expect(await newOrders()).toMatchObject([
    { order_status: 'CONFIRMED', coupon_code: 'ONCE50', total_amount },
    { order_status: 'CANCELLED', coupon_code: 'ONCE50', total_amount },
  ])
})

atNight(() => {
  it('ordering the cart again on another device ends the unpaid order, and bank and phone say so', async () => {
    const few = shoe.variants
      .filter(({ stock }) => stock > 0)
      .toSorted((one, other) => one.stock - other.stock)[0]!
    await fillCart(customer, [{ variant_id: few.id, quantity: few.stock }])
    const phone = await openPage('phone', VIKRAM)
    await phone.goto('/ordersummary?step=3')
    await pay(phone)
    const desktop = await openPage('desktop', VIKRAM)
    await desktop.goto('/ordersummary?step=3')
    await pay(desktop)
    await button(phone, /^Pay/).click()
    await phone.getByRole('heading', { name: 'This order has ended' }).waitFor()
    await saveScreenshot(phone, 'bank-ended-phone')
    await phone.getByRole('link', { name: /^Back to/ }).click()
    await phone.getByRole('link', { name: /^Ordered again as #/ }).waitFor()
    await saveScreenshot(phone, 'ordered-again-phone')
    expect(await faultsOf(phone)).toEqual([])
    await button(desktop, /^Pay/).click()
    await confirmed(desktop)
    await phone.getByRole('main').getByRole('link', { name: 'See all your orders' }).click()
    await phone.getByText('CONFIRMED').first().waitFor()
    expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED' }, { order_status: 'CANCELLED' }])
  })
})

it('Back at the bank after the payment shows the paid order', async () => {
  await fillCart(customer, [{ variant_id: plentiful().id, quantity: 1 }])
  const page = await openPage('phone', VIKRAM)
  await page.goto('/ordersummary?step=3')
  await pay(page)
  const bank = page.url()
  await fetch(bank, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })
  await page.goBack()
  await confirmed(page)
  expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED' }])
})

it('a cart order whose reply was lost is shown after a reload', async () => {
  await fillCart(customer, [{ variant_id: plentiful().id, quantity: 1 }])
  const page = await openPage('phone', VIKRAM)
  await page.goto('/ordersummary?step=3')
  await choose(page, /Cash on Delivery/)
  await loseReply(page)
  await button(page, 'Place Order (COD)').click()
  await page.getByRole('alert').getByText('Error placing order.').waitFor()
  await page.reload()
  await confirmed(page)
  expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED' }])
})

async function loseBuyNow(page: Page): Promise<void> {
  await page.goto(`/buynow-summary?product=${shoe.id}&variant=${plentiful().id}&step=3`)
  await choose(page, /Cash on Delivery/)
  await loseReply(page)
  await button(page, 'Place Order (COD)').click()
  await page.getByRole('alert').getByText('Error placing order.').waitFor()
}

atNight(() => {
  it('a buy-now order whose reply was lost is not placed again after a reload', async () => {
    const page = await openPage('phone', VIKRAM)
    await loseBuyNow(page)
    await page.reload()
    await confirmed(page)
    expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED' }])
  })

  it('a buy-now order whose reply was lost is not placed again with another way to pay', async () => {
    const page = await openPage('phone', VIKRAM)
    await loseBuyNow(page)
    await choose(page, /Online Payment/)
    await button(page, 'Proceed to Payment').click()
    await confirmed(page)
    await page.getByText('already placed as cash on delivery').waitFor()
    await saveScreenshot(page, 'placed-before-phone')
    expect(await faultsOf(page)).toEqual([])
    expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED', payment_method: 'COD' }])
  })
})

it('a shopper who paid while logged out is told to log in to see the payment', async () => {
  await fillCart(customer, [{ variant_id: plentiful().id, quantity: 1 }])
  const page = await openPage('phone', VIKRAM)
  await page.goto('/ordersummary?step=3')
  await pay(page)
  const bank = page.url()
  const visitor = await openPage('phone')
  await visitor.goto(bank)
  await button(visitor, /^Pay/).click()
  await visitor.getByText('Your payment is safe with us').first().waitFor()
  await saveScreenshot(visitor, 'paid-logged-out-phone')
  expect(await faultsOf(visitor)).toEqual([])
  await visitor.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await visitor.getByLabel('Email or phone number').fill(VIKRAM)
  await visitor.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(visitor, 'Login').click()
  await confirmed(visitor)
})

atNight(() => {
  it('a coupon that cannot be read after a reload is not lost: the order waits for it', async () => {
    await fillCart(customer, [{ variant_id: plentiful().id, quantity: 1 }])
    const page = await openPage('phone', VIKRAM)
    await page.goto('/ordersummary?step=2')
    await page.getByLabel('Coupon code').fill('WELCOME10')
    await button(page, 'Apply').click()
    await button(page, 'Continue to Payment').click()
    const total = money(plentiful().price - Math.min(500, plentiful().price / 10))
    const panel = page.getByRole('region', { name: 'Price Details' })
    await panel.getByText(total, { exact: true }).waitFor()
    await page.route('**/api/coupons/apply', (route) => route.abort())
    await page.reload()
    const notice = page
      .getByRole('main')
      .getByText('The shop could not be reached for your coupon WELCOME10.')
    await notice.waitFor()
    await choose(page, /Cash on Delivery/)
    await button(page, 'Place Order (COD)').click()
    await waitForToast(page, 'The shop could not be reached for your coupon WELCOME10.')
    await saveScreenshot(page, 'coupon-unreached-phone')
    expect(await faultsOf(page)).toEqual([])
    expect(await newOrders()).toEqual([])
    await page.unroute('**/api/coupons/apply')
    await panel.getByText(total, { exact: true }).waitFor()
    expect(await notice.count()).toBe(0)
    await button(page, 'Place Order (COD)').click()
    await confirmed(page)
    expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED', coupon_code: 'WELCOME10' }])
  })

  it('a logout while at the bank leaves no second order to pay', async () => {
    await fillCart(customer, [{ variant_id: plentiful().id, quantity: 1 }])
    const page = await openPage('phone', VIKRAM)
    await page.goto('/ordersummary?step=3')
    await pay(page)
    await page.evaluate(() => {
      const own = ['user', 'userId', 'accessToken', 'tokenExpiry', 'pendingOrderData', 'paymentStatus']
      for (const name of own) localStorage.removeItem(name)
    })
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByLabel('Email or phone number').fill(VIKRAM)
    await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
    await button(page, 'Login').click()
    await page.getByText('was not paid, so nothing was ordered').waitFor()
    await pay(page)
    expect(await newOrders()).toMatchObject([{ order_status: 'PENDING' }, { order_status: 'CANCELLED' }])
    await button(page, /^Pay/).click()
    await confirmed(page)
  })
})
