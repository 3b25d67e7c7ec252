/** Login, signup and forgotten password: journeys, and what depends on focus, keyboard and layout. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { devices, JOURNEY_DEVICES, saveScreenshot } from './browser.ts'
import { waitForToast } from './checkout-setup.ts'
import { ASHA, VIKRAM } from './customers.ts'
import { browserErrors, faultsOf, horizontalOverflow } from './page-checks.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

/** The OTP in the newest mail to an address, from the built-in inbox. */
async function otpFor(email: string): Promise<string> {
  const reply = await fetch(`${shop.url}/dev/messages?to=${encodeURIComponent(email)}&wait=25s`)
  const { messages } = (await reply.json()) as { messages: { code: string }[] }
  return messages[0]!.code
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await field(page, 'Email or phone number').fill(name)
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
}

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it.each([
    ['login', 'Login'],
    ['signup', 'Sign Up'],
    ['forgot', 'Forgot Password'],
  ])('/auth/%s has neither header nor footer, and its errors are accessible', async (view, heading) => {
    const page = await openPage(device)
    const errors = browserErrors(page)
    await page.goto(`/auth/${view}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => page.title()).toContain(heading)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    expect(await page.getByRole('search').count()).toBe(0)
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.getByRole('alert').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(devices.desktop.viewport)
    await expect.poll(() => faultsOf(page)).toEqual([])
    await saveScreenshot(page, `auth-${view}-${device}`)
    expect(errors).toEqual([])
  })
})

describe('login', () => {
  it('goes home, and not back to login', async () => {
    const page = await openPage('desktop')
    await page.goto('/auth/login')
    const sent = page.waitForRequest('**/api/auth/login')
    await logIn(page, ASHA, 'Demo@1234')
    expect((await sent).postDataJSON()).toEqual({ email: ASHA, password: 'Demo@1234' })
    await page.waitForURL(`${shop.url}/`)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(JSON.parse(stored['user'] ?? '')).toMatchObject({ name: 'Asha Menon' })
    expect(stored['userId']).toMatch(/^\d+$/)
    expect(stored['accessToken']).toBeTruthy()
    const hours = (Date.parse(stored['tokenExpiry'] ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 0)
    await page.goBack()
    expect(new URL(page.url()).pathname).not.toBe('/auth/login')
  })

  atNight(() => {
    it('returns to the previous screen, also by way of the other views', async () => {
      const page = await openPage('desktop')
      await page.goto('/account/wishlist')
      await page.waitForURL('**/auth/login')
      await page.getByRole('link', { name: 'Sign Up' }).click()
      await page.getByRole('heading', { name: 'Sign Up' }).waitFor()
      await page.getByRole('link', { name: 'Login' }).click()
      await logIn(page, ASHA, 'Demo@1234')
      await page.waitForURL('**/account/wishlist')
    })
  })
})

atNight(() => {
  it('signup creates an account, then shows login', async () => {
    const page = await openPage('desktop')
    await page.goto('/auth/signup')
    const values = {
      'Full name': 'Tara Bose',
      Email: 'tara@example.com',
      'Phone number': '9000000077',
      Password: 'market',
      'Confirm password': 'market',
    }
    for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
    await button(page, 'Sign Up').click()
    await page.waitForURL('**/auth/login')
    await expect.poll(() => field(page, 'Email or phone number').inputValue()).toBe('tara@example.com')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
    await field(page, 'Password').fill('market')
    await button(page, 'Login').click()
    await page.waitForURL(`${shop.url}/`)
  })
})

it('the form stays in its place when errors show', async () => {
  const page = await openPage('phone')
  await page.goto('/auth/login')
  const top = async () => (await field(page, 'Email or phone number').boundingBox())?.y
  const before = await top()
  await button(page, 'Login').click()
  await shows(page, 'Password is required')
  expect(await top()).toBe(before)
})

describe('forgotten password', () => {
  const openOtp = async (page: Page, email = ASHA) => {
    await page.goto('/auth/forgot')
    await field(page, 'Email').fill(email)
    await button(page, 'Send OTP').click()
    await field(page, 'OTP').waitFor()
  }

  it('goes from e-mail to OTP to a new password', async () => {
    const page = await openPage('phone')
    await openOtp(page, VIKRAM)
    const otp = await otpFor(VIKRAM)
    await shows(page, 'OTP is valid for 10 minutes.')
    await saveScreenshot(page, 'auth-otp-phone')
    expect(await faultsOf(page)).toEqual([])
    await field(page, 'OTP').fill(otp)
    await button(page, 'Reset Password').click()
    await shows(page, 'New password required')
    await saveScreenshot(page, 'auth-reset-phone')
    expect(await faultsOf(page)).toEqual([])
    await field(page, 'New password').fill('Bazaar@1')
    await field(page, 'Confirm new password').fill('Bazaar@1')
    await button(page, 'Reset Password').click()
    await waitForToast(page, 'Password reset successfully! Please login with your new password.')
    await page.waitForURL('**/auth/login')
    await logIn(page, VIKRAM, 'Bazaar@1')
    await page.waitForURL(`${shop.url}/`)
  })

  it('accepts the OTP in six boxes, typed or pasted, digits only', async () => {
    const page = await openPage('desktop')
    await openOtp(page)
    const otp = field(page, 'OTP')
    const boxes = page.locator('[data-otp-box]')
    await expect.poll(() => boxes.count()).toBe(6)
    expect(await otp.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await otp.getAttribute('inputmode')).toBe('numeric')
    await expect.poll(() => otp.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('12a34')
    await expect.poll(() => boxes.allTextContents()).toEqual(['1', '2', '3', '4', '', ''])
    await button(page, 'Verify OTP').click()
    await shows(page, 'A valid 6-digit OTP is required')
    await otp.fill('')
    await otp.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '123 456')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await shows(page, 'Invalid or expired OTP. Please try again.')
    await expect.poll(() => otp.inputValue()).toBe('')
  })

  atNight(() => {
    it('fits the OTP boxes into a shrinking window', async () => {
      const page = await openPage('desktop')
      await openOtp(page)
      // The library makes room for the badge of a password manager, which it looks for two seconds after the focus.
      await page.waitForTimeout(2500)
      for (const width of [820, 420, 375]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => horizontalOverflow(page), { message: `${width} pixels wide` }).toEqual([])
      }
    })

    it('stays at the OTP step on reload, and can go back to the e-mail step', async () => {
      const page = await openPage('desktop')
      await openOtp(page)
      await page.reload()
      await field(page, 'OTP').waitFor()
      await page.getByText(`If ${ASHA} has an account here`).waitFor()
      await button(page, 'Change Email / Resend').click()
      await expect.poll(() => field(page, 'Email').inputValue()).toBe(ASHA)
      await expect.poll(() => page.evaluate((): unknown => history.state.usr)).toEqual({ email: ASHA })
    })
  })
})

it('the end of a session is told after a reload too, and login is in the history once', async () => {
  const page = await openPage('phone', ASHA)
  await page.goto('/products')
  await page.evaluate(() => history.pushState(null, '', '/account/orders'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await page.getByRole('heading', { name: 'My Orders', level: 1 }).waitFor()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await page.reload()
  await page.waitForURL('**/auth/login')
  const notice = page.getByRole('main').getByText('Your session has ended. Please login again.')
  await notice.waitFor()
  await page.reload()
  await notice.waitFor()
  await page.goBack()
  await page.waitForURL('**/products')
})
