/** A shop with several payment providers: each of them is paid once, one after it has failed. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, saveScreenshot } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { HOME, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { type Customer, customerOf, fillCart, storedSession, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { browser, useShop } from './setup.ts'
import { openShop, runCommand, type RunningShop } from './shop.ts'

useShop()

let own: RunningShop
let customer: Customer
let page: Page
let variant_id: number

beforeAll(async () => {
  own = await openShop(undefined, { HAAT_DEV: '1', PAYMENT: 'upi,phonepe,razorpay' })
  runCommand(own.dataDir, 'settings', 'set', 'payments.upi.id=haatshop@okhdfcbank')
  customer = await customerOf(own.url)
  await setAddresses(customer, [HOME])
  const { variants } = await findProduct(own.url, 'Daud Tez 2 Road Running Shoe')
  variant_id = variants.toSorted((a, b) => b.stock - a.stock)[0]!.id
})

afterAll(() => own.stop())

const press = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact }).click()
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const latest = async () => (await ordersOf(customer))[0]!

async function orderBy(provider: RegExp): Promise<void> {
  await fillCart(customer, [{ variant_id, quantity: 1 }])
  await page.goto('/ordersummary?step=3')
  await page.getByRole('radio', { name: provider }).click()
  expect(await faultsOf(page)).toEqual([])
}

/** Looks at a page of the payment, too. */
async function toProvider(): Promise<void> {
  await press('Proceed to Payment')
  await page.waitForURL(/\/pay\/|\/dev\//)
  expect(await faultsOf(page)).toEqual([])
}

it('pays by each provider', async () => {
  page = await (await newVisitor(browser, 'phone', own.url)).newPage()
  await page.goto('/healthz')
  await page.evaluate((session) => Object.assign(localStorage, session), await storedSession(own.url, VIKRAM))
  const errors = browserErrors(page)

  await orderBy(/Any UPI app/)
  await toProvider()
  await page.getByRole('link', { name: /^Pay ₹.* with a UPI app$/ }).waitFor()
  await saveScreenshot(page, 'pay-upi-phone')
  // The way back after a payment in the app, which nobody reports.
  await page.goBack()
  await page.getByText(/^Have you paid order #\w+ by UPI\?/).waitFor()
  await saveScreenshot(page, 'pay-upi-back-phone')
  expect((await latest()).order_status).toBe('PENDING')
  await page.getByRole('link', { name: 'Type the UTR' }).click()
  await page.getByLabel(/^UTR/).fill('4123 4567 8901')
  await press('I have paid')
  await heading('Thank you')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByText('Comparing With Our Bank').waitFor()
  expect(await faultsOf(page)).toEqual([])
  runCommand(own.dataDir, 'payments', 'confirm', (await latest()).order_number)
  await heading('Order Confirmed')

  await orderBy(/PhonePe/)
  await toProvider()
  await press('Paid')
  await waitForToast(page, 'Payment successful! Order confirmed.')
  await heading('Order Confirmed')

  await orderBy(/Razorpay/)
  await toProvider()
  await press('Pay with Razorpay')
  await press('Failed')
  await page.getByText('Payment Not Confirmed Yet').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'See the order' }).click()
  await press(/^Pay now/, false)
  await page.getByRole('radio', { name: /PhonePe/ }).click()
  expect(await faultsOf(page)).toEqual([])
  await toProvider()
  await press('Paid')
  await heading('Order Confirmed')

  await orderBy(/Cash on Delivery/)
  await press('Place Order (COD)')
  await heading('Order Confirmed')
  const orders = await ordersOf(customer)
  expect(orders.map(({ order_status }) => order_status)).toEqual(Array(4).fill('CONFIRMED'))
  expect(errors).toEqual([])
})
