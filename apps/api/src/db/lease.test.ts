import { expect, it } from 'vitest'
import { shopForThisTest } from '../../test/test-shop.ts'
import { releaseLease, takeLease } from './lease.ts'

it('a lease is held by one server until it ends, is released, or was taken by a clock that is far ahead', async () => {
  const { shop, clock } = await shopForThisTest()
  const take = (holder: string) =>
    shop.db.transaction((tx) => takeLease(tx, 'jobs', holder, shop.now(), 20_000))
  expect(await Promise.all(['a', 'a'].map(take))).toEqual([true, true])
  expect(await take('b')).toBe(false)
  clock.advance(15)
  expect([await take('a'), await take('b')]).toEqual([true, false])
  // A clock that is 15 s ahead: what it takes is not taken back at once.
  clock.advance(21)
  expect([await take('b'), await take('a')]).toEqual([true, false])
  clock.advance(-15)
  expect([await take('a'), await take('b')]).toEqual([false, true])
  await shop.db.transaction((tx) => releaseLease(tx, 'jobs', 'a'))
  expect(await take('a')).toBe(false)
  await shop.db.transaction((tx) => releaseLease(tx, 'jobs', 'b'))
  expect(await take('a')).toBe(true)
  clock.advance(-3600)
  expect(await take('b')).toBe(true)
})
