import { expect, inject, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'

it('refuses snapshots on PostgreSQL with the reason', async () => {
  const test = await devShopForThisTest()
  const { status, body } = await test.put('/dev/snapshots/one')
  if (inject('engine') === 'sqlite') return expect([status, body.snapshot.name]).toEqual([200, 'one'])
  expect([status, body.code]).toEqual([409, 'SNAPSHOTS_NEED_SQLITE'])
  expect((await test.get('/dev/snapshots').expect(200)).body.snapshots).toEqual([])
})
