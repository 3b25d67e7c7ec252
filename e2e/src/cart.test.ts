/** The cart: selection, quantities, saved items, and the way to the checkout. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Device, JOURNEY_DEVICES, saveScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { type Customer, fillCart, logIn } from './customers.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let rope: DemoProduct
let canoe: DemoProduct
let visitor: BrowserContext
let customer: Customer

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  rope = await findProduct(shop.url, 'Pahaad Static Kernmantle Rope')
  canoe = await findProduct(shop.url, 'Tarini Two-Seat Rescue Canoe')
})

/** A logged-in customer with a shoe (two), a rope and a canoe in the cart. */
async function arrive(device: Device): Promise<Page> {
  visitor = await newVisitor(browser, device, shop.url)
  customer = await logIn(visitor, shop.url)
  await fillCart(customer, [
    { variant_id: shoe.variant_id, quantity: 2 },
    { variant_id: rope.variants[2]!.id, quantity: 1 },
    { variant_id: canoe.variant_id, quantity: 1 },
  ])
  return await visitor.newPage()
}

const quantityOf = (page: Page, product: DemoProduct) =>
  page.getByRole('group', { name: `Quantity of ${product.name}` })

const cartOf = async () =>
  (await customer.get<{ cart: { product_id: number; quantity: number }[] }>('/api/cart')).cart.map(
    ({ product_id, quantity }) => [product_id, quantity],
  )

/** Opens the filled cart before each test, and expects no browser errors after it. */
function openCart(device: Device): { page: Page } {
  const cart = {} as { page: Page }
  beforeEach(async () => {
    cart.page = await arrive(device)
    const errors = browserErrors(cart.page)
    await cart.page.goto('/cart')
    await cart.page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    return async () => {
      expect(errors).toEqual([])
      await visitor.close()
    }
  })
  return cart
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  const cart = openCart(device)

  it('shows lines and totals, all selected', async () => {
    const { page } = cart
    await page.getByRole('main').getByText('3 items', { exact: true }).waitFor()
    for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true)
    const summary = page.getByRole('region', { name: 'Order Summary' })
    // 2 × 2,799 (deal) + 10,500 + 52,500: above 50,000, so delivered free.
    expect(await summary.textContent()).toContain('₹68,598.00')
    expect(await summary.textContent()).toContain('Free')
    expect(await horizontalOverflow(page)).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    await saveScreenshot(page, `cart-${device}`)
  })

  it('buys the selected lines, and saves the others for later', async () => {
    const { page } = cart
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
    expect(await cartOf()).toEqual([
      [shoe.id, 2],
      [rope.id, 1],
    ])
    await page.goBack()
    await page.getByRole('heading', { name: 'Saved for later (1)' }).waitFor()
    await saveScreenshot(page, `cart-saved-${device}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: new RegExp(`Move to cart.*${canoe.name}`) }).click()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    await expect.poll(async () => (await cartOf()).length).toBe(3)
  })
})

describe('on a phone', () => {
  const device = 'phone'
  const cart = openCart(device)

  it('selects and deselects one line and all lines', async () => {
    const { page } = cart
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await page.getByRole('checkbox', { name: `Buy ${canoe.name}` }).click()
    await page.getByRole('button', { name: 'BUY 2 SELECTED ITEM(S)' }).waitFor()
    const summary = page.getByRole('region', { name: 'Order Summary' })
    expect(await summary.textContent()).toContain('₹16,098.00')
    expect(await summary.textContent()).toContain('₹99.00')
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.click()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    await all.click()
    await page.getByRole('button', { name: 'SELECT ITEMS TO BUY' }).waitFor()
  })

  it('changes quantities at once and sends only the last of quick clicks', async () => {
    const { page } = cart
    const puts: number[] = []
    let release = () => {}
    const clicked = new Promise<void>((next) => (release = next))
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() === 'PUT') {
        puts.push((route.request().postDataJSON() as { quantity: number }).quantity)
        await clicked
      }
      await route.continue()
    })
    const stepper = quantityOf(page, shoe)
    for (const _ of [1, 2, 3]) await stepper.getByRole('button', { name: 'Increase quantity' }).click()
    await expect.poll(() => stepper.getByRole('status').textContent()).toBe('5')
    release()
    await expect.poll(cartOf).toContainEqual([shoe.id, 5])
    expect(puts).toEqual([3, 5])
    await quantityOf(page, rope).getByRole('button', { name: 'Increase quantity' }).click()
    const decrease = quantityOf(page, canoe).getByRole('button', { name: 'Decrease quantity' })
    expect(await decrease.isDisabled()).toBe(true)
    await expect.poll(cartOf).toContainEqual([rope.id, 2])
    await page.reload()
    await expect.poll(() => quantityOf(page, shoe).getByRole('status').textContent()).toBe('5')
  })

  it('removes a line', async () => {
    const { page } = cart
    await page.getByRole('button', { name: new RegExp(`Remove.*${rope.name}`) }).click()
    await page.getByRole('button', { name: 'BUY 2 SELECTED ITEM(S)' }).waitFor()
    await expect.poll(async () => (await cartOf()).length).toBe(2)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cart')
  })

  it('saves a single line for later and removes it', async () => {
    const { page } = cart
    await page.getByRole('button', { name: new RegExp(`Save for later.*${rope.name}`) }).click()
    const saved = page.getByRole('region', { name: 'Saved for later (1)' })
    await saved.waitFor()
    await expect.poll(async () => (await cartOf()).length).toBe(2)
    await saved.getByRole('button', { name: /Remove/ }).click()
    await saved.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await customer.get<{ saved: unknown[] }>('/api/saved')).saved.length)
      .toBe(0)
  })

  it('shows the empty state after the last line is removed', async () => {
    const { page } = cart
    for (const product of [shoe, rope, canoe]) {
      await page.getByRole('button', { name: new RegExp(`Remove.*${product.name}`) }).click()
    }
    await page.getByText('Your cart is empty').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await saveScreenshot(page, `cart-empty-${device}`)
    await page.getByRole('link', { name: 'Start Shopping' }).click()
    await page.waitForURL('**/collections')
  })
})

describe('when the server refuses', () => {
  it('restores a quantity and only logs the refusal', async () => {
    const page = await arrive('desktop')
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route('**/api/cart', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.goto('/cart')
    const stepper = quantityOf(page, shoe)
    await stepper.getByRole('button', { name: 'Increase quantity' }).click()
    await expect.poll(() => logged.some((text) => text.includes('Could not change the cart'))).toBe(true)
    await expect.poll(() => stepper.getByRole('status').textContent()).toBe('2')
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    await visitor.close()
  })

  it('restores a line that could not be removed', async () => {
    const page = await arrive('desktop')
    await page.route('**/api/cart/*', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto('/cart')
    await page.getByRole('button', { name: new RegExp(`Remove.*${rope.name}`) }).click()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    await visitor.close()
  })

  it('retries a cart that cannot be loaded, without a message', async () => {
    const page = await arrive('phone')
    let broken = true
    await page.route('**/api/cart', (route) => (broken ? route.abort() : route.continue()))
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByText('Your cart is empty').count()).toBe(0)
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'BUY 3 SELECTED ITEM(S)' }).waitFor()
    await visitor.close()
  })

  it('goes to the checkout even if the other lines could not be saved', async () => {
    const page = await arrive('desktop')
    await page.route('**/api/saved', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.goto('/cart')
    await page.getByRole('checkbox', { name: `Buy ${canoe.name}` }).click()
    await page.getByRole('button', { name: 'BUY 2 SELECTED ITEM(S)' }).click()
    await page.waitForURL('**/ordersummary')
    expect(await cartOf()).toHaveLength(3)
    await visitor.close()
  })
})

it('sends a guest to login and back', async () => {
  const guest = await newVisitor(browser, 'phone', shop.url)
  const page = await guest.newPage()
  await page.goto('/cart')
  await page.waitForURL('**/auth/login')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })
  await guest.close()
})

it('does not let sold-out lines be selected', async () => {
  const page = await arrive('desktop')
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'GET') return await route.continue()
    const reply = await route.fetch()
    const { cart, ...rest } = (await reply.json()) as { cart: { product_id: number }[] }
    const json = {
      ...rest,
      cart: cart.map((line) => (line.product_id === canoe.id ? { ...line, stock: 0 } : line)),
    }
    return await route.fulfill({ response: reply, json })
  })
  await page.goto('/cart')
  await page.getByRole('button', { name: 'BUY 2 SELECTED ITEM(S)' }).waitFor()
  expect(await page.getByRole('checkbox', { name: `Buy ${canoe.name}` }).isDisabled()).toBe(true)
  await page.getByText('Out of Stock').waitFor()
  await visitor.close()
})
