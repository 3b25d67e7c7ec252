import { expect, it } from 'vitest'
import { Failure } from '../../http/failure.ts'
import { hashPassword, verifyPassword } from './password.ts'

it('hashes with argon2id, 19 MiB, two passes, and its own salt', async () => {
  const [one, two] = [await hashPassword('Demo@1234'), await hashPassword('Demo@1234')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(two).not.toBe(one)
  expect(await verifyPassword(one, 'Demo@1234')).toBe(true)
  expect(await verifyPassword(one, 'demo@1234')).toBe(false)
})

it('fits nothing to no account or a broken hash', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false)
  expect(await verifyPassword('not-a-hash', 'not-a-hash')).toBe(false)
})

it('turns callers away when too many wait, and serves again afterwards', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 70 }, () => hashPassword('x')))
  const refused = flood.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused.length).toBeGreaterThanOrEqual(4)
  expect(refused.length).toBeLessThanOrEqual(5)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(refused[0]).toBeInstanceOf(Failure)
  expect(await hashPassword('x')).toContain('$argon2id$')
})
