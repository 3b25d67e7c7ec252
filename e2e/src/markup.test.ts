/**
 * Stored markup in a real browser: whatever customers and merchants have written, no script runs, nothing becomes an
 * element, and the page's security policy has nothing to stop.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { newVisitor } from './browser.ts'
import { customerOf, storedSession, VIKRAM } from './customers.ts'
import { ATTACKS } from './markup-attacks.ts'
import { browser, openSeparatePage, shop, useShop } from './setup.ts'
import { openShop } from './shop.ts'

useShop()

const attacks = ATTACKS.slice(0, byDepth(3, ATTACKS.length))

/** Collects signs that a page has taken text for markup. */
function watch(page: Page): string[] {
  const signs: string[] = []
  page.on('dialog', (dialog) => {
    signs.push(`a script ran: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) signs.push(message.text())
  })
  return signs
}

/** Opens a page and lists elements that only an attack would make. */
async function visit(page: Page, url: string): Promise<string[]> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const foreign = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          /^\s*(javascript|data|vbscript):/i.test(
            element.getAttribute('href') ?? element.getAttribute('action') ?? '',
          ) ||
          element.matches(
            'body script:not([type$=json]), object, embed, base, meta[http-equiv], math, marquee',
          ),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  return foreign.map((element) => `${url}: ${element}`)
}

describe('markup from customers', () => {
  it.each(['an address', 'a search'] as const)('in %s is text', { timeout: 900_000 }, async (field) => {
    const customer = await customerOf(shop.url)
    const page = await openSeparatePage('desktop', VIKRAM)
    const signs = watch(page)
    let id: number | null = null
    for (const attack of attacks) {
      if (field === 'a search')
        signs.push(
          ...(await visit(page, `/search-results?query=${encodeURIComponent(attack.slice(0, 100))}`)),
        )
      else {
        // Control characters and texts without a letter are refused.
        const text = `a${attack.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')}`.slice(0, 90)
        const body = { full_name: text, address_line1: text, address_line2: text, city: text }
        const rest = { phone: '9123456780', state: 'Karnataka', pincode: '560001' }
        const path = id === null ? '/api/users/addresses' : `/api/users/addresses/${id}`
        const stored = await customer.send(id === null ? 'POST' : 'PUT', path, { ...body, ...rest })
        id ??= (stored as { address: { id: number } }).address.id
        signs.push(...(await visit(page, '/profile')))
        await page.getByText('560001').filter({ visible: true }).first().waitFor()
      }
    }
    expect(signs).toEqual([])
  })
})

/** Screens with one row of a table, and with ten or more. */
const EVERY_ROUND = ['/', '/profile']
const LISTS = ['/account/orders', '/pages/about', '/hotdeals', '/products']

/** Texts of merchants and of what the shop has stored, by table. */
const TEXTS: Record<string, string[]> = {
  products: ['name', 'brand', 'short_description', 'description', 'country_of_origin'],
  variants: ['color', 'size', 'variant_name'],
  media: ['alt'],
  categories: ['name'],
  banners: ['banner_name', 'link'],
  deals: ['name', 'description'],
  coupons: ['description'],
  pages: ['title', 'text'],
  users: ['name'],
  addresses: ['full_name', 'address_line1', 'address_line2', 'city'],
  orders: ['shipping_name', 'shipping_street', 'shipping_city', 'courier', 'tracking_number', 'coupon_code'],
  order_items: ['product_name', 'variant_name'],
  order_events: ['note'],
}

/** Writes an attack into every text of every row, another one in each round. */
function fill(file: string, round: number): void {
  const db = new DatabaseSync(file)
  db.exec('pragma busy_timeout = 5000; begin immediate; create temp table attacks (n integer, text text)')
  const insert = db.prepare('insert into attacks values (?, ?)')
  for (const [n, text] of ATTACKS.entries()) insert.run(n, text)
  for (const [table, columns] of Object.entries(TEXTS))
    for (const column of columns)
      db.exec(
        `update ${table} set ${column} = (select text from attacks where n = (${table}.rowid + ${round}) % ${ATTACKS.length})`,
      )
  db.exec('update counters set value = value + 1; drop table attacks; commit')
  db.close()
}

/** Starting a shop and opening its screens hundreds of times takes too long for every commit. */
const NIGHTLY = byDepth([], ['desktop'] as const)

it.each(NIGHTLY)(
  'markup from the merchant is text on the screens of a %s',
  { timeout: 3_600_000 },
  async (device) => {
    const own = await openShop()
    try {
      const session = await storedSession(own.url, 'asha@example.com')
      const context = await newVisitor(browser, device, own.url)
      const page = await context.newPage()
      await page.goto('/healthz')
      await page.evaluate((stored) => {
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
      }, session)
      const signs = watch(page)
      let shown = 0
      for (const round of attacks.keys()) {
        fill(join(own.dataDir, 'haat.db'), round)
        const screens = [...EVERY_ROUND, `/product/${round + 1}`, `/order-confirmation/${(round % 12) + 1}`]
        if (round % 10 === 0) screens.push(...LISTS)
        for (const screen of screens) signs.push(...(await visit(page, screen)))
        if ((await page.innerText('body')).includes('4711')) shown += 1
      }
      expect(shown).toBeGreaterThan(attacks.length / 2)
      expect(signs).toEqual([])
    } finally {
      await own.stop()
    }
  },
)
