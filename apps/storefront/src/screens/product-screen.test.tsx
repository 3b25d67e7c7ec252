import type { Order } from '@haat/contract/orders'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ADDRESS, emptyCart, orderElsewhere } from '../../test/buyer.ts'
import {
  changeReply,
  clickTwice,
  countRequests,
  failCalls,
  failWith,
  findProduct,
  logIn,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const SHOE = 'Daud Tez 2 Road Running Shoe'

it('adds one piece for two clicks in one frame', async () => {
  const api = await logIn()
  renderShop('/product/1')
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  const sent = countRequests('POST', '/api/cart')
  clickTwice(button)
  await screen.findByRole('heading', { name: /cart/i, level: 1 })
  expect(sent()).toBe(1)
  const { cart } = await api<{ cart: { cart_item_id: number; quantity: number }[] }>('GET', '/api/cart')
  expect(cart.map(({ quantity }) => quantity)).toEqual([1])
  await api('DELETE', `/api/cart/${cart[0]?.cart_item_id}`)
})

it('accepts another click after a refusal', async () => {
  await logIn()
  renderShop('/product/1')
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  let sent = 0
  failWith((request) => {
    if (request.method !== 'POST') return undefined
    sent += 1
    return Response.json({ success: false, message: 'Only 2 left' }, { status: 409 })
  })
  clickTwice(button)
  await screen.findByText(/Only 2 left/)
  expect(sent).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await waitFor(() => expect(sent).toBe(2))
})

it('says at the buttons where it is not delivered to, and sells it all the same', async () => {
  localStorage.setItem('pincode', '999999')
  renderShop('/product/1')
  await screen.findByText('Not delivered to 999999')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy Now' }).disabled).toBe(false)
})

it.each([1, 2])('offers reviews with photos where one of %i pages may have some', async (pages) => {
  failWith((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/products/1')
      return changeReply(request, (reply: { review_count: number }) => (reply.review_count = 1))
    if (pathname !== '/api/products/1/reviews') return undefined
    return changeReply(request, (reply: { totalPages: number }) => (reply.totalPages = pages))
  })
  renderShop('/product/1')
  await screen.findByText('of 1 buyer')
  screen.getByText('Only customers who received it can review it.')
  expect(screen.queryAllByRole('button', { name: 'Only with photos' })).toHaveLength(pages - 1)
})

it('says that a size comes in another colour, as long as it has changed the colour', async () => {
  const { id, variants } = await findProduct(SHOE)
  const red = variants.find(({ color }) => color === 'Red')
  renderShop(`/product/${id}?variant=${red?.id}`)
  fireEvent.click(await screen.findByRole('button', { name: /UK 10/ }))
  await screen.findByText('UK 10 comes in Blue.')
  fireEvent.click(screen.getByRole('button', { name: 'Blue, UK 9' }))
  await waitFor(() => expect(screen.queryByText(/comes in/)).toBeNull())
})

it('shows its own text alone when a refusal has no reason', async () => {
  await logIn()
  renderShop('/product/1')
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  failWith((request) => (request.method === 'POST' ? new Response('', { status: 409 }) : undefined))
  fireEvent.click(button)
  await screen.findByText('❌ Failed to add item to cart.')
})

it('offers the last piece to the customer whose own unpaid order reserves it', async () => {
  const api = await logIn()
  await api('POST', '/api/users/addresses', ADDRESS)
  await api('POST', '/api/cart', { variant_id: 5, quantity: 1 })
  await orderElsewhere(api)
  await emptyCart(api)
  const { id, variant_id } = await findProduct('Parakh Two-Pan Physical Balance')
  failWith((request) =>
    new URL(request.url).pathname === '/api/orders'
      ? changeReply(request, ({ orders }: { orders: Order[] }) =>
          orders.forEach(({ order_items: [item] }) => Object.assign(item!, { variant_id })),
        )
      : undefined,
  )
  renderShop(`/product/${id}`)
  await screen.findByText('In Stock (1 available)')
  cleanup()
  renderShop(`/buynow-summary?product=${id}`)
  await screen.findByRole('region', { name: "You're buying" })
  await waitFor(() => expect(screen.queryByText(/not counted/)).toBeNull())
  cleanup()
  renderShop('/search-results?query=Parakh Two-Pan Physical Balance')
  await screen.findByRole('button', { name: 'Add Parakh Two-Pan Physical Balance to cart' })
  expect(screen.queryByText('Out of Stock')).toBeNull()
})

it('adds to the wishlist once for two clicks in one frame', async () => {
  const api = await logIn()
  renderShop('/product/2')
  const heart = (await screen.findAllByRole('button', { name: /in my wishlist/ }))[0]
  const sent = countRequests('POST', '/api/wishlist')
  if (heart) clickTwice(heart)
  await waitFor(() => expect(sent()).toBe(1))
  await waitFor(() => expect(heart?.getAttribute('aria-pressed')).toBe('true'))
  await api('DELETE', '/api/wishlist/2')
})

it('keeps a heart that did not reach the shop, and sends it when the shop answers', async () => {
  const api = await logIn()
  renderShop('/product/2')
  const heart = (await screen.findAllByRole('button', { name: /in my wishlist/ }))[0]!
  const wished = async () => (await api<{ products: { id: number }[] }>('GET', '/api/wishlist')).products
  let isDead = true
  failWith(({ url, method }) => {
    const { pathname } = new URL(url)
    const isAsked = pathname === '/healthz' || (method === 'POST' && pathname === '/api/wishlist')
    return isDead && isAsked ? Promise.reject(new TypeError('Failed to fetch')) : undefined
  })
  fireEvent.click(heart)
  await screen.findByText(/stays on this device/)
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
  expect(await wished()).toEqual([])
  isDead = false
  fireEvent.focus(window)
  await waitFor(async () => expect(await wished()).toMatchObject([{ id: 2 }]))
  await api('DELETE', '/api/wishlist/2')
})

describe('the product page', () => {
  it('shows all details of a product', async () => {
    const shoe = await findProduct(SHOE)
    renderShop(`/product/${shoe.id}`)
    await screen.findByRole('heading', { level: 1, name: shoe.name })
    for (const text of [
      '38% off',
      'Inclusive of all taxes',
      'In Stock (14 available)',
      'Available Variants',
      'About this item',
      'About the Item',
      'HOT DEAL!',
      'Return & Exchange',
      'Customer Service',
      'Shipping & Delivery',
      'Warranty',
      'Country of origin',
    ])
      expect((await screen.findAllByText(text)).length, text).toBe(1)
    const text = screen.getByRole('main').textContent
    expect(text).toContain('₹2,799')
    // A phone's first screen ends with what is chosen.
    const order = ['In Stock (14', 'Offer ends', 'Available V', 'Delivery to PIN', 'Buy Now', 'Compare']
    const places = order.map((each) => text.indexOf(each))
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
    expect(document.querySelector('s')?.textContent).toContain('₹4,499')
    expect(document.title).toContain(shoe.name)
    const related = await screen.findByRole('region', { name: 'Related Products' })
    const cards = await within(related).findAllByRole('article')
    expect(cards.length).toBeGreaterThan(3)
    expect(cards.length).toBeLessThanOrEqual(8)
    expect(within(related).queryByText(shoe.name)).toBeNull()
  })

  it('says what to do when the product or the variant is out of stock', async () => {
    const balance = await findProduct('Parakh Two-Pan Physical Balance')
    renderShop(`/product/${balance.id}`)
    const hint = await screen.findByText(/^Sold out for now/)
    const category = within(hint).getByRole('link', { name: 'Lab Equipment' })
    expect(category.getAttribute('href')).toMatch(/^\/category-page\?category=\d+$/)
    screen.getByRole('button', { name: 'Mail me when it is back' })
    expect(screen.queryByRole('button', { name: /^(Add to Cart|Buy Now)$/ })).toBeNull()
    const related = await screen.findByRole('region', { name: 'Related Products' })
    const reviews = await screen.findByRole('region', { name: 'Ratings & Reviews' })
    expect(related.compareDocumentPosition(reviews) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    // A rating without a review to show.
    await screen.findByText(/^No reviews yet/)
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /review/ })).toBeNull()
    cleanup()
    const shoe = await findProduct(SHOE)
    renderShop(`/product/${shoe.id}`)
    fireEvent.click(await screen.findByRole('button', { name: /Out of Stock/ }))
    await screen.findByText(/^Another variant is in stock/)
  })

  it('disables the button while it adds the variant, then shows the cart', async () => {
    const shoe = await findProduct(SHOE)
    const red = shoe.variants.find(({ color }) => color === 'Red')!
    const api = await logIn()
    renderShop(`/product/${shoe.id}?variant=${red.id}`)
    const add = await screen.findByRole('button', { name: 'Add to Cart' })
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    failWith(async (request) => {
      if (request.method === 'POST') await held
      return undefined
    })
    fireEvent.click(add)
    const adding = await screen.findByRole('button', { name: 'ADDING...' })
    expect(adding.getAttribute('aria-disabled')).toBe('true')
    release()
    await screen.findByText('✅ Item added to cart!')
    await screen.findByText('Red, UK 8')
    const { cart_item_id } = await waitFor(async () => {
      const { cart } = await api<{ cart: { cart_item_id: number }[] }>('GET', '/api/cart')
      expect(cart).toMatchObject([{ variant_id: red.id, quantity: 1 }])
      return cart[0]!
    })
    await api('DELETE', `/api/cart/${cart_item_id}`)
  })

  it('leaves the focus on the variant that is chosen first', async () => {
    renderShop('/product/1')
    await screen.findByRole('heading', { level: 1 })
    const other = screen
      .getAllByRole('button', { pressed: false })
      .find((button) => button.getAttribute('name') === 'variant')!
    other.focus()
    fireEvent.click(other)
    await waitFor(() => expect(other.getAttribute('aria-pressed')).toBe('true'))
    expect(document.activeElement).toBe(other)
  })

  it('stays when the connection is lost', async () => {
    await logIn()
    renderShop('/product/1')
    const add = await screen.findByRole('button', { name: 'Add to Cart' })
    failCalls('POST', /^\/api\/cart$/)
    fireEvent.click(add)
    await screen.findByText('❌ Failed to add item to cart. No connection. Please try again.')
    await screen.findByRole('button', { name: 'Add to Cart' })
  })

  it.each(['/product/nothing', '/product/0'])('%s shows that there is no product', async (address) => {
    renderShop(address)
    await screen.findByText('No product found.')
  })

  it('retries a lost connection once, half a second later, before it says so', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    let sent = 0
    failWith((request) => {
      if (!request.url.endsWith('/api/products/1')) return undefined
      sent += 1
      throw new TypeError('fetch failed')
    })
    renderShop('/product/1')
    await screen.findByText('No Products Found.')
    expect(sent).toBe(2)
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 500)
    timers.mockRestore()
  })

  it('shows Loading... and the data of the card while it loads', async () => {
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    failWith(async (request) => {
      if (/\/api\/products\/\d+$/.test(request.url)) await held
      return undefined
    })
    renderShop('/newarrivals')
    const [card] = await screen.findAllByRole('article')
    const name = within(card!).getByRole('heading').textContent
    fireEvent.click(within(card!).getAllByRole('link')[0]!)
    await screen.findByText('Loading...')
    await within(screen.getByRole('main')).findAllByText(name)
    expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull()
    release()
    await screen.findByRole('heading', { level: 1, name })
    await screen.findByRole('button', { name: 'Buy Now' })
  })

  it('shows a message when related products cannot be fetched', async () => {
    failCalls('GET', /\/api\/products\/filter$/)
    renderShop('/product/1')
    await screen.findByText('No related products found.')
  })

  it('shows a message for a product without variants', async () => {
    failWith((request) =>
      request.url.endsWith('/api/products/1')
        ? changeReply(request, (product: { variants: unknown[] }) => {
            product.variants = []
          })
        : undefined,
    )
    renderShop('/product/1')
    fireEvent.click(await screen.findByRole('button', { name: 'Buy Now' }))
    await screen.findByText('❌ No variant selected!')
  })
})
