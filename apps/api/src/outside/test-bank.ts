/** The built-in test bank: it moves no money and says so, and it settles the way a real gateway does. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import type { PaymentProvider } from './payments.ts'

/** How far a callback's timestamp may be off, in seconds. */
const TOLERANCE = 300

/**
 * Signature of a callback: `sha256=` and the hex HMAC-SHA256 of `timestamp.rawBody`.
 *
 * @param timestamp epoch seconds
 */
export function signCallback(rawBody: string, timestamp: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')}`
}

export function testBank(config: Pick<Config, 'publicUrl' | 'paymentSecret'>): PaymentProvider {
  return {
    simulated: true,
    start: async ({ transactionId }) => ({ paymentUrl: `${config.publicUrl}/pay/${transactionId}` }),
    verify(rawBody, { timestamp, signature }, now) {
      if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
      if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false
      const expected = Buffer.from(signCallback(rawBody, timestamp, config.paymentSecret))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
