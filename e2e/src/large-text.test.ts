/** Every screen on a phone whose owner has doubled the size of the text, in the settings of the system or the browser. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { ASHA, customerOf, fillCart } from './customers.ts'
import { horizontalOverflow } from './page-checks.ts'
import { openSeparatePage, shop, useShop } from './setup.ts'

useShop()

const GUEST = byDepth(
  ['/', '/product/1', '/auth/signup'],
  ['/', '/product/1', '/auth/login', '/auth/signup', '/auth/forgot', '/ordersummary'],
)
const ALL_OF_CUSTOMERS = [
  '/',
  '/products',
  '/collections',
  '/category-page?category=1',
  '/search-results?query=shoe',
  '/newarrivals',
  '/hotdeals',
  '/pages/about',
  '/cart',
  '/ordersummary',
  '/ordersummary?step=2',
  '/ordersummary?step=3',
  '/buynow-summary?product=1',
  '/profile',
  '/account/orders',
  '/account/wishlist',
  '/order-confirmation/1',
  '/order-confirmation/999999',
]
/** Whose parts the others share: cards and filters, a cart, the steps of a checkout. */
const CUSTOMER = byDepth(['/collections', '/cart', '/ordersummary?step=2'], ALL_OF_CUSTOMERS)

/** Doubles the size that the browser's settings give to text. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** The header if it takes more than a quarter of the window, and the buttons that are cut or lie on one another. */
const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)
    const bar = document.querySelector('header')?.getBoundingClientRect().height ?? 0
    if (bar > innerHeight / 4) faults.push(`the header is ${bar} px high`)
    const buttons = [...document.querySelectorAll('button, a')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        getComputedStyle(element).display !== 'inline' &&
        !element.closest('[inert], .sr-only'),
    )
    const isInScroller = (element: Element) =>
      element.closest('[aria-roledescription], .overflow-hidden, [class*=overflow-x-auto]')
    const isCut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement!
        // Only for screen readers, or with an ellipsis.
        if (parent.clientWidth === 1 || parent.closest('.truncate')) continue
        range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        if (box.left < left - 1 || box.right > right + 1) return true
      }
      return false
    }
    const boxes = buttons.map((element) => ({ element, ...element.getBoundingClientRect().toJSON() }))
    for (const [index, { element, left, right, top, bottom }] of boxes.entries()) {
      const isBeside = left < -1 || right > document.documentElement.clientWidth + 1
      if (isBeside && !isInScroller(element)) faults.push(`${nameOf(element)} is beside the screen`)
      if (isCut(element)) faults.push(`${nameOf(element)} is cut`)
      for (const other of boxes.slice(index + 1)) {
        const isOn =
          other.left < right - 1 && left < other.right - 1 && other.top < bottom - 1 && top < other.bottom - 1
        // What is in the corners of a picture is meant to be.
        const isInside = element.contains(other.element) || element.querySelector('img') !== null
        const barOf = (each: Element) => each.closest('[data-bottom-bar]')
        if (isOn && !isInside && barOf(element) === barOf(other.element))
          faults.push(`${nameOf(element)} lies on ${nameOf(other.element)}`)
      }
    }
    return faults
  })

it('with doubled text no screen scrolls sideways, the header stays low, no button is cut or covered', async () => {
  const customer = await customerOf(shop.url, ASHA)
  await fillCart(customer, [
    { variant_id: 1, quantity: 2 },
    { variant_id: 9, quantity: 1 },
  ])
  await customer.send('POST', '/api/wishlist', { product_id: 1 })
  for (const [email, screens] of [[undefined, GUEST] as const, [ASHA, CUSTOMER] as const]) {
    const page = await openSeparatePage('phone', email)
    await doubleText(page)
    for (const path of screens) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      await expect.poll(() => horizontalOverflow(page), { message: path }).toEqual([])
      await expect.poll(() => crowded(page), { message: path }).toEqual([])
    }
  }
})
