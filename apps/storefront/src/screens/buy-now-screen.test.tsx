import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useBuyer } from '../../test/buyer.ts'
import { endFaults, failCalls, findProduct, renderShop, useDemoShop } from '../../test/render-shop.tsx'

useDemoShop()

const SECOND = 1000

const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const heading = (name: string) => screen.findByRole('heading', { name })
const rupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

afterEach(() => void vi.restoreAllMocks())

describe('buy-now', () => {
  useBuyer()

  it('goes home two seconds after saying that there is no product', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    renderShop('/buynow-summary')
    await shows('No product selected for purchase')
    await shows('No Product Selected')
    await screen.findByRole('link', { name: 'Go to Home' })
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 2 * SECOND)
    await shows('DEALS OF THE DAY')
  })

  it('shows the same for a deleted product', async () => {
    renderShop('/buynow-summary?product=999999')
    await shows(/No product selected/)
    await shows('No Product Selected')
  })

  it('is free of delivery above the limit', async () => {
    const canoe = await findProduct('Tarini Two-Seat Rescue Canoe')
    renderShop(`/buynow-summary?product=${canoe.id}`)
    await shows('Your delivery is free for this order!')
    await shows(rupees(canoe.variants[0]!.price))
  })

  it('says where its delivery is free, and goes there with the product', async () => {
    renderShop('/buynow-summary?product=1')
    await click('Free if you buy from the cart')
    await screen.findByRole('heading', { level: 1, name: 'Cart' })
    await screen.findByRole('button', { name: 'BUY 1 SELECTED ITEM(S)' })
  })

  it('offers a retry when the product cannot be loaded', async () => {
    failCalls('GET', /^\/api\/products\/1$/)
    renderShop('/buynow-summary?product=1')
    await shows('No Products Found.')
    endFaults()
    await click('Try again')
    await heading("You're buying")
  })
})

it('buy-now asks a guest to log in, and comes back to the same product', async () => {
  renderShop('/buynow-summary?product=1&variant=1')
  await shows('Please login to view addresses')
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }))
  await fill('Email or phone number', 'vikram@example.com')
  await fill('Password', 'Demo@1234')
  await click('Login')
  await heading("You're buying")
})
