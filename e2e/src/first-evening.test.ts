/** The first evening of a merchant, on a phone: from an empty shop in production to an order that is paid back in part. */
import { readFileSync } from 'node:fs'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { devices, launchOptions, newVisitor, saveScreenshot } from './browser.ts'
import { HOME } from './checkout-setup.ts'
import { browserErrors, faultsOf, recordShifts, shiftOf } from './page-checks.ts'
import { openShop } from './shop.ts'

const PICTURE = new URL('../../apps/storefront/dist/apple-touch-icon.png', import.meta.url)
const PASSWORD = 'Lamp-rope-7 rows'
const OLD_SHOP = [
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price',
  'steel-bottle,Steel Bottle,<p>One litre.</p>,Meera,Kitchen,true,Title,Default Title,SB-1,20,450',
  'cotton-kurta,Cotton Kurta,<p>Soft.</p>,Meera,Clothing,true,Size,M,CK-M,5,899',
  'cotton-kurta,,,,,,,L,CK-L,5,899',
].join('\n')

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** Looks for faults on the phone, and takes a picture at both widths where pictures are wanted. */
async function look(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => faultsOf(page), { message: name }).toEqual([])
  await saveScreenshot(page, `first-evening-${name}-375`)
  if (!process.env['SCREENSHOTS']) return
  await page.setViewportSize({ width: 1280, height: 900 })
  await saveScreenshot(page, `first-evening-${name}-1280`)
  await page.setViewportSize(devices.phone.viewport)
}

async function fillIn(page: Page, path: string, texts: Record<string, string>): Promise<void> {
  await page.goto(path)
  for (const [label, text] of Object.entries(texts)) {
    const field = page.getByLabel(label).first()
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(text)
    else await field.fill(text)
  }
  await button(page, 'Save').click()
  await page.getByText('Saved.').first().waitFor()
}

async function addProduct(page: Page, name: string, price: string): Promise<void> {
  await page.goto('/desk/products/new')
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: readFileSync(PICTURE) }
  const [camera] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Take photo').click()])
  await camera.setFiles(picture)
  await button(page, 'Change picture 1').waitFor()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Category', { exact: true }).fill('Kitchen')
  await page.getByRole('option').first().click()
  await page.getByLabel('Price', { exact: true }).fill(price)
  await page.getByLabel('Stock', { exact: true }).fill('10')
  await button(page, 'Save').click()
  await page.getByRole('heading', { name }).waitFor()
}

/** A customer signs up and orders two of a product, to be paid in cash. */
async function orderTwo(url: string, product: string, name: string, cookie = ''): Promise<void> {
  let token = ''
  const call = async (path: string, body?: object) => {
    const reply = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        cookie,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text)
  }
  const login = {
    name,
    email: `${name}@shop.in`,
    phone_number: `98765012${name.length}0`,
    password: 'teal-lantern-42',
  }
  token = (await call('/api/auth/signup', login)).accessToken
  const { address } = await call('/api/users/addresses', HOME)
  const { products } = await call(`/api/products/search?search=${encodeURIComponent(product)}`)
  const { id, variant_id, price } = products[0]
  const items = [{ product_id: id, variant_id, quantity: 2 }]
  // Delivery is free above ₹999.
  const total_amount = 2 * price
  await call('/api/orders/place-order', {
    address_id: address.id,
    payment_method: 'COD',
    items,
    total_amount,
  })
}

it('a shop is set up, filled, opened, sells, ships and pays back, in the browser of a phone alone', async () => {
  const shop = await openShop(undefined, { NODE_ENV: 'production' })
  onTestFinished(shop.stop)
  const browser = await chromium.launch(await launchOptions())
  onTestFinished(() => browser.close())
  const page = await (await newVisitor(browser, 'phone', shop.url)).newPage()
  const errors = browserErrors(page, /status of 40[14]|allow-scripts/)

  const link = /\/desk\/link\/[\w-]+/.exec(shop.printed())?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('Your name').fill('Meera Krishnan')
  await page.getByLabel('Email').fill('meera@meera.in')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await look(page, 'link')
  await button(page, 'Open the desk').click()
  await page.getByRole('heading', { name: 'Open your shop' }).waitFor()
  await look(page, 'first-hour')
  expect((await fetch(shop.url, { headers: { accept: 'text/html' } })).status).toBe(503)

  await fillIn(page, '/desk/settings/shop', {
    'Name of the shop': 'Meera Stores',
    'E-mail addresses for customers': 'help@meera.in',
    'Phone numbers for customers': '98450 12345',
  })
  await fillIn(page, '/desk/settings/seller', {
    'Legal name of the business': 'Meera Stores LLP',
    'Address of the business': '14, Residency Road, Bengaluru 560025',
    'State of the business': 'Karnataka',
    'Name of the grievance officer': 'Meera Krishnan',
    'E-mail address for complaints': 'complaints@meera.in',
  })
  // No mail account yet.
  await fillIn(page, '/desk/settings/limits', { 'Must customers verify': 'no' })

  await addProduct(page, 'Copper Jug', '850')
  await addProduct(page, 'Brass Lamp', '600')
  await addProduct(page, 'Clay Cup', '120')
  await look(page, 'product')

  await page.goto('/desk/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'old-shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(OLD_SHOP),
  })
  await button(page, 'Import 2 products').waitFor()
  await look(page, 'import')
  await button(page, 'Import 2 products').click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()

  await page.addInitScript(recordShifts)
  await page.goto('/desk/opening')
  await button(page, 'Show a code for the phone').waitFor()
  await page.getByRole('note').waitFor()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
  await button(page, 'Show a code for the phone').click()
  const code = (await page.getByRole('img', { name: /QR code/ }).getAttribute('aria-label')) ?? ''
  await look(page, 'opening')
  const friend = await (await newVisitor(browser, 'phone', shop.url)).newPage()
  await friend.goto(new URL(code.replace('QR code of ', '')).pathname)
  await friend.getByText('Copper Jug').first().waitFor()
  const [preview] = await friend.context().cookies()
  await orderTwo(shop.url, 'Copper Jug', 'Friend', `${preview?.name}=${preview?.value}`)
  await page.goto('/desk/orders')
  await page.getByText('Test', { exact: true }).waitFor()
  await look(page, 'test-order')
  await page.goto('/desk/opening')
  await button(page, 'Open the shop').click()
  await button(page.getByRole('dialog'), 'Open it').click()
  await page.getByRole('heading', { name: 'Your shop is open' }).waitFor()
  expect((await fetch(shop.url, { headers: { accept: 'text/html' } })).status).toBe(200)

  await orderTwo(shop.url, 'Copper Jug', 'Asha')
  await page.goto('/desk')
  await page.getByRole('link', { name: /to pack/ }).click()
  await page.getByRole('link', { name: /#2/ }).first().click()
  await button(page, 'Start packing').click()
  await button(page, 'Ship').click()
  await page.getByLabel('Courier').fill('Speed Post')
  await button(page.getByRole('dialog'), 'Ship').click()
  await page.getByText('Order 2 is shipped.').waitFor()
  await look(page, 'order')
  const [paper, sheet] = await Promise.all([
    page.waitForResponse(/orders\/invoice/),
    page.waitForEvent('popup'),
    button(page, 'Invoice').click(),
  ])
  expect([paper.status(), await paper.headerValue('content-type')]).toEqual([200, 'application/pdf'])
  await sheet.close()
  await button(page.getByLabel('Next step'), 'Delivered').click()
  await page.getByText('Order 2 is delivered.').waitFor()

  await button(page, 'More about this order').click()
  await page.getByRole('menuitem', { name: 'Take back…' }).click()
  await button(page, 'One less of Copper Jug').click()
  await look(page, 'take-back')
  await button(page.getByRole('dialog'), 'Take back').click()
  await page.getByText('Order 2 is taken back.').waitFor()
  await page.goto('/desk')
  await page.getByRole('link', { name: /refund due/ }).waitFor()
  await page.getByText(/Looked through/).waitFor()
  await look(page, 'today')
  await page.goto('/desk/orders/2?do=refund')
  await page.getByLabel('Reference').fill('UTR 1')
  await button(page, 'Record refund').click()
  await page.getByText('Order 2 is refunded.').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/desk')
  await page.getByText('Nothing waits.').waitFor()
  expect(errors).toEqual([])
})
