import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { atTheDesk, placeOrder } from '../../../test/desk.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'

it('a packer sees parcels, packs and ships them, and learns nothing else', async () => {
  const test = await shopForThisTest()
  const [first, second] = [await placeOrder(test), await placeOrder(test)]
  const packer = await atTheDesk(test, 'packer')
  const list = async () => (await packer.call('GET', '/api/desk/packing')).json()
  const parcels = await list()
  expect(parcels).toMatchObject([
    { id: first, status: 'CONFIRMED', items: [{ quantity: 1 }] },
    { id: second, status: 'CONFIRMED' },
  ])
  expect(parcels[0].collect).toBeGreaterThan(0)
  expect(JSON.stringify(parcels)).not.toMatch(/@|total_amount|note/)
  const pack = await packer.call('POST', '/api/desk/packing/pack', { orders: [String(first)] })
  expect(pack.json()).toEqual([{ id: first, order_number: expect.any(String), status: 'PROCESSING' }])
  const ship = { orders: [String(first)], courier: 'Blue Dart', tracking: 'BD 1' }
  expect((await packer.call('POST', '/api/desk/packing/ship', ship)).json()).toMatchObject([
    { status: 'SHIPPED' },
  ])
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([second])
  const third = await placeOrder(test)
  const promise = async (id: number, arrives_to: string | null) =>
    test.shop.db.transaction(async (tx) => {
      const { orders } = tx.tables
      await tx.update(orders).set({ arrives_to }).where(eq(orders.id, id))
    })
  await promise(third, '2026-01-02')
  expect(await list()).toMatchObject([{ id: third, arrives_to: '2026-01-02' }, { id: second }])
  await promise(second, null)
  expect(await list()).toMatchObject([{ id: second, arrives_to: null }, { id: third }])
  for (const [method, url] of [
    ['GET', `orders/${first}`],
    ['GET', 'orders'],
    ['POST', 'orders/ship'],
    ['GET', 'reports/sales'],
    ['GET', 'customers'],
    ['GET', 'audit'],
  ] as const)
    expect([url, (await packer.call(method, `/api/desk/${url}`)).statusCode]).toEqual([url, 403])
})
