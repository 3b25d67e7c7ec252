import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endSession, readSession } from '../api/session.ts'
import { ADDRESS, emptyCart, orderElsewhere, removeAddresses, useBuyer } from '../../test/buyer.ts'
import {
  changeReply,
  endFaults,
  failCalls,
  failWith,
  findProduct,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const SECOND = 1000

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const heading = (name: string) => screen.findByRole('heading', { name })
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const unfold = async (text: string) => fireEvent.click(await screen.findByText(text))
const isUnfolded = async (text: string) => (await screen.findByText(text)).closest('details')!.open
const refusal = (status: number, message: string) => () =>
  Response.json({ success: false, message }, { status })
const rupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)

async function applyCoupon(code: string): Promise<void> {
  await fill('Coupon code', code)
  await click('Apply')
}

afterEach(() => void vi.restoreAllMocks())

describe('opening the checkout of a cart', () => {
  const api = useBuyer()

  it('says at once that it does not deliver to the chosen address', async () => {
    failWith((request) =>
      new URL(request.url).pathname === '/api/delivery'
        ? changeReply(request, (body: { delivery: { served: boolean; problem: string } }) => {
            Object.assign(body.delivery, {
              served: false,
              arrives: null,
              problem: 'We do not deliver to 560001 yet.',
            })
          })
        : undefined,
    )
    renderShop('/ordersummary')
    const [notice] = await shows(/^We do not deliver to 560001 yet\./)
    const deliver = await button('DELIVER HERE')
    expect(notice!.compareDocumentPosition(deliver)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    for (const blocked of [deliver, await button('Continue')]) {
      expect(blocked.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(blocked.getAttribute('aria-describedby')!)!.textContent).toMatch(
        /^We do not deliver/,
      )
    }
    fireEvent.click(deliver)
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^We do not deliver/))
    expect(screen.getAllByText(/We do not deliver/)).toHaveLength(1)
    expect(screen.queryByText('Your delivery is free for this order!')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Order Summary' })).toBeNull()
  })

  it('leads away by contact and text pages alone', async () => {
    renderShop('/ordersummary')
    const footer = within(await screen.findByRole('contentinfo'))
    await footer.findByRole('link', { name: 'Refund Policy' })
    await footer.findByRole('link', { name: '+91 80 4567 8900' })
    expect(footer.queryByRole('link', { name: 'Lab Equipment' })).toBeNull()
    expect(footer.queryByRole('heading')).toBeNull()
  })

  it('takes the GSTIN of a business, and says at its field alone what is wrong with it', async () => {
    renderShop('/ordersummary')
    await click('DELIVER HERE')
    await unfold('Buying for a business? Add GSTIN')
    await fill('GSTIN of your business', '29ABCDE1234F1Z5')
    await unfold('Buying for a business? Add GSTIN')
    expect(await isUnfolded('Buying for a business? Add GSTIN')).toBe(false)
    await click('Continue to Payment')
    await waitFor(async () => expect(await isUnfolded('Buying for a business? Add GSTIN')).toBe(true))
    const field = await screen.findByLabelText('GSTIN of your business')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await vi.dynamicImportSettled()
    expect(await shows(/^This GSTIN has a typing mistake/)).toHaveLength(1)
    await fill('GSTIN of your business', '29abcde1234f1zw')
    await fill('Company name (optional)', '🎁')
    await click('Continue to Payment')
    const company = await screen.findByLabelText('Company name (optional)')
    await waitFor(() => expect(document.activeElement).toBe(company))
    expect(await shows('Must contain a letter or digit')).toHaveLength(1)
    await fill('Company name (optional)', 'Rao & Sons')
    await unfold('Is it a gift? Add a note')
    await fill('Note with your order (optional)', 'Happy birthday!')
    fireEvent.click(await screen.findByLabelText(/^This is a gift/))
    await click('Continue to Payment')
    await shows(/GSTIN 29ABCDE1234F1ZW/)
    expect(window.location.search).not.toContain('29abcde')
    expect(localStorage.getItem('orderExtras')).toContain('29abcde')
    await choose(/Cash on Delivery/)
    await click('Place Order (COD)')
    await shows('GSTIN: 29ABCDE1234F1ZW')
    for (const text of ['Rao & Sons', 'A gift, sent without prices', '“Happy birthday!”']) await shows(text)
    expect(localStorage.getItem('orderExtras')).toBeNull()
  })

  it('shows the cart two seconds after saying that it is empty', async () => {
    await emptyCart(api())
    const timers = vi.spyOn(globalThis, 'setTimeout')
    renderShop('/ordersummary')
    expect(await shows('No items in cart. Redirecting to cart page.')).toHaveLength(1)
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 2 * SECOND)
    await shows('Your cart is empty')
  })

  it('focuses the heading of each new step, at the top of the page', async () => {
    const scrolls = vi.spyOn(window, 'scrollTo')
    renderShop('/ordersummary')
    await button('DELIVER HERE')
    scrolls.mockClear()
    await click('DELIVER HERE')
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Order Summary')))
    await click('Continue to Payment')
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Payment')))
    expect(scrolls).toHaveBeenCalledTimes(2)
  })

  it('shows a message when the cart cannot be loaded, and goes to the cart page', async () => {
    failCalls('GET', /^\/api\/cart$/)
    renderShop('/ordersummary')
    await shows('Error loading cart items')
    await button('Try again')
    expect(screen.queryByText('DELIVER HERE')).toBeNull()
  })

  it('opens the buy-now checkout for a single product', async () => {
    const { id, name, variants } = await findProduct('Daud Tez 2 Road Running Shoe')
    const charcoal = variants.find(({ color }) => color === 'Charcoal')!
    const product = { id, name, price: 100, qty: 1, variant_id: charcoal.id }
    renderShop('/ordersummary', { product })
    const item = await screen.findByRole('region', { name: "You're buying" })
    expect(item.textContent).toContain('Charcoal')
  })

  it('names an item that is no longer sold before the address is selected, and does not count it', async () => {
    const rope = await findProduct('Pahaad Static Kernmantle Rope')
    const sold = rope.variants.find(({ stock }) => stock > 0)!
    await api()('POST', '/api/cart', { variant_id: sold.id, quantity: 1 })
    failWith((request) =>
      request.method === 'GET' && request.url.endsWith('/api/cart')
        ? changeReply(request, ({ cart }: { cart: { variant_id: number }[] }) => {
            for (const line of cart)
              if (line.variant_id !== sold.id) Object.assign(line, { is_available: false, stock: 0 })
          })
        : undefined,
    )
    renderShop('/ordersummary')
    await button('DELIVER HERE')
    await shows(/No longer available$/)
    await shows('You can change or remove it in the order summary.')
    const panel = within(await screen.findByRole('region', { name: 'Price Details' }))
    panel.getByText('Price (1 item)')
    panel.getByText('1 item not counted: sold out, or too few left.')
    expect(panel.getAllByText(rupees(sold.price)).length).toBeGreaterThan(0)
    await click('DELIVER HERE')
    await click('Continue to Payment')
    await shows(/^Some items are sold out, or too few are left\./)
  })

  it('shows no total of nothing when the only item is sold out', async () => {
    failWith((request) =>
      request.method === 'GET' && request.url.endsWith('/api/cart')
        ? changeReply(request, ({ cart }: { cart: object[] }) => {
            for (const line of cart) Object.assign(line, { stock: 0 })
          })
        : undefined,
    )
    renderShop('/ordersummary')
    await shows('1 item not counted: sold out, or too few left.')
    expect(screen.queryByText('₹0.00')).toBeNull()
  })

  it('offers a retry when addresses cannot be loaded', async () => {
    failCalls('GET', /addresses$/)
    renderShop('/ordersummary')
    await shows('Error loading addresses')
    failCalls('GET', /addresses$/, refusal(400, ''))
    await click('Try again')
    await shows('Failed to load addresses')
    endFaults()
    await click('Try again')
    await button('DELIVER HERE')
  })

  it('charges delivery in a shop without the waiver', async () => {
    const { cart } = await api()<{ cart: { price: number }[] }>('GET', '/api/cart')
    failWith((request) =>
      request.url.endsWith('/api/settings')
        ? changeReply(request, (body: { settings: { delivery: { waivedOnCartCheckout: boolean } } }) => {
            body.settings.delivery.waivedOnCartCheckout = false
          })
        : undefined,
    )
    renderShop('/ordersummary')
    await shows('₹99.00')
    await shows(rupees(2 * cart[0]!.price + 99))
    expect(screen.queryByText('Your delivery is free for this order!')).toBeNull()
  })
})

describe('the address step', () => {
  const api = useBuyer()

  it('requires an address, and keeps the form open until one is saved', async () => {
    await removeAddresses(api())
    renderShop('/ordersummary')
    await shows('No addresses found. Please add an address.')
    await click('Continue')
    await shows('Please select a delivery address')
    await click('Add New Address')
    await click('Save Address')
    await shows('Please fill all required fields')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pincode')))
    await fill('Pincode', '999999')
    await within(screen.getByRole('dialog')).findByText('PIN code 999999 does not exist.')
    await fill('Address line 1', ADDRESS.address_line1)
    await fill('City', ADDRESS.city)
    await fill('State', ADDRESS.state)
    await fill('Pincode', '12')
    await click('Save Address')
    await shows('Pincode must be 6 digits, the first not 0')
    await fill('Pincode', ADDRESS.pincode)
    failCalls('POST', /addresses$/)
    await click('Save Address')
    await shows('Something went wrong')
    endFaults()
    await click('Save Address')
    await shows('Address added successfully')
    const added = await screen.findByRole<HTMLInputElement>('radio', { name: /Bengaluru, Karnataka/ })
    expect(added.checked).toBe(true)
  })

  it('keeps a new address that is not saved over the load in another language, and not over a logout', async () => {
    const city = () => screen.getByLabelText<HTMLInputElement>('City').value
    const kept = () => localStorage.getItem('unsavedAddress')
    renderShop('/ordersummary')
    await click('Add New Address')
    await fill('City', 'Kochi')
    await click('Cancel')
    await click('Add New Address')
    expect(city()).toBe('Kochi')
    await click('Cancel')
    window.dispatchEvent(new Event('languagechange'))
    const carried = kept()!
    cleanup()
    localStorage.setItem('unsavedAddress', carried)
    renderShop('/ordersummary')
    await click('Add New Address')
    expect(city()).toBe('Kochi')
    expect(kept()).toBeNull()
    await click('Cancel')
    endSession('logout')
    await shows('Please login to view cart')
    window.dispatchEvent(new Event('languagechange'))
    expect(kept()).toBeNull()
  })

  it('fills the state from the PIN code as typed, and shows at the field that another does not fit', async () => {
    renderShop('/ordersummary')
    await click('Add New Address')
    const state = await screen.findByLabelText<HTMLSelectElement>('State')
    await fill('Pincode', '11000')
    expect(state.value).toBe('')
    await fill('Pincode', '110001')
    expect(state.value).toBe('Delhi')
    await fill('Pincode', '160062')
    expect(state.value).toBe('Punjab')
    await fill('State', 'Chandigarh')
    await fill('Pincode', '160017')
    expect(state.value).toBe('Chandigarh')
    await fill('State', 'Kerala')
    await fill('Address line 1', '1 Rajpath')
    await fill('City', 'New Delhi')
    await click('Save Address')
    await shows(/^PIN code 160017 is in .* not in Kerala\.$/)
    await within(await screen.findByRole('dialog')).findByText(/^PIN code 160017 /)
    expect(state.getAttribute('aria-invalid')).toBe('true')
    await fill('Pincode', '110002')
    expect([state.value, state.getAttribute('aria-invalid')]).toEqual(['Delhi', null])
    const form = within(await screen.findByRole('dialog'))
    expect(form.queryByText(/^PIN code 160017/)).toBeNull()
    await click('Save Address')
    await shows('Address added successfully')
  })

  it.each([
    ['Kerala', 'Kerala', 'PIN code 560008 is in Karnataka, not in Kerala.'],
    ['Karnatka', 'Karnataka', 'We filled in Karnataka: please check and save.'],
  ])('asks to correct an older address in %s', async (stored, offered, message) => {
    failWith((request) =>
      request.method === 'GET' && request.url.endsWith('/api/users/addresses')
        ? changeReply(request, ({ addresses }: { addresses: { state: string }[] }) => {
            for (const address of addresses) address.state = stored
          })
        : undefined,
    )
    renderShop('/ordersummary')
    await click('DELIVER HERE')
    const form = within(await screen.findByRole('dialog', { name: 'Edit Address' }))
    await form.findByText(message)
    const state = form.getByLabelText<HTMLSelectElement>('State')
    const isWrong = stored === offered
    expect([state.value, state.getAttribute('aria-invalid')]).toEqual([offered, isWrong ? 'true' : null])
    expect(form.queryAllByRole('alert').length > 0).toBe(isWrong)
    endFaults()
    await fill('State', 'Karnataka')
    await click('Save Address')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click('DELIVER HERE')
    await heading('Order Summary')
  })
})

describe('the coupon', () => {
  const api = useBuyer()

  it.each([
    ['   ', 'Please enter a coupon code'],
    ['NOSUCHCODE', 'Invalid coupon. Please check the code.'],
    ['diwali25', /^This coupon expired on/],
  ])('“%s” is refused beside the field and in a message', async (code, message) => {
    renderShop('/ordersummary?step=2')
    await applyCoupon(code)
    await within(await screen.findByRole('region', { name: 'Coupon' })).findByText(message)
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1))
  })

  it('can be used once, also while an order on another device waits for its payment', async () => {
    await orderElsewhere(api(), 'ONCE50', 50)
    renderShop('/ordersummary?step=2')
    await applyCoupon('ONCE50')
    await shows(/saves you/)
  })

  it('is offered with what it saves, or what is missing, and applied by one tap; a secret one is not', async () => {
    renderShop('/ordersummary?step=2')
    const offers = within(await screen.findByRole('list', { name: 'Coupons of this shop' }))
    offers.getByText(/does not apply to any item/)
    expect(offers.queryByText('ONCE50')).toBeNull()
    await click(/^Use.*WELCOME10$/)
    await shows('Coupon applied successfully')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Coupons of this shop' })).toBeNull())
  })

  it('leaves an empty field when it is removed', async () => {
    renderShop('/ordersummary?step=2')
    await applyCoupon('welcome10')
    await shows('Coupon applied successfully')
    await click(/^Remove/)
    await shows('Coupon WELCOME10 removed successfully')
    expect((await screen.findByLabelText<HTMLInputElement>('Coupon code')).value).toBe('')
  })

  it.each([
    ['WELCOME10', 'Coupon applied successfully', 'Payment'],
    ['NOSUCHCODE', /^Invalid coupon/, 'Order Summary'],
  ])('%s is waited for by Continue to Payment', async (code, said, step) => {
    let release = () => {}
    const held = new Promise<void>((next) => (release = next))
    renderShop('/ordersummary?step=2')
    failWith(async (request) => {
      if (request.url.endsWith('/coupons/apply')) await held
      return undefined
    })
    await applyCoupon(code)
    await button('Applying...')
    await click('Continue to Payment')
    await heading('Order Summary')
    release()
    await shows(said)
    await heading(step)
  })

  it('can be applied again after a lost connection', async () => {
    renderShop('/ordersummary?step=2')
    failCalls('POST', /coupons\/apply$/)
    await applyCoupon('WELCOME10')
    await shows('Failed to apply coupon. Please try again.')
    endFaults()
    await click('Apply')
    await shows('Coupon applied successfully')
  })

  /** To the payment with WELCOME10, while another tab applies another coupon: the server remembers the last one. */
  async function applyTwo(): Promise<void> {
    const shoe = await findProduct('Daud Tez 2 Road Running Shoe')
    const variant = shoe.variants.toSorted((a, b) => b.stock - a.stock)[0]!
    await api()('POST', '/api/cart', { variant_id: variant.id, quantity: 2 })
    renderShop('/ordersummary?step=2')
    await applyCoupon('WELCOME10')
    await shows('Coupon applied successfully')
    await click('Continue to Payment')
    await choose(/Cash on Delivery/)
    const { cart } = await api()<{ cart: { product_id: number; variant_id: number; quantity: number }[] }>(
      'GET',
      '/api/cart',
    )
    await api()('POST', '/api/coupons/apply', {
      code: 'SNEAK15',
      cart_items: cart.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
    })
  }

  it('is applied again when another tab has applied another one', async () => {
    await applyTwo()
    await click('Place Order (COD)')
    await heading('Order Confirmed')
    const { orders } = await api()<{ orders: { coupon_code: string }[] }>('GET', '/api/orders')
    expect(orders[0]?.coupon_code).toBe('WELCOME10')
  })

  it('is removed with the reason when the order finds it invalid; another tab keeps its own', async () => {
    await applyTwo()
    const key = `checkoutCoupon.${readSession()?.user.id}`
    localStorage.setItem(key, 'SNEAK15')
    failCalls('POST', /coupons\/apply$/, refusal(400, 'This coupon has been fully used.'))
    await click('Place Order (COD)')
    await shows('WELCOME10: This coupon has been fully used.')
    await heading('Order Summary')
    expect((await screen.findByLabelText<HTMLInputElement>('Coupon code')).value).toBe('WELCOME10')
    expect(screen.queryByRole('button', { name: /Remove coupon/ })).toBeNull()
    expect(localStorage.getItem(key)).toBe('SNEAK15')
  })

  it('stays when the shop cannot be reached for it', async () => {
    await applyTwo()
    failCalls('POST', /coupons\/apply$/)
    await click('Place Order (COD)')
    const message = /^The shop could not be reached for your coupon WELCOME10/
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1))
    endFaults()
    await click('Place Order (COD)')
    await heading('Order Confirmed')
  })
})
