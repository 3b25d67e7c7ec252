/** A checkout that finds an earlier order: of other items, of another customer, or with a payment under way. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, loseReply, ordersOf, type PlacedOrder, setAddresses, waitForToast } from './checkout-setup.ts'
import { ASHA, type Customer, customerOf, fillCart, storedSession, VIKRAM } from './customers.ts'
import { faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

let rope: DemoProduct
let shoe: DemoProduct
let customer: Customer
let before: number

beforeAll(async () => {
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

beforeEach(async () => {
  customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME])
  await fillCart(customer, [])
  before = (await ordersOf(customer)).length
})

const plentiful = ({ variants }: DemoProduct) => variants.toSorted((a, b) => b.stock - a.stock)[0]!
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const newOrders = async () => (await ordersOf(customer)).toReversed().slice(before)
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Order Confirmed', level: 1 }).waitFor()
/** Its confirmation follows 1.5 s later. */
const placed = (page: Page) => waitForToast(page, 'Order placed successfully!')
const processing = ({ order_number }: PlacedOrder) =>
  `Your payment for order #${order_number} is still being processed. Its items are kept for you.`

const buyNow = (page: Page, product: DemoProduct) =>
  page.goto(`/buynow-summary?product=${product.id}&variant=${plentiful(product).id}&step=3`)

async function payByCash(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
  await button(page, 'Place Order (COD)').click()
}

async function payOnline(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /UPI|Online Payment/ }).click()
  await button(page, 'Proceed to Payment').click()
  await page.waitForURL('**/pay/**')
}

async function payAtLab(page: Page, choice: string): Promise<void> {
  await payOnline(page)
  await page.getByText('Pay Lab').click()
  await button(page, choice).click()
  await page.getByText(/Checking your payment|Payment Not Confirmed Yet/).waitFor()
}

/** Sets the shop's clock, which stands still until it is reset: a payment then takes as long as the test says. */
async function setClock(change: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${shop.url}/dev/clock`, { method: 'POST', headers, body: JSON.stringify(change) })
}

async function changeSession(page: Page, email: string): Promise<void> {
  const session = await storedSession(shop.url, email)
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, session)
}

atNight(() => {
  it('a payment that the bank is processing keeps its order; other products can be ordered', async () => {
    await fillCart(customer, [{ variant_id: plentiful(shoe).id, quantity: 1 }])
    const page = await openPage('phone', VIKRAM)
    await setClock({ freeze: true })
    await page.goto('/ordersummary?step=3')
    await payAtLab(page, 'Pending, then success after 30 s')
    const [first] = (await newOrders()) as [PlacedOrder]
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await button(page, /^BUY/).click()
    await page.getByText(processing(first)).waitFor()
    await saveScreenshot(page, 'payment-processing-phone')
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/ordersummary?step=3')
    await page.getByText(processing(first)).waitFor()
    await payByCash(page)
    const refusal = page.getByRole('alert').filter({ hasText: processing(first) })
    await refusal.getByRole('link', { name: 'See the order' }).waitFor()
    await saveScreenshot(page, 'payment-processing-refused-phone')
    expect(await faultsOf(page)).toEqual([])

    // The redirect says that the second one is paid; the shop hears nothing from the bank.
    await buyNow(page, rope)
    await page.getByText(processing(first)).waitFor()
    await payAtLab(page, 'No callback')
    const [, second] = (await newOrders()) as [PlacedOrder, PlacedOrder]
    await buyNow(page, rope)
    await page.getByText(processing(second)).waitFor()
    await payByCash(page)
    await page
      .getByRole('alert')
      .filter({ hasText: processing(second) })
      .waitFor()
    await setClock({ advance: 31 })
    await expect.poll(async () => (await newOrders())[0]?.order_status).toBe('CONFIRMED')
    await setClock({ reset: true })
    expect((await newOrders()).map(({ order_status }) => order_status)).toEqual(['CONFIRMED', 'PENDING'])
  })

  it('a checkout of other items leaves a payment alone; one of the same item ends it, and says so', async () => {
    await fillCart(customer, [{ variant_id: plentiful(shoe).id, quantity: 1 }])
    const page = await openPage('phone', VIKRAM)
    await page.goto('/ordersummary?step=3')
    await payOnline(page)
    const other = await page.context().newPage()
    await buyNow(other, rope)
    await payByCash(other)
    await placed(other)
    await button(page, /^Pay/).click()
    await confirmed(page)

    await page.goto(`/product/${rope.id}?variant=${plentiful(rope).id}`)
    await button(page, 'Buy Now').click()
    await button(page, 'DELIVER HERE').click()
    await button(page, 'Continue to Payment').click()
    await payOnline(page)
    await page.goto(`/product/${rope.id}?variant=${plentiful(rope).id}`)
    await button(page, 'Buy Now').click()
    const { order_number } = (await newOrders())[2]!
    await page.getByText(`Order #${order_number} was not paid`).waitFor()
    const statuses = (await newOrders()).map(({ order_status }) => order_status)
    expect(statuses).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
  })
})

it('a payment that fails leads back to its own checkout, and leaves another tab to pay', async () => {
  const page = await openPage('phone', VIKRAM)
  await buyNow(page, shoe)
  await payOnline(page)
  const other = await page.context().newPage()
  await buyNow(other, rope)
  await payOnline(other)
  await button(page, 'Decline').click()
  await page.waitForURL(`**/buynow-summary?product=${shoe.id}&variant=${plentiful(shoe).id}**`)
  const [{ order_number }] = (await newOrders()) as [PlacedOrder]
  await page.getByText(`Order #${order_number} was not paid`).waitFor()
  await button(other, /^Pay/).click()
  await confirmed(other)

  const lines = [shoe, rope].map((product) => ({ variant_id: plentiful(product).id, quantity: 1 }))
  await fillCart(customer, lines)
  await page.goto('/ordersummary?step=3')
  await payOnline(page)
  await buyNow(other, rope)
  await other.getByRole('radio', { name: /Cash on Delivery/ }).waitFor()
  await button(page, /^Pay/).click()
  await confirmed(page)
  const statuses = (await newOrders()).map(({ order_status }) => order_status)
  // The shoe was ordered again, which ends the order whose payment failed.
  expect(statuses).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED'])
})

it('an order whose reply was lost is not the answer to an order of other items', async () => {
  const page = await openPage('phone', VIKRAM)
  const other = await page.context().newPage()
  await other.setViewportSize(page.viewportSize()!)
  await buyNow(other, rope)
  await other.getByRole('radio', { name: /Cash on Delivery/ }).waitFor()
  await buyNow(page, shoe)
  await loseReply(page)
  await payByCash(page)
  await page.getByRole('alert').getByText('Error placing order.').waitFor()
  const [first] = (await newOrders()) as [PlacedOrder]
  await payByCash(other)
  const notice = other
    .getByRole('alert')
    .filter({ hasText: `Your earlier order #${first.order_number} was placed` })
  await notice.getByRole('link', { name: 'See the order' }).waitFor()
  await saveScreenshot(other, 'earlier-order-phone')
  expect(await faultsOf(other)).toEqual([])
  expect(await newOrders()).toHaveLength(1)
  await button(other, 'Place Order (COD)').click()
  await placed(other)
  const [, second] = (await newOrders()) as [PlacedOrder, PlacedOrder]
  expect(second.order_items).toMatchObject([{ variant_id: plentiful(rope).id }])
})

atNight(() => {
  it('an order whose reply was lost is told in a checkout of other items', async () => {
    const page = await openPage('phone', VIKRAM)
    await loseReply(page)
    await buyNow(page, shoe)
    await payByCash(page)
    await page.getByRole('alert').getByText('Error placing order.').waitFor()
    await buyNow(page, rope)
    await page.getByText(/Your earlier order #\w+ was placed/).waitFor()
    await page.getByRole('radio', { name: /Cash on Delivery/ }).waitFor()
    expect(await newOrders()).toHaveLength(1)
  })

  it('another customer of the device neither sees nor forgets an order without a reply', async () => {
    const page = await openPage('phone', VIKRAM)
    await buyNow(page, shoe)
    await loseReply(page)
    await payByCash(page)
    await page.getByRole('alert').getByText('Error placing order.').waitFor()
    await changeSession(page, ASHA)
    await buyNow(page, rope)
    await payByCash(page)
    await placed(page)
    await changeSession(page, VIKRAM)
    await buyNow(page, shoe)
    await confirmed(page)
    expect(await newOrders()).toMatchObject([{ order_status: 'CONFIRMED' }])

    await buyNow(page, shoe)
    await payOnline(page)
    await page.goto('/')
    await changeSession(page, ASHA)
    await buyNow(page, shoe)
    await button(page, 'Place Order (COD)')
      .or(page.getByRole('radio', { name: /Cash on Delivery/ }))
      .first()
      .waitFor()
    await changeSession(page, VIKRAM)
    await buyNow(page, shoe)
    await page.getByText('was not paid, so nothing was ordered').waitFor()
    const statuses = (await newOrders()).map(({ order_status }) => order_status)
    expect(statuses).toEqual(['CONFIRMED', 'CANCELLED'])
  })
})

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Login').click()
}

atNight(() => {
  it('login tells who has paid that the payment is safe, and shows no order to another customer', async () => {
    const page = await openPage('phone', VIKRAM)
    await buyNow(page, shoe)
    await payOnline(page)
    const endSession = () => page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
    await endSession()
    await button(page, /^Pay/).click()
    await page.waitForURL('**/auth/login')
    await page.getByText('Your payment is safe with us').waitFor()
    await saveScreenshot(page, 'paid-session-ended-phone')
    expect(await faultsOf(page)).toEqual([])
    await logIn(page, VIKRAM)
    await confirmed(page)
    await endSession()
    await page.reload()
    await page.waitForURL('**/auth/login')
    await logIn(page, ASHA)
    await page.getByRole('heading', { name: 'My Orders', level: 1 }).waitFor()
  })
})
