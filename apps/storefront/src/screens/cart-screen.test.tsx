import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeCoupon } from '../api/pending-order.ts'
import { type Api, emptyCart } from '../../test/buyer.ts'
import {
  changeReply,
  countRequests,
  endFaults,
  failCalls,
  failWith,
  findProduct,
  logIn,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const SHOE = 'Daud Tez 2 Road Running Shoe'
const ROPE = 'Pahaad Static Kernmantle Rope'
const CANOE = 'Tarini Two-Seat Rescue Canoe'

let api: Api

/** Vikram's cart has two shoes, the third of the ropes, and a canoe. */
beforeEach(async () => {
  api = await logIn()
  const [shoe, rope, canoe] = await Promise.all([SHOE, ROPE, CANOE].map(findProduct))
  await api('POST', '/api/cart', { variant_id: shoe!.variant_id, quantity: 2 })
  await api('POST', '/api/cart', { variant_id: rope!.variants[2]!.id, quantity: 1 })
  await api('POST', '/api/cart', { variant_id: canoe!.variant_id, quantity: 1 })
})

afterEach(async () => {
  toast.dismiss()
  await emptyCart(api)
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const clickBox = async (name: RegExp | string) =>
  fireEvent.click(await screen.findByRole('checkbox', { name }))
const buys = (count: number) => button(`BUY ${count} SELECTED ITEM(S)`)
const quantityOf = async (product: string) =>
  within(await screen.findByRole('group', { name: new RegExp(`Quantity of ${product}`) }))
const shown = async (product: string) => (await quantityOf(product)).getByRole('status').textContent
const toasts = () => document.querySelectorAll('[data-sonner-toast]').length

/** The server's lines: quantity by the beginning of the name. */
async function storedCart(): Promise<Record<string, number>> {
  const { cart } = await api<{ cart: { product_name: string; quantity: number }[] }>('GET', '/api/cart')
  return Object.fromEntries(cart.map(({ product_name, quantity }) => [product_name.split(' ')[0], quantity]))
}

describe('the cart', () => {
  it('shows lines and totals, all selected', async () => {
    renderShop('/cart')
    await buys(3)
    await screen.findAllByText('3 items')
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(true)
    const summary = screen.getByRole('region', { name: 'Order Summary' })
    // 2 × 2,799 (deal) + 10,500 + 52,500: above 50,000, so delivered free.
    expect(summary.textContent).toContain('₹68,598.00')
    expect(summary.textContent).toContain('Free')
  })

  it('takes off what the kept coupon saves at the checkout, asked once for quick clicks', async () => {
    storeCoupon('WELCOME10')
    renderShop('/cart')
    await screen.findByText('Discount (WELCOME10)')
    expect(screen.queryByText(/You can use a coupon/)).toBeNull()
    const sent = countRequests('POST', '/api/coupons/apply')
    const more = (await quantityOf(SHOE)).getByRole('button', { name: 'Increase quantity' })
    for (let step = 0; step < 3; step++) fireEvent.click(more)
    await waitFor(() => expect(sent()).toBe(1))
    await waitFor(async () => expect(await storedCart()).toMatchObject({ Daud: 5 }))
    expect(sent()).toBe(1)
    screen.getByText('Discount (WELCOME10)')
    storeCoupon('')
  })

  it('selects and deselects one line and all lines', async () => {
    renderShop('/cart')
    await buys(3)
    await clickBox(new RegExp(`Buy ${CANOE}`))
    await buys(2)
    const summary = screen.getByRole('region', { name: 'Order Summary' })
    expect(summary.textContent).toContain('₹16,098.00')
    expect(summary.textContent).toContain('₹99.00')
    expect(summary.textContent).toContain('Total₹16,197.00You pay₹16,098.00')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).indeterminate).toBe(true)
    await clickBox('Select all')
    await buys(3)
    await clickBox('Select all')
    await button('SELECT ITEMS TO BUY')
    expect(summary.textContent).toContain('Nothing is selected.')
    expect(summary.textContent).not.toContain('₹0.00')
  })

  it('says that all of it is sold out, and to where the shop delivers', async () => {
    failWith((request) => {
      if (request.url.endsWith('/api/settings'))
        return changeReply(request, ({ settings }: { settings: { delivery: object } }) => {
          Object.assign(settings.delivery, { areas: ['Goa', '560'] })
        })
      return request.method === 'GET' && request.url.endsWith('/api/cart')
        ? changeReply(request, ({ cart }: { cart: object[] }) => {
            for (const line of cart) Object.assign(line, { stock: 0 })
          })
        : undefined
    })
    renderShop('/cart')
    expect((await button('OUT OF STOCK')).hasAttribute('disabled')).toBe(true)
    const { textContent } = screen.getByRole('region', { name: 'Order Summary' })
    expect(textContent).toContain('What is in your cart is out of stock.')
    expect(textContent).toContain('We deliver only to Goa and PIN codes that begin with 560.')
    expect(textContent).not.toContain('₹0.00')
  })

  it.each([
    { limit: 11_000, text: 'Add ₹501 more for free delivery' },
    { limit: 10_500, text: 'Add ₹1 more for free delivery' },
    { limit: 10_499, text: null },
  ])('says what is missing to more than ₹$limit, above which delivery is free', async ({ limit, text }) => {
    failWith((request) =>
      request.url.endsWith('/api/settings')
        ? changeReply(request, ({ settings }: { settings: { delivery: object } }) => {
            Object.assign(settings.delivery, { free_above: limit, waivedOnCartCheckout: false })
          })
        : undefined,
    )
    renderShop('/cart')
    await buys(3)
    for (const product of [SHOE, CANOE]) await clickBox(new RegExp(`Buy ${product}`))
    await buys(1)
    expect(screen.queryByText(/more for free delivery$/)?.textContent ?? null).toBe(text)
  })

  it('changes quantities at once and sends only the last of quick clicks', async () => {
    const sent: number[] = []
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    renderShop('/cart')
    failWith(async (request) => {
      if (request.method !== 'PUT') return undefined
      sent.push(((await request.clone().json()) as { quantity: number }).quantity)
      await held
      return undefined
    })
    for (const _ of [1, 2, 3])
      fireEvent.click((await quantityOf(SHOE)).getByRole('button', { name: 'Increase quantity' }))
    await waitFor(async () => expect(await shown(SHOE)).toBe('5'))
    release()
    await waitFor(async () => expect(await storedCart()).toMatchObject({ Daud: 5 }))
    expect(sent).toEqual([3, 5])
    fireEvent.click((await quantityOf(ROPE)).getByRole('button', { name: 'Increase quantity' }))
    await waitFor(async () => expect(await storedCart()).toMatchObject({ Daud: 5, Pahaad: 2 }))
    const decrease = (await quantityOf(CANOE)).getByRole<HTMLButtonElement>('button', {
      name: 'Decrease quantity',
    })
    expect(decrease.disabled || decrease.getAttribute('aria-disabled') === 'true').toBe(true)
  })

  it('says what a quantity can be when something else is typed', async () => {
    renderShop('/cart')
    const typed = (await quantityOf(SHOE)).getByRole<HTMLInputElement>('textbox')
    for (const text of ['abc', '0']) {
      typed.value = text
      fireEvent.blur(typed)
      await screen.findByText(/^Type a whole number from 1 to \d+\.$/)
      expect([typed.value, await shown(SHOE)]).toEqual(['2', '2'])
    }
  })

  it('removes a line, and moves the focus to the heading', async () => {
    renderShop('/cart')
    await click(new RegExp(`Remove.*${ROPE}`))
    await buys(2)
    await waitFor(async () => expect(await storedCart()).toEqual({ Daud: 2, Tarini: 1 }))
    expect(document.activeElement?.textContent).toBe('Cart')
  })

  it('puts a removed line back in its place, with its quantity', async () => {
    renderShop('/cart')
    await click(new RegExp(`Remove.*${SHOE}`))
    await waitFor(async () => expect(await storedCart()).toEqual({ Pahaad: 1, Tarini: 1 }))
    await click('Undo')
    await buys(3)
    await waitFor(async () => expect(await storedCart()).toMatchObject({ Daud: 2 }))
    expect(Object.keys(await storedCart())).toEqual(['Daud', 'Pahaad', 'Tarini'])
    const lines = screen.getByRole('region', { name: 'Cart items' })
    expect(within(lines).getAllByRole('heading', { level: 3 })[0]?.textContent).toBe(SHOE)
    await waitFor(() => expect(document.activeElement?.textContent).toContain(SHOE))
  })

  it('saves a single line for later and removes it', async () => {
    renderShop('/cart')
    await click(new RegExp(`Save for later.*${ROPE}`))
    const saved = await screen.findByRole('region', { name: 'Saved for later (1)' })
    await waitFor(async () => expect(await storedCart()).toEqual({ Daud: 2, Tarini: 1 }))
    fireEvent.click(within(saved).getByRole('button', { name: /Remove/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /Saved for later/ })).toBeNull())
    const kept = async () => (await api<{ saved: { quantity: number }[] }>('GET', '/api/saved')).saved
    await waitFor(async () => expect(await kept()).toEqual([]))
    await click('Undo')
    await screen.findByRole('region', { name: 'Saved for later (1)' })
    await waitFor(async () => expect(await kept()).toMatchObject([{ quantity: 1 }]))
    expect(await storedCart()).toEqual({ Daud: 2, Tarini: 1 })
  })

  it('leads to the products after the last line is removed', async () => {
    renderShop('/cart')
    for (const product of [SHOE, ROPE, CANOE]) await click(new RegExp(`Remove.*${product}`))
    await screen.findByText('Your cart is empty')
    fireEvent.click(screen.getByRole('link', { name: 'Start Shopping' }))
    await screen.findByText(/Page 1 of/)
  })

  it('does not let sold-out lines be selected, or their quantity be changed', async () => {
    failWith((request) =>
      request.method === 'GET' && request.url.endsWith('/api/cart')
        ? changeReply(request, ({ cart }: { cart: { product_name: string; stock: number }[] }) => {
            for (const line of cart) if (line.product_name.startsWith(CANOE)) line.stock = 0
          })
        : undefined,
    )
    renderShop('/cart')
    await buys(2)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`Buy ${CANOE}`) })
    expect(box.disabled).toBe(true)
    screen.getByText('Out of Stock')
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    fireEvent.click(all)
    await button('SELECT ITEMS TO BUY')
    fireEvent.click(all)
    await buys(2)
    expect(screen.queryByRole('group', { name: new RegExp(`Quantity of ${CANOE}`) })).toBeNull()
    expect(screen.getAllByRole('group', { name: /^Quantity of/ })).toHaveLength(2)
  })

  it('says that a product is no longer sold, and does not link to it', async () => {
    failWith((request) =>
      request.method === 'GET' && request.url.endsWith('/api/cart')
        ? changeReply(request, ({ cart }: { cart: Record<string, unknown>[] }) =>
            Object.assign(cart[0]!, { is_available: 0, stock: 0 }),
          )
        : undefined,
    )
    renderShop('/cart')
    await buys(2)
    screen.getByText('No longer available')
    expect(screen.queryByRole('link', { name: SHOE })).toBeNull()
    expect(await button(new RegExp(`Remove.*${SHOE}`))).toBeDefined()
  })
})

describe('when the server refuses', () => {
  it('shows a quantity at once, restores it, and only logs the refusal', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    renderShop('/cart')
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    failWith(async (request) => {
      if (request.method !== 'PUT') return undefined
      await held
      return Response.json({ success: false, message: 'Only 2 left' }, { status: 409 })
    })
    fireEvent.click((await quantityOf(SHOE)).getByRole('button', { name: 'Increase quantity' }))
    await waitFor(async () => expect(await shown(SHOE)).toBe('3'))
    release()
    await waitFor(async () => expect(await shown(SHOE)).toBe('2'))
    expect(JSON.stringify(logged.mock.calls)).toContain('Could not change the cart')
    expect(toasts()).toBe(0)
    logged.mockRestore()
  })

  it('restores a line that could not be removed', async () => {
    renderShop('/cart')
    await buys(3)
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    failWith(async (request) => {
      if (request.method !== 'DELETE') return undefined
      await held
      return Response.json({ success: false }, { status: 500 })
    })
    await click(new RegExp(`Remove.*${ROPE}`))
    await buys(2)
    release()
    await buys(3)
    expect(toasts()).toBe(0)
  })

  it('retries a cart that cannot be loaded, without a message', async () => {
    failCalls('GET', /^\/api\/cart$/)
    renderShop('/cart')
    await button('Try again')
    expect(screen.queryByText('Your cart is empty')).toBeNull()
    expect(toasts()).toBe(0)
    endFaults()
    await click('Try again')
    await buys(3)
  })

  it('goes to the checkout even if the other lines could not be saved', async () => {
    renderShop('/cart')
    await buys(3)
    await clickBox(new RegExp(`Buy ${CANOE}`))
    failCalls('POST', /^\/api\/saved/)
    fireEvent.click(await buys(2))
    await screen.findByRole('heading', { name: 'Delivery Address' })
    expect(Object.keys(await storedCart())).toHaveLength(3)
  })
})
