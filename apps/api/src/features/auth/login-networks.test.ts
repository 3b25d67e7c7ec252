/** Thirty logins a minute from one network, whatever its requests say of themselves. */
import { expect, it } from 'vitest'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'

const fail = (test: TestShop, n: number) =>
  test.post('/api/auth/login', { email: `n${n}@shop.in`, password: 'x' })

it('ignores forwarded addresses unless a proxy is trusted', async () => {
  const blocked = async (env: Record<string, string>): Promise<number> => {
    const test = await shopForThisTest({ RATE_LIMIT: 'on', ...env })
    let refused = 0
    for (let n = 0; n < 35; n += 1) {
      const forwarded = {
        'x-forwarded-for': `10.0.0.${n}`,
        'x-real-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
      }
      const { status } = await fail(test, n).set(forwarded)
      refused += Number(status === 429)
    }
    return refused
  }
  expect(await blocked({})).toBe(5)
  expect(await blocked({ TRUST_PROXY: 'true' })).toBe(0)
})

it.each([
  ['an IPv6 network of /64', (n: number) => `2001:db8:1:2:${n.toString(16)}::1`, 5],
  ['only what the proxy adds', (n: number) => `198.51.100.${n}, 192.0.2.1`, 5],
])('counts %s', async (_what, address, refused) => {
  const test = await shopForThisTest({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
  const statuses: number[] = []
  for (let n = 0; n < 35; n += 1) {
    const reply = await fail(test, n).set('x-forwarded-for', address(n))
    statuses.push(reply.status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(refused)
})
