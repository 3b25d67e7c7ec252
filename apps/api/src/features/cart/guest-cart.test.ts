import { expect, it } from 'vitest'
import { aCustomer, aDeal, aProduct } from '../../../test/factories.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'

async function setUp() {
  const test = await shopForThisTest()
  const { token } = await aCustomer(test)
  const rope = await aProduct(test, { name: 'Rope' }, [{ stock: 5 }])
  const lamp = await aProduct(test, { name: 'Lamp' }, [{ stock: 9 }])
  const vase = await aProduct(test, { name: 'Vase' }, [{ stock: 0 }])
  const linesOf = async (list: 'cart' | 'saved') =>
    (await test.get(`/api/${list}`, token).expect(200)).body[list].map(
      (line: { product_name: string; quantity: number }) => [line.product_name, line.quantity],
    )
  const merge = (key: string, lines: [{ variant: { id: number } }, number][]) =>
    test.post(
      '/api/cart/merge',
      { key, lines: lines.map(([{ variant }, quantity]) => ({ variant_id: variant.id, quantity })) },
      token,
    )
  return { test, token, rope, lamp, vase, linesOf, merge }
}

it('merges a guest cart once, keeps what is there, and saves what is out of stock', async () => {
  const { test, token, rope, lamp, vase, linesOf, merge } = await setUp()
  await test.post('/api/cart', { variant_id: lamp.variant.id, quantity: 2 }, token).expect(201)
  const guestCart: Parameters<typeof merge> = [
    'device-1',
    [
      [rope, 1],
      [lamp, 1],
      [vase, 1],
    ],
  ]
  const { body } = await merge(...guestCart).expect(200)
  expect(body).toEqual({
    success: true,
    message: 'Cart merged',
    added: 2,
    left_out: [{ variant_id: vase.variant.id, message: 'Vase is out of stock. It is saved for later.' }],
  })
  const after = [
    ['Lamp', 3],
    ['Rope', 1],
  ]
  expect(await linesOf('cart')).toEqual(after)
  expect(await linesOf('saved')).toEqual([['Vase', 1]])
  const [again, twin] = await Promise.all([merge(...guestCart), merge(...guestCart)])
  for (const reply of [again, twin]) expect(reply.body).toMatchObject({ added: 0, left_out: [] })
  expect(await linesOf('cart')).toEqual(after)
  const { body: refused } = await merge('device-1', [[rope, 2]]).expect(422)
  expect(refused).toMatchObject({ success: false, code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(await linesOf('cart')).toEqual(after)
  await merge('device-2', [[rope, 1]]).expect(200)
  expect(await linesOf('cart')).toEqual([
    ['Lamp', 3],
    ['Rope', 2],
  ])
})

it('adds as much as stock and limit allow, and says why not all', async () => {
  const { test, rope, lamp, linesOf, merge } = await setUp()
  const { pieces_per_line: _, ...limits } = DEFAULT_SETTINGS.limits
  await test.shop.db.transaction((tx) =>
    writeSettings(tx, { ...DEFAULT_SETTINGS, limits: { ...limits, pieces_per_line: 6 } }),
  )
  const { body } = await merge('device-1', [
    [rope, 8],
    [lamp, 8],
    [{ variant: { id: 999_999 } }, 1],
  ])
  expect(body.left_out.map(({ message }: { message: string }) => message)).toEqual([
    'Only 5 of Rope left in stock.',
    'You can buy at most 6 of Lamp.',
    'An item of your cart is no longer available.',
  ])
  expect(await linesOf('cart')).toEqual([
    ['Rope', 5],
    ['Lamp', 6],
  ])
})

it('shows a guest what the variants cost now, without those that are not sold', async () => {
  const { test, rope, vase } = await setUp()
  await aDeal(test, rope.id)
  const ids = `${vase.variant.id},${rope.variant.id},999999`
  const { body, headers } = await test.get(`/api/cart/guest?variants=${ids}`).expect(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.items).toMatchObject([
    { product_name: 'Rope', price: 500, deal_price: 400, quantity: 1, stock: 5 },
    { product_name: 'Vase', stock: 0 },
  ])
  for (const bad of [
    '',
    '?variants=1,x',
    '?variants=0',
    '?variants=1e3',
    '?variants=0x10',
    '?variants=1.0',
    `?variants=${'1,'.repeat(60)}`,
  ])
    await test.get(`/api/cart/guest${bad}`).expect(400)
})

it('remembers only merges that changed something, for ninety days', async () => {
  const { test, rope, merge } = await setUp()
  const keys = async () => {
    const { db } = test.shop
    return (await db.select().from(db.tables.merged_carts)).map(({ key }) => key)
  }
  await merge('nothing-1', [[{ variant: { id: 999_999 } }, 1]]).expect(200)
  expect(await keys()).toEqual([])
  const [user] = await test.shop.db.select().from(test.shop.db.tables.users)
  await test.shop.db.transaction((tx) =>
    tx.insert(tx.tables.merged_carts).values(
      [89, 91].map((days) => ({
        user_id: user!.id,
        key: `earlier-${days}.`,
        merged_at: new Date(test.clock.now().getTime() - days * 86_400_000),
      })),
    ),
  )
  await merge('device-1', [[rope, 1]]).expect(200)
  expect((await keys()).toSorted()).toEqual([expect.stringMatching(/^device-1\./), 'earlier-89.'])
})

it('takes ten merges of a customer in a minute', async () => {
  const test = await shopForThisTest({ RATE_LIMIT: 'on' })
  const { token } = await aCustomer(test)
  const merge = () =>
    test.post('/api/cart/merge', { key: 'device-1', lines: [{ variant_id: 1, quantity: 1 }] }, token)
  for (let call = 1; call <= 10; call += 1) await merge().expect(200)
  expect((await merge().expect(429)).headers['retry-after']).toBeDefined()
})

it('merges up to the cart limit and saves the rest for later', async () => {
  const { test, merge, linesOf } = await setUp()
  const { variants } = await aProduct(
    test,
    { name: 'Sari' },
    Array.from({ length: 51 }, (_, index) => ({ stock: 9, is_default: index === 0 })),
  )
  const lines = variants.map((variant): [{ variant: { id: number } }, number] => [{ variant }, 1])
  await merge('device-1', lines.slice(50)).expect(200)
  const { body } = await merge('device-2', lines.slice(0, 50)).expect(200)
  expect(body).toMatchObject({
    added: 49,
    left_out: [{ message: 'Your cart is full (50 items). Sari is saved for later.' }],
  })
  expect(await linesOf('cart')).toHaveLength(50)
  expect(await linesOf('saved')).toEqual([['Sari', 1]])
})
