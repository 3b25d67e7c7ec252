import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { storeLastBackup } from '../backup/last-backup.ts'
import { setUpShop } from '../setup/set-up-shop.ts'
import { checkShop } from './check-shop.ts'

const ANSWERS = {
  ...{ shop_name: 'Meera Stores', legal_name: 'Meera Stores LLP', address: '14, Residency Road, Bengaluru' },
  ...{ state: 'Maharashtra', gstin: '27AAPFU0939F1ZV', email: 'help@meera.in', phone: '' },
  ...{ grievance_officer: 'Meera', grievance_email: 'help@meera.in', delivery_charge: 0, free_above: 0 },
}
const SOUND = { hsn: '48201010', gst_rate: 18 }

async function aSoundShop(changes: Partial<typeof ANSWERS> = {}): Promise<TestShop> {
  const test = await shopForThisTest({ RATE_LIMIT: 'on' })
  await setUpShop(test.shop, { ...ANSWERS, ...changes })
  await test.shop.db.transaction((tx) => storeLastBackup(tx, test.shop.now()))
  return test
}

const wrongOf = async (test: TestShop): Promise<string[]> =>
  (await checkShop(test.shop)).filter(({ level }) => level === 'wrong').map(({ what }) => what)

it('finds nothing wrong with a sound shop', async () => {
  const test = await aSoundShop()
  const product = await aProduct(test, SOUND)
  await aDeal(test, product.id)
  expect(await wrongOf(test)).toEqual([])
})

it.each([
  ['no MRP', SOUND, { mrp: null }, /1 products have no MRP.*Product \d+ \(\d+\)/],
  ['a price above the MRP', SOUND, { price: 900_00 }, /cost more than their MRP/],
  ['no country', { ...SOUND, country_of_origin: ' ' }, {}, /no country of origin/],
  ['no GST rate', { hsn: '4820' }, {}, /no GST rate/],
])('names products with %s', async (_what, product, variant, found) => {
  const test = await aSoundShop()
  await aProduct(test, product, [{ price: 500_00, mrp: 800_00, ...variant }])
  expect(await wrongOf(test)).toEqual([expect.stringMatching(found)])
})

it('leaves what is not published alone', async () => {
  const test = await aSoundShop()
  await aProduct(test, { is_published: false, country_of_origin: '' }, [{ mrp: null }])
  expect(await wrongOf(test)).toEqual([])
})

it('judges the seller', async () => {
  const test = await aSoundShop({ gstin: '27AAPFU0939F1ZW', grievance_officer: '', address: '' })
  expect(await wrongOf(test)).toEqual([
    'The seller has no address.',
    expect.stringContaining('27AAPFU0939F1ZW is mistyped'),
    expect.stringContaining('grievance officer'),
  ])
  const other = await aSoundShop({ state: 'Kerala' })
  expect(await wrongOf(other)).toEqual(['The GSTIN belongs to Maharashtra, the seller to Kerala.'])
})

it('finds dead pictures and deals that are none', async () => {
  const test = await aSoundShop()
  const product = await aProduct(test, SOUND, [{ stock: 0 }])
  const { media } = test.shop.db.tables
  const picture = (name: string) => ({
    product_id: product.id,
    media_type: 'image',
    media_url: `/media/${name}.webp`,
  })
  await test.shop.db.transaction((tx) => tx.insert(media).values([picture('there'), picture('gone')]))
  mkdirSync(join(test.shop.config.dataDir, 'media'), { recursive: true })
  writeFileSync(join(test.shop.config.dataDir, 'media/there.png'), 'x')
  await aDeal(test, product.id, { deal_price: 600_00 })
  expect(await wrongOf(test)).toEqual([
    expect.stringMatching(/1 pictures are missing: .*gone\.webp/),
    expect.stringMatching(/deals cost no less/),
  ])
  expect((await checkShop(test.shop)).map(({ what }) => what).join()).toContain('nothing in stock')
})

it('wants secrets that cannot be guessed', async () => {
  const test = await shopForThisTest({
    JWT_SECRET: 'my-secret-my-secret',
    PAYMENT_SECRET: 'aaaaaaaaaaaaaaaaaaaa',
  })
  const wrong = await wrongOf(test)
  expect(wrong).toContain('JWT_SECRET can be guessed.')
  expect(wrong).toContain('PAYMENT_SECRET can be guessed.')
  expect(wrong).toContain('The seller is the demo shop.')
})
