/** A buyer rates what was delivered, a shopper reads it and asks, and the merchant answers at the desk. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { ASHA, customerOf, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'

useShop()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The answer to a question, which stays on the page of the product. */
const cottonBag = (device: Device) => `Yes, with one of cotton, for a ${device}.`
const reviews = (page: Page) => page.getByRole('region', { name: 'Ratings & Reviews' })

async function check(page: Page, device: Device, name: string): Promise<void> {
  await expect.poll(() => faultsOf(page), { message: name }).toEqual([])
  await saveScreenshot(page, `reviews-${device}-${name}`)
}

/** A delivered order of Asha's. */
async function deliveredOrder(): Promise<number> {
  const asha = await customerOf(shop.url, ASHA)
  type Orders = { orders: { id: number; order_status: string }[] }
  const { orders } = await asha.get<Orders>('/api/orders?limit=100')
  return orders.find(({ order_status }) => order_status === 'DELIVERED')!.id
}

async function answerAtDesk(device: Device): Promise<void> {
  const desk = await openSeparatePage(device)
  await desk.goto('/desk/reviews')
  await desk.getByLabel('Email').fill('owner@example.com')
  await desk.getByLabel('Password', { exact: true }).fill('Demo@1234')
  await button(desk, 'Log in').click()
  await desk.getByText('Warm and bright.').first().waitFor()
  await button(desk, 'Answer').first().click()
  await desk.getByLabel('Your answer').fill('Thank you, Asha!')
  await desk.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await desk.getByText('The review is answered.').waitFor()
  await check(desk, device, 'desk')
  await desk.goto('/desk/reviews?view=questions')
  await desk.getByText('Does it come with a bag?').first().waitFor()
  await button(desk, 'Answer').first().click()
  await desk.getByLabel('Your answer').fill(cottonBag(device))
  await desk.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await desk.getByText('The question is answered.').waitFor()
  await check(desk, device, 'desk-questions')
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('a buyer reviews with stars, words and a photo, and others read, find it helpful and ask', async () => {
    const buyer = await openSeparatePage(device, ASHA)
    const errors = browserErrors(buyer)
    await buyer.goto(`/order-confirmation/${await deliveredOrder()}`)
    await buyer.getByRole('link', { name: 'Rate and review' }).first().click()
    const dialog = buyer.getByRole('dialog')
    await button(buyer, 'Send Review').click()
    await dialog.getByText('Please choose one to five stars').waitFor()
    await dialog.locator('label', { hasText: '4 stars: Good' }).click()
    await dialog.getByLabel(/What did you like/).fill('Warm and bright.')
    const photo = { name: 'mine.png', mimeType: 'image/png', buffer: await buyer.screenshot() }
    await dialog.getByLabel('Add photos').setInputFiles(photo)
    await dialog.getByAltText('Preview of photo 1').waitFor()
    await check(buyer, device, 'dialog')
    await button(buyer, 'Send Review').click()
    await dialog.waitFor({ state: 'detached' })
    await reviews(buyer).getByText('Warm and bright.').waitFor()
    await reviews(buyer)
      .getByAltText(/^Photo 1 by Asha/)
      .waitFor()
    await check(buyer, device, 'own')

    const other = await openSeparatePage(device, VIKRAM)
    await other.goto(new URL(buyer.url()).pathname)
    await reviews(other).getByText('Warm and bright.').waitFor()
    await button(other, /^Helpful/).click()
    await button(other, /^Helpful \(1\)/).waitFor()
    await button(other, 'Ask a Question').click()
    await other.getByLabel('Your question').fill('Does it come with a bag?')
    await button(other, 'Send Question').click()
    await other.getByText('Thank you. We mail you our answer.').waitFor()
    await answerAtDesk(device)
    await other.reload()
    await other.evaluate(recordShifts)
    await reviews(other).getByText('Thank you, Asha!').waitFor()
    await reviews(other).getByText(cottonBag(device)).waitFor()
    expect(await shiftOf(other)).toBeLessThanOrEqual(0.02)
    await reviews(other).scrollIntoViewIfNeeded()
    await check(other, device, 'read')
    await button(buyer, 'Delete').click()
    await buyer
      .getByRole('dialog', { name: 'Delete your review?' })
      .getByText('Delete', { exact: true })
      .click()
    await reviews(buyer)
      .getByText(/No reviews yet/)
      .waitFor()
    expect(errors).toEqual([])
  })
})
