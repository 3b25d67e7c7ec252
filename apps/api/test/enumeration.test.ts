/**
 * Whether an account exists shows in no reply, and hardly in its time. Nightly, the figure says how well an attacker
 * could tell by the time alone: 0.5 is a guess, 1 is certain.
 */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { insertCustomer } from '../src/features/auth/customer.store.ts'
import { hashPassword } from '../src/features/auth/password.ts'
import { hashAsInProduction, hashCheaply } from './cheap-passwords.ts'
import { report } from './figure.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const ACCOUNTS = byDepth(4, 1000)
const WARM_UP = 4

let test: TestShop
beforeAll(async () => {
  // The hash that stands in for those of unknown accounts has the cost of production.
  hashAsInProduction()
  test = await openTestShop()
  const { db, now } = test.shop
  const password_hash = await hashPassword('teal-lantern-42')
  await db.transaction(async (tx) => {
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const [email, phone_number] = [emailOf('known', n), String(9_300_000_000 + n)]
      await insertCustomer(tx, { name: 'Asha', email, phone_number, password_hash, created_at: now() })
    }
  })
})
afterAll(async () => {
  hashCheaply()
  await test.close()
})

const emailOf = (who: 'known' | 'other', n: number): string => `${who}${String(n).padStart(4, '0')}@shop.in`

const BODIES = {
  login: (email: string) => ({ email, password: 'wrong-lantern-42' }),
  'forgot-password': (email: string) => ({ email }),
  'verify-otp': (email: string) => ({ email, otp: '000000' }),
}

/** Headers that differ between any two replies. */
const VARYING = new Set(['date', 'x-request-id'])

/** The chance that one of `a` is larger than one of `b`. */
function separation(a: readonly number[], b: readonly number[]): number {
  const wins = a.reduce(
    (sum, x) => sum + b.filter((y) => y < x).length + b.filter((y) => y === x).length / 2,
    0,
  )
  return wins / (a.length * b.length)
}

it.for(['login', 'forgot-password', 'verify-otp'] as const)(
  '%s answers alike for accounts that exist and others',
  { timeout: 600_000 },
  async (path, context) => {
    const times = { known: [] as number[], other: [] as number[] }
    const replies = new Set<string>()
    for (let n = -WARM_UP; n < ACCOUNTS; n += 1)
      for (const who of n % 2 === 0 ? (['known', 'other'] as const) : (['other', 'known'] as const)) {
        const payload = BODIES[path](emailOf(who, Math.abs(n)))
        const begun = performance.now()
        const reply = await test.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
        const ms = performance.now() - begun
        await test.shop.background.idle()
        if (n < 0) continue
        times[who].push(ms)
        const headers = Object.entries(reply.headers).filter(([name]) => !VARYING.has(name))
        replies.add(JSON.stringify([reply.statusCode, reply.body, headers]))
      }
    expect([...replies]).toHaveLength(1)
    const auc = separation(times.known, times.other).toFixed(3)
    report(context, `accounts by the time of ${path} on ${inject('engine')}: AUC ${auc} of ${ACCOUNTS} each`)
  },
)
