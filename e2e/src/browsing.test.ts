/** Home and the listings: content and navigation. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newVisitor } from './browser.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

let visitor: BrowserContext
let page: Page

beforeEach(async () => {
  visitor = await newVisitor(browser, 'desktop', shop.url)
  page = await visitor.newPage()
})

const text = (content: string | RegExp) => page.getByText(content).first()

describe('home', () => {
  it('has its five sections in order', async () => {
    await page.goto('/')
    await text('DEALS OF THE DAY').waitFor()
    await text('HOT DEAL!').waitFor()
    await text('Our Categories').waitFor()
    await text('Worldwide Delivery').waitFor()
    await text('Featured Products').waitFor()
    const tops = await Promise.all(
      ['DEALS OF THE DAY', 'Our Categories', 'Worldwide Delivery', 'Featured Products'].map(
        async (content) => (await text(content).boundingBox())?.y ?? 0,
      ),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  it('loads the code of messages before the first message', async () => {
    const loading = page.waitForResponse(/\/assets\/toaster-.*\.js$/)
    await page.goto('/')
    expect((await loading).ok()).toBe(true)
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
  })

  it('shows a deal with its countdown and links to buy-now', async () => {
    await page.goto('/')
    await text('Offer ends in:').waitFor()
    for (const unit of ['Days', 'Hours', 'Minutes', 'Seconds']) await text(unit).waitFor()
    await text('(128 Reviews)').waitFor()
    await page
      .getByRole('link', { name: 'BUY NOW' })
      .or(page.getByRole('button', { name: 'BUY NOW' }))
      .first()
      .click()
    await page.waitForURL('**/buynow-summary**')
  })

  it('opens a category', async () => {
    await page.goto('/')
    await page
      .getByRole('link', { name: /Rescue Gear/ })
      .last()
      .click()
    await page.waitForURL('**/category-page?category=*')
    await page.getByRole('heading', { name: 'Rescue Gear' }).waitFor()
  })

  it('switches the featured tabs', async () => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'On Sale' }).click()
    expect(await page.getByRole('tab', { name: 'On Sale' }).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('link', { name: 'View All Products' }).click()
    await page.waitForURL('**/collections')
  })
})

describe('collections', () => {
  it('keeps filter, sort and page in the address, so that reload and back work', async () => {
    await page.goto('/collections')
    await text(/Page 1 of \d+/).waitFor()
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.waitForURL('**/collections?*page=2*')
    await page.reload()
    await text(/Page 2 of \d+/).waitFor()
    await page.goBack()
    await text(/Page 1 of \d+/).waitFor()
    expect(await page.getByRole('button', { name: /^Prev/ }).isDisabled()).toBe(true)
  })

  it('sorts by price', async () => {
    await page.goto('/collections?sort=price_desc')
    await text(/Page 1 of/).waitFor()
    const reply = await page.request.get(`${shop.url}/api/products/filter?page=1&sort=price_desc`)
    const { products } = (await reply.json()) as { products: { name: string }[] }
    await page
      .getByText(products[0]?.name ?? '')
      .first()
      .waitFor()
  })

  it('shows a message when nothing matches', async () => {
    await page.goto('/collections?min_price=9999999')
    await text('No products found').waitFor()
  })
})

describe('category listing', () => {
  it('asks for a category without one', async () => {
    await page.goto('/category-page')
    await text('No category selected.').waitFor()
  })

  it('searches within the category', async () => {
    await page.goto('/category-page?category=1&search=beaker')
    await text(/Beaker/).waitFor()
  })
})

describe('search', () => {
  it('shows the number of results', async () => {
    await page.goto('/')
    await page.getByRole('searchbox').fill('microscope')
    await page.getByRole('searchbox').press('Enter')
    await text('Search Results for: microscope').waitFor()
    await text(/^(1 result|\d+ results found)$/).waitFor()
  })

  it('tolerates a typo', async () => {
    await page.goto('/search-results?query=micorscope')
    await text(/Microscope/).waitFor()
  })

  it('shows a message without results', async () => {
    await page.goto('/search-results?query=qqqqqqqq')
    await text('No products found.').waitFor()
  })
})
