import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { aCustomer, aProduct } from '../../test/factories.ts'
import { checkInvariants } from '../../test/invariants.ts'
import { aShopper, item } from '../../test/shopper.ts'
import { seedDemo } from '../merchant/seeding/seed-shop.ts'
import { START } from '../../test/test-shop.ts'

const at = (seconds: number): string => new Date(START.getTime() + seconds * 1000).toISOString()

describe('snapshots', () => {
  it('restore the shop and its clock, and keep sessions', async () => {
    const test = await devShopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    await test.put('/dev/snapshots/before').expect(200)
    await shopper.add(product.variant.id).expect(201)
    await shopper.place(shopper.order([item(product)], 500, { checkout: 'cart' })).expect(201)
    await test.post('/dev/clock', { advance: 60 })
    const later = await aCustomer(test)
    const { body } = await test.post('/dev/snapshots/before/restore').expect(200)
    expect(body.clock.now).toBe(at(0))
    expect((await shopper.get('/api/orders').expect(200)).body.total).toBe(0)
    expect((await test.get(`/api/products/${product.id}`)).body.variants[0].stock).toBe(10)
    await test.get('/api/orders', later.token).expect(401)
    await shopper.add(product.variant.id).expect(201)
  })

  it('keep sessions opened after the snapshot', async () => {
    const test = await devShopForThisTest()
    await test.post('/api/auth/signup', {
      name: 'Asha',
      email: 'asha@x.in',
      phone_number: '9876543210',
      password: 'Demo@1234',
    })
    await test.put('/dev/snapshots/one')
    const login = await test.post('/api/auth/login', { email: 'asha@x.in', password: 'Demo@1234' })
    await test.post('/dev/snapshots/one/restore').expect(200)
    await test.get('/api/users/profile', login.body.accessToken).expect(200)
  })

  it('invalidate the cache of the catalogue', async () => {
    const test = await devShopForThisTest()
    const list = async () => (await test.get('/api/products/filter?limit=100')).body.total
    const search = async () => (await test.get('/api/products/search?search=product')).body.total
    await aProduct(test)
    await test.put('/dev/snapshots/one')
    expect([await list(), await search()]).toEqual([1, 0])
    await aProduct(test)
    expect(await list()).toBe(2)
    await test.post('/dev/snapshots/one/restore').expect(200)
    expect(await list()).toBe(1)
    await aProduct(test)
    expect(await list()).toBe(2)
  })

  it('are listed, overwritten and deleted', async () => {
    const test = await devShopForThisTest()
    const names = async () =>
      (await test.get('/dev/snapshots')).body.snapshots.map(({ name }: { name: string }) => name)
    for (const name of ['b', 'a', 'b']) await test.put(`/dev/snapshots/${name}`).expect(200)
    expect(await names()).toEqual(['a', 'b'])
    await test.delete('/dev/snapshots/a').expect(200)
    expect(await names()).toEqual(['b'])
    await test.delete('/dev/snapshots/a').expect(404)
    await test.post('/dev/snapshots/a/restore').expect(404)
    for (const name of ['..%2Fa', '.a', 'a.b', 'x'.repeat(65)])
      expect((await test.put(`/dev/snapshots/${name}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('restore the demo shop', async () => {
    const test = await devShopForThisTest()
    await seedDemo(test.shop)
    await test.put('/dev/snapshots/demo').expect(200)
    await test.post('/dev/snapshots/demo/restore').expect(200)
    expect((await test.get('/api/products/filter')).body.total).toBeGreaterThan(100)
  })

  it('wait for writers and are complete', async () => {
    const test = await devShopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test)
    await test.put('/dev/snapshots/one')
    const tries = Array.from({ length: 20 }, () => shopper.add(product.variant.id))
    const [restored, ...added] = await Promise.all([test.post('/dev/snapshots/one/restore'), ...tries])
    expect(restored?.status).toBe(200)
    // Who waits for longer than ten seconds is refused.
    for (const reply of added) expect([200, 201, 409, 503]).toContain(reply.status)
    await checkInvariants(test.shop.db)
  })
})
