/** Profile, orders and wishlist. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ADDRESS, type Api, emptyCart, removeAddresses } from '../../test/buyer.ts'
import { readSession, type SessionUser, startSession } from '../api/session.ts'
import {
  callApi,
  changeReply,
  endFaults,
  failCalls,
  failWith,
  findProduct,
  logIn,
  logInElsewhere,
  renderShop,
  renderShopInBrowser,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const OFFICE = {
  ...ADDRESS,
  address_line1: '7 Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
  is_default: false,
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const click = async (name: string | RegExp) => fireEvent.click(await button(name))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const heading = (name: string, level?: number) => screen.findByRole('heading', { name, level })
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const rupees = (amount: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)
const refusal = () => Response.json({ success: false, message: '' }, { status: 400 })

interface Order {
  id: number
  order_number: string
  order_status: string
  payment_method: string
  total_amount: number
  order_items: { variant_id: number; quantity: number }[]
}

describe('addresses', () => {
  let api: Api

  beforeEach(async () => {
    api = await logIn()
    await removeAddresses(api)
  })

  const entry = async (street: string) => {
    const found = (await screen.findAllByRole('listitem')).find((item) => item.textContent.includes(street))
    return within(found!)
  }

  it('are added, edited, chosen as default and deleted', async () => {
    renderShop('/profile')
    await shows(/No addresses yet/)
    await click('Add New Address')
    await click('Save Address')
    await shows('Please fill all required fields')
    await fill('Address line 1', '4 Park Street')
    await fill('Pincode', '700016')
    await fill('City', 'Kolkata')
    await fill('State', 'Kerala')
    await shows('PIN code 700016 is in West Bengal, not in Kerala.')
    await fill('State', 'West Bengal')
    fireEvent.click(await screen.findByText('Someone else receives it'))
    await fill('Full name', 'Nila Sen')
    await fill('Phone number', '9000000000')
    await click('Save Address')
    await shows('Address added successfully')
    await (await entry('4 Park Street')).findByText('Default')
    await (await entry('4 Park Street')).findByText(/Nila Sen/)

    await click(/^Edit/)
    await fill('Address line 1', '5 Park Street')
    await click('Save Address')
    await shows('Address updated successfully')
    await shows(/5 Park Street/)

    await click('Add New Address')
    await fill('Address line 1', OFFICE.address_line1)
    await fill('Pincode', OFFICE.pincode)
    await fill('City', OFFICE.city)
    await fill('State', OFFICE.state)
    await click('Save Address')
    await shows(/7 Marine Drive/)
    fireEvent.click((await entry('7 Marine Drive')).getByRole('button', { name: /Set Default/ }))
    await shows('Default address set successfully')
    await (await entry('7 Marine Drive')).findByText('Default')
    expect(screen.getAllByText('Default')).toHaveLength(1)

    fireEvent.click((await entry('5 Park Street')).getByRole('button', { name: /Delete/ }))
    await shows('Address deleted successfully')
    await waitFor(() => expect(screen.queryByText(/5 Park Street/)).toBeNull())
    await click('Undo')
    await shows(/5 Park Street/)
    await (await entry('5 Park Street')).findByText(/Nila Sen/)
  })

  it('lend the PIN code of the default one to the whole shop, until another is typed', async () => {
    await api('POST', '/api/users/addresses', OFFICE)
    renderShop('/account/orders')
    const line = await button(/^Deliver to Mumbai 400020 by /)
    expect(localStorage.getItem('pincode')).toBeNull()
    fireEvent.click(line)
    await click('Change')
    expect(document.activeElement?.getAttribute('name')).toBe('pincode')
    await fill('Delivery to PIN code', '999999')
    await click('Check')
    await shows('PIN code 999999 does not exist.')
    expect(localStorage.getItem('pincode')).toBeNull()
    await fill('Delivery to PIN code', '560001')
    await click('Check')
    await button(/^Deliver to Bengaluru 560001 by /)
    await click('Done')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('begin with the PIN code that the shopper looked for, and its place, unless there is one there', async () => {
    localStorage.setItem('pincode', '560008')
    renderShop('/profile')
    await click('Add New Address')
    const value = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value
    expect([await value('Pincode'), await value('State')]).toEqual(['560008', 'Karnataka'])
    await waitFor(async () => expect(await value('City')).toBe('Bengaluru'))
    await fill('Address line 1', '4 Park Street')
    await click('Save Address')
    await shows(/4 Park Street/)
    await click('Add New Address')
    expect([await value('Pincode'), await value('City'), await value('State')]).toEqual(['', '', ''])
  })

  it('keep what was typed when the session ends, until the same customer is back', async () => {
    renderShopInBrowser('/profile')
    await click('Add New Address')
    await fill('Address line 1', '9 Lost Lane')
    await fill('Pincode', '700016')
    failCalls('POST', /addresses$/, () => Response.json({ success: false, message: '' }, { status: 401 }))
    await click('Save Address')
    await heading('Login')
    endFaults()
    await fill('Email or phone number', 'vikram@example.com')
    await fill('Password', 'Demo@1234')
    await click('Login')
    await screen.findByRole('dialog', { name: 'Add New Address' })
    expect(screen.getByLabelText<HTMLInputElement>('Address line 1').value).toBe('9 Lost Lane')
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('West Bengal')
  })

  it('are five at most', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await api('POST', '/api/users/addresses', OFFICE)
    renderShop('/profile')
    const text = 'Address limit reached (5). Delete any address to add a new one.'
    await shows(text)
    await click('Add New Address')
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [
      'network',
      undefined,
      'Network error. Could not set default address.',
      'Network error. Could not delete address.',
    ],
    ['server', refusal, 'Failed to set default address.', 'Failed to delete address.'],
  ])('are restored when a change fails: %s', async (_kind, reply, notPreferred, notDeleted) => {
    await api('POST', '/api/users/addresses', ADDRESS)
    await api('POST', '/api/users/addresses', OFFICE)
    renderShop('/profile')
    await shows(/7 Marine Drive/)
    failCalls('PUT', /default$/, reply)
    fireEvent.click((await entry('7 Marine Drive')).getByRole('button', { name: /Set Default/ }))
    await shows(notPreferred)
    await (await entry(ADDRESS.address_line1)).findByText('Default')
    failCalls('DELETE', /addresses/, reply)
    fireEvent.click((await entry('7 Marine Drive')).getByRole('button', { name: /Delete/ }))
    await shows(notDeleted)
    await shows(/7 Marine Drive/)
  })

  it.each([
    [
      'network',
      undefined,
      'Network error. Could not add address.',
      'Network error. Could not update address.',
    ],
    ['server', refusal, 'Failed to add address.', 'Failed to update address.'],
  ])('keep what was typed when saving fails: %s', async (_kind, reply, notAdded, notUpdated) => {
    await api('POST', '/api/users/addresses', ADDRESS)
    renderShop('/profile')
    for (const [open, method, message] of [
      ['Add New Address', 'POST', notAdded],
      [/^Edit/, 'PUT', notUpdated],
    ] as const) {
      await click(open)
      const form = within(await screen.findByRole('dialog'))
      for (const [label, value] of [
        ['Address line 1', '1 Fort Road'],
        ['City', 'Kochi'],
        ['State', 'Kerala'],
        ['Pincode', '682001'],
      ] as const)
        await fill(label, value)
      failCalls(method, /addresses/, reply)
      await click('Save Address')
      await form.findByText(message)
      await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1))
      expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Kochi')
      await click('Cancel')
    }
  })
})

describe('the profile', () => {
  it('offers a retry when details and addresses cannot be loaded', async () => {
    await logIn()
    failCalls('GET', /^\/api\/users\//)
    renderShop('/profile')
    await shows('Could not fetch profile.')
    await shows('Could not fetch addresses.')
    endFaults()
    fireEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0]!)
    await shows(/\d+ orders?/)
  })

  it('changes the password, and shows why it cannot', async () => {
    const api = await logIn()
    renderShop('/profile')
    await click('Change Password')
    await click('Update Password')
    for (const text of [
      'Current password is required',
      'New password is required',
      'Please confirm new password',
    ])
      await shows(text)
    const change = async (current: string, fresh: string, confirmation: string) => {
      await fill('Current password', current)
      await fill('New password', fresh)
      await fill('Confirm new password', confirmation)
      await click('Update Password')
    }
    const twice = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
    await change('Demo@1234', 'short', 'other')
    await shows('New password must be at least 8 characters')
    await shows('Passwords do not match')
    await change('Wrong@1234', 'Market@2026', 'Market@2026')
    await twice('Current password is incorrect')
    failCalls('PUT', /change-password$/)
    await click('Update Password')
    await twice('Network or server error')
    endFaults()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await change('Demo@1234', 'Market@2026', 'Market@2026')
    await twice('Password changed successfully')
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 1200)
    timers.mockRestore()
    await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull())
    await api('PUT', '/api/users/change-password', {
      currentPassword: 'Market@2026',
      newPassword: 'Demo@1234',
    })
  })
})

describe('where the customer is logged in', () => {
  const devices = async () => {
    const list = (await screen.findByText('This device')).closest('ul')!
    return within(list).getAllByRole('listitem')
  }

  it('shows this device first, and logs out one or all others', async () => {
    const api = await logIn()
    await api('DELETE', '/api/users/sessions')
    const [first, second] = [
      await logInElsewhere('vikram@example.com'),
      await logInElsewhere('vikram@example.com'),
    ]
    await logInElsewhere('vikram@example.com')
    renderShop('/profile')
    await heading('Where you are logged in')
    await click(/^Show all \d+ devices$/)
    expect(await devices()).toHaveLength(4)
    expect((await devices())[0]!.textContent).toContain('Logged in on')
    const last = within((await devices())[3]!)
    await last.findByText(/^Last used on/)
    // The list, which is asked for again, is slow to come.
    const listed = Promise.withResolvers<void>()
    failWith(async ({ method, url }) => {
      if (!url.includes('/sessions')) return undefined
      if (method === 'DELETE') throw new TypeError('fetch failed')
      await listed.promise
      return undefined
    })
    fireEvent.click(last.getByRole('button', { name: /^Log out/ }))
    await shows('The device could not be logged out. Please try again.')
    endFaults()
    fireEvent.click(within((await devices())[3]!).getByRole('button', { name: /^Log out/ }))
    await shows('That device is logged out.')
    listed.resolve()
    await waitFor(async () => expect(await devices()).toHaveLength(3))
    await click('Log out all other devices')
    await shows('All your other devices are logged out.')
    await waitFor(async () => expect(await devices()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /^Log out/ })).toBeNull()
    for (const other of [first, second])
      await expect(other('GET', '/api/users/profile')).rejects.toThrow('401')
    await api('GET', '/api/users/profile')
  })

  it('can be loaded again after a lost connection, and shows two at first', async () => {
    await logIn()
    for (let n = 0; n < 2; n += 1) await logInElsewhere('vikram@example.com')
    failCalls('GET', /sessions$/)
    renderShop('/profile')
    await shows('Your devices could not be loaded.')
    endFaults()
    await click('Try again')
    expect(await devices()).toHaveLength(2)
    await click(/^Show all \d+ devices$/)
    expect((await devices()).length).toBeGreaterThan(2)
  })
})

describe('an order', () => {
  const HEADINGS: Record<string, string> = {
    PENDING: 'Payment Pending',
    CONFIRMED: 'Order Confirmed',
    PROCESSING: 'Order Confirmed',
    SHIPPED: 'Order Shipped',
    OUT_FOR_DELIVERY: 'Out for Delivery',
    DELIVERED: 'Order Delivered',
    PAYMENT_FAILED: 'Payment Failed',
    CANCELLED: 'Order Cancelled',
  }

  let orders: Order[]

  beforeEach(async () => {
    const api = await logIn('asha@example.com')
    orders = (await api<{ orders: Order[] }>('GET', '/api/orders?page=1&limit=100')).orders
  })

  const withStatus = (status: string) => orders.find(({ order_status }) => order_status === status)!

  /** Replies to requests of an order with these changes. */
  const changeOrder = (changes: object) =>
    failWith((request) =>
      /\/api\/orders\/\d+$/.test(request.url)
        ? changeReply(request, (body: { order: object }) => void Object.assign(body.order, changes))
        : undefined,
    )

  it.each(Object.keys(HEADINGS))('%s shows its status, total and payment method', async (status) => {
    const order = withStatus(status) ?? orders[0]!
    if (order.order_status !== status) changeOrder({ order_status: status })
    renderShop(`/order-confirmation/${order.id}`)
    await heading(HEADINGS[status]!, 1)
    await shows(status.replaceAll('_', ' '))
    await shows(rupees(order.total_amount))
    await shows(order.payment_method === 'COD' ? 'Cash on Delivery' : 'Online Payment')
  })

  it('exists in the demo in five statuses', () => {
    expect(new Set(orders.map(({ order_status }) => order_status)).size).toBeGreaterThanOrEqual(5)
  })

  it.each([
    ['CONFIRMED', 'Cash on Delivery'],
    ['SHIPPED', 'Online Payment'],
  ])('%s without a payment method shows %s', async (order_status, method) => {
    changeOrder({ payment_method: null, order_status })
    renderShop(`/order-confirmation/${orders[0]!.id}`)
    await shows(method)
  })

  it('shows the refund', async () => {
    const { id, total_amount } = withStatus('PAYMENT_FAILED')
    changeOrder({ refund_due: true, refund_due_amount: total_amount })
    renderShop(`/order-confirmation/${id}`)
    await shows(/You will be refunded in full\./)
  })

  it('leads to the checkout again after a failed payment', async () => {
    renderShop(`/order-confirmation/${withStatus('PAYMENT_FAILED').id}`)
    await click('Order again')
    const panel = within(await screen.findByRole('region', { name: 'Price Details' }))
    await panel.findAllByText(rupees(withStatus('PAYMENT_FAILED').total_amount))
  })

  it('brings back all lines that have left the cart, with their quantities, and no others', async () => {
    const api = await logIn('asha@example.com')
    const several = orders.find(({ order_items }) => order_items.length > 1)!
    const other = await findProduct('Tarini Two-Seat Rescue Canoe')
    await emptyCart(api)
    await api('POST', '/api/cart', { variant_id: other.variant_id, quantity: 1 })
    changeOrder({ order_status: 'PAYMENT_FAILED', checkout: 'cart' })
    renderShop(`/order-confirmation/${several.id}`)
    await click('Order again')
    const pieces = several.order_items.reduce((sum, { quantity }) => sum + quantity, 0)
    await screen.findByText(`Price (${pieces} items)`)
    const { cart } = await api<{ cart: Order['order_items'] }>('GET', '/api/cart')
    for (const { variant_id, quantity } of several.order_items)
      expect(cart).toContainEqual(expect.objectContaining({ variant_id, quantity }))
    await emptyCart(api)
  })

  it.each([
    ['/order-confirmation', 'No order ID provided'],
    ['/order-confirmation/999999', 'Order not found'],
    ['/order-confirmation/abc', 'Order not found'],
  ])('is not found at %s', async (address, message) => {
    renderShop(address)
    await heading('Order Not Found')
    await shows(message)
    fireEvent.click(await screen.findByRole('link', { name: 'Back to Home' }))
    await shows('DEALS OF THE DAY')
  })

  it('can be loaded again after a lost connection', async () => {
    failCalls('GET', /\/api\/orders\/\d+$/)
    renderShop(`/order-confirmation/${orders[0]!.id}`)
    await shows('Failed to load order details')
    await screen.findByRole('link', { name: 'Back to Home' })
    endFaults()
    await click('Try again')
    await shows(`Order #${orders[0]!.order_number}`)
  })
})

describe('the list of orders', () => {
  it('links a customer without orders to the products', async () => {
    await logIn()
    renderShop('/account/orders')
    await shows('No orders yet.')
    const main = within(screen.getByRole('main'))
    fireEvent.click(main.getByRole('link', { name: 'View All Products' }))
    await shows(/Page 1 of/)
  })

  it('can be loaded again after a lost connection', async () => {
    await logIn('asha@example.com')
    failCalls('GET', /^\/api\/orders$/)
    renderShop('/account/orders')
    await shows('Your orders could not be loaded.')
    endFaults()
    await click('Try again')
    await shows('Page 1 of 2')
  })

  it('counts its groups, and shows first what was searched for', async () => {
    const api = await logIn('asha@example.com')
    type Orders = { orders: { order_items: { product_name: string }[] }[] }
    const { orders } = await api<Orders>('GET', '/api/orders?limit=100')
    const { order_items: items } = orders.find(({ order_items }) => order_items.length > 1)!
    const name = items.at(-1)!.product_name
    renderShop('/account/orders')
    await button('All 12')
    cleanup()
    renderShop(`/account/orders?search=${encodeURIComponent(name)}`)
    await button('All 1')
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('article').map((card) => within(card).queryByText(name))).not.toContain(null)
  })

  it('leads back from a group with none', async () => {
    await logIn('asha@example.com')
    renderShop('/account/orders?search=nothing+like+this')
    await shows('There are no such orders.')
    fireEvent.click(screen.getByRole('link', { name: 'Show all orders' }))
    await shows('Page 1 of 2')
  })
})

describe('the wishlist', () => {
  it('lists products to add to the cart or remove at once', async () => {
    const api = await logIn()
    const canoe = await findProduct('Tarini Two-Seat Rescue Canoe')
    await api('POST', '/api/wishlist', { product_id: canoe.id })
    renderShop('/account/wishlist')
    const card = await screen.findByRole('article')
    // One card alone is no wider than the others will be.
    expect(card.closest('li')!.className).not.toContain('col-span-full')
    await shows('1 product')
    await click(`Add To Cart: ${canoe.name}`)
    await shows('✅ Item added to cart!')
    await click(`Keep ${canoe.name} in my wishlist`)
    await shows('Nothing here yet.')
    await click('Undo')
    await shows('1 product')
    await waitFor(() => expect(document.activeElement?.textContent).toBe(canoe.name))
    await click(`Keep ${canoe.name} in my wishlist`)
    await shows('Nothing here yet.')
  })

  it('keeps others in view while one leaves it', async () => {
    const api = await logIn()
    const [shoe, canoe] = [
      await findProduct('Daud Tez 2 Road Running Shoe'),
      await findProduct('Tarini Two-Seat Rescue Canoe'),
    ]
    for (const { id } of [shoe, canoe]) await api('POST', '/api/wishlist', { product_id: id })
    renderShop('/account/wishlist')
    await screen.findByRole('region', { name: 'You May Also Like' })
    const heart = await button(`Keep ${canoe.name} in my wishlist`)
    heart.focus()
    fireEvent.click(heart)
    await screen.findByText('1 product')
    expect(document.activeElement?.textContent).toBe(shoe.name)
    screen.getByRole('region', { name: 'You May Also Like' })
    await api('DELETE', `/api/wishlist/${shoe.id}`)
  })

  it('asks which variant goes into the cart, tells it, and leads there', async () => {
    const api = await logIn()
    const shoe = await findProduct('Daud Tez 2 Road Running Shoe')
    await api('POST', '/api/wishlist', { product_id: shoe.id })
    renderShop('/account/wishlist')
    await click(`Add To Cart: ${shoe.name}`)
    const red = await screen.findByRole('button', { name: 'Red, UK 8' })
    expect(red.querySelector('img')).not.toBeNull()
    // Blue costs as much in this size, and less in the other: the prices stay.
    await click('Blue, UK 9')
    expect(red.querySelector('[data-price]')).not.toBeNull()
    await click('Blue, UK 8')
    await click('Red, UK 8')
    await click('Add to Cart')
    await shows('✅ Item added to cart!')
    await shows(`${shoe.name}, Red, UK 8`)
    await click('View cart')
    await screen.findByRole('heading', { level: 1, name: 'Cart' })
    await api('DELETE', `/api/wishlist/${shoe.id}`)
  })

  it('can be loaded again after a lost connection', async () => {
    await logIn()
    failCalls('GET', /^\/api\/wishlist$/)
    renderShop('/account/wishlist')
    await shows('Failed to load products.')
    endFaults()
    await click('Try again')
    await shows('Nothing here yet.')
  })
})

it('a closed account is told with what stays, and leads on to the shop', async () => {
  const account = { name: 'Meera Nair', email: 'meera@example.com', phone_number: '9811122233' }
  const password = 'Lotus#4821'
  type Login = { user: SessionUser; accessToken: string }
  const { user, accessToken } = await callApi<Login>('POST', '/api/auth/signup', { ...account, password })
  startSession({ user, accessToken })
  renderShop('/profile')
  await click('Close My Account')
  await fill('Your password', password)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Close My Account' }))
  await heading('Your account is closed', 1)
  await shows(/^Your orders and their invoices stay with the shop/)
  expect(readSession()).toBeNull()
  fireEvent.click(await screen.findByRole('link', { name: 'Continue Shopping' }))
  await heading('DEALS OF THE DAY')
})
