import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADDRESS, goToPayment, useBuyer } from '../../test/buyer.ts'
import { endSession } from '../api/session.ts'
import {
  clickTwice,
  countRequests,
  failWith,
  logIn,
  renderShop,
  renderShopInBrowser,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

async function fillAddress(): Promise<void> {
  await fill('Address line 1', ADDRESS.address_line1)
  await fill('City', ADDRESS.city)
  await fill('State', ADDRESS.state)
  await fill('Pincode', ADDRESS.pincode)
}

async function fillSignup(): Promise<void> {
  await fill('Full name', 'Meera Nair')
  await fill('Email', 'meera@example.com')
  await fill('Phone number', '9876501234')
  await fill('Password', 'Bazaar@1')
  await fill('Confirm password', 'Bazaar@1')
}

async function fillPasswords(current: string): Promise<void> {
  fireEvent.click(await button('Change Password'))
  await fill('Current password', current)
  await fill('New password', 'Bazaar@12')
  await fill('Confirm new password', 'Bazaar@12')
}

describe('two clicks in one frame', () => {
  const api = useBuyer()

  it('log in once', async () => {
    endSession('logout')
    renderShop('/auth/login')
    await fill('Email or phone number', 'vikram@example.com')
    await fill('Password', 'Demo@1234')
    const sent = countRequests('POST', '/api/auth/login')
    clickTwice(await button('Login'))
    await screen.findByText('Logged in successfully!')
    expect(sent()).toBe(1)
  })

  it('sign up once', async () => {
    renderShop('/auth/signup')
    await fillSignup()
    const sent = countRequests('POST', '/api/auth/signup')
    clickTwice(await button('Sign Up'))
    await screen.findByText('Account created successfully! Please login.')
    expect(sent()).toBe(1)
  })

  it('add a listed product once', async () => {
    renderShop('/products')
    fireEvent.click((await screen.findAllByRole('button', { name: /^Add To Cart/ }))[0]!)
    const sent = countRequests('POST', '/api/cart')
    clickTwice(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Add to Cart' }))
    await screen.findByText('✅ Item added to cart!')
    expect(sent()).toBe(1)
  })

  it('step the quantity by two and send it once', async () => {
    renderShop('/cart')
    const quantity = await screen.findByRole('group', { name: /quantity/i })
    const sent = countRequests('PUT', '/api/cart')
    clickTwice(within(quantity).getByRole('button', { name: 'Increase quantity' }))
    await waitFor(() => expect(quantity.textContent).toContain('4'))
    await waitFor(async () => {
      const { cart } = await api()<{ cart: { quantity: number }[] }>('GET', '/api/cart')
      expect(cart[0]?.quantity).toBe(4)
    })
    expect(sent()).toBe(1)
  })

  it('remove a line once', async () => {
    renderShop('/cart')
    const sent = countRequests('DELETE', /^\/api\/cart\//)
    clickTwice(await button(/^Remove/))
    await screen.findByText('Your cart is empty')
    await waitFor(() => expect(sent()).toBe(1))
  })

  it('save and delete an address once', async () => {
    renderShop('/profile')
    fireEvent.click(await button('Add New Address'))
    await fillAddress()
    const added = countRequests('POST', '/api/users/addresses')
    clickTwice(await button('Save Address'))
    await screen.findByText('Address added successfully')
    expect(added()).toBe(1)
    const [remove] = await screen.findAllByRole('button', { name: /^Delete/ })
    const deleted = countRequests('DELETE', /^\/api\/users\/addresses\//)
    clickTwice(remove as HTMLElement)
    await screen.findByText('Address deleted successfully')
    expect(deleted()).toBe(1)
  })

  it('change the password once', async () => {
    renderShop('/profile')
    await fillPasswords('wrong')
    const sent = countRequests('PUT', '/api/users/change-password')
    clickTwice(await button('Update Password'))
    await screen.findAllByText('Current password is incorrect')
    expect(sent()).toBe(1)
  })

  it('apply a coupon once', async () => {
    renderShop('/ordersummary')
    fireEvent.click(await button('DELIVER HERE'))
    await fill('Coupon code', 'welcome10')
    const sent = countRequests('POST', '/api/coupons/apply')
    clickTwice(await button('Apply'))
    await screen.findByText(/saves you/)
    expect(sent()).toBe(1)
  })

  it('place an order once', async () => {
    await goToPayment()
    fireEvent.click(await screen.findByRole('radio', { name: /Cash on Delivery/ }))
    const sent = countRequests('POST', '/api/orders/place-order')
    clickTwice(await button('Place Order (COD)'))
    await screen.findByText('Order placed successfully!')
    expect(sent()).toBe(1)
  })
})

describe('two clicks in one frame on Logout', () => {
  it.each([
    ['user menu', /^Hi, /],
    ['mobile menu', 'Open menu'],
  ])('in the %s send one request', async (_menu, opener) => {
    await logIn()
    renderShop('/collections')
    fireEvent.click(await button(opener))
    const logout = await button('Logout')
    const sent = countRequests('POST', '/api/auth/logout')
    clickTwice(logout)
    await screen.findAllByRole('link', { name: 'Login' })
    await waitFor(() => expect(sent()).toBe(1))
  })
})

describe('two clicks in one frame add one history entry', () => {
  useBuyer()

  const addedByTwoClicksOn = async (name: string, container = document.body): Promise<number> => {
    const target = await within(container).findByRole(/^(Next|Prev)$/.test(name) ? 'link' : 'button', {
      name,
    })
    const before = window.history.length
    const { search } = window.location
    clickTwice(target)
    await waitFor(() => expect(window.location.search).not.toBe(search))
    return window.history.length - before
  }

  it.each([
    ['/', 'Shop now', '/'],
    ['/', 'BUY NOW', '/'],
    ['/hotdeals', 'New Arrivals', '/newarrivals'],
  ])('on a link of %s', async (address, name, target) => {
    renderShopInBrowser(address)
    const [link] = await screen.findAllByRole('link', { name })
    const before = window.history.length
    clickTwice(link!)
    await waitFor(() => expect(window.location.pathname).not.toBe(address))
    expect(window.location.pathname).toContain(target)
    expect(window.history.length - before).toBe(1)
  })

  it('on Continue and Continue to Payment, and Back returns to the summary', async () => {
    renderShopInBrowser('/ordersummary')
    expect(await addedByTwoClicksOn('Continue')).toBe(1)
    await screen.findByRole('heading', { name: 'Order Summary' })
    expect(await addedByTwoClicksOn('Continue to Payment')).toBe(1)
    await screen.findByRole('heading', { name: 'Payment' })
    window.history.back()
    await screen.findByRole('heading', { name: 'Order Summary' })
    expect(window.location.search).toBe('?step=2')
  })

  it.each(['/products', '/account/orders'])(
    'on the pager of %s, and it still works afterwards',
    async (path) => {
      await logIn('asha@example.com')
      renderShopInBrowser(path)
      expect(await addedByTwoClicksOn('Next')).toBe(1)
      await screen.findByText(/^Page 2 of/)
      expect(await addedByTwoClicksOn('Prev')).toBe(1)
      await screen.findByText(/^Page 1 of/)
      expect(await addedByTwoClicksOn('Next')).toBe(1)
    },
  )

  it('on Search in a category', async () => {
    renderShopInBrowser('/category-page?category=1')
    const form = await screen.findByRole('search', { name: 'Search in this category' })
    fireEvent.change(within(form).getByRole('searchbox'), { target: { value: 'shoe' } })
    expect(await addedByTwoClicksOn('Search', form)).toBe(1)
    expect(window.location.search).toBe('?category=1&search=shoe')
  })

  it('on Apply price', async () => {
    renderShopInBrowser('/collections')
    fireEvent.click(await button('Filters'))
    await fill('Min price', '100')
    expect(await addedByTwoClicksOn('Apply price')).toBe(1)
    expect(window.location.search).toBe('?min_price=100')
    await fill('Min price', '5,000')
    await fill('Max price', '1e5')
    await screen.findByText('Type rupees, such as 500.')
    fireEvent.click(await button('Apply price'))
    expect(window.location.search).toBe('?min_price=100')
    await fill('Max price', '₹999.50')
    fireEvent.click(await button('Apply price'))
    await screen.findByRole('link', { name: 'Remove filter: ₹999 – ₹5,000' })
    expect(await screen.findByLabelText('Min price')).toHaveProperty('value', '999')
  })
})

describe('a refusal without a reason shows the text of the screen', () => {
  useBuyer()

  const refuse = (
    method: string,
    path: RegExp,
    init: ResponseInit = { status: 400 },
    body = '{"success":false}',
  ) =>
    failWith((request) =>
      request.method === method && path.test(new URL(request.url).pathname)
        ? new Response(body, init)
        : undefined,
    )
  const shows = (text: string) => screen.findAllByText(text)

  it('for login and signup', async () => {
    renderShop('/auth/login')
    await fill('Email or phone number', 'vikram@example.com')
    await fill('Password', 'Demo@1234')
    refuse('POST', /login$/)
    fireEvent.click(await button('Login'))
    await shows('Login failed. Please try again.')
    fireEvent.click(screen.getByRole('link', { name: 'Sign Up' }))
    await fillSignup()
    refuse('POST', /signup$/)
    fireEvent.click(await button('Sign Up'))
    await shows('Signup failed. Please try again.')
  })

  it('for an OTP from the support of the shop, without a mail', async () => {
    renderShop('/auth/forgot')
    fireEvent.click(await button('I have an OTP'))
    await shows('Email is required')
    await fill('Email', 'vikram@example.com')
    refuse('POST', /forgot-password$/)
    fireEvent.click(await button('I have an OTP'))
    await shows('vikram@example.com')
    expect(screen.queryByText(/on its way/)).toBeNull()
    refuse('POST', /verify-otp$/)
    await fill('OTP', '123456')
    await shows('Invalid or expired OTP. Please try again.')
  })

  it('for the forgotten password', async () => {
    renderShop('/auth/forgot')
    await fill('Email', 'vikram@example.com')
    refuse('POST', /forgot-password$/)
    fireEvent.click(await button('Send OTP'))
    await shows('Failed to send OTP. Please try again.')
    failWith(() => undefined)
    fireEvent.click(await button('Send OTP'))
    await screen.findByLabelText('OTP')
    refuse('POST', /verify-otp$/)
    await fill('OTP', '123456')
    await shows('Invalid or expired OTP. Please try again.')
    failWith((request) =>
      request.url.endsWith('verify-otp')
        ? Response.json({ success: true, message: '' })
        : request.url.endsWith('reset-password')
          ? Response.json({ success: false }, { status: 400 })
          : undefined,
    )
    await fill('OTP', '123456')
    await fill('New password', 'Bazaar@1')
    await fill('Confirm new password', 'Bazaar@1')
    fireEvent.click(await button('Reset Password'))
    await shows('Password reset failed. Please try again.')
  })

  it('for profile and addresses that cannot be loaded', async () => {
    refuse('GET', /^\/api\/users\//)
    renderShop('/profile')
    await shows('Could not fetch profile.')
    await shows('Could not fetch addresses.')
  })

  it('for the address book', async () => {
    renderShop('/profile')
    fireEvent.click(await button('Add New Address'))
    await fillAddress()
    refuse('POST', /addresses$/)
    fireEvent.click(await button('Save Address'))
    await shows('Failed to add address.')
    fireEvent.click(await button('Cancel'))
    refuse('PUT', /addresses\/\d+/)
    fireEvent.click(await button(/^Edit/))
    fireEvent.click(await button('Save Address'))
    await shows('Failed to update address.')
    fireEvent.click(await button('Cancel'))
    refuse('DELETE', /addresses\/\d+/)
    fireEvent.click(await button(/^Delete/))
    await shows('Failed to delete address.')
  })

  it('for the default address', async () => {
    const api = await logIn()
    await api('POST', '/api/users/addresses', { ...ADDRESS, is_default: false })
    renderShop('/profile')
    refuse('PUT', /default$/)
    fireEvent.click(await button(/^Set Default/))
    await shows('Failed to set default address.')
  })

  it('for a password change: the status, else a general text', async () => {
    renderShop('/profile')
    await fillPasswords('Demo@1234')
    refuse('PUT', /change-password$/, { status: 409, statusText: 'Conflict' })
    fireEvent.click(await button('Update Password'))
    await shows('Conflict')
    refuse('PUT', /change-password$/, { status: 200, statusText: 'OK' })
    fireEvent.click(await button('Update Password'))
    await shows('Network or server error')
  })

  it('for the checkout’s addresses', async () => {
    refuse('GET', /addresses$/)
    renderShop('/ordersummary')
    await shows('Failed to load addresses')
  })

  it('for a new address in the checkout', async () => {
    renderShop('/ordersummary')
    fireEvent.click(await button('Add New Address'))
    await fillAddress()
    refuse('POST', /addresses$/)
    fireEvent.click(await button('Save Address'))
    await shows('Failed to add address')
  })

  it('for a coupon', async () => {
    renderShop('/ordersummary')
    fireEvent.click(await button('DELIVER HERE'))
    await fill('Coupon code', 'welcome10')
    refuse('POST', /coupons\/apply$/)
    fireEvent.click(await button('Apply'))
    await shows('Failed to apply coupon')
  })

  describe.each([
    ['an empty reply', '', 400],
    ['a page of a proxy', '<h1>Bad gateway</h1>', 502],
  ])('and so does %s', (_reply, body, status) => {
    it('for a coupon', async () => {
      renderShop('/ordersummary')
      fireEvent.click(await button('DELIVER HERE'))
      await fill('Coupon code', 'welcome10')
      refuse('POST', /coupons\/apply$/, { status }, body)
      fireEvent.click(await button('Apply'))
      await shows('Failed to apply coupon')
    })

    it('for a new address', async () => {
      renderShop('/profile')
      fireEvent.click(await button('Add New Address'))
      await fillAddress()
      refuse('POST', /addresses$/, { status }, body)
      fireEvent.click(await button('Save Address'))
      await shows('Failed to add address.')
    })
  })

  it('but for the forgotten password a reply that is not JSON has its own text', async () => {
    renderShop('/auth/forgot')
    await fill('Email', 'vikram@example.com')
    fireEvent.click(await button('Send OTP'))
    await screen.findByLabelText('OTP')
    refuse('POST', /verify-otp$/, { status: 400 }, '')
    await fill('OTP', '123456')
    await shows('Invalid or expired OTP. Please try again.')
    refuse('POST', /verify-otp$/, { status: 502 }, '<h1>Bad gateway</h1>')
    await fill('OTP', '123456')
    await shows('Server error occurred')
  })

  it('for an order, by its payment method', async () => {
    await goToPayment()
    refuse('POST', /place-order$/)
    fireEvent.click(await screen.findByRole('radio', { name: /Cash on Delivery/ }))
    fireEvent.click(await button('Place Order (COD)'))
    await shows('Failed to place order')
    fireEvent.click(await screen.findByRole('radio', { name: /UPI/ }))
    fireEvent.click(await button('Proceed to Payment'))
    await shows('Failed to initiate payment')
  })
})
