/** Login, signup and forgotten password: texts, toggles, delays and redirects. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Device, saveScreenshot, newVisitor } from './browser.ts'
import { accessibilityFaults, browserErrors, horizontalOverflow, timeMessage } from './page-checks.ts'
import { browser, shop, useShop } from './setup.ts'

useShop()

/** The OTP in the newest mail to an address, from the built-in inbox. */
async function otpFor(email: string): Promise<string> {
  const reply = await fetch(`${shop.url}/dev/messages?to=${encodeURIComponent(email)}&wait=10s`)
  const { messages } = (await reply.json()) as { messages: { code: string }[] }
  return messages[0]!.code
}

async function visit(path: string, device: Device = 'desktop'): Promise<Page> {
  const visitor = await newVisitor(browser, device, shop.url)
  const page = await visitor.newPage()
  await page.goto(path)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const state = (page: Page) => page.evaluate((): unknown => history.state.usr)

/** Replaces the server's reply to a call. */
const answer = (page: Page, path: string, status: number, body: string) =>
  page.route(`**/api/auth/${path}`, (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body }),
  )

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await field(page, 'Email or phone number').fill(name)
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
}

describe.each(['phone', 'desktop'] as const)('on a %s', (device) => {
  it.each([
    ['login', 'Login'],
    ['signup', 'Sign Up'],
    ['forgot', 'Forgot Password'],
  ])('/auth/%s has neither header nor footer, and no faults', async (view, heading) => {
    const page = await visit(`/auth/${view}`, device)
    const errors = browserErrors(page)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.title()).toContain(heading)
    expect(await horizontalOverflow(page)).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.getByRole('alert').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await saveScreenshot(page, `auth-${view}-${device}`)
    expect(errors).toEqual([])
  })
})

describe('login', () => {
  it('requires both fields', async () => {
    const page = await visit('/auth/login')
    await button(page, 'Login').click()
    await shows(page, 'Email or username is required')
    await shows(page, 'Password is required')
    const identifier = field(page, 'Email or phone number')
    expect(await identifier.getAttribute('aria-invalid')).toBe('true')
    await identifier.fill('asha@example.com')
    await page.getByText('Email or username is required').waitFor({ state: 'detached' })
  })

  it.each([
    ['asha@example.com', { email: 'asha@example.com' }],
    ['9876543210', { phone_number: '9876543210' }],
  ])('lets %s in and goes home after a second', async (name, named) => {
    const page = await visit('/auth/login')
    const sent = page.waitForRequest('**/api/auth/login')
    const shownFor = await timeMessage(page, 'Logged in successfully!', { fromReply: '/api/auth/login' })
    await logIn(page, name, 'Demo@1234')
    expect((await sent).postDataJSON()).toEqual({ ...named, password: 'Demo@1234' })
    await shows(page, 'Logged in successfully!')
    await page.waitForURL(`${shop.url}/`)
    expect(await shownFor()).toBeGreaterThan(700)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(JSON.parse(stored['user'] ?? '')).toMatchObject({ name: 'Asha Menon' })
    expect(stored['userId']).toMatch(/^\d+$/)
    expect(stored['accessToken']).toBeTruthy()
    const hours = (Date.parse(stored['tokenExpiry'] ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 0)
    await page.goBack()
    expect(new URL(page.url()).pathname).not.toBe('/auth/login')
  })

  it('returns to the previous screen, also by way of the other views', async () => {
    const page = await visit('/account/wishlist')
    await page.waitForURL('**/auth/login')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await page.getByRole('heading', { name: 'Sign Up' }).waitFor()
    await page.getByRole('link', { name: 'Login' }).click()
    await logIn(page, 'asha@example.com', 'Demo@1234')
    await page.waitForURL('**/account/wishlist')
  })

  it('shows the server’s reason, else its own text', async () => {
    const page = await visit('/auth/login')
    await logIn(page, 'asha@example.com', 'wrong')
    await shows(page, 'Invalid credentials')
    await answer(page, 'login', 500, '{"success":false}')
    await button(page, 'Login').click()
    await shows(page, 'Login failed. Please try again.')
    await answer(page, 'login', 200, '{"success":false,"message":"Not today"}')
    await button(page, 'Login').click()
    await shows(page, 'Not today')
    expect(new URL(page.url()).pathname).toBe('/auth/login')
  })

  it('shows and hides the password', async () => {
    const page = await visit('/auth/login')
    await field(page, 'Password').fill('secret')
    expect(await field(page, 'Password').getAttribute('type')).toBe('password')
    await button(page, 'Show password').click()
    expect(await field(page, 'Password').getAttribute('type')).toBe('text')
    await button(page, 'Hide password').click()
    expect(await field(page, 'Password').getAttribute('type')).toBe('password')
  })

  it('redirects an unknown view', async () => {
    const page = await visit('/auth/toString')
    await page.waitForURL(`${shop.url}/`)
  })
})

describe('signup', () => {
  const fill = async (page: Page, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
    await button(page, 'Sign Up').click()
  }

  it('requires every field', async () => {
    const page = await visit('/auth/signup')
    await button(page, 'Sign Up').click()
    for (const text of [
      'Full name is required',
      'Email is required',
      'Phone number is required',
      'Password is required',
      'Please fix the form errors before submitting.',
    ]) {
      await shows(page, text)
    }
  })

  it('shows an error for each invalid field', async () => {
    const page = await visit('/auth/signup')
    await fill(page, {
      'Full name': 'Tara',
      Email: 'tara@shop',
      'Phone number': '98765',
      Password: '12345',
      'Confirm password': '123456',
    })
    for (const text of [
      'Email is invalid',
      'Phone number must be 10 digits',
      'Password must be at least 6 characters',
      'Passwords do not match',
    ]) {
      await shows(page, text)
    }
    await field(page, 'Password').fill('123456')
    await page.getByText('Passwords do not match').waitFor({ state: 'detached' })
  })

  it('creates an account, then shows login', async () => {
    const page = await visit('/auth/signup')
    const shownFor = await timeMessage(page, 'Account created successfully! Please login.', {
      fromReply: '/api/auth/signup',
    })
    await fill(page, {
      'Full name': 'Tara Bose',
      Email: 'tara@example.com',
      'Phone number': '9000000077',
      Password: 'market',
      'Confirm password': 'market',
    })
    await shows(page, 'Account created successfully! Please login.')
    await page.waitForURL('**/auth/login')
    expect(await shownFor()).toBeGreaterThan(1200)
    expect(await field(page, 'Email or phone number').inputValue()).toBe('tara@example.com')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
    await field(page, 'Password').fill('market')
    await button(page, 'Login').click()
    await page.waitForURL(`${shop.url}/`)
  })

  it('shows the server’s reason, else its own text', async () => {
    const page = await visit('/auth/signup')
    const asha = {
      'Full name': 'Another Asha',
      Email: 'asha@example.com',
      'Phone number': '9000000078',
      Password: 'market',
      'Confirm password': 'market',
    }
    await fill(page, asha)
    await shows(page, 'An account with this email or phone number already exists.')
    await page.route('**/api/auth/signup', (route) => route.abort())
    await fill(page, asha)
    await shows(page, 'Signup failed. Please try again.')
  })
})

describe('forgotten password', () => {
  const toOtp = async (page: Page, email = 'asha@example.com') => {
    await field(page, 'Email').fill(email)
    await button(page, 'Send OTP').click()
    await shows(page, 'OTP sent to your email!')
    await field(page, 'OTP').waitFor()
  }

  it('goes from e-mail to OTP to a new password', async () => {
    const page = await visit('/auth/forgot', 'phone')
    await toOtp(page, 'vikram@example.com')
    const otp = await otpFor('vikram@example.com')
    await shows(page, 'OTP is valid for 10 minutes.')
    await saveScreenshot(page, 'auth-otp-phone')
    expect(await accessibilityFaults(page)).toEqual([])
    await field(page, 'OTP').fill(otp)
    await button(page, 'Verify OTP').click()
    await shows(page, 'OTP verified successfully!')
    await button(page, 'Reset Password').click()
    await shows(page, 'New password required')
    await field(page, 'New password').fill('12345')
    await field(page, 'Confirm new password').fill('1')
    await button(page, 'Reset Password').click()
    await shows(page, 'Password must be at least 6 characters')
    await shows(page, 'Passwords do not match')
    await saveScreenshot(page, 'auth-reset-phone')
    expect(await accessibilityFaults(page)).toEqual([])
    await field(page, 'New password').fill('Bazaar@1')
    await field(page, 'Confirm new password').fill('Bazaar@1')
    await button(page, 'Reset Password').click()
    await shows(page, 'Password reset successfully! Please login with your new password.')
    await page.waitForURL('**/auth/login')
    await logIn(page, 'vikram@example.com', 'Bazaar@1')
    await shows(page, 'Logged in successfully!')
  })

  it('requires an e-mail address, and shows errors', async () => {
    const page = await visit('/auth/forgot')
    await button(page, 'Send OTP').click()
    await shows(page, 'Email is required')
    await field(page, 'Email').fill('asha')
    await button(page, 'Send OTP').click()
    await shows(page, 'Email is invalid')
    await field(page, 'Email').fill('asha@example.com')
    await page.route('**/api/auth/forgot-password', (route) => route.abort())
    await button(page, 'Send OTP').click()
    await shows(page, 'Could not connect to the server.')
    await answer(page, 'forgot-password', 502, '<html>')
    await button(page, 'Send OTP').click()
    await shows(page, 'Server error occurred')
    await answer(page, 'forgot-password', 500, '{"success":false}')
    await button(page, 'Send OTP').click()
    await shows(page, 'An API error occurred.')
    await answer(page, 'forgot-password', 200, '{"success":false}')
    await button(page, 'Send OTP').click()
    await shows(page, 'Failed to send OTP. Please try again.')
    expect(await field(page, 'Email').inputValue()).toBe('asha@example.com')
  })

  it('accepts the OTP in six boxes, typed or pasted, digits only', async () => {
    const page = await visit('/auth/forgot')
    await toOtp(page)
    const otp = field(page, 'OTP')
    expect(await page.locator('[data-otp-box]').count()).toBe(6)
    expect(await otp.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await otp.getAttribute('inputmode')).toBe('numeric')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('otp')
    await page.keyboard.type('12a34')
    expect(await page.locator('[data-otp-box]').allTextContents()).toEqual(['1', '2', '3', '4', '', ''])
    await button(page, 'Verify OTP').click()
    await shows(page, 'A valid 6-digit OTP is required')
    await otp.fill('')
    await otp.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '123 456')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    expect((await page.locator('[data-otp-box]').allTextContents()).join('')).toBe('123456')
    await button(page, 'Verify OTP').click()
    await shows(page, 'Invalid or expired OTP. Please try again.')
    await expect.poll(() => otp.inputValue()).toBe('')
  })

  it('fits the OTP boxes into a shrinking window', async () => {
    const page = await visit('/auth/forgot')
    await toOtp(page)
    // The library checks for password managers two seconds after the focus, and then every second.
    await page.waitForTimeout(2500)
    for (const width of [820, 420, 375]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await horizontalOverflow(page), `${width} pixels wide`).toEqual([])
    }
  })

  it('stays at the OTP step on reload, and can go back to the e-mail step', async () => {
    const page = await visit('/auth/forgot')
    await toOtp(page)
    await page.reload()
    await field(page, 'OTP').waitFor()
    await shows(page, 'asha@example.com')
    await button(page, 'Change Email / Resend').click()
    expect(await field(page, 'Email').inputValue()).toBe('asha@example.com')
    expect(await state(page)).toEqual({ email: 'asha@example.com' })
  })

  it('starts again when the server refuses the OTP in the last step', async () => {
    const page = await visit('/auth/forgot')
    await toOtp(page)
    await answer(page, 'verify-otp', 200, '{"success":true,"message":"OTP verified successfully!"}')
    await field(page, 'OTP').fill('123456')
    await button(page, 'Verify OTP').click()
    const reset = async () => {
      await field(page, 'New password').fill('Bazaar@1')
      await field(page, 'Confirm new password').fill('Bazaar@1')
      await button(page, 'Reset Password').click()
    }
    await field(page, 'New password').waitFor()
    await answer(page, 'reset-password', 200, '{"success":false}')
    await reset()
    await shows(page, 'Password reset failed. Please try again.')
    await answer(page, 'reset-password', 400, '{"success":false,"message":"Invalid or expired OTP."}')
    await reset()
    await shows(page, 'Invalid or expired OTP.')
    await button(page, 'Send OTP').waitFor()
    await toOtp(page)
    expect(await field(page, 'OTP').inputValue()).toBe('')
  })
})
