import type { TranslatedInto } from '@haat/contract/staff/shop'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { aCategory, aCustomer, aProduct } from '../../../test/factories.ts'
import { runOutbox } from '../../features/mail/outbox.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { inLanguage } from '../../features/translations/translations.ts'
import { storeTranslation } from '../../features/translations/translations.store.ts'
import { ACTS } from '../acts.ts'
import { translationActs } from './translations.ts'
import { rule } from '../../../test/rule.ts'

const WHO = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const
const BOTTLE = {
  name: 'Steel bottle',
  brand: 'Lal',
  short_description: 'Keeps tea hot',
  description: 'Two walls.',
}

let test: TestShop
beforeAll(async () => void (test = await openTestShop()))
afterAll(() => test.close())

const set = (csv: string, language: TranslatedInto = 'hi') =>
  translationActs.set(test.shop, { language, csv: `text,translation\n${csv}\n`, translation: '' }, WHO)
const list = (input: { search?: string; missing?: boolean; after?: number; limit?: number } = {}) =>
  translationActs.list(test.shop, { language: 'hi', missing: false, limit: 50, ...input }, WHO)
const inHindi = (url: string) => test.get(url).set('accept-language', 'hi-IN,hi;q=0.9').expect(200)

rule('shows names, descriptions and colours in the language of who reads, and finds them by it', async () => {
  const category = await aCategory(test, { name: 'Kitchen' })
  const product = await aProduct(test, { ...BOTTLE, category_id: category.id }, [
    { color: 'Red', size: 'Child' },
  ])
  const url = `/api/products/${product.id}`
  expect((await inHindi(url)).body).toMatchObject(BOTTLE)
  expect(
    await set(
      'Steel bottle,स्टील की बोतल\nKeeps tea hot,चाय गरम रखे\nKitchen,रसोई\nRed,लाल\nChild,बच्चों का\nLal,लाल',
    ),
  ).toEqual({ changed: 6, removed: 0, unknown: ['Lal'] })
  const { body } = await inHindi(url)
  expect(body).toMatchObject({
    ...BOTTLE,
    name: 'स्टील की बोतल',
    short_description: 'चाय गरम रखे',
    category_name: 'रसोई',
    variants: [{ color: 'लाल', size: 'बच्चों का' }],
  })
  const { body: found } = await inHindi('/api/products/filter?search=बोतल&facets=1')
  expect(found.products).toMatchObject([{ id: product.id, name: 'स्टील की बोतल', description: 'चाय गरम रखे' }])
  expect(found.facets.brands).toEqual([{ name: 'Lal', count: 1 }])
  expect((await inHindi('/api/categories')).body.categories[0].name).toBe('रसोई')
  expect((await test.get(url)).body).toMatchObject(BOTTLE)
  const customer = await aCustomer(test)
  const line = { product_id: product.id, variant_id: product.variant.id, quantity: 1 }
  await test.post('/api/cart').set('authorization', `Bearer ${customer.token}`).send(line).expect(201)
  const cart = await inHindi('/api/cart').set('authorization', `Bearer ${customer.token}`)
  expect(cart.text).toContain('"Lal स्टील की बोतल"')
})

rule('shows an order in the language of who reads, with the parts of a variant’s label', async () => {
  const shopper = await aShopper(test)
  const product = await aProduct(test, { name: 'Canvas shoe' }, [{ color: 'Maroon', size: 'UK 7' }])
  await set('Canvas shoe,कैनवस जूते\nMaroon,मैरून')
  const placing = shopper.place(shopper.order([item(product)], 599), 'one').set('accept-language', 'hi')
  const { order_id } = (await placing.expect(201)).body
  const order = () => shopper.get(`/api/orders/${order_id}`)
  const lineIn = async (language: string) =>
    (await order().set('accept-language', language).expect(200)).body.order.order_items[0]
  expect(await lineIn('hi')).toMatchObject({ product_name: 'कैनवस जूते', variant_name: 'मैरून, UK 7' })
  expect(await lineIn('en')).toMatchObject({ product_name: 'Canvas shoe', variant_name: 'Maroon, UK 7' })
  const found = async (search: string) =>
    (await shopper.get(`/api/orders?search=${encodeURIComponent(search)}`).expect(200)).body.orders.length
  expect([await found('कैनवस'), await found('canvas'), await found('कुर्ता')]).toEqual([1, 1, 0])
  await runOutbox(test.shop, MAIL_KINDS)
  const mailed = test.mail.messages.map(({ text }) => text).join('')
  for (const part of ['कैनवस जूते (मैरून, UK 7)', 'कर्नाटक 560001\nभारत\n']) expect(mailed).toContain(part)
})

it('says what a picture shows by the words for its parts', async () => {
  const json = JSON.stringify({ media: [{ alt: 'Alt shoe, Ochre, UK 7' }] })
  await test.shop.db.transaction(async (tx) => {
    await storeTranslation(tx, 'hi', 'Alt shoe', 'जूता')
    await storeTranslation(tx, 'hi', 'Ochre', 'गेरुआ')
  })
  expect(await inLanguage(test.shop.db, 'hi', json)).toContain('"जूता, गेरुआ, UK 7"')
})

rule('keeps each language apart, and the chosen one before those of the browser', async () => {
  const { id } = await aProduct(test, { name: 'Clay lamp' })
  await set('Clay lamp,मिट्टी का दीया')
  await set('Clay lamp,களிமண் விளக்கு', 'ta')
  const nameIn = async (headers: Record<string, string>) =>
    (await test.get(`/api/products/${id}`).set(headers)).body.name
  for (const round of [1, 2]) {
    expect([round, await nameIn({ 'accept-language': 'ta' })]).toEqual([round, 'களிமண் விளக்கு'])
    expect(await nameIn({ 'accept-language': 'fr-FR, hi;q=0.5' })).toBe('मिट्टी का दीया')
    expect(await nameIn({ 'accept-language': 'hi', cookie: 'language=en' })).toBe('Clay lamp')
    expect(await nameIn({ 'accept-language': 'hi', cookie: 'language=ta' })).toBe('களிமண் விளக்கு')
    expect(await nameIn({ 'accept-language': 'fr' })).toBe('Clay lamp')
  }
})

rule('shows the new words of a text that is changed', async () => {
  const { id } = await aProduct(test, { name: 'Old rope' })
  await set('Old rope,पुरानी रस्सी')
  await ACTS.products.set(test.shop, { product: `#${id}`, set: { name: 'Long rope' } }, WHO)
  expect((await inHindi(`/api/products/${id}`)).body.name).toBe('Long rope')
})

it('lists what is missing, and reads the file that it prints', async () => {
  await aProduct(test, {
    name: 'Jute mat',
    short_description: 'Woven, by hand',
    description: 'Line one.\nLine "two".',
  })
  const missing = await list({ search: 'jute', missing: true })
  expect(missing.map(({ about, text }) => [about, text])).toEqual([
    ['Jute mat', 'Jute mat'],
    ['Jute mat', 'Woven, by hand'],
    ['Jute mat', 'Line one.\nLine "two".'],
  ])
  expect(await list({ search: 'jute', after: missing[0]!.number, limit: 1 })).toEqual([missing[1]])
  const { content } = await translationActs.get(test.shop, { language: 'hi' }, WHO)
  const parts: string[] = []
  for await (const part of content as AsyncIterable<string>) parts.push(part)
  const file = parts.join('').replace('"Line one.\nLine ""two"".",', '"Line one.\nLine ""two"".",दो पंक्तियाँ')
  expect(await translationActs.set(test.shop, { language: 'hi', csv: file, translation: '' }, WHO)).toEqual({
    changed: 1,
    removed: 0,
    unknown: [],
  })
  for (const mark of ['\t', ';']) {
    const csv = `text${mark}translation\nJute mat${mark}पटसन, ${mark === ';' ? 1 : 2}\n`
    const done = await translationActs.set(test.shop, { language: 'hi', csv, translation: '' }, WHO)
    expect(done).toMatchObject({ changed: 1, unknown: [] })
  }
  expect(await list({ search: 'jute', missing: true })).toHaveLength(1)
  expect(await set('"Line one.\nLine ""two"".",')).toMatchObject({ changed: 0, removed: 1 })
  expect(await set('Jute mat,\u202eचटाई\u202c')).toMatchObject({ changed: 1 })
  expect(await list({ search: 'jute mat', limit: 1 })).toMatchObject([{ translation: 'चटाई' }])
})

rule('refuses what is no table of texts, and changes nothing', async () => {
  for (const csv of ['joota,shoe\n', 'a,b\nc,d\n', ''])
    await expect(
      translationActs.set(test.shop, { language: 'hi', csv, translation: '' }, WHO),
    ).rejects.toThrow('first line')
  await expect(translationActs.set(test.shop, { language: 'hi', translation: 'हुक' }, WHO)).rejects.toThrow(
    'CSV file',
  )
  await expect(set(',हुक')).rejects.toThrow('Row 2')
  await expect(set('"Jute')).rejects.toThrow('not CSV')
  await expect(set('Jute bag,थैला\nJute bag,बोरी')).rejects.toThrow(
    'Row 3 translates "Jute bag" in another way',
  )
  await expect(set('Jute bag,\ufffd\ufffd')).rejects.toThrow('save the file as UTF-8')
})

rule('translates a text page with its headings', async () => {
  const page = { slug: 'care', title: 'Care', text: '## Wash\n\nBy hand.' }
  await ACTS.pages.set(test.shop, page, WHO)
  await set('Care,देखभाल\n"## Wash\n\nBy hand.","## धोना\n\nहाथ से।"')
  const { body } = await inHindi('/api/pages/care')
  expect(body.page).toMatchObject({ title: 'देखभाल', html: expect.stringContaining('हाथ से।') })
})
