import { type DemoInProcess, openDemoInProcess } from '@haat/api/demo'
import type { PageReply, RenderedPage } from '@haat/contract/page-rendering'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerFrom } from './api/client.ts'
import { pageAddress, renderPage } from './entry-server.tsx'

let shop: DemoInProcess

beforeAll(async () => {
  shop = await openDemoInProcess()
})
afterAll(async () => {
  // Tests of the browser's calls run in the same process.
  answerFrom(undefined)
  await shop.close()
})

async function read(address: string): Promise<PageReply> {
  const reply = await shop.fetch(new Request(`http://localhost${address}`))
  return { status: reply.status, json: await reply.text() }
}

it('leaves private screens to the browser, and ignores what a page does not depend on', () => {
  const addresses = [
    '/cart',
    '/auth/login',
    '/account/orders',
    '/?utm_source=mail&page=2',
    '/?tab=trending',
    '/product/1?variant=2&utm=1',
    '/products?page=2&sort=newest&x=1',
    '/search-results?query=shoe&page=2&x=1',
    '/nothing',
    `/search-results?query=${'x'.repeat(1000)}`,
  ]
  expect(addresses.map(pageAddress)).toEqual([
    null,
    null,
    null,
    '/',
    '/?tab=trending',
    '/product/1?variant=2',
    '/products?page=2&sort=newest',
    '/search-results?query=shoe&page=2',
    '/not-found',
    null,
  ])
})

const bodyOf = (page: RenderedPage | null): string => page?.body ?? ''

const PAGES: [address: string, text: string, ...calls: string[]][] = [
  ['/', 'Our Categories', '/api/banners', '/api/deals/active'],
  ['/product/1', 'Prayog Student Compound Microscope', '/api/products/1'],
  ['/category-page?category=1', 'Lab Equipment', '/api/products/filter?page=1&limit=12&category=1&facets=1'],
  [
    '/search-results?query=shoe',
    'Search Results for: ',
    '/api/products/filter?page=1&limit=12&search=shoe&facets=1',
  ],
  ['/collections', 'Banjara Trail', '/api/products/filter?page=1&limit=12&facets=1'],
  ['/products?page=2', 'Our Products', '/api/products/filter?page=2&limit=12&facets=1'],
  ['/newarrivals', 'New Arrivals', '/api/products/filter?page=1&limit=12&is_new_arrival=1&facets=1'],
  ['/hotdeals', 'Hot Deals', '/api/deals'],
  ['/pages/about', 'About Us', '/api/pages/about'],
  ['/product/99999', 'No product found.', '/api/products/99999'],
  ['/product/9007199254740993', 'No product found.'],
  ['/not-found', 'There is no page at this address.'],
]

it.each(PAGES)('renders %s with its content and its replies', async (address, text, ...calls) => {
  const page = await renderPage(address, read)
  expect(bodyOf(page)).toMatch(/^<div class=/)
  expect(bodyOf(page).match(/<h1/g)).toHaveLength(1)
  expect(bodyOf(page)).toContain(text)
  // Whatever is loading would be fetched again, and parts sent late would need scripts. The related products may wait.
  expect(bodyOf(page).match(/ aria-busy/g) ?? []).toHaveLength(address === '/product/1' ? 1 : 0)
  expect(bodyOf(page)).not.toMatch(/<!--\$[!?]-->|\$RC/)
  expect(page?.head).toMatch(
    address === '/' ? /<title>Haat · [^<]+<\/title>/ : /<title>[^<]+ · Haat<\/title>/,
  )
  expect([...(page?.replies.keys() ?? [])]).toEqual(
    expect.arrayContaining(['/api/settings', '/api/categories', ...calls]),
  )
})

it('lets React take over each section of Home by itself', async () => {
  const body = bodyOf(await renderPage('/', read))
  for (const label of ['Deals of the Day', 'Categories', 'Services', 'Featured Products'])
    expect(body).toMatch(new RegExp(`<!--\\$--><section[^>]* aria-label="${label}"`))
})

it('shows the price', async () => {
  const page = await renderPage('/product/1', read)
  const { price } = JSON.parse(page!.replies.get('/api/products/1')!.json) as { price: number }
  expect(bodyOf(page).replaceAll(/[₹,]/g, '')).toContain(`>${price}<`)
})

it('shows a reader without JavaScript name, price, picture and structured data', async () => {
  const page = await renderPage('/product/1', read)
  const { price } = JSON.parse(page!.replies.get('/api/products/1')!.json) as { price: number }
  expect(page?.head).toContain('<meta property="og:title" content="Prayog Student Compound Microscope"/>')
  expect(page?.head).toContain(`<meta property="product:price:amount" content="${price.toFixed(2)}"/>`)
  expect(page?.head).toMatch(
    /<meta property="og:image" content="http[^"]+\/media\/[a-z0-9-]+\.jpg\?w=1280"\/>/,
  )
  expect(page?.head).toMatch(
    /<link rel="canonical" href="http[^"]+\/product\/1\/prayog-student-compound-microscope"\/>/,
  )
  const scripts = [...bodyOf(page).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  expect(scripts.map(([, json = '']) => JSON.parse(json))).toMatchObject([
    { '@type': 'Product', offers: [{ price: price.toFixed(2), priceCurrency: 'INR' }, {}, {}] },
    { '@type': 'BreadcrumbList' },
  ])
})

it.each(['/category-page?category=3', '/collections?category=3'])(
  'shows the picture of the category beside a link to %s',
  async (address) => {
    const head = (await renderPage(address, read))?.head
    expect(head).toMatch(/<meta property="og:image" content="[^"]+\/media\/[a-z0-9-]+\.jpg\?w=1280"/)
  },
)

it.each([
  ['/search-results?query=shoe', '/api/products/filter?page=2&limit=12&search=shoe&facets=1'],
  ['/newarrivals', '/api/products/filter?page=2&limit=12&is_new_arrival=1&facets=1'],
])('links the pages of %s, however many products it has', async (address, secondCall) => {
  const many = async (called: string): Promise<PageReply> => {
    const reply = await read(called.replace(/page=\d+&limit=/, 'page=1&limit='))
    if (!/search|is_new_arrival/.test(called)) return reply
    const body = JSON.parse(reply.json) as object
    const [, page = 1] = /page=(\d+)/.exec(called) ?? []
    return { ...reply, json: JSON.stringify({ ...body, page: Number(page), total: 250, totalPages: 3 }) }
  }
  const first = bodyOf(await renderPage(address, many))
  expect(first).toContain('Page 1 of 3')
  const [, search = ''] = /href="[^"]*(\?[^"]*\bpage=2)"/.exec(first) ?? []
  const next = await renderPage(address.split('?')[0] + search.replaceAll('&amp;', '&'), many)
  expect(bodyOf(next)).toContain('Page 2 of 3')
  expect([...(next?.replies.keys() ?? [])]).toContain(secondCall)
})

it('renders the pages that Load more has brought, with counts for the filters once', async () => {
  const page = await renderPage('/collections?to=3', read)
  expect(bodyOf(page).match(/<article/g)).toHaveLength(36)
  expect([...(page?.replies.keys() ?? [])].filter((called) => called.includes('filter'))).toEqual([
    '/api/products/filter?page=1&limit=12&facets=1',
    '/api/products/filter?page=2&limit=12',
    '/api/products/filter?page=3&limit=12',
  ])
})

it('knows which pages a list does not have', async () => {
  const isPastEnd = async (address: string) => {
    const page = await renderPage(address, read)
    expect(page?.head.includes('noindex')).toBe(page?.isPastEnd)
    expect(page?.head.includes('canonical')).toBe(!page?.isPastEnd)
    expect(page?.head.includes('og:')).toBe(!page?.isPastEnd)
    return page?.isPastEnd
  }
  expect(await isPastEnd('/collections?page=2')).toBe(false)
  expect(await isPastEnd('/collections?page=9999')).toBe(true)
  expect(await isPastEnd('/category-page?category=1&page=9999')).toBe(true)
  expect(await isPastEnd('/newarrivals?page=4')).toBe(true)
})

it('renders nothing when the server does not reply', async () => {
  const busy = async () => ({ status: 503, json: '{"success":false}' })
  expect(await renderPage('/', busy)).toBeNull()
})

it('shows a changed product and category', async () => {
  await renderPage('/product/1', read)
  const changed = async (address: string): Promise<PageReply> => {
    const reply = await read(address)
    const json = reply.json
      .replaceAll('"Lab Equipment"', '"Lab Things"')
      .replace(/"price":[\d.]+/g, '"price":7')
    return { ...reply, json }
  }
  const body = bodyOf(await renderPage('/product/1', changed))
  expect(body).not.toContain('Lab Equipment')
  expect(body.match(/₹(?:)?7(?:\.00)?</g)?.length).toBeGreaterThan(1)
})
