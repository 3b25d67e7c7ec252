import { faultsOfColours, PRESETS } from '@haat/contract/brand'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { brandedPage } from '../../features/storefront/branded-page.ts'
import { mailPage, mailShop } from '../../features/mail/mail-layout.ts'
import { beginNewShop, readSettings } from '../../features/settings/settings.store.ts'
import { NAMED_ACTS, runAct } from '../audit/run-act.ts'
import { testMail } from './connections.ts'
import { undoEntry } from '../audit/undo.ts'

const OWNER = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const
const INDEX = '<meta name="theme-color" content="#0c4a57" />\n<meta name="color-scheme" content="light" />'

const aShop = async () => {
  const test = await shopForThisTest()
  const owner = await atTheDesk(test)
  const set = (values: Record<string, string>) => owner.call('PATCH', '/api/desk/settings', { set: values })
  return { test, owner, set }
}

it('pages, mails and invoices follow a new brand; one that cannot be read is refused', async () => {
  const { test, set } = await aShop()
  const { shop } = test
  const page = async () => brandedPage(INDEX, (await readSettings(shop.db)).brand)
  const mail = async () => mailPage({ shop: await mailShop(shop), preview: '', heading: 'Hello', body: [] })
  const product = await aProduct(test, { is_published: true, in_stock: true })
  const shopper = await aShopper(test)
  const order = (await shopper.place(shopper.order([item(product)], 599)).expect(201)).body
  const invoice = async () =>
    (await shopper.get(`/api/orders/${order.order_id}/invoice`).buffer(true).expect(200)).body as Buffer

  expect(await page()).toBe(INDEX)
  const plain = [await mail(), await invoice()]
  const refused = await set({ 'brand.colours.main': '#ffcc00' })
  const [fault] = faultsOfColours({ ...PRESETS.Haat.colours, main: '#ffcc00' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    expect.arrayContaining([{ path: 'brand.colours.main', message: fault!.message }]),
  ])
  expect([await page(), await mail(), await invoice()]).toEqual([INDEX, ...plain])

  const { main, accent, paper } = PRESETS.Rose.colours
  const colours = { 'brand.colours.main': main, 'brand.colours.accent': accent, 'brand.colours.paper': paper }
  expect((await set({ ...colours, 'brand.ornament': 'no', 'brand.font': 'lora' })).statusCode).toBe(200)
  expect(await page()).toMatch(`content="${main}"`)
  expect(await page()).toMatch(
    new RegExp(`<style>:root\\{.*--color-peacock:${main}.*\\.awning\\{display:none\\}</style>`),
  )
  expect(await mail()).toContain(`color:${main}`)
  expect(await mail()).toMatch(/font-family:&#39;Lora&#39;/)
  expect(await mail()).not.toMatch(/#0c4a57|#f3a31c/)
  expect((await invoice()).equals(plain[1] as Buffer)).toBe(false)
})

it('a logo is a picture that was uploaded', async () => {
  const { test, set, owner } = await aShop()
  for (const logo of [
    '/etc/passwd',
    'https://else.where/logo.png',
    '/media/i-00000000000000000000000000000000.webp',
  ])
    expect((await set({ 'brand.logo': logo })).statusCode).toBe(400)
  const png = await sharp({ create: { width: 90, height: 40, channels: 4, background: '#8a1538' } })
    .png()
    .toBuffer()
  const headers = { ...owner.headers, 'content-type': 'image/png' }
  const upload = { method: 'POST', url: '/api/desk/pictures', headers, payload: png } as const
  const { media_url } = (await test.app.inject(upload)).json()
  expect((await set({ 'brand.logo': media_url })).statusCode).toBe(200)
  expect((await test.get('/api/settings').expect(200)).body.settings.brand.logo).toBe(media_url)
})

it('an undo leaves what was changed of other settings since, and yields to a later change of the same', async () => {
  const { shop } = await shopForThisTest()
  const set = async (values: Record<string, string>) =>
    (await runAct(shop, OWNER, NAMED_ACTS.get('settings.set')!, { set: values })).entry!
  await beginNewShop(shop.db)
  const first = await set({ shop_name: 'Meera Stores', 'delivery.charge': '79' })
  const second = await set({ shop_name: 'Meera Bazaar' })
  await set({ 'delivery.free_above': '500' })
  await expect(undoEntry(shop, OWNER, first)).rejects.toMatchObject({ extra: { code: 'TOO_LATE' } })
  await undoEntry(shop, OWNER, second)
  await undoEntry(shop, OWNER, first)
  const { shop_name, delivery } = await readSettings(shop.db)
  expect([shop_name, delivery.charge, delivery.free_above]).toEqual(['My Shop', 49_00, 500_00])
})

it('a test mail that fails says what the mail server said', async () => {
  const { shop } = await shopForThisTest()
  expect(await testMail(shop, 'a@example.com')).toEqual({ to: 'a@example.com', is_simulated: false })
  const deliver = () =>
    Promise.reject(Object.assign(new Error('no'), { response: '535 5.7.8 Wrong password' }))
  const refused = testMail(
    { ...shop, mail: { inbox: null, post: () => undefined, deliver } },
    'a@example.com',
  )
  await expect(refused).rejects.toThrow('The mail was not sent: 535 5.7.8 Wrong password')
})

it('warns of what is simulated or missing, those who may mend it', async () => {
  const { test, owner } = await aShop()
  const warnings = async (caller: typeof owner) =>
    (await caller.call('GET', '/api/desk/warnings')).json().warnings
  expect(await warnings(owner)).toEqual(['test_bank', 'mail'])
  expect(await warnings(await atTheDesk(test, 'packer'))).toEqual([])
})
