import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changeSettings, logIn, renderShop, storePage, useDemoShop } from '../../test/render-shop.tsx'

const PRODUCTION = { NODE_ENV: 'production', HAAT_DEMO: '1' }
const WARNING = /^Test payments: no money moves/

const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Opens the payment step of a checkout; the demo's first customer has an address. */
async function openPayment(address: string) {
  const api = await logIn('asha@example.com')
  await api('POST', '/api/cart', { variant_id: 1, quantity: 1 })
  renderShop(address)
  const [deliver] = await screen.findAllByRole('button', { name: 'DELIVER HERE' })
  fireEvent.click(deliver as HTMLElement)
  fireEvent.click(await button('Continue to Payment'))
  return screen.findByRole('region', { name: 'Payment' })
}

const CHECKOUTS = ['/ordersummary', '/buynow-summary?product=1&variant=1']

describe('without a payment provider', () => {
  useDemoShop(PRODUCTION)
  // The limit of a public demo is three, and two of the customer's are open.
  beforeAll(() =>
    changeSettings({
      limits: { pieces_per_line: 999, open_cod_orders: null, cod_order_value: null, verified_contact: false },
    }),
  )

  it.each(CHECKOUTS)('%s offers cash on delivery alone, and places the order', async (address) => {
    const step = await openPayment(address)
    const options = within(step).getAllByRole('radio')
    expect(options).toHaveLength(1)
    expect((options[0] as HTMLInputElement).checked).toBe(true)
    expect(step.textContent).not.toMatch(/UPI|online|card/i)
    fireEvent.click(within(step).getByRole('button', { name: 'Place Order (COD)' }))
    // Not its toast: that of the order before may still be there.
    await screen.findByRole('heading', { name: 'Order Confirmed' })
    expect(screen.queryByText(WARNING)).toBeNull()
  })
})

describe('with the test bank', () => {
  useDemoShop({ ...PRODUCTION, PAYMENT: 'test-bank' })

  it.each(['/', '/products', '/auth/login', '/cart', '/pages/terms'])(
    '%s has the warning',
    async (address) => {
      renderShop(address)
      expect((await screen.findByText(WARNING)).tagName).toBe('ASIDE')
    },
  )

  it.each(CHECKOUTS)('%s offers online payment, unselected', async (address) => {
    const step = await openPayment(address)
    const options = within(step).getAllByRole('radio')
    expect(options.map((option) => (option as HTMLInputElement).checked)).toEqual([false, false])
    await screen.findByText(WARNING)
  })
})

describe('while the shop is closed', () => {
  useDemoShop()
  const OPEN = { from: null, until: null, message: '' }
  afterEach(() => changeSettings({ closed: OPEN }))

  it('every page says so, and the checkout why it takes no order', async () => {
    await changeSettings({ closed: { from: '2020-01-01', until: '2099-01-01', message: 'Happy Pongal!' } })
    const text = 'Happy Pongal! We open again on Thursday, 1 January.'
    const step = await openPayment('/ordersummary')
    expect(within(step).queryAllByRole('radio')).toEqual([])
    expect(within(step).getByText(text)).not.toBeNull()
    fireEvent.click(within(step).getByRole('button', { name: 'Proceed to Payment' }))
    // The bar, the step, why the button did nothing, and its toast.
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(2)
    cleanup()
    renderShop('/products')
    expect((await screen.findByRole('complementary')).textContent).toBe(text)
  })
})

const waysToPay = (cod: boolean, online: boolean) => ({
  payments: {
    ...{ cod, online, round_cash: false, providers: null, cod_fee: 0, cod_confirm: false },
    upi: { id: null, category: null, pay_minutes: 15, confirm_hours: 24 },
  },
})

describe('with the ways to pay that the merchant chooses', () => {
  useDemoShop()
  afterEach(() => changeSettings(waysToPay(true, true)))

  it.each(CHECKOUTS)('%s offers and preselects online payment alone', async (address) => {
    await changeSettings(waysToPay(false, true))
    const step = await openPayment(address)
    const options = within(step).getAllByRole('radio')
    expect(options.map((option) => (option as HTMLInputElement).checked)).toEqual([true])
    expect(step.textContent).not.toMatch(/Cash/)
  })

  it('takes no orders without any', async () => {
    await changeSettings(waysToPay(false, false))
    const step = await openPayment('/ordersummary')
    expect(within(step).queryAllByRole('radio')).toEqual([])
    expect(await screen.findAllByText('This shop takes no orders at the moment.')).toHaveLength(2)
  })
})

describe("the merchant's own pages", () => {
  useDemoShop()

  it('are linked in the footer and shown; other addresses say that there is no page', async () => {
    await storePage({
      slug: 'shipping-policy',
      title: 'Shipping Policy',
      text: '## Where\n\nAll of India.',
      in_footer: true,
    })
    renderShop('/pages/shipping-policy')
    expect((await screen.findByRole('heading', { level: 2, name: 'Where' })).textContent).toBe('Where')
    const link = within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Shipping Policy' })
    expect(link.getAttribute('href')).toBe('/pages/shipping-policy')
    expect(document.title).toMatch(/^Shipping Policy/)
    cleanup()
    renderShop('/pages/nothing')
    await screen.findByText('There is no page at this address.')
    expect(document.title).toMatch(/^Page not found/)
  })
})

describe('before it is set up', () => {
  useDemoShop({ NODE_ENV: 'production' })

  it.each(['/', '/products', '/product/1', '/auth/login', '/pages/about', '/nothing'])(
    '%s says that the shop is not open yet',
    async (address) => {
      renderShop(address)
      await screen.findByText('This shop is not open yet')
      expect(screen.queryByRole('banner')).toBeNull()
      expect(screen.queryByRole('contentinfo')).toBeNull()
      expect(document.title).toBe('Opening soon · Haat')
    },
  )
})
