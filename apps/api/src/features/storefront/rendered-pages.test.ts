import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Language } from '@haat/contract/languages'
import type { PageRenderer, PageReply } from '@haat/contract/page-rendering'
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { refreshListings } from '../catalog/listing-columns.store.ts'
import { readSettings, writeSettings } from '../settings/settings.store.ts'
import { renderedPages } from './rendered-pages.ts'
import { registerStorefront } from './storefront.ts'

const TEMPLATE = '<html><head></head><body><div id="root"></div></body></html>'

const rendererOf = (renderPage: PageRenderer['renderPage']): PageRenderer => ({
  pageAddress: (address) => address,
  renderPage,
})

/** Renders `/x` as the replies to `/api/settings` and `/api/x`. */
function openPages(test: TestShop, change: Partial<PageRenderer> = {}, template = TEMPLATE) {
  const count = { renders: 0 }
  const renderer: PageRenderer = {
    pageAddress: (address) => address,
    async renderPage(address, read) {
      count.renders += 1
      const replies = new Map<string, PageReply>()
      for (const call of ['/api/settings', `/api${address}`]) replies.set(call, await read(call))
      return {
        head: '<title>$& </title>',
        body: '<main>$1</main>',
        replies,
        isPastEnd: false,
      }
    },
    ...change,
  }
  const statusOf = async () => ({ status: 200 as const })
  const pages = renderedPages(test.app, test.shop, template, async () => renderer, statusOf)
  const html = async (address: string, caller = '') =>
    (await pages.pageAt(address, caller))?.body.toString() ?? null
  return { pages, html, count }
}

const changePrice = (test: TestShop, id: number, variant: number, price: number) =>
  test.shop.db.transaction(async (tx) => {
    await tx.update(tx.tables.variants).set({ price }).where(eq(tx.tables.variants.id, variant))
    await refreshListings(tx, [id], test.shop.now())
  })

/** The pages over HTTP. */
async function openServer(test: TestShop) {
  const { pages } = openPages(test, {}, TEMPLATE.padEnd(2000))
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'index.html'), TEMPLATE)
  const app = fastify()
  onTestFinished(() => app.close())
  await registerStorefront(app, test.shop, dist, () => pages)
  return { get: (url: string, headers: Record<string, string>) => app.inject({ url, headers }) }
}

it('is rendered once, and again when something that it shows has changed', async () => {
  const test = await shopForThisTest()
  const { id, variant } = await aProduct(test)
  const { html, count } = openPages(test)
  const address = `/products/${id}`
  const rendersAfter = async (change: () => Promise<unknown>) => {
    const before = count.renders
    await change()
    const [page] = await Promise.all([html(address), html(address), html(address)])
    expect(await html(address)).toBe(page)
    const { text } = await test.get(`/api${address}`)
    expect(page).toContain(text)
    return count.renders - before
  }
  expect(await rendersAfter(async () => undefined)).toBe(1)
  expect(await rendersAfter(async () => test.clock.advance(30))).toBe(0)
  expect(await rendersAfter(async () => test.clock.advance(60))).toBe(1)
  expect(await rendersAfter(() => aCustomer(test))).toBe(0)
  expect(await rendersAfter(() => changePrice(test, id, variant.id, 432_00))).toBe(1)
  const { variants } = test.shop.db.tables
  const sellOut = () =>
    test.shop.db.transaction(async (tx) => {
      await tx.update(variants).set({ stock: 0 }).where(eq(variants.id, variant.id))
    })
  expect(await rendersAfter(sellOut)).toBe(1)
  const rename = () =>
    test.shop.db.transaction(async (tx) =>
      writeSettings(tx, { ...(await readSettings(tx)), shop_name: 'Mandi' }),
    )
  expect(await rendersAfter(rename)).toBe(1)
  expect(await html(address)).toContain('Mandi')
})

it('is kept in each language by itself, of those that the shop offers', async () => {
  const test = await shopForThisTest()
  const renderPage: PageRenderer['renderPage'] = async (_address, _read, language) => ({
    ...{ head: '', body: language ?? '', replies: new Map(), isPastEnd: false },
  })
  const { pages } = openPages(test, { renderPage }, TEMPLATE.replace('<html', '<html lang="en-IN"'))
  const shown = async (language: Language) => {
    const page = await pages.pageAt('/x', '', (offered) => (offered.includes(language) ? language : 'en'))
    return [page?.language, /lang="[^"]*"/.exec(page?.body.toString() ?? '')?.[0]]
  }
  const languages = ['hi', 'ta', 'hi', 'en'] as const
  expect(await Promise.all(languages.map(shown))).toEqual([
    ['hi', 'lang="hi-IN"'],
    ['ta', 'lang="ta-IN"'],
    ['hi', 'lang="hi-IN"'],
    ['en', 'lang="en-IN"'],
  ])
  await test.shop.db.transaction(async (tx) =>
    writeSettings(tx, { ...(await readSettings(tx)), languages: ['en', 'ta'] }),
  )
  expect(await shown('hi')).toEqual(['en', 'lang="en-IN"'])
  expect(await shown('ta')).toEqual(['ta', 'lang="ta-IN"'])
})

it('shows the price of a deal from its first to its last millisecond', async () => {
  const test = await shopForThisTest()
  const { id } = await aProduct(test)
  const { html } = openPages(test)
  const [start_date, end_date] = [1000, 2000].map((ms) => new Date(START.getTime() + ms))
  await aDeal(test, id, { start_date, end_date, deal_price: 321_00 })
  const shows = async (ms: number) => {
    test.clock.set(new Date(START.getTime() + ms))
    await html(`/products/${id}`)
    return (await html(`/products/${id}`))?.includes('"price":321,')
  }
  const shown = []
  for (const ms of [0, 999, 1000, 1999, 2000, 1500]) shown.push(await shows(ms))
  expect(shown).toEqual([false, false, true, true, false, true])
})

it('does not miss a change that is made while it is rendered', async () => {
  const test = await shopForThisTest()
  const { id, variant } = await aProduct(test)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const { html, count } = openPages(test, {
    async renderPage(_address, read) {
      const replies = new Map([['/api/products/1', await read(`/api/products/${id}`)]])
      count.renders += 1
      if (count.renders === 1) await held
      return { head: '', body: '', replies, isPastEnd: false }
    },
  })
  const early = html('/')
  await expect.poll(() => count.renders).toBe(1)
  await changePrice(test, id, variant.id, 765_00)
  const late = html('/')
  release()
  expect(await early).not.toContain('"price":765,')
  expect(await late).toContain('"price":765,')
  expect(count.renders).toBe(2)
})

it('has the same bytes and ETag in every encoding, and no markup within its replies', async () => {
  const test = await shopForThisTest()
  const { id } = await aProduct(test, { name: '</script><b>₹' })
  const { get } = await openServer(test)
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) => get(`/products/${id}`, { 'accept-encoding': encoding })),
  )
  const text = plain!.body
  expect(gunzipSync(gzip!.rawPayload).toString()).toBe(text)
  expect(brotliDecompressSync(br!.rawPayload).toString()).toBe(text)
  expect(new Set([plain, gzip, br].map((page) => page!.headers.etag)).size).toBe(1)
  expect(text).toContain('<title>$& </title></head><body><div id="root"><main>$1</main></div>')
  expect(text.match(/<\/script>/g)).toHaveLength(1)
  const replies: unknown = JSON.parse(/<script[^>]*>(.*)<\/script>/s.exec(text)?.[1] ?? '')
  expect(replies).toMatchObject({ [`/api/products/${id}`]: { status: 200, body: { name: '</script><b>₹' } } })
})

it('is 304 for a browser that has it, and tells the time', async () => {
  const test = await shopForThisTest()
  const { get } = await openServer(test)
  const { headers } = await get('/banners', {})
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-language, cookie, accept-encoding',
    'server-timing': `now;desc="${START.toISOString()}"`,
  })
  const again = await get('/banners', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('has another ETag once it is rendered again', async () => {
  const test = await shopForThisTest()
  const { id, variant } = await aProduct(test)
  const { pages } = openPages(test)
  const etag = async () => (await pages.pageAt(`/products/${id}`, ''))?.etag
  await etag()
  const before = await etag()
  expect(await etag()).toBe(before)
  await changePrice(test, id, variant.id, 432_00)
  expect(await etag()).not.toBe(before)
})

it('does not exist after the last page of a list', async () => {
  const test = await shopForThisTest()
  const renderPage = async () => ({
    head: '',
    body: '',
    replies: new Map(),
    isPastEnd: true,
  })
  expect((await openPages(test, { renderPage }).pages.pageAt('/settings', ''))?.status).toBe(404)
})

it('is left to the browser where it is private, fails or has moved', async () => {
  const test = await shopForThisTest()
  const errors: unknown[] = []
  test.shop.log.error = (line: unknown) => void errors.push(line)
  expect(await openPages(test, { pageAddress: () => null }).html('/settings')).toBeNull()
  expect(await openPages(test, { renderPage: async () => null }).html('/settings')).toBeNull()
  expect(errors).toEqual([])
  const broken = openPages(test, { renderPage: () => Promise.reject(new Error('broken')) })
  expect(await broken.html('/settings')).toBeNull()
  expect(errors).toEqual([{ err: new Error('broken') }])
  const renderer = rendererOf(() => Promise.reject(new Error('not needed')))
  const moved = renderedPages(
    test.app,
    test.shop,
    TEMPLATE,
    async () => renderer,
    async () => ({ status: 301, location: '/' }),
  )
  expect(await moved.pageAt('/settings', '')).toBeNull()
})

it('is left to the browser while the server is overloaded, unless it is kept', async () => {
  const test = await shopForThisTest()
  const { html } = openPages(test)
  await html('/settings')
  const kept = await html('/settings')
  const { pressure } = test.app
  pressure.isHigh = true
  expect(await html('/settings')).toBe(kept)
  expect(await html('/banners')).toBeNull()
  pressure.isHigh = false
  expect(await html('/banners')).not.toBeNull()
})

it('is left to the browser where the code that renders it cannot be loaded, which is logged once', async () => {
  const test = await shopForThisTest()
  const errors: unknown[] = []
  test.shop.log.error = (line: unknown) => void errors.push(line)
  const load = () => Promise.reject(new Error('not there'))
  const { pageAt } = renderedPages(test.app, test.shop, TEMPLATE, load, async () => ({ status: 200 }))
  expect([await pageAt('/settings', ''), await pageAt('/settings', '')]).toEqual([null, null])
  expect(errors).toEqual([{ err: new Error('not there') }])
})

it('waits with others, eight of one caller, whom others pass; between two pages the event loop turns', async () => {
  const test = await shopForThisTest()
  const [order, turns]: [string[], number[]] = [[], []]
  let turn = 0
  const count = (): void => {
    turn += 1
    if (order.length < 17) setImmediate(count)
  }
  const allAsked = Promise.withResolvers<void>()
  let asked = 0
  const noPressure = {
    get isHigh() {
      if ((asked += 1) === 26) allAsked.resolve()
      return false
    },
  }
  test.app.pressure = noPressure
  const { html } = openPages(test, {
    async renderPage(address) {
      order.push(address)
      turns.push(turn)
      if (address !== '/first') await allAsked.promise
      return { head: '', body: '', replies: new Map(), isPastEnd: false }
    },
  })
  await html('/first')
  count()
  const answered: string[] = []
  const ask = (address: string, caller: string) => html(address, caller).finally(() => answered.push(address))
  const pages = await Promise.all(
    Object.entries({ office: 11, visitor: 2, stranger: 11, late: 1 }).flatMap(([caller, length]) =>
      Array.from({ length }, (_, n) => ask(`/${caller}-${n}`, caller)),
    ),
  )
  // The queue was full: the browser renders this one, and need not wait for all others.
  expect(answered.indexOf('/late-0')).toBeLessThan(answered.indexOf('/office-3'))
  expect(pages.filter((page) => page !== null)).toHaveLength(16)
  expect(order.filter((address) => address.startsWith('/office'))).toHaveLength(8)
  expect(order.indexOf('/visitor-1')).toBeLessThan(order.indexOf('/office-3'))
  expect(new Set(turns.slice(1)).size).toBe(16)
  expect(await html('/office-9', 'office')).not.toBeNull()
})

it('leaves the code to start.js, which runs the entry after the files that it imports', async () => {
  const test = await shopForThisTest()
  const { id } = await aProduct(test)
  const code =
    '<script type="module" crossorigin src="/assets/entry.js"></script><link rel="modulepreload" crossorigin href="/assets/library.js">'
  const { html } = openPages(test, {}, TEMPLATE.replace('</head>', `${code}</head>`))
  const page = await html(`/products/${id}`)
  expect(page).not.toContain('type="module"')
  expect(
    [...(page?.matchAll(/<template data-code>(.*?)<\/template>/g) ?? [])].map(([, links]) => links),
  ).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/library.js"><link rel="modulepreload" crossorigin href="/assets/entry.js">',
  ])
})
