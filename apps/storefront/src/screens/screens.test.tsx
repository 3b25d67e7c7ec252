import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openSession } from '../api/session.ts'
import { failWith, logIn, renderShop, useDemoShop } from '../../test/render-shop.tsx'

useDemoShop()

const refused = (message: string) =>
  Response.json({ success: false, message }, { status: 409, headers: { 'content-type': 'application/json' } })

const nothing = () => Response.json({ success: false, message: 'Server error occurred' }, { status: 500 })

describe('collections', () => {
  it('lists the products with prices in rupees', async () => {
    renderShop('/collections')
    await screen.findByText(/Page 1 of \d+/)
    expect(screen.getByText('₹4,890.00')).toBeDefined()
  })
})

describe('product page', () => {
  it('updates for the selected variant', async () => {
    renderShop('/product/1')
    await screen.findByText('In Stock (24 available)')
    await userEvent.click(screen.getByRole('button', { name: 'Binocular' }))
    await screen.findByText('In Stock (4 available)')
    expect(screen.getAllByText('₹11,900.00').length).toBeGreaterThan(0)
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

describe('cart', () => {
  it('changes the quantity at once and restores it when the server refuses', async () => {
    const api = await logIn()
    const { cart_item } = await api<{ cart_item: { cart_item_id: number } }>('POST', '/api/cart', {
      variant_id: 1,
      quantity: 2,
    })
    renderShop('/cart')
    const quantity = await screen.findByRole('group', { name: /quantity/i })
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    failWith(async (request) => {
      if (request.method !== 'PUT') return undefined
      await held
      return refused('Only 2 left')
    })
    await userEvent.click(within(quantity).getByRole('button', { name: /increase|more|plus/i }))
    await waitFor(() => expect(quantity.textContent).toContain('3'))
    release()
    await waitFor(() => expect(quantity.textContent).toContain('2'))
    await api('DELETE', `/api/cart/${cart_item.cart_item_id}`)
  })

  it('asks a guest to log in', async () => {
    renderShop('/cart')
    await screen.findByRole('heading', { name: 'Login' })
  })
})

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
  expect(localStorage.getItem('accessToken')).toBeNull()
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

describe.each(FAULTS)('when the reply %s', (_what, fault) => {
  it.each([
    ['/collections', '/api/products/filter', 'No products found'],
    ['/category-page?category=1', '/api/products/filter', 'No products found.'],
    ['/search-results?query=shoe', '/api/products/search', 'No products found.'],
    ['/products', '/api/products/filter', 'Failed to load products.'],
    ['/hotdeals', '/api/deals', 'No hot deals available at the moment.'],
    ['/', '/api/banners', 'No banners found.'],
  ])('%s shows a message', async (address, path, message) => {
    failWith((request) => (request.url.includes(path) ? fault() : undefined))
    renderShop(address)
    expect((await screen.findAllByText(message, {}, { timeout: 10_000 })).length).toBeGreaterThan(0)
  })
})
