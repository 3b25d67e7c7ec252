/** What a shopper does before and after an order: chooses on a card, waits for a price, finds an order again, tracks it. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { ASHA, customerOf } from './customers.ts'
import { browserErrors, faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function check(page: Page, device: Device, name: string): Promise<void> {
  await expect.poll(() => faultsOf(page), { message: name }).toEqual([])
  await saveScreenshot(page, `coming-back-${device}-${name}`)
}

interface Mail {
  text: string
}

/** A mail to Asha with both texts, waited for. */
async function mailTo(...texts: string[]): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${shop.url}/dev/messages?to=${ASHA}`)
        const { messages } = (await reply.json()) as { messages: Mail[] }
        return (found = messages.findLast(({ text }) => texts.every((part) => text.includes(part))))
      },
      { timeout: 15_000 },
    )
    .toBeDefined()
  return found!
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('a card of several variants asks which one, and the message shows it', async () => {
    const page = await openSeparatePage(device, ASHA)
    const errors = browserErrors(page)
    await page.goto('/search-results?query=daud tez')
    await page.getByRole('article').first().hover()
    await page.getByRole('button', { name: /^Add Daud Tez 2 .+ to cart$/ }).click()
    const dialog = page.getByRole('dialog')
    await button(page, 'Red, UK 8').click()
    await button(page, 'Red, UK 9').last().click()
    await check(page, device, 'chooser')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Daud Tez 2 Road Running Shoe, Red, UK 9').waitFor()
    await button(page, 'View cart').click()
    await page.getByRole('heading', { name: 'Cart', level: 1 }).waitFor()
    const quantity = page.getByRole('textbox', { name: /^Quantity of Daud Tez/ })
    await quantity.fill('3')
    await quantity.press('Enter')
    await page.getByText('3 pieces:').waitFor()
    await page.reload()
    await page.getByText('3 pieces:').waitFor()
    expect(errors).toEqual([])
  })

  it('asks for a mail when a size is back, keeps that, and takes it back', async () => {
    const coat = await findProduct(shop.url, 'Prayog Cotton Drill Lab Coat')
    const page = await openSeparatePage(device, ASHA)
    await page.goto(`/product/${coat.id}`)
    await page.getByRole('button', { name: 'XL, Out of Stock' }).click()
    await button(page, 'Mail me when it is back').click()
    await page.getByText('We mail you when it is back.').waitFor()
    await check(page, device, 'notice')
    await page.reload()
    await button(page, 'Stop').click()
    await button(page, 'Mail me when it is back').waitFor()
  })

  it('finds an order again, tracks it by its mail without login, and orders it again', async () => {
    const asha = await customerOf(shop.url, ASHA)
    type Orders = { orders: { id: number; order_number: string; order_status: string }[] }
    const { orders } = await asha.get<Orders>('/api/orders?show=open&limit=100')
    const { id, order_number } = orders.find(({ order_status }) =>
      /^(CONFIRMED|PROCESSING)$/.test(order_status),
    )!
    runCommand(shop.dataDir, 'orders', 'ship', String(id), '--courier', 'Delhivery', '--tracking', 'DL 12/3')
    const mail = await mailTo(order_number, '/track/')
    const [track] = /http\S+\/track\/\S+/.exec(mail.text)!
    const guest = await openSeparatePage(device)
    await guest.addInitScript(recordShifts)
    const errors = browserErrors(guest)
    await guest.goto(new URL(track).pathname)
    await guest.getByRole('heading', { name: 'Order Shipped', level: 1 }).waitFor()
    const courier = guest.getByRole('link', { name: 'Track', exact: true })
    expect(await courier.getAttribute('href')).toMatch(/^https:\/\/www\.delhivery\.com\/.+DL%2012%2F3$/)
    expect(await guest.getByRole('main').innerText()).not.toMatch(/9876543210|Phone:/)
    expect(await guest.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toContain(
      order_number,
    )
    expect(await shiftOf(guest)).toBeLessThan(0.02)
    await check(guest, device, 'track')
    await guest.goto(`${new URL(track).pathname}x`)
    await guest.getByText('This link leads to no order.').waitFor()
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])

    const page = await openSeparatePage(device, ASHA)
    await page.goto('/account/orders')
    await page.getByRole('searchbox', { name: 'Search your orders' }).fill(order_number.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: `Order #${order_number}` }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.reload()
    await page.getByRole('link', { name: `Order #${order_number}` }).waitFor()
    await page.getByRole('searchbox', { name: 'Search your orders' }).fill('')
    await page.keyboard.press('Enter')
    await button(page, 'Delivered').click()
    await check(page, device, 'orders')
    await button(page, 'Order again').first().click()
    await page.waitForURL(/ordersummary|buynow-summary/)
  })
})
