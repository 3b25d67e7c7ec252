/** What a shopper on a phone sees first, the header that comes back, the picture viewer, and lost connections. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { atNight, byDepth } from '../../scripts/depth.ts'
import { devices, newVisitor, untilHydrated } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { ASHA, customerOf, fillCart } from './customers.ts'
import { faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { browser, openSeparatePage, shop, useShop } from './setup.ts'
import { runCommand } from './shop.ts'

useShop()

const boxOf = async (element: Locator) => (await element.boundingBox())!
const scrollTo = (page: Page, top: number): Promise<void> => page.evaluate((y) => window.scrollTo(0, y), top)

it('a product page begins with name, stars and price, and menu, search and cart stay on scrolling', async () => {
  const { id, name } = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  const visitor = await newVisitor(browser, 'phone', shop.url)
  await visitor.addInitScript(recordShifts)
  const page = await visitor.newPage()
  await page.goto(`/product/${id}`, { waitUntil: 'networkidle' })
  const bar = page.locator('[data-bottom-bar]')
  expect(await bar.innerText()).toContain('₹2,799')
  const seen = (await boxOf(bar)).y
  for (const part of [
    page.getByRole('heading', { level: 1, name }),
    page.getByRole('img', { name: /^Rated/ }).first(),
    page.getByRole('main').getByText('₹2,799', { exact: true }).first(),
  ]) {
    const { y, height } = await boxOf(part)
    expect(y + height).toBeLessThan(seen)
  }

  const header = page.getByRole('banner')
  const inPlace = await boxOf(header)
  await scrollTo(page, 900)
  await expect.poll(async () => (await boxOf(header)).y).toBe(-52)
  for (const control of [
    header.getByRole('button', { name: 'Open menu' }),
    header.getByLabel('Search products'),
    header.getByRole('link', { name: 'Cart' }),
  ])
    expect((await boxOf(control)).y).toBeGreaterThanOrEqual(0)
  await scrollTo(page, 0)
  await expect.poll(() => boxOf(header)).toEqual(inPlace)
  expect(await faultsOf(page)).toEqual([])
  expect(await shiftOf(page)).toBeLessThan(0.02)
})

const LONG_NAMES = ['Meera Home And Kitchen', 'Shree Balaji Handloom And General Stores']

it.each(byDepth(LONG_NAMES.slice(-1), LONG_NAMES))(
  'the header is as high with the name %s as with a short one, on at most two lines',
  async (name) => {
    const page = await openSeparatePage('phone')
    const logo = page.getByRole('banner').getByRole('link', { name: /, home$/ })
    const heights: number[] = []
    try {
      for (const shown of ['Haat', name]) {
        runCommand(shop.dataDir, 'settings', 'set', `shop_name=${shown}`)
        for (const width of [320, 375]) {
          await page.setViewportSize({ ...devices.phone.viewport, width })
          await page.goto('/pages/about')
          await page.getByRole('link', { name: `${shown}, home` }).waitFor()
          heights.push((await boxOf(page.getByRole('banner'))).height)
          const text = await boxOf(logo.locator('span'))
          expect(text.height).toBeLessThan(40)
          const login = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Login' }))
          expect(text.x + text.width).toBeLessThanOrEqual(login.x)
        }
      }
    } finally {
      runCommand(shop.dataDir, 'settings', 'set', 'shop_name=Haat')
    }
    expect(new Set(heights).size).toBe(1)
  },
)

it('pictures on cards are shown whole, in the frame that the merchant chooses', async () => {
  const page = await openSeparatePage('phone')
  const frame = async () => {
    await page.goto('/collections')
    const pictures = page.getByRole('main').getByRole('article').locator('img')
    return await pictures.evaluateAll((all) => [
      ...new Set(
        all.map((picture) => {
          const { width, height } = picture.getBoundingClientRect()
          return `${getComputedStyle(picture).objectFit} ${(width / height).toFixed(1)}`
        }),
      ),
    ])
  }
  expect(await frame()).toEqual(['contain 1.0'])
  runCommand(shop.dataDir, 'settings', 'set', 'display.card_frame=portrait')
  try {
    expect(await frame()).toEqual(['contain 0.8'])
  } finally {
    runCommand(shop.dataDir, 'settings', 'set', 'display.card_frame=square')
  }
})

it('the header answers without a network', async () => {
  const page = await openSeparatePage('phone')
  await page.goto('/pages/about', { waitUntil: 'networkidle' })
  await untilHydrated(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('link', { name: 'Collections' }).waitFor()
  await menu.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Search products').fill('lamp')
  await page.getByLabel('Search products').press('Enter')
  await page.getByText('You are offline.').waitFor()
  await page.getByRole('link', { name: 'Cart' }).first().click()
  await page.waitForURL('**/auth/login')
})

it('a card’s heart takes touches beside its circle', async () => {
  const page = await openSeparatePage('phone', ASHA)
  await page.goto('/collections')
  const heart = page.getByRole('button', { name: /in my wishlist$/ }).first()
  const { x, y, width } = await boxOf(heart)
  expect(width).toBeLessThan(44)
  await page.touchscreen.tap(x + width / 2 - 21, y + width / 2)
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
})

it('a line of the cart takes at most a quarter of the screen', async () => {
  const products = ['Daud Tez 2 Road Running Shoe', 'Parry & Panja Three-Weapon Mask'].map((name) =>
    findProduct(shop.url, name),
  )
  const lines = (await Promise.all(products)).map(({ variant_id }) => ({ variant_id, quantity: 2 }))
  await fillCart(await customerOf(shop.url, ASHA), lines)
  const page = await openSeparatePage('phone', ASHA)
  await page.goto('/cart')
  const line = page.getByRole('region', { name: 'Cart items' }).getByRole('listitem')
  for (const index of lines.keys())
    expect((await boxOf(line.nth(index))).height).toBeLessThan(devices.phone.viewport.height / 4)
})

/** Moves fingers over the page, as a touch screen reports them. */
async function touch(page: Page, steps: (readonly { x: number; y: number }[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [at, touchPoints] of [...steps, []].entries()) {
    const type = at === 0 ? 'touchStart' : touchPoints.length > 0 ? 'touchMove' : 'touchEnd'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  }
}

it('the viewer goes to the next picture by button, key and swipe, and zooms by button and pinch', async () => {
  const page = await openSeparatePage('phone')
  await page.goto('/product/1')
  const picture = page.locator('li:not([inert])').getByRole('button', { name: 'Show full screen' }).first()
  await picture.getByRole('img').tap()
  const dialog = page.getByRole('dialog')
  const shows = async (text: string) => {
    await dialog.getByRole('group', { name: text, exact: true }).waitFor()
    await dialog.getByText(text, { exact: true }).waitFor()
  }
  await shows('1 of 5')
  await page.keyboard.press('ArrowRight')
  await shows('2 of 5')
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await shows('3 of 5')
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await shows('2 of 5')
  await dialog.getByRole('group', { name: '2 of 5' }).getByRole('img').waitFor()
  const at = (x: number, y = 430) => ({ x, y })
  await touch(page, [[at(300)], [at(240)], [at(160)], [at(80)], [at(40)]])
  await shows('3 of 5')
  expect(await faultsOf(page)).toEqual([])
  const zoomOut = dialog.getByRole('button', { name: 'Zoom out' })
  await dialog.getByRole('group', { name: '3 of 5' }).getByRole('img').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Zoom in' }).isEnabled()).toBe(true)
  await touch(page, [
    [at(170), at(200)],
    [at(140), at(230)],
    [at(100), at(270)],
    [at(60), at(310)],
  ])
  await expect.poll(() => zoomOut.isEnabled()).toBe(true)
  await zoomOut.click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const third = page.getByRole('button', { name: 'Picture 3 of 6' })
  await expect.poll(() => third.getAttribute('aria-current')).toBe('true')
  await picture.press('Enter')
  await shows('3 of 5')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // Back closes the viewer; closed otherwise, it leaves no entry in the history.
  const length = await page.evaluate(() => history.length)
  await picture.press('Enter')
  await shows('3 of 5')
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toMatch(/^\/product\/1/)
  expect(await page.evaluate(() => history.length)).toBe(length)
  // A swipe over the picture goes on; it opens nothing.
  const box = await boxOf(picture)
  const y = box.y + box.height / 2
  await touch(page, [[at(240, y)], [at(180, y)], [at(120, y)], [at(40, y)]])
  const fourth = page.getByRole('button', { name: 'Picture 4 of 6' })
  await expect.poll(() => fourth.getAttribute('aria-current')).toBe('true')
  expect(await dialog.count()).toBe(0)
})

atNight(() => {
  it('a screen that cannot be loaded says so in view, and comes back by itself with the network', async () => {
    const customer = await customerOf(shop.url, ASHA)
    await fillCart(customer, [{ variant_id: 1, quantity: 1 }])
    const page = await openSeparatePage('phone', ASHA)
    await page.route('**/api/cart', (route) => route.abort())
    await page.goto('/cart')
    await page.getByText('Your cart could not be loaded').waitFor()
    const retry = await boxOf(page.getByRole('button', { name: 'Try again' }))
    expect(retry.y + retry.height).toBeLessThan(devices.phone.viewport.height)
    await expect.poll(() => page.getByText('Loading...').count()).toBe(0)
    await page.unroute('**/api/cart')
    await page.getByRole('button', { name: 'BUY 1 SELECTED ITEM(S)' }).waitFor()

    await page.context().setOffline(true)
    await page
      .getByRole('link', { name: /^Prayog Student Compound Microscope/ })
      .first()
      .click()
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Prayog Student Compound Microscope' }).waitFor()
    // The page may have loaded anew.
    await untilHydrated(page)
    await page.waitForLoadState('networkidle')

    await page.context().setOffline(true)
    await page.getByLabel('Search products').fill('lamp')
    await page.getByLabel('Search products').press('Enter')
    await page.getByText('You are offline.').waitFor()
    expect(await page.getByText('0 results found').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('article').first().waitFor()
  })

  it('icons and the logo have the colour of the text where the system has its own', async () => {
    const page = await openSeparatePage('phone')
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await page.goto('/')
    const parts = page.getByRole('link', { name: 'Haat, home' }).first().locator('path')
    const colours = await parts.evaluateAll((paths) =>
      paths.map((path) => [getComputedStyle(path).fill, getComputedStyle(path.closest('a')!).color]),
    )
    expect(colours).toHaveLength(3)
    for (const [fill, text] of colours) expect(fill).toBe(text)
    const service = page.getByRole('region', { name: 'Services' }).locator('li').first()
    const [icon, text] = await service.evaluate((item) =>
      [item.querySelector('svg')!, item].map((element) => getComputedStyle(element).color),
    )
    expect(icon).toBe(text)
  })
})

/** The width of a phone in CSS pixels, and its device pixels for each. */
const PHONES: [width: number, density: number][] = [
  [412, 1.75],
  [360, 2],
  [360, 3],
]

it.each(PHONES.slice(0, byDepth(1, PHONES.length)))(
  'cards of %i pixel phones at %d load pictures of the size that they show',
  async (width, density) => {
    const options = { viewport: { width, height: 800 }, deviceScaleFactor: density }
    const page = await (await newVisitor(browser, 'phone', shop.url, options)).newPage()
    for (const path of [
      '/category-page?category=1',
      '/products',
      '/newarrivals',
      '/search-results?query=shoe',
    ]) {
      await page.goto(path)
      const cards = await page.locator('main article img[fetchpriority=high]').evaluateAll((pictures) =>
        pictures.map((picture) => {
          const { currentSrc, srcset, width } = picture as HTMLImageElement
          const widths = [...srcset.matchAll(/ (\d+)w/g)].map(([, text]) => Number(text))
          return [currentSrc.split('=')[1], String(widths.find((each) => each >= width * devicePixelRatio))]
        }),
      )
      expect(cards.length).toBeGreaterThan(0)
      for (const [loaded, needed] of cards) expect(loaded, path).toBe(needed)
    }
  },
)
