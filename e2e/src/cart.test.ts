/** The cart: selection, the way to the checkout and back. */
import { expect, it, describe } from 'vitest'
import { JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { customerOf, fillCart, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('buys the selected lines, saves the others for later, and moves them back', async () => {
    const shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
    const rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
    const canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
    const customer = await customerOf(shop.url)
    await fillCart(customer, [
      { variant_id: shoe.variant_id, quantity: 2 },
      { variant_id: rope.variants[2]!.id, quantity: 1 },
      { variant_id: canoe.variant_id, quantity: 1 },
    ])
    const linesOf = async () => {
      const { cart } = await customer.get<{ cart: { product_id: number; quantity: number }[] }>('/api/cart')
      return cart.map(({ product_id, quantity }) => [product_id, quantity])
    }
    const page = await openPage(device, VIKRAM)
    const errors = browserErrors(page)
    await page.goto('/cart')
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await saveScreenshot(page, `cart-${device}`)

    await page.getByRole('checkbox', { name: `Buy ${canoe.name}` }).click()
    await page.getByRole('button', { name: 'BUY 2 SELECTED ITEM(S)' }).click()
    await page.waitForURL('**/ordersummary')
    const state = await page.evaluate(() => history.state.usr)
    expect(state.totals).toEqual({ subtotal: 1_609_800, shipping: 9_900, tax: 0, finalTotal: 1_619_700 })
    expect(state.cartItems).toMatchObject([
      {
        product_id: shoe.id,
        variant_id: shoe.variant_id,
        name: shoe.name,
        price: 279_900,
        originalPrice: 449_900,
        quantity: 2,
        declared_value: 279_900,
      },
      { product_id: rope.id, quantity: 1 },
    ])
    expect(await linesOf()).toEqual([
      [shoe.id, 2],
      [rope.id, 1],
    ])

    await page.goBack()
    await page.getByRole('heading', { name: 'Saved for later (1)' }).waitFor()
    await saveScreenshot(page, `cart-saved-${device}`)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: new RegExp(`Move to cart.*${canoe.name}`) }).click()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    await expect.poll(async () => (await linesOf()).length).toBe(3)
    await page.reload()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    expect(errors).toEqual([])
  })
})
