import type Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shopForThisTest } from '../../test/test-shop.ts'
import { DatabaseOverloaded } from './errors.ts'
import { WriteHealth } from './write-health.ts'

const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

it('probes every three seconds at most, when it is asked', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  onTestFinished(() => now.mockRestore())
  const probe = vi.fn<() => Promise<unknown>>(() => failure('SQLITE_FULL'))
  const health = new WriteHealth(probe)
  expect([await health.canWrite(), await health.canWrite()]).toEqual([false, false])
  probe.mockResolvedValue(undefined)
  now.mockReturnValue(7999)
  expect(await health.canWrite()).toBe(false)
  now.mockReturnValue(8000)
  expect([await health.canWrite(), await health.canWrite()]).toEqual([true, true])
  expect(probe).toHaveBeenCalledTimes(2)
})

it.each([
  ['another process writes', Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })],
  ['too many wait', new DatabaseOverloaded('full')],
])('stays healthy when %s', async (_what, error) => {
  expect(await new WriteHealth(() => Promise.reject(error)).canWrite()).toBe(true)
})

it('is failing for good once the database is damaged', async () => {
  const health = new WriteHealth(() => Promise.resolve())
  const damage = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
  expect([health.noticeDamage(new Error('other')), await health.canWrite()]).toEqual([false, true])
  expect([health.noticeDamage(damage), await health.canWrite()]).toEqual([true, false])
  expect(health.noticeDamage(damage)).toBe(false)
})

it('/readyz is 503 while nothing can be written, and 200 once it can', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const writer = await db.transaction(async (tx) => tx.connection)
  const setWritable = async (isWritable: boolean) => {
    if (db.engine === 'sqlite')
      (writer as Sqlite.Database).pragma(`query_only = ${isWritable ? 'off' : 'on'}`)
    else {
      const mode = sql.raw(`set session characteristics as transaction read ${isWritable ? 'write' : 'only'}`)
      await db.transaction(async (tx) => tx.execute(mode))
    }
  }
  await setWritable(false)
  await test
    .post('/api/auth/signup', {
      name: 'A',
      email: 'a@shop.in',
      phone_number: '9876543210',
      password: 'Canary-4711',
    })
    .expect(503)
  await test.get('/readyz').expect(503)
  await test.get('/healthz').expect(200)
  await setWritable(true)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000)
  onTestFinished(() => clock.mockRestore())
  await test.get('/readyz').expect(200)
})
