/** The checkout of a single product. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { HOME, money, ordersOf, setAddresses, waitForToast } from './checkout-setup.ts'
import { customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Price Summary' })

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('buys one piece in three steps and does not change the cart', async () => {
    const shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
    const variant = shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!
    const customer = await customerOf(shop.url)
    await setAddresses(customer, [HOME])
    await fillCart(customer, [{ variant_id: variant.id, quantity: 2 }])
    const page = await openPage(device, VIKRAM)
    const errors = browserErrors(page)
    const faults: string[] = []
    const look = async (name: string) => {
      await saveScreenshot(page, `buy-now-${name}-${device}`)
      faults.push(...(await faultsOf(page)))
    }
    await page.goto(`/buynow-summary?product=${shoe.id}&variant=${variant.id}`)
    await page.getByRole('heading', { name: 'Buy Now', level: 1 }).waitFor()
    await page.getByRole('region', { name: "You're buying" }).getByText(shoe.name).waitFor()
    await page.getByRole('link', { name: 'Back to Product' }).waitFor()
    await page.getByText('Vikram Rathore').first().waitFor()
    for (const text of ['Price (1 item)', '₹99.00', money(variant.price + 99)])
      await panel(page).getByText(text, { exact: true }).waitFor()
    await look('1-address')
    await button(page, 'DELIVER HERE').click()
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    expect(await page.getByLabel('Coupon code').count()).toBe(0)
    await look('2-summary')
    await button(page, 'Continue to Payment').click()
    for (const label of ['Online Payment', 'UPI', 'Card'])
      await page.getByText(label, { exact: true }).waitFor()
    await button(page, 'Proceed to Payment').click()
    await waitForToast(page, 'Please select a payment method!')
    await page.getByRole('radio', { name: /Cash on Delivery/ }).click()
    await look('3-payment')
    await button(page, 'Place Order (COD)').click()
    await page.waitForURL('**/order-confirmation/*')
    const [order] = await ordersOf(customer)
    expect(order).toMatchObject({
      total_amount: variant.price + 99,
      total_shipping_price: 99,
      order_items: [{ variant_id: variant.id, quantity: 1 }],
    })
    expect((await customer.get<{ cart: { quantity: number }[] }>('/api/cart')).cart).toMatchObject([
      { quantity: 2 },
    ])
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })
})
