/** The product page: gallery, variants, the two ways to buy, and messages for missing data. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, saveScreenshot, newVisitor } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { fillCart, logIn } from './customers.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let buoy: DemoProduct

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  buoy = await findProduct(shop.url, 'Tarini Solas Ring Buoy')
})

async function visit(device: Device, path: string): Promise<Page> {
  const visitor = await newVisitor(browser, device, shop.url)
  const page = await visitor.newPage()
  await page.goto(path)
  return page
}

const leave = (page: Page): Promise<void> => page.context().close()
const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures and videos' })

describe.each(['phone', 'desktop'] as const)('on a %s', (device) => {
  it('shows all details of a product, without faults', async () => {
    const visitor = await newVisitor(browser, device, shop.url)
    const page = await visitor.newPage()
    const errors = browserErrors(page)
    await page.goto(`/product/${shoe.id}`)
    await page.getByRole('heading', { level: 1, name: shoe.name }).waitFor()
    for (const text of [
      '₹2,799.00',
      '38% off',
      'MRP incl. of all taxes',
      'In Stock (14 available)',
      'Available Variants',
      'About this item',
      'About the Item',
      'HOT DEAL!',
      'Return & Exchange',
      'Customer Service',
      'Shipping & Delivery',
      'Warranty',
      'Country of origin',
    ]) {
      expect(await page.getByText(text, { exact: true }).count(), text).toBe(1)
    }
    expect(await page.locator('s').first().textContent()).toContain('₹4,499.00')
    expect(await page.title()).toContain(shoe.name)
    const related = page.getByRole('region', { name: 'Related Products' })
    await related.getByRole('article').first().waitFor()
    const cards = await related.getByRole('article').count()
    expect(cards).toBeGreaterThan(3)
    expect(cards).toBeLessThanOrEqual(8)
    expect(await related.getByText(shoe.name).count()).toBe(0)
    expect(await horizontalOverflow(page)).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    expect(errors).toEqual([])
    await saveScreenshot(page, `product-${device}`)
    await leave(page)
  })

  it('changes price, stock and gallery with the variant, and keeps the variant on reload', async () => {
    const page = await visit(device, `/product/${shoe.id}`)
    const charcoal = shoe.variants.find((variant) => variant.color === 'Charcoal')!
    await page.getByRole('button', { name: 'Charcoal, UK 9' }).click()
    await page.getByText(`In Stock (${charcoal.stock} available)`).waitFor()
    await page.getByText('₹3,499.00', { exact: true }).waitFor()
    expect(await page.getByText('HOT DEAL!').count()).toBe(0)
    const first = pictures(page).getByRole('img').first()
    expect(await first.getAttribute('src')).toBe(charcoal.media[0]?.media_url)
    expect(page.url()).toContain(`variant=${charcoal.id}`)
    await page.reload()
    await page.getByText(`In Stock (${charcoal.stock} available)`).waitFor()
    await page.getByRole('button', { name: /Blue, UK 10/ }).click()
    await page.getByText('Out of Stock', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Buy Now' }).isDisabled()).toBe(true)
    await leave(page)
  })
})

describe('buying, on a phone', () => {
  const device = 'phone'

  it('sends a guest to login and then to the cart', async () => {
    const page = await visit(device, `/product/${shoe.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.waitForURL('**/auth/login')
    expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/cart' })
    await page.getByLabel('Email or phone number').fill('9123456780')
    await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/cart')
    await leave(page)
  })

  it('adds the variant to the cart and goes there', async () => {
    const visitor = await newVisitor(browser, device, shop.url)
    const customer = await logIn(visitor, shop.url)
    await fillCart(customer, [])
    const page = await visitor.newPage()
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() === 'POST') await new Promise((next) => setTimeout(next, 400))
      await route.continue()
    })
    const red = shoe.variants.find((variant) => variant.color === 'Red')!
    await page.goto(`/product/${shoe.id}?variant=${red.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const adding = page.getByRole('button', { name: 'ADDING...' })
    await adding.waitFor()
    expect(await adding.isDisabled()).toBe(true)
    await page.getByText('✅ Item added to cart!').waitFor()
    await page.waitForURL('**/cart')
    await page.getByText('Red, UK 8').waitFor()
    const { cart } = await customer.get<{ cart: { variant_id: number; quantity: number }[] }>('/api/cart')
    expect(cart).toMatchObject([{ variant_id: red.id, quantity: 1 }])
    await leave(page)
  })

  it('opens buy-now without login, with the product in the navigation state', async () => {
    const page = await visit(device, `/product/${shoe.id}`)
    const states: unknown[] = []
    await page.exposeFunction('keepState', (state: unknown) => states.push(state))
    await page.evaluate(() => {
      const push = history.pushState.bind(history)
      history.pushState = (data, unused, url) => {
        ;(window as unknown as { keepState(state: unknown): void }).keepState([url, data.usr])
        push(data, unused, url)
      }
    })
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await page.waitForURL((url) => ['/buynow-summary', '/ordersummary'].includes(url.pathname))
    const variant = shoe.variants.find(({ id }) => id === shoe.variant_id)!
    expect(states[0]).toEqual([
      '/ordersummary',
      {
        product: {
          id: shoe.id,
          name: shoe.name,
          price: variant.price * 100,
          qty: 1,
          image: variant.media[0]?.media_url,
          variant_id: variant.id,
        },
      },
    ])
    await leave(page)
  })

  it('shows a message when the cart refuses', async () => {
    const visitor = await newVisitor(browser, device, shop.url)
    await logIn(visitor, shop.url)
    const page = await visitor.newPage()
    await page.route('**/api/cart', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.goto(`/product/${shoe.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByText('❌ Failed to add item to cart.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/product/${shoe.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).waitFor()
    await leave(page)
  })
})

describe('the gallery', () => {
  it('plays and pauses an uploaded video on a click', async () => {
    const page = await visit('desktop', `/product/${shoe.id}`)
    await page.getByRole('button', { name: /^Video/ }).click()
    const video = page.locator('video')
    await video.click()
    await page.getByRole('button', { name: 'Pause video' }).waitFor()
    expect(await video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(false)
    await video.click()
    await page.getByRole('button', { name: 'Play video' }).waitFor()
    expect(await video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true)
    await leave(page)
  })

  it('shows a YouTube video in a frame without cookies, and loads nothing before', async () => {
    const visitor = await newVisitor(browser, 'desktop', shop.url)
    const page = await visitor.newPage()
    const asked: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>film</title>' })
    })
    await page.goto(`/product/${buoy.id}`)
    await page.getByRole('button', { name: /^Video/ }).waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: /^Video/ }).click()
    await page.locator('iframe').waitFor()
    await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
    await leave(page)
  })

  it('zooms to 200 percent under the mouse, on a desktop only', async () => {
    const page = await visit('desktop', `/product/${shoe.id}`)
    const panel = page.locator('[data-zoom-panel]')
    const area = page.locator('[data-zoom-area]')
    await area.waitFor()
    expect(await panel.isVisible()).toBe(false)
    const box = (await area.boundingBox())!
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 4)
    await panel.locator('img').waitFor()
    const shown = (await panel.boundingBox())!
    const picture = (await panel.locator('img').boundingBox())!
    expect(picture.width / box.width).toBeCloseTo(2, 1)
    expect((shown.x - picture.x) / picture.width).toBeCloseTo(0.25, 1)
    expect((shown.y - picture.y) / picture.height).toBeCloseTo(0.125, 1)
    await page.mouse.move(box.x + box.width + 300, box.y - 50)
    await panel.waitFor({ state: 'hidden' })
    await leave(page)
    const phone = await visit('phone', `/product/${shoe.id}`)
    await phone.getByRole('heading', { name: shoe.name }).waitFor()
    expect(await phone.locator('[data-zoom-area]').count()).toBe(0)
    await leave(phone)
  })

  it.each([
    ['phone', 3.5],
    ['tablet', 5],
  ] as const)('has a strip to swipe on a %s, %d thumbnails wide', async (device, wide) => {
    const page = await visit(device, `/product/${shoe.id}`)
    const strip = page.getByRole('list', { name: 'Thumbnails' })
    await strip.waitFor()
    const room = (await strip.boundingBox())!.width
    const one = (await strip.getByRole('listitem').first().boundingBox())!.width
    expect((room + 8) / (one + 8)).toBeCloseTo(wide, 0)
    await leave(page)
  })

  it('works with the keyboard', async () => {
    const page = await visit('desktop', `/product/${shoe.id}`)
    const second = page.getByRole('button', { name: 'Picture 2 of 5' })
    await second.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
    await page.getByRole('button', { name: 'Show full screen' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: shoe.name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await leave(page)
  })
})

describe('without a product', () => {
  it.each(['/product/999999', '/product/nothing', '/product/0'])(
    '%s shows that there is no product',
    async (path) => {
      const page = await visit('phone', path)
      await page.getByText('No product found.', { exact: true }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await leave(page)
    },
  )

  it('shows within three seconds that it could not be fetched', async () => {
    const visitor = await newVisitor(browser, 'desktop', shop.url)
    const page = await visitor.newPage()
    await page.route(`**/api/products/${shoe.id}`, (route) => route.abort())
    await page.goto(`/product/${shoe.id}`)
    await page.getByText('No Products Found.', { exact: true }).waitFor({ timeout: 3000 })
    await leave(page)
  })

  it('shows Loading... and the data of the card while it loads', async () => {
    const visitor = await newVisitor(browser, 'desktop', shop.url)
    const page = await visitor.newPage()
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    await page.route(/\/api\/products\/\d+$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/newarrivals')
    const card = page.getByRole('article').first()
    const name = (await card.getByRole('heading').textContent())!
    await card.getByRole('link').first().click()
    await page.getByText('Loading...', { exact: true }).waitFor()
    await page.getByRole('main').getByText(name).waitFor()
    release()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await leave(page)
  })

  it('shows messages without related products, and when they cannot be fetched', async () => {
    const visitor = await newVisitor(browser, 'phone', shop.url)
    const page = await visitor.newPage()
    await page.route('**/api/products/filter?*', (route) => route.abort())
    await page.goto(`/product/${shoe.id}`)
    await page.getByText('No related products found.').waitFor()
    await leave(page)
  })

  it('shows a message for a product without variants', async () => {
    const visitor = await newVisitor(browser, 'phone', shop.url)
    const page = await visitor.newPage()
    await page.route(`**/api/products/${shoe.id}`, async (route) => {
      const reply = await route.fetch()
      const product: Record<string, unknown> = await reply.json()
      await route.fulfill({ response: reply, json: { ...product, variants: [] } })
    })
    await page.goto(`/product/${shoe.id}`)
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await page.getByText('❌ No variant selected!').waitFor()
    await leave(page)
  })
})
