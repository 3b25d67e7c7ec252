import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  clickTwice,
  countRequests,
  failWith,
  logIn,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

it('adds one piece for two clicks in one frame', async () => {
  const api = await logIn()
  renderShop('/product/1')
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  const sent = countRequests('POST', '/api/cart')
  clickTwice(button)
  await screen.findByRole('heading', { name: /cart/i, level: 1 }, { timeout: 10_000 })
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

it('shows its own text alone when a refusal has no reason', async () => {
  await logIn()
  renderShop('/product/1')
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  failWith((request) => (request.method === 'POST' ? new Response('', { status: 409 }) : undefined))
  fireEvent.click(button)
  await screen.findByText('❌ Failed to add item to cart.')
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
