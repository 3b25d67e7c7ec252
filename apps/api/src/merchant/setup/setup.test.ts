import { settingLines } from '@haat/contract/staff/shop'
import { describe, expect, it } from 'vitest'
import { providersOf } from '../../../test/providers.ts'
import { ANSWERS, withSeller } from '../../../test/answers.ts'
import { bankOf } from '../../../test/payer.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS, NEW_SETTINGS } from '../../features/settings/default-settings.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { shownSettings } from '../../features/settings/shop-texts.ts'
import { setUpShop } from './init-command.ts'
import { parseSetting } from '../../acts/settings/typed-setting.ts'
import { getPage, setPage } from '../../acts/pages/pages.ts'
import { checkShop } from '../doctor/doctor.ts'
import { changeSettings } from '../../acts/settings/settings.ts'

const valueOf = (path: string, text: string) => {
  const parsed = parseSetting(path, text)
  return 'value' in parsed ? parsed.value : parsed.fault
}

describe('a setting', () => {
  it.each([
    ['contact.phones', '98450 12345, +91 80 4567 8900', ['98450 12345', '+91 80 4567 8900']],
    ['contact.phones', '["098450-12345"]', ['098450-12345']],
    ['contact.phones', '1800 123 4567', ['1800 123 4567']],
    ['contact.emails', 'help@meera.in; orders@meera.in', ['help@meera.in', 'orders@meera.in']],
    ['contact.emails', 'none', []],
    ['delivery.charge', '₹49', 49],
    ['delivery.free_above', 'Rs. 1,299.50', 1299.5],
    ['limits.cod_order_value', '1,00,000', 100_000],
    ['limits.cod_order_value', 'none', null],
    ['limits.verified_contact', 'No', false],
    ['seller.state', 'tamilnadu', 'Tamil Nadu'],
    ['seller.gstin', '29 abcde 1234 f1zw', '29ABCDE1234F1ZW'],
    ['seller.gstin', 'none', null],
    ['contact.address', '14, Residency Road, Bengaluru 560 025', '14, Residency Road, Bengaluru 560 025'],
    ['seller.grievance_officer', 'Dr. மீரா Krishnan', 'Dr. மீரா Krishnan'],
  ])('%s takes %j', (path, text, value) => {
    expect(valueOf(path, text)).toEqual(value)
  })

  it.each([
    ['contact.phones', 'meera at shop', /"meera at shop" is not a phone number/],
    ['contact.phones', '98450 12345, 9845', /"9845" is not a phone number/],
    ['contact.emails', '98450 12345', /is not an e-mail address/],
    ['contact.address', '14, Residency Road, Bengaluru', /needs its PIN code/],
    ['seller.address', '14, Residency Road, phone 9845012345', /needs its PIN code/],
    ['seller.state', 'Keralla', /"Keralla" is not a state/],
    ['seller.gstin', '29ABCDE1234F1Z5', /^This GSTIN has a typing mistake\. .*\.$/],
    ['seller.grievance_officer', 'meera@shop.in', /name of a person, not an e-mail address/],
    ['shop_name', 'none', /A shop needs a name/],
    ['seller.legal_name', 'None', /legal name is needed/],
    ['seller.grievance_officer', '', /law requires one/],
    ['seller.grievance_officer', 'none', /law requires one/],
    ['seller.grievance_email', 'none', /not an e-mail address/],
    ['delivery.charge', '1e9', /from ₹0 to ₹10,000/],
    ['delivery.charge', '20000', /from ₹0 to ₹10,000/],
    ['delivery.charge', '-5', /from ₹0/],
    ['limits.pieces_per_line', '0', /whole number from 1 to 999\.$/],
    ['limits.open_cod_orders', '0', /whole number from 1 to 1000, or none\.$/],
    ['limits.verified_contact', 'perhaps', /yes or no/],
    ['placeholder_phone', '12', /10 digits/],
  ])('%s refuses %j', (path, text, reason) => {
    expect(valueOf(path, text)).toMatch(reason)
  })

  it('without sentences of its own takes what fits', () => {
    expect([valueOf('tagline', '2026'), valueOf('tagline', 'none')]).toEqual(['2026', ''])
    expect(valueOf('upi_apps', 'PhonePe, Paytm')).toEqual(['PhonePe', 'Paytm'])
    expect(valueOf('showcase', 'none')).toBeNull()
    expect(valueOf('services', '[]')).toEqual([])
    expect(valueOf('services', 'none')).toBeNull()
    expect(valueOf('services', 'truck')).toMatch(/as JSON/)
  })
})

const shown = async ({ shop }: TestShop) => shownSettings(await readSettings(shop.db), shop.now())

async function aShop(changes: Partial<typeof ANSWERS> = {}): Promise<TestShop> {
  const test = await shopForThisTest()
  await setUpShop(test.shop, { ...ANSWERS, ...changes })
  return test
}

describe('haat settings set', () => {
  it('prints values as it takes them', () => {
    expect(settingLines('limits', { verified_contact: false, open_cod_orders: null })).toEqual([
      'limits.verified_contact = no',
      'limits.open_cod_orders = none',
    ])
  })

  it('changes a setting and the texts that repeat it, unless they are the own words of the merchant', async () => {
    const test = await aShop()
    const set = (path: string, text: string) => changeSettings(test.shop, { [path]: text })
    const note = async () => (await shown(test)).services[0]?.note
    expect((await set('delivery.charge', '59')).notices).toEqual([])
    expect(await note()).toBe('₹59, free above ₹999')
    await set('seller.legal_name', 'Meera & Sons')
    await set('shop_name', 'Meera Bazaar')
    await set('contact.emails', 'hello@meera.in')
    expect(await shown(test)).toMatchObject({
      seller_label: 'Seller: Meera & Sons',
      copyright: '© 2026 Meera Bazaar. All rights reserved.',
      info_cards: [{}, {}, { text: 'Write to hello@meera.in.' }],
    })
    await set('services', '[{"icon":"truck","title":"Delivery","note":"By our own van"}]')
    await set('delivery.charge', '0')
    expect(await note()).toBe('By our own van')
    await set('services', 'none')
    expect(await note()).toBe('Free on every order')
  })

  it('changes what the home page says of cash on delivery and of delivery from the cart', async () => {
    const test = await aShop()
    const set = (path: string, text: string) => changeSettings(test.shop, { [path]: text })
    const services = async () => JSON.stringify((await shown(test)).services)
    const first = await services()
    expect(first).toContain('Cash on Delivery')
    await set('payments.cod', 'no')
    expect(await services()).not.toContain('Cash on Delivery')
    await set('payments.cod', 'yes')
    expect(await services()).toBe(first)
    await set('delivery.waivedOnCartCheckout', 'yes')
    expect(await services()).toContain('"Free when you order from the cart"')
    expect(await services()).not.toContain('free above')
    await set('delivery.waivedOnCartCheckout', 'no')
    await set('services', '[{"icon":"wallet","title":"Cash on Delivery","note":"In Pune only"}]')
    await set('payments.cod', 'no')
    expect(await services()).toContain('In Pune only')
  })

  it('warns when the shop offers no way to pay', async () => {
    const { shop } = await aShop()
    const found = async () => (await checkShop(shop)).map(({ what }) => what)
    expect(await found()).toEqual(
      expect.arrayContaining(['The shop has no products yet.', expect.stringContaining('only a test')]),
    )
    await changeSettings(shop, { 'payments.online': 'no' })
    expect(await found()).not.toContainEqual(expect.stringContaining('only a test'))
    expect((await changeSettings(shop, { 'payments.cod': 'no' })).notices).toEqual([
      'Note: The shop now offers no way to pay, and takes no orders.',
    ])
    expect((await checkShop(shop)).find(({ id }) => id === 'no_payment')).toMatchObject({
      level: 'error',
      what: 'The shop sells nothing: it offers no way to pay.',
      remedy: 'haat settings set payments.cod=yes',
    })
  })

  it('names what does not fit together, and refuses what is no setting', async () => {
    const test = await aShop()
    const set = (path: string, text: string) => changeSettings(test.shop, { [path]: text })
    await expect(set('seller.state', 'Kerala')).rejects.toThrow(
      'This GSTIN belongs to Karnataka. Choose Karnataka, or correct the GSTIN. Nothing was changed.',
    )
    const other = JSON.stringify({ ...withSeller({ state: 'Kerala' }).seller })
    await expect(set('seller', other)).rejects.toThrow('This GSTIN belongs to Karnataka.')
    await set('seller.gstin', '27ABCDE1234F1Z0')
    expect((await readSettings(test.shop.db)).seller.state).toBe('Maharashtra')
    await set('seller.gstin', '29ABCDE1234F1ZW')
    expect((await set('seller.address', '1, Mount Road, Chennai 600002')).notices).toEqual([
      'Note: PIN code 600002 is in Tamil Nadu, not in Karnataka.',
    ])
    await set('seller.gstin', 'none')
    expect((await checkShop(test.shop)).map(({ what }) => what)).toContain(
      'PIN code 600002 is in Tamil Nadu, not in Karnataka.',
    )
    await expect(set('delivery.chrage', '5')).rejects.toThrow('There is no setting "delivery.chrage".')
    await expect(set('services', '[{"icon":1}]')).rejects.toThrow('does not fit services')
    await expect(set('delivery', '5')).rejects.toThrow('does not fit delivery')
  })
})

describe('the first text pages', () => {
  it('name the ways to pay that are on, until the merchant writes them, and count as not yet read', async () => {
    const test = await aShop()
    test.shop.pay = providersOf({ ...bankOf(test), simulated: false })
    await changeSettings(test.shop, { 'payments.online': 'yes' })
    const set = (path: string, text: string) => changeSettings(test.shop, { [path]: text })
    const policy = async () => (await getPage(test.shop, 'refund-policy')).text
    const first = await policy()
    await set('payments.cod', 'no')
    expect(await policy()).not.toContain('Cash on delivery')
    await set('payments.cod', 'yes')
    expect(await policy()).toBe(first)
    expect(first).toContain('## Online payments')
    await set('payments.online', 'no')
    expect(await policy()).not.toMatch(/online|charged/i)
    await set('payments.cod', 'no')
    expect(await policy()).toMatch(/^How a refund reaches you depends on how you paid\. It takes [^#]*$/)
    const unread = (await checkShop(test.shop)).map(({ what }) => what)
    expect(unread).toContain('You have not edited the page refund-policy.')
    await setPage(test.shop, { slug: 'refund-policy', text: 'Call us.' })
    await set('payments.online', 'yes')
    expect(await policy()).toBe('Call us.')
  })

  it('promise no officer or online payment that the shop lacks, and follow when it has them', async () => {
    const test = await aShop({
      contact: NEW_SETTINGS.contact,
      seller: withSeller({ grievance_officer: null }).seller,
    })
    const read = async () =>
      (await Promise.all(['about', 'refund-policy', 'terms'].map((slug) => getPage(test.shop, slug))))
        .map(({ text }) => text)
        .join('\n')
    expect(await read()).not.toMatch(/officer|bottom of every page|online|maximum retail|origin/i)
    await changeSettings(test.shop, { 'seller.grievance_officer': 'Meera Krishnan' })
    await changeSettings(test.shop, { shop_name: 'Meera Bazaar' })
    expect(await read()).toMatch(
      /Welcome to Meera Bazaar\..*Meera Bazaar is run by .*Our grievance officer, named/s,
    )
  })
})

describe('the first texts of a shop', () => {
  it('are in the language of who reads them', async () => {
    const test = await aShop({ return_days: 14 })
    const { body } = await test.get('/api/pages/about').set('Accept-Language', 'hi').expect(200)
    expect(body.page).toMatchObject({ title: 'हमारे बारे में', text: expect.stringContaining('14 दिन') })
  })

  const textsOf = async (test: TestShop) => {
    const slugs = ['about', 'return-exchange', 'refund-policy', 'terms']
    const pages = await Promise.all(
      slugs.map(async (slug) => (await test.get(`/api/pages/${slug}`).expect(200)).body.page.text),
    )
    return JSON.stringify([await shown(test), pages])
  }

  it('promise the returns and the cash on delivery that the merchant has answered', async () => {
    const texts = await textsOf(await aShop({ return_days: 14 }))
    expect(texts).toMatch(/14-Day Returns.*14-day return.*within 14 days of delivery/)
    expect(texts).toMatch(/"Cash on Delivery".*## Cash on delivery/)
    expect(texts).not.toMatch(/7 days|7-day|two working days|working days of/i)
  })

  it('promise neither where there is none', async () => {
    const texts = await textsOf(
      await aShop({ return_days: null, payments: { ...DEFAULT_SETTINGS.payments, cod: false } }),
    )
    expect(texts).toContain('We take back only damaged, defective or wrong items.')
    expect(texts).not.toMatch(/\d-day return|may return|"Cash on Delivery"|## Cash on delivery/i)
  })
})
