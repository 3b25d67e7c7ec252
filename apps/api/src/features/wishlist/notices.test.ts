import { LIMITS } from '@haat/contract/rules'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { missingLogin } from '../auth/customer.store.ts'
import { refreshListings } from '../catalog/listing-columns.store.ts'
import { runOutbox } from '../mail/outbox.ts'
import { sendDueNotices } from './notices.ts'

async function setVariant(test: TestShop, id: number, set: { stock?: number; price?: number }) {
  await test.shop.db.transaction(async (tx) => {
    const { variants } = tx.tables
    const [row] = await tx.update(variants).set(set).where(eq(variants.id, id)).returning()
    await refreshListings(tx, [row!.product_id], test.shop.now())
  })
}

const aVariant = async (test: TestShop, variant: { stock?: number; price?: number }) =>
  (await aProduct(test, {}, [variant])).variant.id

/** Subjects of the mails that a run of the job sends. */
async function mailed(test: TestShop): Promise<string[]> {
  await sendDueNotices(test.shop)
  await runOutbox(test.shop, MAIL_KINDS)
  return test.mail.messages.splice(0).map(({ subject }) => subject)
}

const noticesOf = async (test: TestShop, token: string) =>
  (await test.get('/api/notices', token).expect(200)).body.notices

it('mails once when a variant is back in stock', async () => {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const variant_id = await aVariant(test, { stock: 0 })
  const { body } = await test.post('/api/notices', { variant_id }, token).expect(201)
  expect(body.notice).toEqual({ variant_id, waits_for: 'stock' })
  expect(await mailed(test)).toEqual([])
  await setVariant(test, variant_id, { stock: 3 })
  expect(await mailed(test)).toEqual([expect.stringMatching(/^Product \d+ is back · /)])
  expect(await mailed(test)).toEqual([])
  expect(await noticesOf(test, token)).toEqual([])
})

it('keeps what somebody without an e-mail address waits for until there is one', async () => {
  const test = await shopForThisTest()
  const { token, id } = await aCustomer(test)
  const { users } = test.shop.db.tables
  const setEmail = (email: string) =>
    test.shop.db.transaction((tx) => tx.update(users).set({ email }).where(eq(users.id, id)))
  await setEmail(missingLogin())
  const variant_id = await aVariant(test, { stock: 0 })
  await test.post('/api/notices', { variant_id }, token).expect(201)
  await setVariant(test, variant_id, { stock: 3 })
  expect(await mailed(test)).toEqual([])
  expect(await noticesOf(test, token)).toEqual([{ variant_id, waits_for: 'stock' }])
  await setEmail('found@example.com')
  expect(await mailed(test)).toEqual([expect.stringContaining('is back')])
})

it('mails when a price drops below what it was, by a deal too, and not while it is sold out', async () => {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const cut = await aVariant(test, { price: 500_00 })
  const dealt = await aProduct(test, {}, [{ price: 500_00 }])
  for (const variant_id of [cut, dealt.variant.id])
    await test.post('/api/notices', { variant_id }, token).expect(201)
  await setVariant(test, cut, { price: 600_00 })
  expect(await mailed(test)).toEqual([])
  await setVariant(test, cut, { price: 400_00, stock: 0 })
  expect(await mailed(test)).toEqual([])
  await setVariant(test, cut, { stock: 1 })
  await aDeal(test, dealt.id, { deal_price: 300_00 })
  expect(await mailed(test)).toHaveLength(2)
})

it('says nothing where the variant has sold out before the mail is sent', async () => {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const variant_id = await aVariant(test, { stock: 0 })
  await test.post('/api/notices', { variant_id }, token).expect(201)
  await setVariant(test, variant_id, { stock: 1 })
  await sendDueNotices(test.shop)
  await setVariant(test, variant_id, { stock: 0 })
  expect(await mailed(test)).toEqual([])
})

it('is limited, taken back, and of no other customer', async () => {
  const test = await shopForThisTest()
  const asha = await aCustomer(test)
  const vikram = await aCustomer(test)
  const product = await aProduct(test)
  const { id: variant_id, product_id } = product.variant
  await test.post('/api/notices', { variant_id }, asha.token).expect(201)
  await test.post('/api/notices', { variant_id }, asha.token).expect(201)
  expect(await noticesOf(test, vikram.token)).toEqual([])
  await test.delete(`/api/notices/${variant_id}`, vikram.token).expect(404)
  await test.delete(`/api/notices/${variant_id}`, asha.token).expect(200)
  await test.post('/api/notices', { variant_id: 2_000_000_000 }, asha.token).expect(404)
  await test.shop.db.transaction(async (tx) => {
    const { variants, product_notices } = tx.tables
    const rows = Array.from({ length: LIMITS.notices }, (_, at) => ({
      ...{ product_id, position: at + 1, price: 1, stock: 0, is_default: false, size: `${at}` },
    }))
    const made = await tx.insert(variants).values(rows).returning()
    await tx.insert(product_notices).values(
      made.map(({ id }) => ({
        ...{ user_id: asha.id, variant_id: id, price: 1, was_in_stock: false, created_at: test.shop.now() },
      })),
    )
  })
  await test.post('/api/notices', { variant_id }, asha.token).expect(409)
})
