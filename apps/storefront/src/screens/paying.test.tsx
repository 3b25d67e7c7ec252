/** A shop with several payment providers: the choice, the order that waits, and the order that is paid again. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCart, goToPayment, orderElsewhere, useBuyer } from '../../test/buyer.ts'
import {
  act,
  changeReply,
  changeSettings,
  endFaults,
  failCalls,
  failWith,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const api = useBuyer()
const UPI = { id: 'haatshop@okhdfcbank', category: null, pay_minutes: 15, confirm_hours: 24 }

beforeEach(() => changeSettings({ payments: { upi: UPI } }))
afterEach(async () => {
  vi.restoreAllMocks()
  await changeSettings({ payments: { upi: { ...UPI, id: null }, cod_fee: 0 } })
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

/** What is sent to this path; the browser stays where it is instead of following the reply to the provider. */
function bodiesOf(path: RegExp): unknown[] {
  const bodies: unknown[] = []
  failWith(async (request) => {
    if (request.method !== 'POST' || !path.test(request.url)) return undefined
    bodies.push(await request.clone().json())
    return changeReply(request, (body: { paymentUrl: string }) => void (body.paymentUrl = '#at-the-provider'))
  })
  return bodies
}

/** An order of the cart that waits for its payment by UPI. */
async function aWaitingOrder() {
  const { order_id } = await orderElsewhere(api())
  const { transactionId } = await api()<{ transactionId: string }>('POST', `/api/orders/${order_id}/pay`, {
    payment_provider: 'upi',
  })
  const form = (fields: Record<string, string>) =>
    fetch(
      new Request(`http://localhost/pay/${transactionId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    )
  return { id: order_id, form }
}

const abandon = (id: number) => api()('POST', `/api/orders/${id}/abandon`)

describe('an order in cash that the shop asks about', () => {
  it('is confirmed on its page', async () => {
    await changeSettings({ payments: { cod_confirm: true } })
    const { order_id } = await orderElsewhere(api(), undefined, 0, 'COD')
    await changeSettings({ payments: { cod_confirm: false } })
    renderShop(`/order-confirmation/${order_id}`)
    await shows(/Will you take this parcel and pay ₹[\d,]+ in cash\?/)
    await click('Confirm Order')
    await waitFor(() => expect(screen.queryByText(/Will you take this parcel/)).toBeNull())
    await shows('You confirmed your order.')
    await api()('POST', `/api/orders/${order_id}/cancel`, {})
  })
})

describe('the payment step', () => {
  it('offers each provider by its name, in the order given, none of them selected', async () => {
    await goToPayment()
    const step = within(await screen.findByRole('region', { name: 'Payment' }))
    const options = step.getAllByRole('radio').map((option) => option as HTMLInputElement)
    expect(options.map(({ value, checked }) => [value, checked])).toEqual([
      ['upi', false],
      ['test-bank', false],
      ['cod', false],
    ])
    step.getByText('Any UPI app')
    await click('Proceed to Payment')
    await shows('Please select a payment method!')
  })

  it('sends the provider that was chosen', async () => {
    await goToPayment()
    const sent = bodiesOf(/place-order$/)
    await choose(/UPI or card/)
    await click('Proceed to Payment')
    await waitFor(() =>
      expect(sent).toMatchObject([{ payment_method: 'ONLINE', payment_provider: 'test-bank' }]),
    )
    const { orders } = await api()<{ orders: { id: number }[] }>('GET', '/api/orders?limit=1')
    await abandon(orders[0]!.id)
  })

  it('says that no money moves only of the test bank', async () => {
    await goToPayment()
    await choose(/UPI or card/)
    await shows(/no money moves/)
    await choose(/Any UPI app/)
    await waitFor(() => expect(screen.queryByText(/no money moves/)).toBeNull())
  })

  it('shows the fee for cash as a line of its own, once cash is chosen', async () => {
    await changeSettings({ payments: { cod_fee: 49_00 } })
    await goToPayment()
    const panel = within(await screen.findByRole('region', { name: 'Price Details' }))
    await shows(/This costs ₹49\.00 more\.$/)
    expect(panel.queryByText('Cash on Delivery Fee')).toBeNull()
    await choose(/Cash on Delivery/)
    await panel.findByText('Cash on Delivery Fee')
    panel.getByText('₹49.00')
    const sent = bodiesOf(/place-order$/)
    const { cart } = await api()<{ cart: { price: number; quantity: number }[] }>('GET', '/api/cart')
    const items = cart.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    await click('Place Order (COD)')
    await waitFor(() => expect(sent).toMatchObject([{ total_amount: items + 49 }]))
  })
})

describe('a payment to the UPI id of the shop', () => {
  it('which is more than the order costs asks where the rest goes, and so does cancelling', async () => {
    const { id, form } = await aWaitingOrder()
    await form({ utr: '412345678911' })
    const { order } = await api()<{ order: { total_amount: number } }>('GET', `/api/orders/${id}`)
    const received = Math.round(order.total_amount * 100) + 100_00
    await act('payments.confirm', { order: String(id), received, pay_back: false })
    renderShop(`/order-confirmation/${id}`)
    const asked = within(await screen.findByRole('form', { name: 'Where your refund goes' }))
    const give = (upi: string) => {
      fireEvent.change(asked.getByLabelText('Your UPI id'), { target: { value: upi } })
      fireEvent.click(asked.getByRole('button', { name: 'Save' }))
    }
    give('asha')
    await shows('A UPI id looks like name@bank')
    expect(document.activeElement).toBe(asked.getByLabelText('Your UPI id'))
    give('asha@okaxis')
    await shows(/asha@okaxis/)
    await click('Cancel Order')
    const dialog = within(await screen.findByRole('dialog', { name: /^Cancel order/ }))
    expect(dialog.getByLabelText<HTMLInputElement>('Your UPI id').value).toBe('asha@okaxis')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel Order' }))
    const cancelled = await heading('Order Cancelled')
    await waitFor(() => expect(document.activeElement).toBe(cancelled))
    const refunds = await act('payments.refunds', { all: false, limit: 2 })
    expect(refunds).toMatchObject([{ upi: 'asha@okaxis' }, { upi: 'asha@okaxis', amount: 100_00 }])
  })
})

describe('an order that waits for its payment', () => {
  it('by UPI stays when its customer comes back to the checkout, which asks for the UTR', async () => {
    const { id, form } = await aWaitingOrder()
    localStorage.setItem(
      'pendingOrderData',
      JSON.stringify({ order_id: id, transaction_id: 't', merchant_order_id: 'm' }),
    )
    renderShop('/ordersummary')
    await shows(/^Have you paid order #\w+ by UPI\?/)
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Type the UTR' })
    expect(new URL(link.href).pathname).toMatch(/^\/pay\/txn_/)
    await button('DELIVER HERE')
    const { order } = await api()<{ order: { order_status: string } }>('GET', `/api/orders/${id}`)
    expect(order.order_status).toBe('PENDING')
    await form({ utr: '412345678955' })
    await act('payments.confirm', { order: String(id), pay_back: false })
    await shows(/^Your earlier order #\w+ was placed/)
  })

  it('is paid from its page, with the provider that is chosen there', async () => {
    const { id } = await aWaitingOrder()
    renderShop(`/order-confirmation/${id}`)
    await heading('Payment Pending')
    await shows(/^Waiting for your UPI payment and its UTR until \d/)
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'I have paid: type the UTR' })
    expect(new URL(link.href).pathname).toMatch(/^\/pay\/txn_/)
    await click(/^Pay now/)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Proceed to Payment' }))
    await dialog.findByText('Please select a payment method!')
    const sent = bodiesOf(/\/pay$/)
    fireEvent.click(dialog.getByRole('radio', { name: /UPI or card/ }))
    fireEvent.click(dialog.getByRole('button', { name: 'Proceed to Payment' }))
    await dialog.findByRole('button', { name: 'Processing Payment...' })
    await waitFor(() => expect(sent).toEqual([{ payment_provider: 'test-bank' }]))
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('pendingOrderData') ?? 'null')).toMatchObject({
        order_id: id,
        checkout_path: `/order-confirmation/${id}`,
      }),
    )
    await abandon(id)
  })

  it('is given up on its page, but not where only the customer knows whether it is paid', async () => {
    const { id } = await aWaitingOrder()
    renderShop(`/order-confirmation/${id}`)
    await shows(/If you do not pay, it ends by itself/)
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
    await abandon(id)
    cleanup()
    await changeSettings({ payments: { upi: { ...UPI, id: null } } })
    const { order_id } = await orderElsewhere(api())
    renderShop(`/order-confirmation/${order_id}`)
    await click('Cancel Order')
    const dialog = within(await screen.findByRole('dialog', { name: /^Cancel order/ }))
    dialog.getByText('Nothing is sent, and nothing was paid.')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel Order' }))
    await heading('Payment Not Finished')
    expect(screen.queryByText(/it ends by itself/)).toBeNull()
  })

  it('says that the UPI payment is compared, everywhere, and is not paid twice', async () => {
    const { id, form } = await aWaitingOrder()
    await form({ utr: '4123 4567 8901' })
    renderShop(`/ordersummary?payment_status=success&order_id=${id}`)
    await shows('Payment Not Confirmed Yet')
    fireEvent.click(await screen.findByRole('link', { name: 'See the order' }))
    await heading('Payment Pending')
    await shows('Comparing With Our Bank')
    await shows('412345678901')
    await screen.findByRole('link', { name: 'The UTR is wrong?' })
    await button('Cancel Order')
    expect(screen.queryByRole('button', { name: /^Pay now/ })).toBeNull()
    fireEvent.click(await screen.findByRole('link', { name: 'See all your orders' }))
    await heading('My Orders')
    const card = (await shows('We compare your UPI payment with our bank'))[0]!.closest('article')!
    expect(within(card).queryByRole('button')).toBeNull()
  })
})

describe('an order whose payment failed', () => {
  it('is paid again from My Orders, and says why it cannot be', async () => {
    await emptyCart(api())
    await api()('POST', '/api/cart', { variant_id: 2, quantity: 1 })
    await changeSettings({ payments: { upi: { ...UPI, id: null } } })
    const { order_id } = await orderElsewhere(api())
    const { paymentUrl } = await api()<{ paymentUrl: string }>('POST', `/api/orders/${order_id}/pay`, {})
    await fetch(
      new Request(paymentUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=decline',
      }),
    )
    renderShop('/account/orders')
    const card = within((await screen.findAllByRole('article'))[0]!)
    failCalls('POST', /\/pay$/, () =>
      Response.json(
        { success: false, code: 'OUT_OF_STOCK', message: 'Only 1 left of Beaker.', available: 1, items: [] },
        { status: 409 },
      ),
    )
    fireEvent.click(card.getByRole('button', { name: /^Pay now/ }))
    expect((await card.findByRole('alert')).textContent).toBe('Only 1 left of Beaker.')
    endFaults()
    const sent = bodiesOf(/\/pay$/)
    fireEvent.click(card.getByRole('button', { name: /^Pay now/ }))
    await waitFor(() => expect(sent).toEqual([{}]))
    await waitFor(async () => {
      const { order } = await api()<{ order: { order_status: string } }>('GET', `/api/orders/${order_id}`)
      expect(order.order_status).toBe('PENDING')
    })
  })
})
