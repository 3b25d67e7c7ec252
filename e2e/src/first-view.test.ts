/** Pages as the server renders them: without JavaScript, and while the browser takes them over. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atNight, byDepth } from '../../scripts/depth.ts'
import { type Device, JOURNEY_DEVICES, newVisitor } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { ASHA, storedSession } from './customers.ts'
import { browserErrors, horizontalOverflow, recordShifts, shiftOf } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

const PUBLIC = [
  '/',
  '/products?page=2',
  '/collections?category=3&sort=price_asc',
  '/category-page?category=1',
  '/search-results?query=shoe',
  '/newarrivals',
  '/hotdeals',
  '/product/1',
  '/product/999999',
  '/pages/about',
]

async function openVisitor(device: Device, session: Record<string, string> = {}): Promise<Page> {
  const visitor = await newVisitor(browser, device, shop.url)
  await visitor.addInitScript(recordShifts)
  await visitor.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, session)
  return visitor.newPage()
}

/** Calls of the API that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

/** Lets the page `act` in the moment between React's start and its first step. */
const actAtStart = (page: Page, act: () => void) =>
  page.addInitScript(`{
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      add.call(this, type, ...rest)
      if (this.id !== 'root' || globalThis.hasActed) return
      globalThis.hasActed = true
      queueMicrotask(${act.toString()})
    }
  }`)

atNight(() => {
  it.each(byDepth([768], [768, 1280]))(
    'a page leaves the search field its place at a login, at a width of %i pixels',
    async (width) => {
      const page = await openVisitor('desktop')
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/pages/about')
      const placeBeside = async (shown: string) => {
        await page.getByRole('banner').getByText(shown).first().waitFor()
        return page.getByRole('combobox', { name: 'Search products' }).boundingBox()
      }
      const place = await placeBeside('Login')
      expect(place?.width).toBeGreaterThan(160)
      // In another tab: a page keeps its font, but opened again it may have the one that came too late before.
      const tab = await page.context().newPage()
      await tab.goto('/healthz')
      await tab.evaluate(
        (session) => {
          for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value)
        },
        await storedSession(shop.url, ASHA),
      )
      expect(await placeBeside('Hi, Asha')).toEqual(place)
    },
  )
})

it('an address without a page leads Home without a jump', async () => {
  const page = await openVisitor('desktop')
  await page.goto('/no-such-page', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'DEALS OF THE DAY' }).waitFor()
  expect(await shiftOf(page)).toBeLessThan(0.02)
})

it('a rendered page keeps a choice that comes before React has taken over anything', async () => {
  const page = await openVisitor('desktop')
  await actAtStart(page, () => document.querySelector<HTMLElement>('main [name=in_stock]')?.click())
  await page.goto('/collections')
  await page.waitForURL(/in_stock=1/)
  expect(await page.getByRole('checkbox', { name: 'In stock only' }).isChecked()).toBe(true)
})

/** Not the related products, far below a product. */
const isOfFirstView = (call: string): boolean => !/filter\?category=\d+&like=\d+&limit=8$/.test(call)

describe.each(JOURNEY_DEVICES)('a rendered page on a %s', (device) => {
  it('is taken over without a call, an error or a jump', async () => {
    const { id } = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
    const page = await openVisitor(device)
    const errors = browserErrors(page, /status of 404/)
    const calls = callsOf(page)
    for (const path of [...PUBLIC, `/product/${id}`]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect({ path, calls: calls.filter(isOfFirstView), errors }).toEqual({ path, calls: [], errors: [] })
      expect(await shiftOf(page), path).toBeLessThan(0.01)
    }
  })

  it('shows afterwards who is logged in, without a jump', async () => {
    const page = await openVisitor(device, await storedSession(shop.url, ASHA))
    const errors = browserErrors(page)
    const calls = callsOf(page)
    await page.goto('/product/1', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: /Hi, / }).waitFor()
    // Where the default address is, as no PIN code was typed in this browser.
    const delivery = ['/api/delivery?pincode=560008', '/api/users/addresses']
    const own = [
      '/api/cart',
      '/api/notices',
      '/api/products/1/review',
      '/api/products/filter?category=1&like=1&limit=8',
      '/api/wishlist',
      ...delivery,
    ].toSorted()
    await expect.poll(() => calls.toSorted()).toEqual(own)
    expect(errors).toEqual([])
    expect(await shiftOf(page)).toBeLessThan(0.01)
  })

  /** Opens a page whose code waits for the returned `start`. */
  async function openWithoutCode(path: string, act = () => {}) {
    const page = await openVisitor(device)
    await actAtStart(page, act)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    const loaded = page.goto(path)
    await page.waitForFunction(() => 'endEarlyInputs' in window)
    const start = async () => {
      release()
      await loaded
    }
    return { page, start }
  }

  atNight(() => {
    it('runs each file of its code in a task of its own', async () => {
      const page = await openVisitor(device)
      const note =
        ';globalThis.ran ??= { together: 0 }; globalThis.ran.now ? globalThis.ran.together++ : queueMicrotask(() => (globalThis.ran.now = false)); globalThis.ran.now = true'
      await page.route('**/assets/*.js', async (route) => {
        const file = await (await route.fetch()).text()
        await route.fulfill({ contentType: 'text/javascript', body: file + note })
      })
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: / banners$/ }).waitFor()
      await page.waitForFunction('ran.now === false')
      expect(await page.evaluate('ran.together')).toBe(0)
    })
  })

  it('keeps a click that comes before its code', async () => {
    const { page, start } = await openWithoutCode('/product/1')
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.click()
    expect(await add.getAttribute('aria-busy')).toBe('true')
    expect(await add.evaluate((button) => getComputedStyle(button).animationName)).toBe('busy')
    await start()
    await page.waitForURL('**/auth/login')
  })

  it('keeps what is chosen and entered before its code', async () => {
    const { page, start } = await openWithoutCode('/category-page?category=1')
    const field = page.getByRole('searchbox', { name: 'Search in this category' })
    await field.fill('beaker')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ index: 1 })
    await start()
    await page.waitForURL(/sort=/)
    await field.press('Enter')
    await page.waitForURL(/search=beaker/)
  })

  const addToCart = () => {
    const buttons = document.querySelectorAll<HTMLElement>('main button')
    ;[...buttons].find(({ textContent }) => textContent === 'Add to Cart')?.click()
  }

  it('keeps a click that comes before it has taken over anything', async () => {
    const page = await openVisitor(device)
    await actAtStart(page, addToCart)
    await page.goto('/product/1')
    await page.waitForURL('**/auth/login')
  })

  atNight(() => {
    it('knows at such a click who is logged in', async () => {
      const page = await openVisitor(device, await storedSession(shop.url, ASHA))
      await actAtStart(page, addToCart)
      await page.goto('/product/1')
      await page.waitForURL('**/cart')
    })

    it('keeps what is entered then after what was entered before', async () => {
      const { page, start } = await openWithoutCode('/category-page?category=1', () => {
        const field = document.querySelector<HTMLInputElement>('main [type=search]')
        if (!field) return
        field.value += 'er'
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      const field = page.getByRole('searchbox', { name: 'Search in this category' })
      await field.fill('beak')
      await start()
      await page.waitForFunction('globalThis.hasActed')
      await page.getByRole('combobox', { name: 'Sort' }).selectOption({ index: 1 })
      await page.waitForURL(/sort=/)
      await field.press('Enter')
      await page.waitForURL(/search=beaker/)
    })

    it('is read, paged, filtered and searched without JavaScript', async () => {
      const visitor = await newVisitor(browser, device, shop.url, { javaScriptEnabled: false })
      const page = await visitor.newPage()
      await page.goto('/')
      const featured = page.getByRole('region', { name: 'Featured Products' })
      const newest = await featured.getByRole('article').first().textContent()
      await featured.getByRole('tab', { name: 'Trending' }).click()
      await page.waitForURL('**/?tab=trending#featured')
      expect(await featured.getByRole('article').first().textContent()).not.toBe(newest)
      await page
        .getByText(/^Offer ends on/)
        .first()
        .waitFor()
      expect(await page.getByRole('timer').count()).toBe(0)
      const deals = page.getByRole('region', { name: 'Deals of the Day' }).getByRole('article')
      await deals.nth(1).getByRole('link').click()
      await page.waitForURL('**/product/**')
      for (const name of ['Login', 'Cart', 'Buy Now', 'BUY NOW'])
        expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0)
      expect(await page.getByRole('list', { name: 'Thumbnails' }).count()).toBe(0)
      const pictures = page.getByRole('list', { name: /^Pictures of/ })
      expect(await pictures.getByRole('img').count()).toBeGreaterThan(1)
      expect(await pictures.getByRole('button').count()).toBe(0)
      await page.goto('/hotdeals')
      await page
        .getByRole('link', { name: /^View Product/ })
        .first()
        .waitFor()
      expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
      expect(await page.getByRole('main').getByRole('article').locator('img').first().isVisible()).toBe(true)
      await page.goto('/cart')
      await page.getByRole('link', { name: 'read and search this shop' }).click()
      await page.getByRole('link', { name: 'Our Products' }).click()
      await page.getByText(/^Page 1 of/).waitFor()
      const first = await page.getByRole('article').first().textContent()
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByText(/^Page 2 of/).waitFor()
      expect(await page.getByRole('article').first().textContent()).not.toBe(first)
      await page.getByLabel('Search products').fill('microscope')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('heading', { name: 'Search Results for: microscope' }).waitFor()
      await page.getByRole('article').getByRole('heading').getByRole('link').first().click()
      await page.getByText('Available Variants').waitFor()
      await page.getByRole('button', { name: 'Binocular' }).click()
      await page.waitForURL(/\?variant=\d+$/)
      await page.goto('/collections?sort=newest')
      await page.getByRole('radio', { name: 'Sneakers' }).check()
      await page.getByRole('checkbox', { name: 'In stock only' }).check()
      await page.getByRole('radio', { name: '₹2,000 – ₹5,000' }).check()
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await page.waitForURL(/\?sort=newest&in_stock=1&category=\d+&price=2000-5000&/)
      for (const name of ['Sneakers', '₹2,000 – ₹5,000'])
        expect(await page.getByRole('radio', { name }).isChecked()).toBe(true)
      const description = await page.getByRole('radio', { name: 'Sneakers' }).getAttribute('aria-describedby')
      const counted = await page.locator(`[id="${description}"]`).textContent()
      expect(
        await page
          .getByText(/^\d+ products?$/)
          .first()
          .textContent(),
      ).toBe(counted)
      expect(await horizontalOverflow(page)).toEqual([])
      await page.getByRole('link', { name: 'Clear all' }).first().click()
      await page.waitForURL('**/collections?sort=newest')
      await page.goto('/pages/about')
      await page.getByRole('heading', { name: 'About Us' }).waitFor()
    })
  })
})
