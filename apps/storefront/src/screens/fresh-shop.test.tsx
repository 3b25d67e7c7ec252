/** A merchant's shop, which has no demo data: nothing on it is empty, made up or endless. */
import type { Category, ListedProduct } from '@haat/contract/catalog'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  callApi,
  changeReply,
  changeSettings,
  failWith,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()
beforeAll(() => changeSettings({ showcase: null, tagline: '', shop_name: 'Meera Stores' }))

const EMPTY_PAGE = { success: true, products: [], page: 1, limit: 6, total: 0, totalPages: 1 }
const shows = (text: string | RegExp) => screen.findAllByText(text)
const tabs = () => screen.queryAllByRole('tab').map(({ textContent }) => textContent)

it.each(['/newarrivals', '/hotdeals', '/search-results?query=Daud+Tez', '/category-page?category=3'])(
  'shows a product’s own stars on %s',
  async (address) => {
    renderShop(address)
    const [name] = await shows(/^(Daud Tez 2 Road Running Shoe|Tez 2 at its lowest yet)$/)
    const card = name?.closest('article')
    expect(within(card!).getAllByRole('img', { name: /^Rated/ })).toHaveLength(1)
    within(card!).getByRole('img', { name: 'Rated 4.6 out of 5' })
  },
)

/** Leaves out banners, deals and marked products; with `all`, every product and category. */
function empty(all = false): void {
  failWith((request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/api/banners' || pathname === '/api/deals/active') return Response.json([])
    if (pathname === '/api/products/highlights')
      return Response.json({ success: true, best_sellers: [], prices: [] })
    if (pathname === '/api/products/filter' && (all || search.includes('is_featured')))
      return Response.json(EMPTY_PAGE)
    if (all && pathname === '/api/categories') return Response.json({ success: true, categories: [] })
    return undefined
  })
}

const changeCategories = (change: (categories: Category[]) => void) =>
  failWith((request) =>
    request.url.endsWith('/api/categories')
      ? changeReply(request, ({ categories }: { categories: Category[] }) => change(categories))
      : undefined,
  )

describe('home', () => {
  it('hides empty sections, and begins with the best discounts when nothing is marked', async () => {
    empty()
    renderShop('/')
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Meera Stores' })
    expect(await screen.findAllByRole('article')).toHaveLength(12)
    await waitFor(() => expect(tabs()).toEqual(['New Arrivals', 'On Sale']))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('On Sale')
    for (const text of ['No banners found.', 'DEALS OF THE DAY', 'Loading Hot Deals...'])
      expect(screen.queryByText(text)).toBeNull()
    expect(document.title).toBe('Meera Stores')
    const menu = within(screen.getByRole('navigation', { name: 'Shop' }))
    expect(menu.getByRole('link', { name: 'Collections' })).toBeTruthy()
    expect(menu.queryByRole('link', { name: 'Hot Deals' })).toBeNull()
    expect(screen.getAllByRole('article')[0]!.closest('ul')!.className).toMatch(/\bgrid-cols-pair\b/)
  })

  it('opens with its products while it has neither deals nor orders', async () => {
    empty()
    renderShop('/')
    const featured = await screen.findByRole('region', { name: 'Featured Products' })
    const categories = await screen.findByRole('region', { name: 'Categories' })
    const order = featured.compareDocumentPosition(categories)
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(screen.queryByText('Best Sellers')).toBeNull()
    expect(screen.queryByText('Shop by Price')).toBeNull()
  })

  it('links to the deals where one runs', async () => {
    renderShop('/')
    const menu = within(await screen.findByRole('navigation', { name: 'Shop' }))
    await menu.findByRole('link', { name: 'Hot Deals' })
  })

  it('without products has neither tabs nor categories', async () => {
    empty(true)
    renderShop('/')
    await shows('Our first products arrive soon.')
    expect(tabs()).toEqual([])
    expect(screen.queryByRole('heading', { name: /Categories/ })).toBeNull()
    expect(screen.queryByText('No products found.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(menu.queryByRole('heading', { name: 'Categories' })).toBeNull()
  })

  it('links to categories by name where none has a picture', async () => {
    changeCategories((categories) => {
      for (const category of categories) category.image_url = null
    })
    renderShop('/')
    const section = await screen.findByRole('navigation', { name: 'Our Categories' })
    expect(within(section).getAllByRole('link').length).toBeGreaterThan(2)
    expect(within(section).queryAllByRole('img')).toEqual([])
  })
})

describe('without pictures', () => {
  const withoutPictures = (change: (products: ListedProduct[]) => void = () => undefined) =>
    failWith((request) =>
      request.url.includes('/api/products/')
        ? changeReply(request, ({ products }: { products?: ListedProduct[] }) => {
            for (const product of products ?? []) product.media_url = null
            change(products ?? [])
          })
        : undefined,
    )

  it('a card tells brand, discount and price of a unit beside its price, and can be bought', async () => {
    withoutPictures(([first]) => {
      if (first) Object.assign(first, { net_quantity: '500 g', variants: first.variants.slice(0, 1) })
    })
    renderShop('/search-results?query=Prayog Student')
    const card = within((await screen.findAllByRole('article'))[0]!)
    expect(card.queryByRole('img', { name: /Prayog/ })).toBeNull()
    card.getByText('Prayog')
    expect(card.getByText(/^Save \d+%$/).parentElement!.textContent).toMatch(/^₹4,890.*₹9.78 per g$/)
    card.getByRole('button', { name: /^Add Prayog Student Compound Microscope to cart$/ })
  })

  it('home begins with one product of each category', async () => {
    empty()
    renderShop('/')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12))
    const names = screen.getAllByRole('article').map((card) => card.textContent)
    const { products } = await callApi<{ products: ListedProduct[] }>(
      'GET',
      '/api/products/filter?is_on_sale=1&buyable_first=1&limit=24',
    )
    const categories = new Set(products.map(({ category_id }) => category_id))
    const first = names
      .slice(0, categories.size)
      .map((text) => products.find(({ name }) => text.includes(name)))
    expect(new Set(first.map((product) => product?.category_id))).toEqual(categories)
  })
})

it('a list of one page has no pager', async () => {
  failWith((request) =>
    request.url.includes('/api/products/filter')
      ? changeReply(request, (reply: { totalPages: number }) => (reply.totalPages = 1))
      : undefined,
  )
  renderShop('/category-page?category=1')
  expect(await screen.findAllByRole('article')).not.toEqual([])
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

it('a product alone in its category has no empty list of related ones', async () => {
  empty(true)
  renderShop('/product/1')
  await screen.findByRole('button', { name: 'Add to Cart' })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Related Products' })).toBeNull())
  expect(screen.queryByText('No related products found.')).toBeNull()
})

it('a category that does not exist has a heading', async () => {
  renderShop('/category-page?category=99999')
  await screen.findByRole('heading', { level: 1, name: 'All Categories' })
})

it('a category leads back to the categories above it', async () => {
  let above = ''
  changeCategories(([first, second]) => {
    first!.parent_id = second!.id
    above = second!.name
  })
  renderShop('/category-page?category=1')
  await waitFor(() => {
    const links = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Home page', above])
  })
})
