/** What search engines and messengers read. Required properties are those of Google's documents on structured data. */
import { slugOf } from '@haat/contract/storefront-paths'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callApi, changeSettings, renderShop, useDemoShop } from '../../test/render-shop.tsx'
import { excerpt } from '../lib/excerpt.ts'

const SITE = 'https://shop.example'
useDemoShop({ PUBLIC_URL: SITE })

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')
const og = (name: string) => content(`meta[property="${name}"]`)
const canonical = () => document.head.querySelector('link[rel=canonical]')?.getAttribute('href')
const structured = (): Record<string, unknown>[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent),
  )
const ofType = (type: string) => structured().find((data) => data['@type'] === type)

interface Reply {
  id: number
  name: string
  price: number
  mrp: number | null
  media_url: string
  variants: { stock: number }[]
}

it('describes a product with price, pictures, stock and its place in the shop', async () => {
  renderShop('/product/1/an-old-name?variant=2')
  const product = await callApi<Reply>('GET', '/api/products/1')
  await screen.findByRole('button', { name: 'Buy Now' })
  await waitFor(() => expect(canonical()).toBe(`${SITE}/product/1/${slugOf(product.name)}`))
  expect(document.title).toBe(`${product.name} · Haat`)
  expect(og('og:url')).toBe(canonical())
  expect(og('og:title')).toBe(product.name)
  expect(og('og:type')).toBe('product')
  expect(og('product:price:amount')).toBe(product.price.toFixed(2))
  expect(og('product:price:currency')).toBe('INR')
  const picture = product.media_url.replace('.webp', '.jpg?w=1280')
  expect(og('og:image')).toBe(SITE + picture)
  expect(content('meta[name=description]')?.length).toBeLessThanOrEqual(160)
  expect(content('meta[name=robots]')).toBeUndefined()

  const data = ofType('Product')
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    name: product.name,
    url: canonical(),
    brand: { '@type': 'Brand', name: expect.any(String) },
    image: expect.arrayContaining([expect.stringMatching(/^https:\/\/shop\.example\/media\/[\w-]+\.webp$/)]),
  })
  const offers = data?.['offers'] as Record<string, unknown>[]
  expect(offers).toHaveLength(product.variants.length)
  // Codes are the merchant's own; ids of rows are none.
  for (const described of [data, ...offers]) expect(described).not.toHaveProperty('sku')
  for (const offer of offers)
    expect(offer).toMatchObject({
      '@type': 'Offer',
      price: expect.stringMatching(/^\d+\.\d\d$/),
      priceCurrency: 'INR',
      availability: expect.stringMatching(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/),
      url: expect.stringContaining(SITE),
    })
  expect(offers[0]).toMatchObject({ price: product.price.toFixed(2), url: canonical() })
  expect(data).not.toHaveProperty('aggregateRating')

  const crumbs = ofType('BreadcrumbList')?.['itemListElement'] as Record<string, unknown>[]
  expect(crumbs[0]).toEqual({ '@type': 'ListItem', position: 1, name: 'Home page', item: `${SITE}/` })
  expect(crumbs.at(-1)).toMatchObject({ position: crumbs.length, name: product.name })
})

it('gives a deal its price and its end', async () => {
  const deals = await callApi<
    { product_id: number; deal_price: number; start_date: string; end_date: string }[]
  >('GET', '/api/deals/active')
  const running = deals.find(({ start_date }) => Date.parse(start_date) < Date.now())!
  renderShop(`/product/${running.product_id}`)
  await screen.findByRole('button', { name: 'Buy Now' })
  await waitFor(() => {
    const { offers } = ofType('Product') as { offers: object | object[] }
    expect([offers].flat()[0]).toMatchObject({
      price: running.deal_price.toFixed(2),
      priceValidUntil: new Date(running.end_date).toISOString(),
    })
  })
})

it('describes the shop and its search on the home page', async () => {
  await changeSettings({ tagline: 'Shoes </script> & more' })
  renderShop('/')
  await waitFor(() => expect(canonical()).toBe(`${SITE}/`))
  const script = document.querySelector('script[type="application/ld+json"]')!
  expect(script.textContent).not.toContain('<')
  expect(structured()[0]).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', name: 'Haat', url: `${SITE}/`, logo: `${SITE}/icon-512.png` },
      {
        '@type': 'WebSite',
        description: 'Shoes </script> & more',
        potentialAction: {
          '@type': 'SearchAction',
          target: { urlTemplate: `${SITE}/search-results?query={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  })
  expect(og('og:image')).toBe(`${SITE}/icon-512.png`)
})

it.each([
  ['/products?page=2&sort=price_asc&utm_source=x', '/products?page=2'],
  ['/collections?sort=newest&category=1&brand=&page=2', '/collections?category=1&page=2'],
  ['/category-page?page=1&category=2', '/category-page?category=2'],
  ['/pages/about?x=1', '/pages/about'],
  ['/hotdeals', '/hotdeals'],
])('%s is known as %s', async (address, path) => {
  renderShop(address)
  await waitFor(() => expect(canonical()).toBe(SITE + path))
  expect(content('meta[name=robots]')).toBeUndefined()
})

it.each([
  ['/products', 'Our Products · Haat', 'Everything the shop sells.'],
  ['/products?page=2', 'Our Products, page 2 · Haat', 'Everything the shop sells. Page 2.'],
  ['/collections?category=1&page=2', 'Collections: Lab Equipment, page 2 · Haat', 'Page 2.'],
])('%s has a title and a description of its own', async (address, title, description) => {
  renderShop(address)
  await waitFor(() => expect(document.title).toBe(title))
  expect(content('meta[name=description]')).toContain(description)
})

it.each([
  '/cart',
  '/auth/login',
  '/product/987654',
  '/category-page?category=999',
  '/category-page?category=2&search=x',
  '/category-page?category=2&rating=4',
  '/collections?brand=Daud&category=2',
  '/collections?price=500-1000',
  '/products?page=999',
  '/collections?category=1&page=999',
  '/category-page?category=1&page=999',
  '/newarrivals?page=999',
  '/search-results?query=with&page=999',
])('%s is left out by search engines', async (address) => {
  renderShop(address)
  await waitFor(() => expect([content('meta[name=robots]'), canonical()]).toEqual(['noindex', undefined]))
})

it.each([
  ['/search-results?page=2&query=with&x=1', 'Search: with, page 2', '/search-results?query=with&page=2'],
  ['/search-results', 'Search', '/search-results'],
])('%s can be shown by messengers, and is left out by search engines', async (address, title, path) => {
  renderShop(address)
  await waitFor(() => expect(canonical()).toBe(SITE + path))
  expect(content('meta[name=robots]')).toBe('noindex')
  expect(document.title).toBe(`${title} · Haat`)
  expect(og('og:title')).toBe(title)
  expect(og('og:image')).toBe(`${SITE}/icon-512.png`)
  expect(content('meta[name="twitter:card"]')).toBe('summary_large_image')
})

it('shows the picture of a category beside a link to it', async () => {
  renderShop('/category-page?category=1')
  await waitFor(() => expect(og('og:image')).toMatch(/\/media\/[a-z0-9-]+\.jpg\?w=1280$/))
  const { status, headers } = await fetch(
    new Request(new URL(og('og:image')!).pathname.replace(/^/, 'http://localhost')),
  )
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

it('cuts a text after a word', () => {
  expect(excerpt('One  two\nthree', 20)).toBe('One two three')
  expect(excerpt('One two three', 9)).toBe('One two…')
  expect(excerpt('Onetwothree', 5)).toBe('Onet…')
})
