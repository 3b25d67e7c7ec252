/** The last step of a checkout: orders that are placed, refused, lost or paid. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSession } from '../api/session.ts'
import { emptyCart, orderElsewhere, useBuyer } from '../../test/buyer.ts'
import {
  changeReply,
  endFaults,
  failCalls,
  failWith,
  findProduct,
  logInElsewhere,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const heading = (name: string) => screen.findByRole('heading', { name })
const refusal = (status: number, message: string) => () =>
  Response.json({ success: false, message }, { status })
const rupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

async function goToPayment(method: RegExp): Promise<void> {
  renderShop('/ordersummary')
  await click('DELIVER HERE')
  await click('Continue to Payment')
  await choose(method)
}

/** Another tab reports a change, after which the cart is loaded again. */
const changeElsewhere = () => window.dispatchEvent(new StorageEvent('storage', { key: 'customerChange' }))

afterEach(() => void vi.restoreAllMocks())

describe('placing the order', () => {
  const api = useBuyer()

  it('shows that it is placed, and once only', async () => {
    await goToPayment(/Cash on Delivery/)
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    failWith(async (request) => {
      if (request.url.endsWith('/place-order')) await held
      return undefined
    })
    await click('Place Order (COD)')
    await button('Placing Order...')
    release()
    await heading('Order Confirmed')
  })

  it('says that the items have changed in another tab, and names the sum that is paid in cash', async () => {
    const { cart } = await api()<{ cart: { cart_item_id: number; price: number }[] }>('GET', '/api/cart')
    const { cart_item_id, price } = cart[0]!
    await goToPayment(/Cash on Delivery/)
    await shows(`Pay ${rupees(2 * price)} when your order arrives.`)
    await api()('PUT', '/api/cart', { cart_item_id, quantity: 3 })
    changeElsewhere()
    await shows('The items in your cart have changed. Please check them before you order.')
    await shows(`Pay ${rupees(3 * price)} when your order arrives.`)
    await click('Place Order (COD)')
    await heading('Order Confirmed')
  })

  it('offers the remaining stock when others bought first', async () => {
    const canoe = await findProduct('Tarini Two-Seat Rescue Canoe')
    const variant = canoe.variants.find(({ stock }) => stock >= 2)!
    await emptyCart(api())
    await api()('POST', '/api/cart', { variant_id: variant.id, quantity: variant.stock })
    await goToPayment(/Cash on Delivery/)
    await buyAsAsha(canoe.id, variant, variant.stock - 1)
    await click('Place Order (COD)')
    await shows(new RegExp(`Only 1 left of ${canoe.name}.`))
    await button('Buy 1 piece')
    await click('Continue to Payment')
    await shows(/^Some items are sold out, or too few are left\./)
    await click('Buy 1 piece')
    await shows(rupees(variant.price))
    await click('Continue to Payment')
    await click('Place Order (COD)')
    await heading('Order Confirmed')
    const { orders } = await api()<{ orders: { order_items: unknown[] }[] }>(
      'GET',
      '/api/orders?page=1&limit=1',
    )
    expect(orders[0]?.order_items).toMatchObject([{ variant_id: variant.id, quantity: 1 }])
  })

  it('retries with the same key when no reply came', async () => {
    const keys: (string | null)[] = []
    let online = false
    await goToPayment(/Cash on Delivery/)
    failWith((request) => {
      if (!request.url.endsWith('/place-order')) return undefined
      keys.push(request.headers.get('idempotency-key'))
      if (!online) throw new TypeError('fetch failed')
      return undefined
    })
    await click('Place Order (COD)')
    await shows('Error placing order. Please try again.')
    const step = within(await screen.findByRole('region', { name: 'Payment' }))
    step.getByText('Error placing order. Please try again.')
    await choose(/UPI/)
    expect(step.queryByRole('alert')).toBeNull()
    await click('Proceed to Payment')
    await shows('Error initiating payment. Please try again.')
    await choose(/Cash on Delivery/)
    await click('Place Order (COD)')
    await waitFor(() => expect(keys).toHaveLength(3))
    online = true
    await click('Place Order (COD)')
    await heading('Order Confirmed')
    expect(keys).toHaveLength(4)
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(new Set(keys).size).toBeLessThanOrEqual(3)
    expect(keys[3]).toBe(keys[2])
  })

  it('sends the order again, with the same key, when the server is too busy for a moment', async () => {
    const keys: (string | null)[] = []
    await goToPayment(/Cash on Delivery/)
    failWith((request) => {
      if (!request.url.endsWith('/place-order') || keys.length === 2) return undefined
      keys.push(request.headers.get('idempotency-key'))
      return Response.json({ success: false, message: 'Busy.' }, { status: 503 })
    })
    await click('Place Order (COD)')
    await heading('Order Confirmed')
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('does not send it again when only the payment could not be started', async () => {
    let sent = 0
    await goToPayment(/UPI/)
    failCalls('POST', /place-order$/, () => {
      sent += 1
      return Response.json(
        { success: false, code: 'PAYMENT_NOT_STARTED', message: 'Not started.' },
        { status: 503 },
      )
    })
    await click('Proceed to Payment')
    await shows('Not started.')
    await button('Proceed to Payment')
    expect(sent).toBe(1)
  })

  it('shows the server’s reason', async () => {
    await goToPayment(/Cash on Delivery/)
    failCalls('POST', /place-order$/, refusal(409, 'Not today.'))
    await click('Place Order (COD)')
    await shows('Not today.')
  })

  it('shows the order whose reply was lost when the cart is loaded again', async () => {
    await goToPayment(/Cash on Delivery/)
    failWith(async (request) => {
      if (!request.url.endsWith('/place-order')) return undefined
      await changeReply(request, () => undefined)
      throw new TypeError('fetch failed')
    })
    await click('Place Order (COD)')
    await shows('Error placing order. Please try again.')
    changeElsewhere()
    await heading('Order Confirmed')
    expect(screen.queryByText(/No items in cart/)).toBeNull()
  })

  it('shows the empty cart when a lost request has not placed an order', async () => {
    await goToPayment(/Cash on Delivery/)
    failCalls('POST', /place-order$/)
    await click('Place Order (COD)')
    await shows('Error placing order. Please try again.')
    await emptyCart(api())
    changeElsewhere()
    await shows('No items in cart. Redirecting to cart page.')
    await shows('Your cart is empty')
  })

  it('ends no payment in another tab because the cart is emptied', async () => {
    renderShop('/ordersummary')
    await button('DELIVER HERE')
    const { order_id, body } = await orderElsewhere(api())
    const request = { key: 'tab', body: JSON.stringify(body), order_id, claims_paid: false }
    localStorage.setItem(`placedRequest.${readSession()?.user.id}`, JSON.stringify(request))
    localStorage.setItem('pendingOrderData', JSON.stringify({ order_id }))
    await emptyCart(api())
    changeElsewhere()
    await shows('No items in cart. Redirecting to cart page.')
    const { order } = await api()<{ order: { order_status: string } }>('GET', `/api/orders/${order_id}`)
    expect(order.order_status).toBe('PENDING')
  })

  async function buyAsAsha(product: number, variant: { id: number; price: number }, quantity: number) {
    const asha = await logInElsewhere('asha@example.com')
    const { addresses } = await asha<{ addresses: { id: number }[] }>('GET', '/api/users/addresses')
    const price = quantity * variant.price
    await asha('POST', '/api/orders/place-order', {
      address_id: addresses[0]!.id,
      payment_method: 'COD',
      checkout: 'buy-now',
      items: [{ product_id: product, variant_id: variant.id, quantity, price: variant.price }],
      total_amount: price > 50_000 ? price : price + 99,
    })
  }
})

describe('back from the bank', () => {
  const api = useBuyer()

  /** A confirmed order, and the same order as long as `isPending` returns true. */
  async function placeOrder(isPending: () => boolean): Promise<number> {
    const { addresses } = await api()<{ addresses: { id: number }[] }>('GET', '/api/users/addresses')
    const product = await findProduct('Pahaad Static Kernmantle Rope')
    const variant = product.variants.toSorted((a, b) => b.stock - a.stock)[0]!
    const { order_id } = await api()<{ order_id: number }>('POST', '/api/orders/place-order', {
      address_id: addresses[0]!.id,
      payment_method: 'COD',
      checkout: 'buy-now',
      items: [{ product_id: product.id, variant_id: variant.id, quantity: 1, price: variant.price }],
      total_amount: variant.price > 50_000 ? variant.price : variant.price + 99,
    })
    failWith((request) =>
      request.url.endsWith(`/api/orders/${order_id}`) && isPending()
        ? changeReply(request, (body: { order: { order_status: string } }) => {
            body.order.order_status = 'PENDING'
          })
        : undefined,
    )
    return order_id
  }

  it('waits until the bank has reported to the shop', async () => {
    let requests = 0
    const id = await placeOrder(() => ++requests < 3)
    renderShop(`/ordersummary?payment_status=success&order_id=${id}`)
    await shows('Checking your payment')
    await shows('Payment successful! Order confirmed.')
    await heading('Order Confirmed')
    expect(requests).toBeGreaterThanOrEqual(3)
  })

  it('checks again when the order could not be fetched', async () => {
    const id = await placeOrder(() => false)
    failCalls('GET', /^\/api\/orders\/\d+$/)
    renderShop(`/ordersummary?payment_status=success&order_id=${id}`)
    await shows('We could not check your payment')
    await screen.findByRole('button', { name: 'Check again' })
    endFaults()
    await shows('Payment successful! Order confirmed.')
  })

  it('names the order, not a payment, where only the reply to the order is missing', async () => {
    const { user } = readSession()!
    localStorage.setItem(`placedRequest.${user.id}`, JSON.stringify({ key: 'k', body: '{}' }))
    failCalls('GET', /^\/api\/orders/)
    renderShop('/ordersummary')
    await shows('Checking your order')
    await shows('We could not check your order')
    endFaults()
    await button('DELIVER HERE')
  })

  it('follows a stored status, and forgets it', async () => {
    const order_id = await placeOrder(() => false)
    localStorage.setItem(
      'pendingOrderData',
      JSON.stringify({ order_id, transaction_id: 't', merchant_order_id: 'm' }),
    )
    localStorage.setItem('paymentStatus', 'success')
    renderShop('/ordersummary')
    await shows('Payment successful! Order confirmed.')
    await heading('Order Confirmed')
    expect([localStorage.getItem('pendingOrderData'), localStorage.getItem('paymentStatus')]).toEqual([
      null,
      null,
    ])
  })

  it('takes back that a payment is processed, once it is over', async () => {
    const id = await placeOrder(() => false)
    renderShop('/ordersummary', { orderNotices: [{ kind: 'processing', id, order_number: 'XYZ' }] })
    await shows('Your earlier order #XYZ was placed.')
  })

  it('ignores a status without an order in the address', async () => {
    renderShop('/ordersummary?payment_status=success')
    await button('DELIVER HERE')
  })
})
