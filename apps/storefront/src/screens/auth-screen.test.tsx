import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addGuestHeart, addGuestNotice, addToGuestCart } from '../api/guest-cart.ts'
import { readSession } from '../api/session.ts'
import { emptyCart } from '../../test/buyer.ts'
import {
  endFaults,
  failCalls,
  failWith,
  findProduct,
  logIn as openSession,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const button = (name: string) => screen.findByRole('button', { name })
const click = async (name: string) => fireEvent.click(await button(name))
const shows = (text: string) => screen.findAllByText(text)
const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull())
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(await field(label), { target: { value } })
}

async function logIn(name: string, password: string): Promise<void> {
  await fill({ 'Email or phone number': name, Password: password })
  await click('Login')
}

const json = (status: number, body: object) => () => Response.json(body, { status })

afterEach(() => void vi.restoreAllMocks())

describe('login', () => {
  it('requires both fields', async () => {
    renderShop('/auth/login')
    await click('Login')
    await shows('Email or username is required')
    await shows('Password is required')
    const identifier = await field('Email or phone number')
    expect(identifier.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(identifier, { target: { value: 'asha@example.com' } })
    await gone('Email or username is required')
  })

  it('accepts a phone number, and goes home after a second', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const bodies: unknown[] = []
    renderShop('/auth/login')
    failWith(async (request) => {
      if (request.url.endsWith('/login')) bodies.push(await request.clone().json())
      return undefined
    })
    await logIn('9876543210', 'Demo@1234')
    await shows('Logged in successfully!')
    expect(bodies).toEqual([{ phone_number: '9876543210', password: 'Demo@1234' }])
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 1000)
    await shows('DEALS OF THE DAY')
  })

  it('ends the session that the browser had', async () => {
    const before = await openSession('asha@example.com')
    renderShop('/auth/login')
    await logIn('asha@example.com', 'Demo@1234')
    await shows('DEALS OF THE DAY')
    await waitFor(() => expect(before('GET', '/api/users/profile')).rejects.toThrow('401'))
    expect(readSession()).not.toBeNull()
  })

  it('adds the guest’s cart and wishlist to the account', async () => {
    const { id, variants } = await findProduct('Pahaad Static Kernmantle Rope')
    const variant = variants.find(({ stock }) => stock > 0)!
    addToGuestCart(variant.id)
    addGuestHeart(id)
    renderShop('/auth/login', { from: '/cart' })
    await screen.findByText(/^Pahaad Static Kernmantle Rope/)
    const cart = screen.getByRole('heading', { name: /^Your cart/ })
    expect(cart.textContent).toMatch(/cart1 item · ₹[\d,]+\.00$/)
    await logIn('vikram@example.com', 'Demo@1234')
    await screen.findByRole('button', { name: 'BUY 1 SELECTED ITEM(S)' })
    const api = await openSession('vikram@example.com')
    const { products } = await api<{ products: object[] }>('GET', '/api/wishlist')
    expect(products).toMatchObject([{ id }])
    expect(localStorage.getItem('guestCart')).toBeNull()
  })

  it('shows a guest what was added last before the rest of the cart', async () => {
    const [rope, shoe, canoe, mask] = await Promise.all(
      ['Pahaad Static Kernmantle Rope', 'Daud Tez 2', 'Tarini Two-Seat', 'Parry & Panja Three-Weapon'].map(
        async (name) => (await findProduct(name)).variants[0]!.id,
      ),
    )
    for (const id of [rope, shoe, canoe, mask, shoe]) addToGuestCart(id!)
    renderShop('/auth/login', { from: '/collections?sort=newest', isAdded: true })
    const names = () =>
      screen.getAllByRole('button', { name: /^Remove/ }).map(({ ariaLabel }) => ariaLabel?.split(' ')[1])
    await screen.findByText(/^Daud Tez/)
    expect(names()).toEqual(['Daud', 'Parry', 'Tarini', 'Pahaad'])
    const back = screen.getByRole('link', { name: 'Continue Shopping' })
    expect(back.getAttribute('href')).toBe('/collections?sort=newest')
    expect(screen.queryByText('Back to Product')).toBeNull()
    localStorage.removeItem('guestCart')
  })

  it('says what a guest is mailed about', async () => {
    const { id, variants } = await findProduct('Pahaad Static Kernmantle Rope')
    addGuestNotice(variants.find(({ stock }) => stock > 0)!.id)
    renderShop('/auth/login', { from: `/product/${id}` })
    await screen.findByText(/Log in, and we mail you when it is cheaper/)
    await screen.findByRole('link', { name: /^Back to Pahaad Static/ })
    expect(screen.queryByText(/your cart$/i)).toBeNull()
    localStorage.removeItem('guestCart')
  })

  it.each([
    { wish: 'hearted', hearts: 1, from: (id: number) => `/product/${id}/rope`, shows: true },
    { wish: 'wants to buy', hearts: 0, from: (id: number) => `/buynow-summary?product=${id}`, shows: true },
    { wish: 'only looked at', hearts: 0, from: (id: number) => `/product/${id}/rope`, shows: false },
  ])('leads back to a product that a guest $wish: $shows', async ({ hearts, from, shows: isShown }) => {
    const { id } = await findProduct('Pahaad Static Kernmantle Rope')
    if (hearts > 0) addGuestHeart(id)
    renderShop('/auth/login', { from: from(id) })
    if (isShown) {
      const back = await screen.findByRole('link', { name: /^Back to Pahaad Static/ })
      expect(back.getAttribute('href')).toContain(`/product/${id}/`)
    }
    await button('Login')
    expect(screen.queryAllByText(/Pahaad/)).toHaveLength(isShown ? 1 : 0)
  })

  it('the cart itself tells what did not come along, until the customer dismisses it', async () => {
    addToGuestCart(999_999)
    renderShop('/auth/login', { from: '/cart' })
    await logIn('vikram@example.com', 'Demo@1234')
    await screen.findByRole('heading', { name: 'Cart' })
    const text = 'An item of your cart is no longer available.'
    expect((await shows(text)).map((part) => part.closest('main') !== null)).toEqual([true])
    await click('Dismiss')
    await gone(text)
  })

  it('shows why something of the guest’s cart cannot be added', async () => {
    addToGuestCart(999_999)
    renderShop('/auth/login')
    await logIn('vikram@example.com', 'Demo@1234')
    await shows('An item of your cart is no longer available.')
    await shows('DEALS OF THE DAY')
  })

  it('shows the server’s reason, else its own text', async () => {
    renderShop('/auth/login')
    await logIn('asha@example.com', 'wrong')
    const form = (await button('Login')).closest('form')!
    await within(form).findByText('Invalid credentials')
    await shows('Invalid credentials')
    failCalls('POST', /login$/, json(500, { success: false }))
    await click('Login')
    await shows('Login failed. Please try again.')
    failCalls('POST', /login$/, json(200, { success: false, message: 'Not today' }))
    await click('Login')
    await shows('Not today')
    await screen.findByRole('heading', { name: 'Login' })
  })

  it('shows and hides the password', async () => {
    renderShop('/auth/login')
    const password = await field('Password')
    expect(password.type).toBe('password')
    await click('Show password')
    expect(password.type).toBe('text')
    await click('Hide password')
    expect(password.type).toBe('password')
  })
})

it('redirects an unknown view to Home', async () => {
  renderShop('/auth/toString')
  await shows('DEALS OF THE DAY')
})

describe('signup', () => {
  const ASHA = {
    'Full name': 'Another Asha',
    Email: 'asha@example.com',
    'Phone number': '9000000078',
    Password: 'market',
    'Confirm password': 'market',
  }

  it('requires every field', async () => {
    renderShop('/auth/signup')
    await click('Sign Up')
    for (const text of [
      'Full name is required',
      'Email is required',
      'Phone number is required',
      'Password is required',
      'Please confirm your password',
      'Please fix the form errors before submitting.',
    ])
      await shows(text)
  })

  it('shows an error for each invalid field', async () => {
    renderShop('/auth/signup')
    await fill({
      'Full name': 'Tara',
      Email: 'tara@shop',
      'Phone number': '98765',
      Password: '12345',
      'Confirm password': '123456',
    })
    await click('Sign Up')
    for (const text of [
      'Email is invalid',
      'Phone number must be 10 digits',
      'Password must be at least 6 characters',
      'Passwords do not match',
    ])
      await shows(text)
    await fill({ Password: '123456' })
    await gone('Passwords do not match')
    await fill({ ...ASHA, 'Full name': '🎁' })
    await click('Sign Up')
    await waitFor(async () => expect((await field('Full name')).getAttribute('aria-invalid')).toBe('true'))
    await shows('Must contain a letter or digit')
  })

  it('accepts a phone number with its country code', async () => {
    renderShop('/auth/signup')
    await fill({ 'Phone number': '+91 98765 43210' })
    await click('Sign Up')
    await shows('Full name is required')
    expect(screen.queryByText('Phone number must be 10 digits')).toBeNull()
  })

  it('shows the server’s reason, else its own text', async () => {
    renderShop('/auth/signup')
    await fill(ASHA)
    await click('Sign Up')
    await shows('An account with this email or phone number already exists.')
    failCalls('POST', /signup$/)
    await click('Sign Up')
    await shows('Signup failed. Please try again.')
  })

  it('shows login with the e-mail address a second and a half after its message', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    renderShop('/auth/signup')
    await fill({ ...ASHA, Email: 'tara@example.com' })
    await click('Sign Up')
    await shows('Account created successfully! Please login.')
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 1500)
    expect((await field('Email or phone number')).value).toBe('tara@example.com')
  })
})

describe('with a phone number', () => {
  it('a guest who orders gives a name, and goes on to the checkout', async () => {
    const { variants } = await findProduct('Pahaad Static Kernmantle Rope')
    addToGuestCart(variants.find(({ stock }) => stock > 0)!.id)
    failWith(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/auth/phone/send') return Response.json({ success: true, message: 'OTP sent' })
      if (pathname !== '/api/auth/phone/login') return undefined
      const { name } = (await request.json()) as { name?: string }
      if (name === undefined) return Response.json({ success: false, code: 'NAME_NEEDED' }, { status: 409 })
      const body = JSON.stringify({ email: 'vikram@example.com', password: 'Demo@1234' })
      const headers = { 'content-type': 'application/json' }
      return fetch(new Request(new URL('/api/auth/login', request.url), { method: 'POST', headers, body }))
    })
    renderShop('/auth/phone', { from: '/cart', isGuest: true })
    const list = () => screen.queryByRole('button', { name: /^Remove Pahaad/ })
    await waitFor(() => expect(list()).not.toBeNull())
    await fill({ 'Mobile number': '98765 01234' })
    await click('Send OTP')
    await fill({ OTP: '123456' })
    expect(screen.getByText('+91 98765 01234')).toBeDefined()
    // Folded: the OTP stays above a phone's keyboard.
    expect(list()).toBeNull()
    await fill({ 'Full name': 'Ravi Guest' })
    await click('Continue')
    await screen.findByRole('heading', { name: 'Delivery Address' })
    await emptyCart(await openSession('vikram@example.com'))
  })
})

describe('forgotten password', () => {
  const openOtp = async () => {
    renderShop('/auth/forgot')
    await fill({ Email: 'asha@example.com' })
    await click('Send OTP')
    await shows('OTP sent to your email!')
  }

  const verifyOtp = async () => {
    failCalls('POST', /verify-otp$/, json(200, { success: true, message: 'OTP verified successfully!' }))
    // The last digit sends it.
    await fill({ OTP: '123456' })
    await shows('OTP verified successfully!')
  }

  it('requires an e-mail address, and shows errors', async () => {
    renderShop('/auth/forgot')
    await click('Send OTP')
    await shows('Email is required')
    await fill({ Email: 'asha' })
    await click('Send OTP')
    await shows('Email is invalid')
    await fill({ Email: 'asha@example.com' })
    for (const [reply, text] of [
      [undefined, 'Could not connect to the server.'],
      [() => new Response('<html>', { status: 502 }), 'Server error occurred'],
      [json(500, { success: false }), 'An API error occurred.'],
      [json(200, { success: false }), 'Failed to send OTP. Please try again.'],
    ] as const) {
      failCalls('POST', /forgot-password$/, reply)
      await click('Send OTP')
      await shows(text)
    }
    expect((await field('Email')).value).toBe('asha@example.com')
  })

  it('checks the new password', async () => {
    await openOtp()
    await verifyOtp()
    await click('Reset Password')
    await shows('New password required')
    await fill({ 'New password': '12345', 'Confirm new password': '1' })
    await click('Reset Password')
    await shows('Password must be at least 6 characters')
    await shows('Passwords do not match')
  })

  it('starts again when the server refuses the OTP in the last step', async () => {
    await openOtp()
    await verifyOtp()
    await fill({ 'New password': 'Bazaar@1', 'Confirm new password': 'Bazaar@1' })
    failCalls('POST', /reset-password$/, json(200, { success: false }))
    await click('Reset Password')
    await shows('Password reset failed. Please try again.')
    const refused = { success: false, code: 'OTP_INVALID', message: 'Invalid or expired OTP.' }
    failCalls('POST', /reset-password$/, json(400, refused))
    await click('Reset Password')
    await shows('Invalid or expired OTP.')
    endFaults()
    await fill({ Email: 'asha@example.com' })
    await click('Send OTP')
    expect((await field('OTP')).value).toBe('')
  })
})
