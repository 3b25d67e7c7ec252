import type { verify } from '@node-rs/argon2'
import { demoShop } from '@haat/seed'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Failure } from '../../http/failure.ts'
import { hashAsInProduction, hashCheaply } from '../../../test/cheap-passwords.ts'
import { aCustomer } from '../../../test/factories.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { currentPasswordCounters } from './attempts.ts'
import { readCustomer } from './customer.store.ts'
import { checkPassword, DEMO_PASSWORD, hashPassword, verifyPassword } from './password.ts'

beforeAll(hashAsInProduction)
afterAll(hashCheaply)

it('hashes with argon2id, 19 MiB, two passes, and its own salt', async () => {
  const [one, two] = [await hashPassword('Demo@1234'), await hashPassword('Demo@1234')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(two).not.toBe(one)
  expect(await verifyPassword(one, 'Demo@1234')).toBe(true)
  expect(await verifyPassword(one, 'demo@1234')).toBe(false)
})

it('matches no password without an account or a hash', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false)
  expect(await verifyPassword('not-a-hash', 'not-a-hash')).toBe(false)
})

it('does the same work where there is no account', async () => {
  const checked: string[] = []
  const record: typeof verify = async (hash) => {
    checked.push(String(hash))
    return true
  }
  const hash = await hashPassword('Demo@1234')
  const matches = [await verifyPassword(hash, 'x', record), await verifyPassword(undefined, 'x', record)]
  expect(matches).toEqual([true, false])
  const costs = checked.map((text) => [text.split('$').slice(0, 4).join('$'), text.length])
  expect(costs[1]).toEqual(costs[0])
})

it("refuses the demo's password in production, to set and to log in with", async () => {
  expect(demoShop.customers.map(({ password }) => password)).toEqual([DEMO_PASSWORD, DEMO_PASSWORD])
  const test = await shopForThisTest({ NODE_ENV: 'production' })
  const asha = await aCustomer(test, { password_hash: await hashPassword(DEMO_PASSWORD) })
  await test.post('/api/auth/login', { email: asha.email, password: DEMO_PASSWORD }).expect(401)
  const { body } = await test
    .post('/api/auth/signup', {
      name: 'Ravi',
      email: 'ravi@shop.in',
      phone_number: '9876501234',
      password: DEMO_PASSWORD,
    })
    .expect(400)
  expect(body.message).toBe('This password is public. Please choose another one.')
})

it('does not count a password that could not be checked', async () => {
  const test = await shopForThisTest({ RATE_LIMIT: 'on' })
  const { shop } = test
  const { id } = await aCustomer(test, { password_hash: await hashPassword('Demo@1234') })
  const customer = await readCustomer(shop.db, id)
  const counters = currentPasswordCounters(id, shop.config.keys)
  const check = (...more: [verifyHash?: typeof verify]) =>
    checkPassword(shop, counters, customer, 'Demo@1234', ...more)
  const cause = Object.assign(new Error('Memory allocation error'), { code: 'GenericFailure' })
  for (let n = 0; n < 6; n += 1) {
    await expect(check(() => Promise.reject(cause))).rejects.toMatchObject({ status: 503, cause })
  }
  expect(await shop.db.select().from(shop.db.tables.rate_limits)).toMatchObject([{ requests: 0 }])
  expect(await check()).toBe(true)
})

it('refuses callers when too many wait, and accepts them again afterwards', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 70 }, () => hashPassword('x')))
  const refused = flood.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused.length).toBeGreaterThanOrEqual(4)
  expect(refused.length).toBeLessThanOrEqual(5)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(refused[0]).toBeInstanceOf(Failure)
  expect(await hashPassword('x')).toContain('$argon2id$')
})
