/** Every screen with data that breaks shops, at the widths of phones, tablets and desktops. */
import { expect, it } from 'vitest'
import { newVisitor } from './browser.ts'
import { ASHA, customerOf, fillCart, forgetLogins, storedSession } from './customers.ts'
import { horizontalOverflow } from './page-checks.ts'
import { browser, useShop } from './setup.ts'
import { openShop } from './shop.ts'

useShop()

const WIDTHS = [320, 375, 768, 1280]
const SCREENS = [
  '/',
  '/products',
  '/collections',
  '/category-page?category=1',
  '/search-results?query=Edge',
  '/newarrivals',
  '/hotdeals',
  '/cart',
  '/ordersummary',
  '/ordersummary?step=2',
  '/ordersummary?step=3',
  '/account/wishlist',
  '/account/orders',
  '/profile',
  '/order-confirmation/1',
]
const CART_LINES = 8

interface Found {
  products: { id: number; brand: string; variant_id: number; in_stock: 0 | 1 }[]
}

// Starting a shop and opening a hundred pages takes too long for every commit.
it('no screen scrolls sideways with the edge data', { timeout: 1_800_000 }, async () => {
  const own = await openShop(undefined, { HAAT_DEV: '1' }, 'edge')
  try {
    const customer = await customerOf(own.url, ASHA)
    const { products } = await customer.get<Found>('/api/products/search?search=Edge')
    const edge = products.filter(({ brand }) => brand.startsWith('Edge'))
    expect(edge.length).toBeGreaterThan(CART_LINES)
    const lines = edge.filter(({ in_stock }) => in_stock === 1).slice(0, CART_LINES)
    await fillCart(
      customer,
      lines.map(({ variant_id }) => ({ variant_id, quantity: 1 })),
    )
    for (const { id } of edge.slice(0, CART_LINES))
      await customer.send('POST', '/api/wishlist', { product_id: id })
    const visitor = await newVisitor(browser, 'phone', own.url)
    await visitor.addInitScript(
      (stored) => {
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
      },
      await storedSession(own.url, ASHA),
    )
    const page = await visitor.newPage()
    const pages = edge.flatMap(({ id }) => [`/product/${id}`, `/buynow-summary?product=${id}`])
    for (const path of [...SCREENS, ...pages]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => horizontalOverflow(page), { message: `${path} at ${width}` }).toEqual([])
      }
    }
    await page.goto('/search-results?query=picture')
    const shapes = await page.locator('article img').evaluateAll((pictures) =>
      pictures.map((picture) => {
        const { naturalWidth, naturalHeight } = picture as HTMLImageElement
        return `${getComputedStyle(picture).objectFit} ${(naturalWidth / naturalHeight).toFixed(1)}`
      }),
    )
    expect(shapes).toEqual(
      expect.arrayContaining(['contain 0.5', 'contain 2.7', 'contain 0.8', 'contain 1.5']),
    )
  } finally {
    await own.stop()
    forgetLogins()
  }
})
