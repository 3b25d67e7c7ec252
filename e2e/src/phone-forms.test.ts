/** What a shopper on a phone types and presses: steps come into view, forms forgive, and messages cover nothing. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { devices, saveScreenshot } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { HOME, setAddresses, waitForToast } from './checkout-setup.ts'
import { customerOf, fillCart, VIKRAM } from './customers.ts'
import { openPage, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
})

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true })

/** A customer with an address and a shoe in the cart, on a phone. */
async function arrive(): Promise<Page> {
  const customer = await customerOf(shop.url)
  await setAddresses(customer, [HOME])
  await fillCart(customer, [{ variant_id: shoe.variant_id, quantity: 1 }])
  return await openPage('phone', VIKRAM)
}

/** Whether the element has the focus, and nothing covers its middle; a heading may be there for screen readers alone. */
const isFocusedInView = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const isSeen = width > 1 ? element.contains(top) : y > 0 && y < innerHeight
  return element === document.activeElement && isSeen
}

describe('the steps of a checkout come into view with their heading focused', () => {
  const checkouts: [name: string, path: () => string][] = [
    ['of one product', () => `/buynow-summary?product=${shoe.id}&variant=${shoe.variant_id}`],
    ['of the cart', () => '/ordersummary'],
  ]
  it.each(checkouts.slice(0, byDepth(1, checkouts.length)))('%s', async (_checkout, path) => {
    const page = await arrive()
    await page.goto(path())
    const press = async (name: string, heading: string) => {
      await button(page, name).waitFor()
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await button(page, name).click()
      const shown = page.getByRole('heading', { name: heading, exact: true, level: 2 })
      await expect.poll(() => shown.evaluate(isFocusedInView), { message: heading }).toBe(true)
    }
    await press('Continue', 'Order Summary')
    await press('Continue to Payment', 'Payment')
    await press('Back', 'Order Summary')
    await press('Change Address', 'Delivery Address')
    await press('DELIVER HERE', 'Order Summary')
  })
})

const AS_TYPED = byDepth(['+91 98765 43210'], ['+91 98765 43210', '098765 43210', '98765 43210'])

describe('a phone number may be typed as people write it', () => {
  it.each(AS_TYPED)('%s logs in', async (typed) => {
    const page = await openPage('phone')
    await page.goto('/auth/login')
    await field(page, 'Email or phone number').fill(typed)
    await field(page, 'Password').fill('Demo@1234')
    await button(page, 'Login').click()
    await page.waitForURL(`${shop.url}/`)
    const user = await page.evaluate(() => localStorage.getItem('user'))
    expect(JSON.parse(user ?? '')).toMatchObject({ name: 'Asha Menon', phone_number: '9876543210' })
  })

  it.each(AS_TYPED.map((typed, index) => [typed.replace('98765 4321', `9000${index} 0005`), index] as const))(
    '%s signs up',
    async (typed, index) => {
      const page = await openPage('phone')
      await page.goto('/auth/signup')
      const values = {
        'Full name': 'Meera Iyer',
        Email: `meera-${index}@example.com`,
        'Phone number': typed,
        Password: 'Monsoon#27',
        'Confirm password': 'Monsoon#27',
      }
      for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
      await button(page, 'Sign Up').click()
      await page.waitForURL('**/auth/login')
      const user = await page.evaluate(() => localStorage.getItem('user'))
      expect(JSON.parse(user ?? '')).toMatchObject({ phone_number: `9000${index}00050` })
    },
  )

  it.each(AS_TYPED)('%s receives at an address', async (typed) => {
    const page = await arrive()
    await setAddresses(await customerOf(shop.url), [])
    await page.goto('/profile')
    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog', { name: 'Add New Address' })
    await fillAddress(form)
    await form.getByText('Someone else receives it').click()
    await field(form, 'Full name').fill('Meera Iyer')
    await field(form, 'Phone number').fill(typed)
    await button(form, 'Save Address').click()
    await waitForToast(page, 'Address added successfully')
    const { addresses } = await (
      await customerOf(shop.url)
    ).get<{ addresses: object[] }>('/api/users/addresses')
    expect(addresses).toMatchObject([{ full_name: 'Meera Iyer', phone: '9876543210' }])
  })
})

async function fillAddress(form: Locator): Promise<void> {
  await field(form, 'Address line 1').fill('4 Park Street')
  await field(form, 'Pincode').fill('700016')
  await field(form, 'City').fill('Kolkata')
}

it('a PIN code of another state is noticed at the form', async () => {
  const page = await arrive()
  await page.goto('/profile')
  await button(page, 'Add New Address').click()
  const form = page.getByRole('dialog', { name: 'Add New Address' })
  await fillAddress(form)
  expect(await field(form, 'State').inputValue()).toBe('West Bengal')
  await field(form, 'State').selectOption('Kerala')
  await form.getByText('PIN code 700016 is in West Bengal, not in Kerala.').waitFor()
  await saveScreenshot(page, 'address-other-state-phone')
  await button(form, 'Save Address').click()
  await waitForToast(page, 'PIN code 700016 is in West Bengal, not in Kerala.')
  expect(await page.getByText('4 Park Street').count()).toBe(0)
  await field(form, 'State').selectOption('West Bengal')
  await button(form, 'Save Address').click()
  await page.getByText(/^4 Park Street,/).waitFor()
})

/** What a toast covers of the bottom bar, titles of dialogs, buttons of forms, what says the same, and what has the focus. */
async function coveredByToast(page: Page, text: string): Promise<string[]> {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: text }).last()
  await toast.waitFor()
  await toast.elementHandle().then((handle) => handle!.waitForElementState('stable'))
  return await toast.evaluate((element) => {
    const covers = (other: Element) => {
      const [a, b] = [element.getBoundingClientRect(), other.getBoundingClientRect()]
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }
    const scope = document.querySelector('dialog:modal') ?? document.querySelector('main')!
    const needed =
      '[data-bottom-bar] *, dialog h2, [type=submit], [role=alert], :is(button, input, select):focus'
    const seen = [...scope.querySelectorAll(needed)].filter((other) => other.checkVisibility())
    return seen.filter(covers).map((other) => other.outerHTML)
  })
}

/** Whether all messages go before so many milliseconds of the page's own time have passed. */
const goesWithin = (page: Page, ms: number): Promise<boolean> =>
  page.evaluate(
    (limit) =>
      new Promise<boolean>((resolve) => {
        const look = () => document.querySelector('[data-sonner-toast]') ?? resolve(true)
        setTimeout(() => resolve(false), limit)
        new MutationObserver(look).observe(document, { subtree: true, childList: true })
        look()
      }),
    ms,
  )

describe('messages cover nothing that is needed', () => {
  it('a wrong password shows at the form, and stays when its message has gone', async () => {
    const page = await openPage('phone')
    await page.goto('/auth/login')
    await field(page, 'Email or phone number').fill(VIKRAM)
    await field(page, 'Password').fill('wrong')
    await button(page, 'Login').click()
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Invalid credentials' })
    await alert.waitFor()
    expect(await coveredByToast(page, 'Invalid credentials')).toEqual([])
    const [notice, submit] = [(await alert.boundingBox())!, (await button(page, 'Login').boundingBox())!]
    expect(submit.y - notice.y - notice.height).toBeLessThan(40)
    await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' })
    await alert.waitFor()
  })

  it('a new screen takes older ones away', async () => {
    const page = await openPage('phone')
    await page.goto('/auth/login')
    const messages = page.locator('[data-sonner-toast]')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await button(page, 'Sign Up').click()
    await messages.filter({ hasText: 'Please fix the form errors' }).waitFor()
    await page.waitForTimeout(2000)
    const goes = goesWithin(page, 1500)
    await page.getByRole('link', { name: 'Login' }).click()
    expect(await goes).toBe(true)
  })

  it('at signup, also where its button is at the bottom of the screen', async () => {
    const page = await openPage('phone')
    await page.goto('/auth/signup')
    await button(page, 'Sign Up').click()
    expect(await coveredByToast(page, 'Please fix the form errors')).toEqual([])
    for (const height of [700, 620, 560]) {
      await page.setViewportSize({ ...devices.phone.viewport, height })
      await button(page, 'Sign Up').evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await button(page, 'Sign Up').press('Enter')
      expect(await coveredByToast(page, 'Please fix the form errors'), `${height}`).toEqual([])
    }
  })

  it('on a product, in the checkout and in a dialog', async () => {
    const page = await arrive()
    await page.route('**/api/cart', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.goto(`/product/${shoe.id}`)
    await button(page, 'Add to Cart').click()
    const failed = '❌ Failed to add item to cart.'
    expect(await coveredByToast(page, failed)).toEqual([])
    await saveScreenshot(page, 'toast-product-phone')

    await page.goto('/ordersummary?step=3')
    await button(page, 'Proceed to Payment').click()
    const choose = 'Please select a payment method!'
    expect(await coveredByToast(page, choose)).toEqual([])
    await page.setViewportSize({ ...devices.phone.viewport, height: 700 })
    await page.reload()
    await button(page, 'Proceed to Payment').click()
    expect(await coveredByToast(page, choose)).toEqual([])
    await page.setViewportSize(devices.phone.viewport)
    await page.goto('/ordersummary?step=1')
    await button(page, 'Add New Address').click()
    await button(page, 'Save Address').click()
    expect(await coveredByToast(page, 'Please fill all required fields')).toEqual([])
  })
})
