import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ANSWERS, withSeller } from '../../../test/answers.ts'
import { aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { storeLastBackup } from '../backup/write-backup.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { seedDemo } from '../seeding/seed-shop.ts'
import { setUpShop } from '../setup/init-command.ts'
import { checkShop } from './doctor.ts'

const COMPLETE = { hsn: '48201010', gst_rate: 18 }

const FREE = { ...ANSWERS.delivery, charge: 0 }

/** Without a mail server, nobody could verify. */
const UNVERIFIED = { ...NEW_SHOP_LIMITS, verified_contact: false }

async function aCompleteShop(
  changes: Partial<typeof ANSWERS> = {},
  env: Record<string, string> = {},
): Promise<TestShop> {
  const test = await shopForThisTest({ RATE_LIMIT: 'on', ...env })
  await setUpShop(test.shop, { ...ANSWERS, delivery: FREE, limits: UNVERIFIED, ...changes })
  await test.shop.db.transaction((tx) => storeLastBackup(tx, test.shop.now(), test.shop.config.dataDir))
  return test
}

const errorsIn = async (test: TestShop): Promise<string[]> =>
  (await checkShop(test.shop)).filter(({ level }) => level === 'error').map(({ what }) => what)

it('finds no error in a complete shop', async () => {
  const test = await aCompleteShop()
  const product = await aProduct(test, COMPLETE)
  await aDeal(test, product.id)
  expect(await errorsIn(test)).toEqual([])
})

it.each([
  ['no MRP', COMPLETE, { mrp: null }, /without an MRP.* \(1\): Product \d+\./],
  ['a price above the MRP', COMPLETE, { price: 900_00 }, /cost more than their MRP/],
  ['no country', { ...COMPLETE, country_of_origin: ' ' }, {}, /without a country of origin/],
  ['no GST rate', { hsn: '4820' }, {}, /without a GST rate/],
])('names products with %s', async (_what, product, variant, found) => {
  const test = await aCompleteShop()
  await aProduct(test, product, [{ price: 500_00, mrp: 800_00, ...variant }])
  expect(await errorsIn(test)).toEqual([expect.stringMatching(found)])
})

it('finds limits that are missing or that nobody can meet, in production', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.in', TRUST_PROXY: '1' }
  for (const env of [production, {}]) {
    const unmailed = await aCompleteShop({ limits: NEW_SHOP_LIMITS }, env)
    expect(await errorsIn(unmailed)).toContainEqual(expect.stringMatching(/^Nobody can place a first order/))
  }
  const unlimited = await aCompleteShop({ limits: DEFAULT_SETTINGS.limits }, production)
  const results = await checkShop(unlimited.shop)
  expect(results.map(({ what }) => what)).toContainEqual(expect.stringMatching(/reserve the whole stock/))
})

it('ignores unpublished products', async () => {
  const test = await aCompleteShop()
  await aProduct(test, { is_published: false, country_of_origin: '' }, [{ mrp: null }])
  expect(await errorsIn(test)).toEqual([])
})

it('checks the seller', async () => {
  const test = await aCompleteShop({
    seller: withSeller({ gstin: '29ABCDE1234F1ZX', grievance_officer: '', address: '' }).seller,
  })
  expect(await errorsIn(test)).toEqual([
    'The seller has no address.',
    expect.stringContaining('This GSTIN has a typing mistake'),
    expect.stringContaining('grievance officer'),
  ])
  const other = await aCompleteShop({ seller: withSeller({ state: 'Kerala' }).seller })
  expect(await errorsIn(other)).toEqual([
    'This GSTIN belongs to Karnataka. Choose Karnataka, or correct the GSTIN.',
  ])
  const abroad = await aCompleteShop({ seller: withSeller({ state: 'Bavaria', gstin: null }).seller })
  expect(await errorsIn(abroad)).toEqual([
    'State of the business: "Bavaria" is not a state or union territory of India, such as Karnataka.',
  ])
})

it('finds missing pictures and useless deals', async () => {
  const test = await aCompleteShop()
  const product = await aProduct(test, COMPLETE, [{ stock: 0 }])
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
  expect(await errorsIn(test)).toEqual([
    expect.stringMatching(/Missing pictures or videos \(1\): .*gone\.webp/),
    expect.stringMatching(/no cheaper than the usual price/),
  ])
  expect((await checkShop(test.shop)).map(({ what }) => what).join()).toContain('out of stock')
})

it('rejects secrets that can be guessed', async () => {
  const test = await shopForThisTest({
    JWT_SECRET: 'my-secret-my-secret',
    PAYMENT_SECRET: 'aaaaaaaaaaaaaaaaaaaa',
  })
  const found = await checkShop(test.shop)
  for (const name of ['JWT_SECRET', 'PAYMENT_SECRET'])
    expect(found).toContainEqual(
      expect.objectContaining({
        what: 'A secret of the server can be guessed.',
        remedy: expect.stringContaining(name),
      }),
    )
  expect(await errorsIn(test)).toContain('The seller is the demo shop.')
})

it('says what is wrong in words for a shopkeeper, and where the desk corrects it', async () => {
  const test = await shopForThisTest({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'http://shop.in', RATE_LIMIT: 'off', PAYMENT: 'test-bank' },
    ...{ SMTP_URL: 'smtp://mail.example?requireTLS=false' },
  })
  await seedDemo(test.shop)
  await aProduct(test, {}, [{ mrp: null }])
  const found = await checkShop(test.shop)
  expect(found.length).toBeGreaterThan(12)
  for (const { what } of found) expect(what).not.toMatch(/[A-Z]+_[A-Z]+|[A-Z]+=|haat [a-z]|\(\d+\)\.$/)
  expect(found).toContainEqual(expect.objectContaining({ id: 'no_mrp', screen: '/products?lacks=mrp' }))
  expect(found).toContainEqual(
    expect.objectContaining({ what: expect.stringContaining('read the mails'), screen: '/settings/mail' }),
  )
  expect(found.find(({ id }) => id === 'public_url')).not.toHaveProperty('screen')
})

it('warns when the last backup is gone, and finds one that is old', async () => {
  const test = await aCompleteShop()
  const found = async () => (await checkShop(test.shop)).filter(({ what }) => /backup/.test(what))
  expect(await found()).toEqual([])
  const file = join(test.shop.config.dataDir, 'gone.tar.gz')
  await test.shop.db.transaction((tx) => storeLastBackup(tx, test.shop.now(), file))
  expect(await found()).toMatchObject([{ level: 'warning', what: expect.stringContaining(file) }])
  test.clock.advance(8 * 86_400)
  expect(await found()).toMatchObject([{ level: 'error', what: 'The last backup is more than 7 days old.' }])
})

describe('in production', () => {
  const online = expect.stringContaining('confirmed without money')

  it('calls the test bank an error, and no provider a choice', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      TRUST_PROXY: '1',
      SMTP_URL: 'smtps://mail.shop.in',
    }
    expect(await errorsIn(await aCompleteShop({}, production))).toEqual([])
    expect(await errorsIn(await aCompleteShop({}, { ...production, PAYMENT: 'test-bank' }))).toEqual([online])
  })

  it('finds a mail server without TLS', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }
    const plain = { ...production, SMTP_URL: 'smtp://mail.example?requireTLS=false' }
    expect(await errorsIn(await aCompleteShop({}, plain))).toEqual([
      expect.stringMatching(/the mails, OTPs included/),
    ])
  })
})

it('names the demo customers', async () => {
  const test = await shopForThisTest()
  await seedDemo(test.shop)
  expect(await errorsIn(test)).toContainEqual(expect.stringContaining('The shop has demo customers'))
})

it('says that a shop is not set up', async () => {
  expect(await errorsIn(await shopForThisTest())).toContain('The shop is not set up.')
})

describe('behind a proxy', () => {
  const shared = expect.stringContaining('all customers share one limit')

  it('requires TRUST_PROXY when PUBLIC_URL is https', async () => {
    const https = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      SMTP_URL: 'smtps://mail.shop.in',
    }
    expect(await errorsIn(await aCompleteShop({}, https))).toEqual([shared])
    expect(await errorsIn(await aCompleteShop({}, { ...https, TRUST_PROXY: '127.0.0.1' }))).toEqual([])
  })
})
