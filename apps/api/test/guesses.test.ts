/**
 * Strangers at many addresses who guess the one-time code of an account, and request new ones all day. Counts the
 * guesses that are compared with a code at all.
 */
import { expect, inject, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { aCustomer } from './factories.ts'
import { report } from './figure.ts'
import { shopForThisTest } from './test-shop.ts'

const HOURS = byDepth(1, 24)
const STRANGERS = byDepth(8, 100)
const GUESSES_AN_HOUR = 4
const TRIES_OF_A_CODE = 5
/** A chance of 5 in 100,000. */
const GUESSES_OF_A_DAY = 50

it('are compared with a code five times at most', { timeout: 900_000 }, async (context) => {
  const test = await shopForThisTest({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
  const { email } = await aCustomer(test)
  const { db } = test.shop
  const triesLeft = async () => {
    const [row] = await db.select().from(db.tables.otps)
    return { code: row?.code_hash, left: row?.tries_left ?? 0 }
  }
  const post = (path: string, body: object, n: number) =>
    test.post(`/api/auth/${path}`, body).set('x-forwarded-for', `${n + 11}.7.0.1`)
  let guesses = 0
  const codes = new Map<string | undefined, number>()
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
      await post('forgot-password', { email }, stranger)
      await test.shop.background.idle()
      for (let n = 0; n < GUESSES_AN_HOUR; n += 1) {
        const before = await triesLeft()
        const otp = String((guesses += 1)).padStart(6, '0')
        const { status } = await post('verify-otp', { email, otp }, stranger)
        expect([400, 429]).toContain(status)
        const after = await triesLeft()
        if (after.left < before.left) codes.set(before.code, (codes.get(before.code) ?? 0) + 1)
      }
    }
    test.clock.advance(3600)
  }
  const compared = [...codes.values()].reduce((sum, count) => sum + count, 0)
  expect(Math.max(...codes.values())).toBeLessThanOrEqual(TRIES_OF_A_CODE)
  expect(compared).toBeLessThanOrEqual(GUESSES_OF_A_DAY)
  report(
    context,
    `guessed codes on ${inject('engine')}: ${guesses} guesses from ${STRANGERS} addresses in ${HOURS} h, ${compared} compared with ${test.mail.messages.length} codes`,
  )
})
