import type Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shopForThisTest } from '../../test/test-shop.ts'
import { DatabaseOverloaded } from './errors.ts'
import { WriteHealth } from './write-health.ts'

const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

it('probes after a failed write, at most every three seconds, until a write succeeds', async () => {
  let now = 0
  const probe = vi.fn<() => Promise<unknown>>(() => failure('SQLITE_FULL'))
  const health = new WriteHealth(probe, () => now)
  expect(await health.canWrite()).toBe(true)
  await expect(health.watch(failure('SQLITE_FULL'))).rejects.toThrow('SQLITE_FULL')
  await health.watch(Promise.resolve('wrote nothing'))
  for (now of [0, 2999]) expect(await health.canWrite()).toBe(false)
  expect(probe).toHaveBeenCalledTimes(1)
  probe.mockResolvedValue(undefined)
  expect(await health.canWrite()).toBe(false)
  now = 3000
  expect(await health.canWrite()).toBe(true)
  expect(await health.canWrite()).toBe(true)
  expect(probe).toHaveBeenCalledTimes(2)
})

it('is failing while transactions find the disk full, though the small probe still finds room', async () => {
  let now = 0
  const health = new WriteHealth(
    () => Promise.resolve(),
    () => now,
  )
  for (now of [0, 2000, 4000]) {
    await expect(health.watch(failure('53100'))).rejects.toThrow('53100')
    expect(await health.canWrite()).toBe(false)
  }
  now = 6999
  expect(await health.canWrite()).toBe(false)
  now = 7000
  expect(await health.canWrite()).toBe(true)
})

it('notices within 20 s that the disk has filled up, though nobody writes', async () => {
  let now = 0
  const probe = vi.fn<() => Promise<unknown>>(() => failure('SQLITE_BUSY'))
  const health = new WriteHealth(probe, () => now)
  now = 20_000
  expect(await health.canWrite()).toBe(true)
  probe.mockImplementation(() => failure('SQLITE_FULL'))
  now = 39_999
  expect(await health.canWrite()).toBe(true)
  now = 40_000
  expect(await health.canWrite()).toBe(false)
  expect(probe).toHaveBeenCalledTimes(2)
})

it.each([
  ['another process writes', Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })],
  ['too many wait', new DatabaseOverloaded('full')],
  ['the request is wrong', Object.assign(new Error('null'), { code: 'SQLITE_CONSTRAINT' })],
])('stays healthy when %s', async (_what, error) => {
  const health = new WriteHealth(() => Promise.reject(new Error('probed')))
  await expect(health.watch(Promise.reject(error))).rejects.toThrow(error.message)
  expect(await health.canWrite()).toBe(true)
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
