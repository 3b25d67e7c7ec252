import type { Category, Facets, ListedProduct } from '@haat/contract/catalog'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast as sonner } from 'sonner'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endSession, openSession } from '../api/session.ts'
import {
  callApi,
  changeReply,
  endFaults,
  failCalls,
  failWith,
  logIn,
  renderShop,
  renderShopInBrowser,
  useDemoShop,
} from '../../test/render-shop.tsx'
import { toast } from '../ui/toast.ts'

interface Highlights {
  best_sellers: ListedProduct[]
  prices: Facets['prices']
}

useDemoShop()

const nothing = () => Response.json({ success: false, message: 'Server error occurred' }, { status: 500 })

describe('collections', () => {
  it('lists the products with prices in rupees', async () => {
    renderShop('/collections')
    await screen.findByText(/Page 1 of \d+/)
    expect(screen.getByText('₹4,890')).toBeDefined()
  })

  it('searches a long list of brands, and keeps those that are chosen', async () => {
    renderShop('/collections?brand=Prayog')
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search brands' }), ' daud')
    const brands = within(screen.getByRole('group', { name: 'Brand' })).getAllByRole('checkbox')
    expect(new Set(brands.map((box) => box.getAttribute('value')))).toEqual(new Set(['Daud', 'Prayog']))
  })

  it('shows how many products each choice has, with the other filters', async () => {
    renderShop('/collections?category=1&brand=Prayog')
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    const path = '/api/products/filter?facets=1&category=1&brand=Prayog'
    const { facets } = await callApi<{ facets: Facets }>('GET', path)
    const expectCount = async (group: string, role: string, name: string, count: number) => {
      const description = `${count} ${count === 1 ? 'product' : 'products'}`
      const choices = group === '' ? screen : within(await screen.findByRole('group', { name: group }))
      expect(await choices.findByRole(role, { name, description })).toBeDefined()
    }
    const category = facets.categories.find(({ id }) => id === 1)
    await expectCount('Category', 'radio', 'Lab Equipment', category!.count)
    await expectCount('Brand', 'checkbox', facets.brands[0]!.name, facets.brands[0]!.count)
    await expectCount('Rating', 'radio', '4 stars and up', facets.ratings[0]!.count)
    await expectCount('Price', 'radio', 'Under ₹500', facets.prices[0]!.count)
    expect(screen.queryByRole('radio', { name: '₹10,000 and above' })).toBeNull()
    await expectCount('Discount', 'radio', '10% or more', facets.discounts[0]!.count)
    await expectCount('', 'checkbox', 'In stock only', facets.in_stock)
  })
})

const shown = (text: string) => screen.findByText(text)

describe('a list', () => {
  const chips = () =>
    within(screen.getByRole('list', { name: 'Chosen filters' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  it('of a search shows what is chosen, takes one away, and clears all but what was searched for', async () => {
    renderShopInBrowser('/search-results?query=shoe&brand=Daud,Chaal&price=2000-5000&in_stock=1&category=3')
    await screen.findAllByRole('article')
    await waitFor(() =>
      expect(chips()).toEqual(['In stock', 'Sneakers', '₹2,000 – ₹5,000', 'Daud', 'Chaal', 'Clear all']),
    )
    await userEvent.click(screen.getByRole('link', { name: 'Remove filter: Daud' }))
    await waitFor(() => expect(chips()).not.toContain('Daud'))
    expect(new URLSearchParams(window.location.search).get('brand')).toBe('Chaal')
    await userEvent.click(screen.getByRole('link', { name: 'Clear all' }))
    await waitFor(() => expect(window.location.search).toBe('?query=shoe'))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'price_asc')
    await waitFor(() => expect(window.location.search).toBe('?query=shoe&sort=price_asc'))
  })

  it('is narrowed by sizes and colours, and groceries have neither', async () => {
    renderShopInBrowser('/collections?search=sneakers&size=UK+8')
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    const group = async (name: string) => within(await screen.findByRole('group', { name }))
    const sizes = (await group('Size')).getAllByRole('checkbox').map((box) => box.getAttribute('value'))
    expect(sizes.slice(0, 6)).toEqual(['UK 5', 'UK 6', 'UK 7', 'UK 8', 'UK 9', 'UK 10'])
    await userEvent.click((await group('Colour')).getByRole('checkbox', { name: 'Red' }))
    await waitFor(() => expect(chips()).toEqual(['“sneakers”', 'UK 8', 'Red', 'Clear all']))
    expect(window.location.search).toBe('?search=sneakers&size=UK+8&color=Red')
    await screen.findByRole('button', { name: 'Show 2 products' })
    cleanup()
    renderShopInBrowser('/collections?search=microscope')
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    await group('Brand')
    expect(screen.queryByRole('group', { name: 'Colour' })).toBeNull()
  })

  it('has the limits of a price in order, however they are typed', async () => {
    renderShopInBrowser('/collections')
    await screen.findAllByRole('article')
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
    await userEvent.type(await screen.findByLabelText('Min price'), '4000')
    await userEvent.type(screen.getByLabelText('Max price'), '1000{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?min_price=1000&max_price=4000'))
    await waitFor(() => expect(screen.getByLabelText('Min price')).toHaveProperty('value', '1000'))
  })

  it.each(['Remove filter: Up to ₹3,000', 'Clear all'])(
    'of a search has %s for the price in it',
    async (name) => {
      renderShopInBrowser('/search-results?query=shoe+under+3000')
      const chip = await screen.findByRole('link', { name })
      await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
      expect(await screen.findByLabelText('Max price')).toHaveProperty('value', '3000')
      await userEvent.click(chip)
      await waitFor(() => expect(window.location.search).toBe('?query=shoe'))
    },
  )

  it('of a category keeps it when all is cleared, and leads to the categories under it', async () => {
    failWith((request) =>
      request.url.endsWith('/api/categories')
        ? changeReply(request, ({ categories }: { categories: Category[] }) => {
            categories.find(({ name }) => name === 'Fencing')!.parent_id = 3
          })
        : undefined,
    )
    renderShopInBrowser('/category-page?category=3&search=shoe&max_price=3000&rating=4')
    await screen.findAllByRole('article')
    const tiles = within(screen.getByRole('navigation', { name: 'Categories of Sneakers' }))
    expect(tiles.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Fencing'])
    expect(chips()).toEqual(['“shoe”', 'Up to ₹3,000', '4 stars and up', 'Clear all'])
    expect(screen.queryByRole('radio', { name: 'All Categories' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Clear all' }))
    await waitFor(() => expect(window.location.search).toBe('?category=3'))
  })

  it('grows by the next page, which its address keeps, until a filter changes', async () => {
    renderShopInBrowser('/collections')
    await screen.findByText(/^Page 1 of/)
    await userEvent.click(screen.getByRole('link', { name: 'Load more' }))
    await screen.findByText(/^Pages 1–2 of/)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(24))
    expect(window.location.search).toBe('?to=2')
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/collections?page=3')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'newest')
    await screen.findByText(/^Page 1 of/)
    expect(screen.getAllByRole('article')).toHaveLength(12)
  })
})

it('a search with few results ends with others of their category', async () => {
  renderShop('/search-results?query=shampoo')
  const others = within(await screen.findByRole('region', { name: 'You May Also Like' }))
  const names = (await others.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(names.length).toBeGreaterThan(3)
  expect(names).not.toContain('Phoolwari Hibiscus and Amla Shampoo')
})

describe('comparing', () => {
  it('puts up to four products beside each other, from cards and their pages, and ends it', async () => {
    renderShop('/collections')
    const [card] = await screen.findAllByRole('article')
    const icons = screen.getAllByRole('button', { name: /^Compare / })
    await userEvent.click(icons[0]!)
    const bar = await screen.findByRole('region', { name: 'Compare' })
    const footer = screen.getByRole('contentinfo')
    expect(bar.compareDocumentPosition(footer) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    const tray = within(bar)
    await tray.findByText('Choose one more to compare.')
    for (const icon of icons.slice(1, 4)) await userEvent.click(icon)
    await userEvent.click(icons[4]!)
    await shown('4 products can be compared. Take one away first.')
    expect(icons[4]!.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(await tray.findByRole('button', { name: 'Compare 4' }))
    const table = within(await screen.findByRole('dialog', { name: 'Compare' }))
    expect(table.getAllByRole('columnheader')).toHaveLength(4)
    const price = table.getByRole('row', { name: /^Price/ })
    const first = within(card!).getAllByText(/^₹[\d,]+$/)[0]!.textContent
    expect(within(price).getAllByRole('cell')[0]!.textContent).toContain(first)
    await userEvent.click(table.getAllByRole('button', { name: /^Add To Cart/ })[0]!)
    const chooser = await screen.findByRole('dialog', { name: 'Choose and add' })
    // As by Escape, which closes this one alone.
    fireEvent(chooser, new Event('close'))
    await waitFor(() => expect(chooser.isConnected).toBe(false))
    await userEvent.click(table.getAllByRole('button', { name: /^Remove / })[0]!)
    expect(table.getAllByRole('columnheader')).toHaveLength(3)
    for (const _ of [2, 1]) await userEvent.click(table.getAllByRole('button', { name: /^Remove / })[0]!)
    // One alone is no comparison.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Compare' })).toBeNull())
    await tray.findByText('Choose one more to compare.')
    cleanup()
    renderShop('/product/170')
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
    await userEvent.click(screen.getByRole('button', { name: 'End the comparison' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Compare' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Compare' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('forgets a product that the shop no longer has', async () => {
    localStorage.setItem('compared', '[99999,1]')
    renderShop('/products')
    await screen.findByText('Choose one more to compare.')
    await waitFor(() => expect(localStorage.getItem('compared')).toBe('[1]'))
  })
})

describe('sharing a product', () => {
  const share = async () => {
    renderShop('/product/1')
    await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  }

  it('opens the sheet of the device', async () => {
    const sheet = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'share', { value: sheet, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    await share()
    expect(sheet.mock.calls[0]![0]).toMatchObject({
      title: 'Prayog Student Compound Microscope',
      url: expect.stringMatching(/^http.*\/product\/1\/prayog-student-compound-microscope\?variant=\d+$/),
    })
    expect(screen.queryByRole('dialog', { name: 'Share' })).toBeNull()
  })

  it('without one offers WhatsApp and the link', async () => {
    await share()
    const dialog = within(await screen.findByRole('dialog', { name: 'Share' }))
    expect(dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/\?text=Prayog\+Student.*%2Fproduct%2F1%2F/,
    )
    const user = userEvent.setup()
    await user.click(dialog.getByRole('button', { name: 'Copy link' }))
    await shown('Link copied.')
    expect(await navigator.clipboard.readText()).toMatch(/\/product\/1\//)
  })
})

describe('browsing', () => {
  const shows = (text: string | RegExp) => screen.findAllByText(text)

  it('a page that a list does not have leads to the first, and a single page has no pager', async () => {
    renderShop('/collections?category=1&brand=Prayog&page=99')
    await shows('The list ends before page 99.')
    expect(screen.queryByText('No products found')).toBeNull()
    await userEvent.click(await screen.findByRole('link', { name: 'To the first page' }))
    await screen.findAllByRole('article')
    expect(screen.queryByText(/^Page \d/)).toBeNull()
  })

  it('an unknown category offers the others', async () => {
    renderShop('/category-page?category=999')
    await shows('This category does not exist.')
    expect(screen.queryByRole('search', { name: 'Search in this category' })).toBeNull()
  })

  it('home shows a deal with its countdown', async () => {
    renderShop('/')
    await shows('Offer ends in:')
    for (const unit of ['Days', 'Hours', 'Minutes', 'Seconds']) await shows(unit)
    await shows('(128 Reviews)')
  })

  it('home names the best sellers of real orders, and leads from a band of prices to its products', async () => {
    const { best_sellers, prices } = await callApi<Highlights>('GET', '/api/products/highlights')
    renderShop('/')
    const sellers = within(await screen.findByRole('region', { name: 'Best Sellers' }))
    const names = sellers.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(names).toEqual(best_sellers.slice(0, 4).map(({ name }) => name))
    expect(names).toHaveLength(4)
    await userEvent.click(screen.getByRole('link', { name: 'Under ₹500' }))
    await shows(`${prices[0]!.count} products`)
  })

  it('home shows what was looked at last on this device, the latest first', async () => {
    renderShop('/product/3')
    await shows('About the Item')
    cleanup()
    renderShop('/product/2')
    await shows('About the Item')
    cleanup()
    renderShop('/')
    const seen = within(await screen.findByRole('region', { name: 'Recently Viewed' }))
    const links = seen
      .getAllByRole('heading')
      .slice(1)
      .map((heading) => within(heading).getByRole('link'))
    expect(links.map((link) => link.getAttribute('href')?.split('/')[2])).toEqual(['2', '3'])
  })

  it('hot deals begin with the running one that ends soonest, and end with those that are over', async () => {
    renderShop('/hotdeals')
    await shows('Deal Starting Soon!')
    expect(
      screen
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .slice(0, 7),
    ).toEqual([
      'Tadka Chef’s Knife 20 cm',
      'Nabz Upper-Arm Blood Pressure Monitor',
      'Daud Tez 2 Road Running Shoe',
      'Deodar Ridge Two-Person Tent',
      'Surakshit Ratchet Safety Helmet',
      'Parry & Panja Three-Weapon Mask',
      'Maidan Outdoor Basketball',
    ])
  })

  it('hot deals count down to the end of each running deal', async () => {
    renderShop('/hotdeals')
    const [card] = await screen.findAllByRole('article')
    await within(card!).findByText('Offer ends in:')
    const running = screen.getAllByRole('article').filter((one) => within(one).queryByText('Offer ends in:'))
    const soon = screen.getAllByText('Deal Starting Soon!').map((text) => text.closest('article'))
    expect(running.length).toBeGreaterThan(2)
    expect(running.some((one) => soon.includes(one))).toBe(false)
    expect(within(card!).getByRole('timer').textContent).toMatch(/^(\d+ days? )?\d\d:\d\d:\d\d$/)
  })

  it('a product says what its coming deal asks, and from when', async () => {
    renderShop('/product/75')
    const soon = await screen.findByText(/^Deal Starting Soon!/)
    expect(soon.textContent).toMatch(/^Deal Starting Soon! ₹299 · \d+ [A-Z][a-z]+, \d+:\d\d [ap]m$/)
  })

  it('home waits for deals as long as there are none', async () => {
    failWith((request) => (request.url.endsWith('/api/deals/active') ? Response.json([]) : undefined))
    renderShop('/')
    await shows('Our Categories')
    await shows('Loading Hot Deals...')
  })

  it('home says that its deals could not be loaded, and loads them again', async () => {
    failCalls('GET', /\/api\/deals\/active$/)
    renderShop('/')
    const deals = within(await screen.findByRole('region', { name: 'Deals of the Day' }))
    await deals.findByText('The deals could not be loaded.')
    await deals.findByText('The shop could not be reached')
    expect(deals.queryByText('Loading Hot Deals...')).toBeNull()
    endFaults()
    await userEvent.click(deals.getByRole('button', { name: 'Try again' }))
    await deals.findByRole('heading', { name: 'Tadka Chef’s Knife 20 cm' })
  })

  it('a failure does not read as if nothing matched, and takes nothing away that is shown', async () => {
    failCalls('GET', /\/api\/products\/filter/)
    renderShop('/search-results?query=lamp')
    const title = await screen.findByText('The shop could not be reached')
    expect(title.nextSibling?.textContent).toMatch(/^No products found\./)
    endFaults()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findAllByRole('article')
    const refusal = vi.fn<() => Response>(nothing)
    failCalls('GET', /\/api\/products\/filter/, refusal)
    vi.setSystemTime(Date.now() + 3_600_000)
    for (const network of ['offline', 'online']) window.dispatchEvent(new Event(network))
    await waitFor(() => expect(refusal).toHaveBeenCalledTimes(2))
    vi.useRealTimers()
    expect(screen.getAllByRole('article').length).toBeGreaterThan(0)
  })

  it('home switches the featured tabs', async () => {
    renderShop('/')
    const tab = await screen.findByRole('tab', { name: 'On Sale' })
    await userEvent.click(tab)
    expect(tab.getAttribute('aria-selected')).toBe('true')
  })

  it('a category has its name as the heading', async () => {
    renderShop('/category-page?category=1')
    const heading = await screen.findByRole('heading', { level: 1 })
    const { categories } = await callApi<{ categories: { id: number; name: string }[] }>(
      'GET',
      '/api/categories',
    )
    await waitFor(() => expect(heading.textContent).toBe(categories.find(({ id }) => id === 1)?.name))
  })

  it('a category that only the navigation state names stays when the list is sorted', async () => {
    renderShop('/category-page', { selectedCategory: { _id: 1, name: 'Beakers' } })
    await screen.findAllByRole('article')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /sort/i }), 'price_asc')
    await waitFor(() => expect(screen.queryByText('No category selected.')).toBeNull())
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
  })

  it('collections are sorted by price', async () => {
    renderShop('/collections?sort=price_desc')
    const [card] = await screen.findAllByRole('article')
    const { products } = await callApi<{ products: { name: string }[] }>(
      'GET',
      '/api/products/filter?page=1&sort=price_desc',
    )
    expect(card?.textContent).toContain(products[0]?.name)
  })

  it.each([
    ['/collections?min_price=9999999', 'No products found'],
    ['/category-page', 'No category selected.'],
    ['/category-page?category=1&search=beaker', /Beaker/],
    ['/search-results?query=micorscope', /Microscope/],
    ['/search-results?query=qqqqqqqq', 'No products found.'],
  ])('%s shows %s', async (address, text) => {
    renderShop(address)
    await shows(text)
  })

  it('gives the screens different titles', async () => {
    const titles = new Set<string>()
    const addresses = [
      '/',
      '/products',
      '/collections',
      '/newarrivals',
      '/hotdeals',
      '/product/1',
      '/product/2',
      '/auth/login',
    ]
    for (const address of addresses) {
      document.title = ''
      renderShop(address)
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(document.title).toMatch(/\S.* [|·–—-] Haat$|^Haat/))
      if (address.startsWith('/product/')) await screen.findByRole('button', { name: 'Buy Now' })
      titles.add(document.title)
      cleanup()
    }
    expect(titles.size).toBe(addresses.length)
  })

  it('redirects an unknown address to Home', async () => {
    renderShop('/no/such/place')
    await shows('DEALS OF THE DAY')
  })
})

describe('product page', () => {
  it('updates for the selected variant', async () => {
    renderShop('/product/1')
    await screen.findByText('In Stock (24 available)')
    await userEvent.click(screen.getByRole('button', { name: 'Binocular' }))
    await screen.findByText('In Stock (4 available)')
    expect(screen.getAllByText('₹11,900').length).toBeGreaterThan(0)
  })

  it('says when the fetch failed, and when there is no such product', async () => {
    failWith((request) => (request.url.includes('/api/products/1') ? nothing() : undefined))
    renderShop('/product/1')
    await screen.findByText('No Products Found.')
  })

  it('says when there is no such product', async () => {
    renderShop('/product/987654')
    await screen.findByText('No product found.')
  })
})

it.each(['/cart', '/order-confirmation/1', '/account/orders', '/profile', '/account/wishlist'])(
  '%s asks a guest to log in',
  async (address) => {
    renderShop(address)
    await screen.findByRole('heading', { name: 'Login' })
  },
)

describe('profile', () => {
  it('shows the orders and their number', async () => {
    const api = await logIn('asha@example.com')
    const { orders } = await api<{ orders: { order_number: string }[] }>('GET', '/api/orders')
    renderShop('/profile')
    await screen.findByText('12 orders')
    await userEvent.click(screen.getByRole('tab', { name: 'Order History' }))
    await screen.findByText(`Order #${orders[0]?.order_number}`)
  })
})

it('ends the session when the server answers 401', async () => {
  await logIn()
  failWith((request) =>
    request.url.includes('/api/cart')
      ? Response.json({ success: false, message: 'Unauthorized' }, { status: 401 })
      : undefined,
  )
  renderShop('/cart')
  await screen.findByRole('heading', { name: 'Login' })
  expect(await screen.findAllByText('Your session has ended. Please login again.')).toHaveLength(1)
  expect(localStorage.getItem('accessToken')).toBeNull()
})

it('takes messages away with the session that they are about', async () => {
  await logIn()
  renderShop('/')
  toast('success', 'Coupon applied successfully')
  await screen.findByText('Coupon applied successfully')
  // By itself it would go after five seconds.
  const dismiss = vi.spyOn(sonner, 'dismiss')
  act(() => endSession('refused'))
  await screen.findByRole('heading', { name: 'Login' })
  await waitFor(() => expect(dismiss).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByText('Coupon applied successfully')).toBeNull())
})

it('goes to login when the stored session has five minutes left at load', async () => {
  const inFiveMinutes = new Date(Date.now() + 5 * 60_000)
  localStorage.setItem('accessToken', 'token')
  localStorage.setItem('user', '{"id":1}')
  localStorage.setItem('tokenExpiry', inFiveMinutes.toISOString())
  openSession()
  renderShop('/collections')
  await screen.findByRole('heading', { name: 'Login' })
})

const FAULTS: [string, () => Response][] = [
  ['fails', nothing],
  [
    'is not JSON',
    () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'is cut',
    () => {
      throw new TypeError('fetch failed')
    },
  ],
]

it('a search that fails counts no results, and offers to try again', async () => {
  failWith((request) => (request.url.includes('/api/products/filter') ? nothing() : undefined))
  renderShop('/search-results?query=shoe')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('0 results found')).toBeNull()
  failWith(() => undefined)
  await userEvent.click(retry)
  await screen.findByText(/results found/)
})

describe.each(FAULTS)('when the reply %s', (_what, fault) => {
  it.each([
    ['/collections', '/api/products/filter', 'No products found'],
    ['/category-page?category=1', '/api/products/filter', 'No products found.'],
    ['/search-results?query=shoe', '/api/products/filter', 'No products found.'],
    ['/products', '/api/products/filter', 'Failed to load products.'],
    ['/hotdeals', '/api/deals', 'No hot deals available at the moment.'],
    ['/', '/api/banners', 'No banners found.'],
  ])('%s shows a message', async (address, path, message) => {
    failWith((request) => (request.url.includes(path) ? fault() : undefined))
    renderShop(address)
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  })
})
