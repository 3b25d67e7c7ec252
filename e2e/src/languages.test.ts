/** The shop in Hindi and Tamil: from the browser's languages, and chosen in the header. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { atNight, byDepth } from '../../scripts/depth.ts'
import { type Device, newVisitor, saveScreenshot } from './browser.ts'
import { ASHA, customerOf, fillCart, storedSession } from './customers.ts'
import { browserErrors, faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

/** What every Indian language writes in Latin letters. */
const LATIN = new Set(['MRP', 'PIN', 'GSTIN', 'FSSAI', 'WhatsApp', 'English', 'UPI', 'am', 'pm'])

/** Words in Latin letters that are neither among `LATIN` nor the merchant's own: the replies in the document have his. */
const englishWords = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate(() => {
    const wordsOf = (text: string) => text.match(/[A-Za-z][A-Za-z'’]+/g) ?? []
    const own = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value === 'string') for (const word of wordsOf(value)) own.add(word)
      else if (value && typeof value === 'object') Object.values(value).forEach(collect)
    }
    collect(JSON.parse(document.getElementById('replies')?.textContent ?? '{}'))
    const root = document.getElementById('root')!
    const labelled = [...root.querySelectorAll('[aria-label], [placeholder], [title], img[alt]')]
    const labels = labelled.flatMap((one) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    )
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (!texts.currentNode.parentElement?.closest('script, style'))
        labels.push(texts.currentNode.nodeValue ?? '')
    return labels.flatMap((text) => wordsOf(text)).filter((word) => !own.has(word))
  })
  return [...new Set(found)].filter((word) => !LATIN.has(word))
}

async function open(device: Device, locale: string): Promise<Page> {
  const visitor = await newVisitor(browser, device, shop.url, { locale })
  await visitor.addInitScript(recordShifts)
  return visitor.newPage()
}

/** `npm test` opens two: the catalogues themselves are compared with the code. */
const PAGES = byDepth(['/', '/product/1'], ['/', '/collections', '/product/1', '/hotdeals', '/pages/about'])

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

it.each(
  // Tamil words are the longest.
  byDepth([['phone', 'ta-IN'] as const], [
    ['phone', 'hi-IN'],
    ['desktop', 'hi-IN'],
    ['phone', 'ta-IN'],
    ['desktop', 'ta-IN'],
  ] as const),
)('on a %s with %s the pages are in that language', async (device, locale) => {
  const page = await open(device, locale)
  const errors = browserErrors(page)
  for (const path of PAGES) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await languageOf(page)).toBe(locale)
    expect(await englishWords(page), path).toEqual([])
    expect(await shiftOf(page), path).toBeLessThan(0.02)
    expect(await faultsOf(page), path).toEqual([])
    await saveScreenshot(page, `language-${locale}-${device}-${path.split('/')[1] || 'home'}`)
  }
  expect(errors).toEqual([])
})

it('English pages load neither a catalogue nor fonts of other scripts', async () => {
  const page = await open('desktop', 'en-IN')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const reply = await page.goto('/', { waitUntil: 'networkidle' })
  expect(reply?.headers()['content-language']).toBe('en-IN')
  expect(loaded.filter((url) => /\/(hi|ta)-|devanagari|tamil/.test(url))).toEqual([])
})

atNight(() => {
  it('a language chosen in the header stays, also for screens of customers and in the menu of a phone', async () => {
    const page = await open('desktop', 'hi-IN')
    const errors = browserErrors(page)
    await page.goto('/products?page=2&lang=en')
    expect(await languageOf(page)).toBe('en-IN')
    await page.getByRole('button', { name: 'Language: English' }).press('Enter')
    await page.getByRole('button', { name: 'தமிழ்' }).press('Enter')
    await expect.poll(() => languageOf(page).catch(() => '')).toBe('ta-IN')
    expect(new URL(page.url()).search).toBe('?page=2')
    await page.getByRole('heading', { level: 1, name: 'எங்கள் பொருட்கள்' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'அதிரடி டீல்கள்' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'அதிரடி டீல்கள்' }).waitFor()
    await page.goto('/cart')
    expect(await languageOf(page)).toBe('ta-IN')
    await page.goto('/')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('button', { name: 'மெனுவைத் திற' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Open menu' }).waitFor()
    expect(errors).toEqual([])
  })
})

atNight(() =>
  it('a language chosen in the checkout keeps the address that is half typed', async () => {
    const page = await open('phone', 'en-IN')
    await page.goto('/healthz')
    const session = await storedSession(shop.url, ASHA)
    await page.evaluate(
      (stored) => Object.entries(stored).forEach((one) => localStorage.setItem(...one)),
      session,
    )
    await fillCart(await customerOf(shop.url, ASHA), [{ variant_id: 1, quantity: 1 }])
    await page.goto('/ordersummary')
    await page.getByRole('button', { name: 'Add New Address' }).click()
    await page.getByLabel('Address line 1').fill('12 Beach Road')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('button', { name: 'தமிழ்' }).click()
    await page.getByRole('button', { name: 'புதிய முகவரி' }).click()
    expect(await page.getByLabel('முகவரி, வரி 1').inputValue()).toBe('12 Beach Road')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await shiftOf(page)).toBeLessThan(0.02)
  }),
)

atNight(() =>
  it('on a phone in Tamil the buy bar is one row, and the line of the PIN code is whole', async () => {
    const page = await open('phone', 'ta-IN')
    await page.goto('/healthz')
    await page.evaluate(() => localStorage.setItem('pincode', '560008'))
    await page.goto('/product/1')
    const bar = page.locator('[data-bottom-bar]')
    expect(await bar.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(90)
    // A product's own page says it in full.
    await page.goto('/')
    const line = page.getByText(/^Bengaluru 560008: /)
    const { height, room } = await line.evaluate(({ parentElement: box }) => ({
      height: box?.scrollHeight,
      room: box?.clientHeight,
    }))
    expect(height).toBe(room)
  }),
)
