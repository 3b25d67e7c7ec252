/** Money at the desk: a customer pays by UPI, the owner finds it at the bank; then Razorpay gets its keys. */
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { type Device, JOURNEY_DEVICES, launchOptions, newVisitor, saveScreenshot } from './browser.ts'
import { VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openShop } from './shop.ts'

const UTR = '412345678901'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

async function check(page: Page, device: Device, name: string): Promise<void> {
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => faultsOf(page), { message: `${name}, ${device}` }).toEqual([])
  await saveScreenshot(page, `desk-${device}-${name}`)
}

/** Vikram orders something online. @returns the order, and the page where it is paid */
async function orderOnline(url: string): Promise<{ order_id: number; paymentUrl: string }> {
  const reply = await fetch(`${url}/dev/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ place: [{ customer: VIKRAM, items: [{ variant_id: 1 }] }] }),
  })
  const { placed } = (await reply.json()) as { placed: { order_id: number; paymentUrl: string }[] }
  return placed[0]!
}

async function openDesk(page: Page): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(page, 'Log in').click()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
}

async function setUpUpi(page: Page, device: Device): Promise<void> {
  await page.goto('/desk/settings/payments')
  await page.getByLabel(/^Your UPI id/).fill('haatshop@okhdfcbank')
  await button(page, 'Save').click()
  await page.getByText('Saved.').first().waitFor()
  await check(page, device, 'settings-payments')
}

async function enterKeys(card: Locator, secret: string): Promise<void> {
  await card.getByRole('button', { name: /^(Enter|Change) keys$/ }).click()
  const dialog = card.page().getByRole('dialog', { name: 'Keys of Razorpay' })
  await dialog.getByLabel('Key id').fill('rzp_test_simulated')
  await dialog.getByLabel('Key secret', { exact: true }).fill(secret)
  await dialog.getByLabel(/^Secret of the webhook/).fill('simulated-webhook-secret')
  await dialog.getByRole('button', { name: 'Save keys' }).click()
  await card.getByText('Test keys: no money moves').waitFor()
  await button(card, 'Try the connection').click()
}

it.each(JOURNEY_DEVICES)(
  'a payment by UPI is confirmed, and Razorpay gets its keys, on a %s',
  async (device) => {
    const shop = await openShop(undefined, { HAAT_DEV: '1', PAYMENT: 'upi,razorpay' })
    onTestFinished(shop.stop)
    const browser = await chromium.launch(await launchOptions())
    onTestFinished(() => browser.close())
    const desk = await (await newVisitor(browser, device, shop.url)).newPage()
    const errors = browserErrors(desk, /status of 40[19]/)
    await openDesk(desk)
    await setUpUpi(desk, device)

    const { order_id, paymentUrl } = await orderOnline(shop.url)
    const phone = await (await newVisitor(browser, 'phone', shop.url)).newPage()
    await phone.goto(paymentUrl)
    await phone.getByLabel(/^UTR of your payment/).fill(UTR)
    await button(phone, 'I have paid').click()
    await phone.getByRole('heading', { name: 'Thank you' }).waitFor()

    await desk.goto('/desk')
    await desk.getByRole('link', { name: /payment to confirm/ }).click()
    await desk.getByText('4123 4567 8901').waitFor()
    await check(desk, device, 'payments')
    await button(desk, 'My bank has it').click()
    await check(desk, device, 'confirm-payment')
    await button(desk, 'Confirm payment').click()
    await desk.getByText('No payment waits for you').waitFor()
    await desk.goto(`/desk/orders/${order_id}`)
    await desk.getByRole('heading', { name: 'Pack 1 piece' }).waitFor()
    await check(desk, device, 'order-paid-by-upi')

    await desk.goto('/desk/settings/payments')
    const card = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Razorpay' }) })
    await enterKeys(card, 'a-wrong-secret-1')
    await card.getByText(/^Razorpay does not accept the key id and secret/).waitFor()
    await enterKeys(card, 'simulated-key-secret')
    await card.getByText(/^Razorpay answers/).waitFor()
    await check(desk, device, 'keys')
    for (const screen of [
      'payments?view=refunds',
      'payments?view=all',
      'payments?view=settlement',
      'reports/money',
    ]) {
      await desk.goto(`/desk/${screen}`)
      await desk.locator('h1').first().waitFor()
      await check(desk, device, screen.replaceAll(/\W/g, '-'))
    }
    expect(errors).toEqual([])
  },
)
