import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { aCategory, aProduct } from '../../../test/factories.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { refreshListings } from '../catalog/listing-columns.store.ts'
import { trackingLink } from '../orders/order-links.ts'
import { markInitialised, storePage } from '../settings/settings.store.ts'
import { pageStatus } from './seo.ts'

const SHOP = { PUBLIC_URL: 'https://shop.example', HAAT_DEMO: '0' }

const setUp = (test: TestShop): Promise<void> =>
  test.shop.db.transaction((tx) => markInitialised(tx, test.shop.now()))

const hide = (test: TestShop, id: number): Promise<void> =>
  test.shop.db.transaction(async (tx) => {
    const { products } = tx.tables
    await tx.update(products).set({ is_published: false }).where(eq(products.id, id))
  })

it('decides the status of each page', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const shoe = await aProduct(test, { name: 'Red Running Shoe' })
  const sign = await aProduct(test, { name: '☀️' })
  const hidden = await aProduct(test)
  await hide(test, hidden.id)
  const bare = await aProduct(test)
  await test.shop.db.transaction(async (tx) => {
    const { products } = tx.tables
    await tx.update(products).set({ variant_id: null }).where(eq(products.id, bare.id))
  })
  await db.transaction(async (tx) => {
    await tx
      .insert(tx.tables.pages)
      .values({ slug: 'care', title: 'Care', text: 'Wash cold.', changed_at: START })
  })
  const tracked = new URL(trackingLink(test.shop, 7)).pathname
  const address = `/product/${shoe.id}/red-running-shoe`
  const expected: [string, number, string?][] = [
    ['/', 200],
    ['/search-results?query=nothing-like-this', 200],
    ['/category-page', 200],
    [`/category-page?category=${shoe.category_id}&page=2`, 200],
    ['/collections', 200],
    [`/collections?category=${shoe.category_id}`, 200],
    ['/collections?category=all', 200],
    ['/pages/about', 200],
    ['/pages/care', 200],
    ['/Cart/', 200],
    [`/product/${shoe.id}`, 200],
    [`/product/${shoe.id}?variant=3`, 200],
    [address, 200],
    [`/product/${shoe.id}/old-name?variant=3&utm=a?b`, 301, `${address}?variant=3&utm=a?b`],
    [`/product/${shoe.id}/%ff`, 301, address],
    [`/product/${sign.id}/sun`, 301, `/product/${sign.id}`],
    [`/product/${hidden.id}`, 404],
    [`/product/${bare.id}`, 404],
    ['/product/999999', 404],
    ['/product/99999999999', 404],
    ['/product/shoe', 404],
    ['/category-page?category=999999', 404],
    ['/category-page?category=shoes', 404],
    ['/collections?category=999999', 404],
    ['/pages/none', 404],
    ['/pages/%00', 404],
    ['/auth/other', 404],
    [tracked, 200],
    [`${tracked.slice(0, -1)}!`, 404],
    [tracked.replace('/7/', '/8/'), 404],
    ['/track/x/y', 404],
    ['/nothing', 404],
  ]
  for (const [url, status, location] of expected) {
    const found = await pageStatus(test.shop, url)
    expect({ url, ...found }).toEqual({ url, status, ...(location !== undefined && { location }) })
  }
})

it('lists what can be found, once per product and without what is hidden', async () => {
  const test = await shopForThisTest(SHOP)
  await setUp(test)
  const empty = await aCategory(test)
  const shoe = await aProduct(test, { name: 'लाल & Red <Shoe>' })
  const far = await aProduct(test, { id: 1001, name: 'Far' })
  const hidden = await aProduct(test, { name: 'Hidden' })
  await hide(test, hidden.id)
  await test.shop.db.transaction(async (tx) => {
    const { products } = tx.tables
    await tx.update(products).set({ media_url: '/media/shoe.webp' }).where(eq(products.id, shoe.id))
    const picture = { product_id: shoe.id, media_type: 'image' as const, alt: '' }
    await tx.insert(tx.tables.media).values([
      { ...picture, media_url: '/media/shoe-side.webp', position: 2 },
      { ...picture, media_url: '/media/shoe.webp', position: 1 },
    ])
  })
  const xml = async (path: string): Promise<string> => {
    const { text, headers } = await test.get(path).buffer(true).expect(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    return text
  }
  const locations = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(locations(await xml('/sitemap.xml'))).toEqual(
    ['pages', 'products-1', 'products-2'].map((name) => `https://shop.example/sitemaps/${name}.xml`),
  )
  const first = await xml('/sitemaps/products-1.xml')
  expect(first).toContain(
    `<url><loc>https://shop.example/product/${shoe.id}/${encodeURIComponent('लाल')}-and-red-shoe</loc>` +
      `<lastmod>${START.toISOString()}</lastmod>` +
      '<image:image><image:loc>https://shop.example/media/shoe.webp</image:loc></image:image>' +
      '<image:image><image:loc>https://shop.example/media/shoe-side.webp</image:loc></image:image></url>',
  )
  expect(locations(first)).toHaveLength(1)
  const plain = await test.app.inject('/sitemaps/products-2.xml')
  const again = { 'if-none-match': String(plain.headers['etag']) }
  expect((await test.app.inject({ url: '/sitemaps/products-2.xml', headers: again })).statusCode).toBe(304)
  expect(locations(plain.body)).toEqual([`https://shop.example/product/${far.id}/far`])
  const pages = locations(await xml('/sitemaps/pages.xml'))
  expect(pages).toEqual(
    expect.arrayContaining([
      'https://shop.example/',
      `https://shop.example/category-page?category=${shoe.category_id}`,
      'https://shop.example/pages/terms',
    ]),
  )
  expect(pages).not.toContain(`https://shop.example/category-page?category=${empty.id}`)

  test.clock.advance(3600)
  await test.shop.db.transaction(async (tx) => {
    const { variants } = tx.tables
    await tx.update(variants).set({ price: 499_00 }).where(eq(variants.product_id, far.id))
    await refreshListings(tx, [far.id, shoe.id], test.shop.now())
    await storePage(tx, { slug: 'terms', title: 'Terms', text: 'New.' }, test.shop.now())
  })
  const changed = (path: string) => xml(path).then((text) => /<lastmod>(.*?)</.exec(text)?.[1])
  expect(await changed('/sitemaps/products-2.xml')).toBe(test.shop.now().toISOString())

  const changeOf = (text: string, path: string) =>
    new RegExp(`<loc>https://shop.example${path}</loc><lastmod>(.*?)<`).exec(text)?.[1]
  const listed = await xml('/sitemaps/pages.xml')
  expect(changeOf(listed, '/pages/terms')).toBe(test.shop.now().toISOString())
  expect(changeOf(listed, '/pages/about')).toBe(START.toISOString())

  await hide(test, far.id)
  await test.get('/sitemaps/products-2.xml').expect(404)
  await test.get('/sitemaps/products-3.xml').expect(404)
  expect(locations(await xml('/sitemap.xml'))).not.toContain('https://shop.example/sitemaps/products-2.xml')
  await test.get('/sitemaps/products-0.xml').expect(404)
  await test.get('/sitemaps/other.xml').expect(404)
})

it('tells robots what to leave out, and everything while nobody shall find the shop', async () => {
  const test = await shopForThisTest(SHOP)
  const robots = async ({ get }: TestShop = test): Promise<string> =>
    (await get('/robots.txt').expect(200)).text
  expect(await robots()).toBe('User-agent: *\nDisallow: /\n')
  await setUp(test)
  expect(await robots()).toMatch(/^Disallow: \/cart$/m)
  expect(await robots()).toMatch(/^Sitemap: https:\/\/shop\.example\/sitemap\.xml$/m)
  expect(await robots()).not.toMatch(/^Disallow: \/$/m)
  const demo = await openTestShop({ ...SHOP, NODE_ENV: 'production', HAAT_DEMO: '1' })
  onTestFinished(() => demo.close())
  await setUp(demo)
  expect(await robots(demo)).toBe('User-agent: *\nDisallow: /\n')
})

it('names the shop in the manifest', async () => {
  const test = await shopForThisTest(SHOP)
  const { headers, body } = await test.app.inject('/manifest.webmanifest')
  expect(headers['content-type']).toContain('application/manifest+json')
  expect(JSON.parse(body)).toMatchObject({ start_url: '/', icons: [{ sizes: '192x192' }, {}, {}] })
})
