/** The built-in test bank: it moves no money and says so, and it settles the way a real gateway does. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import type { PaymentEvent, PaymentProvider } from '../features/payments/provider.ts'

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

/** One message of the bank to the shop. */
export interface Notice {
  event: PaymentEvent
  /** Seconds until it is sent; 0 is before the payer leaves the bank. */
  after: number
  /** Whether it carries a signature that is not the bank's. */
  forged: boolean
}

/** How the bank tells the shop of a payment: everything that can go wrong on the way is another plan. */
export type Plan = (event: PaymentEvent) => Notice[]

/** Once, at once, signed: what a shop hopes for. */
export const promptly: Plan = (event) => [{ event, after: 0, forged: false }]

/** How a payment goes that is not one of the three ordinary ways. */
export interface Ending {
  state: 'COMPLETED' | 'FAILED'
  plan: Plan
  /** What the payer's browser is sent back with; null: it stays at the bank. */
  returns: 'success' | 'failed' | null
  /** What the bank's page says when the browser stays. */
  said: { title: string; text: string }
}

/** More ways to end a payment, for testers: only the QA tools bring one. */
export interface PayLab {
  choices: { id: string; label: string }[]
  /**
   * The ending that a choice or a UPI id names, or null when it names none.
   *
   * @param secondsLeft until the time to pay is over
   */
  endingOf(name: string, secondsLeft: number): Ending | null
}

export interface TestBank extends PaymentProvider {
  simulated: true
  /** Null but where the QA tools are on. */
  lab: PayLab | null
  /** Sends the notices whose time has come by the shop's clock; resolves when the shop has answered. */
  sendDue: () => Promise<void>
  /** Replaced to try what the shop does with late, lost, repeated or wrong messages. */
  plan: Plan
  /** Headers that make a callback genuine, or with `forged` not. */
  sign(rawBody: string, now: Date, forged: boolean): Record<string, string>
}

export const isTestBank = (pay: PaymentProvider): pay is TestBank => pay.simulated

export function testBank(config: Pick<Config, 'publicUrl' | 'paymentSecret'>): TestBank {
  return {
    simulated: true,
    plan: promptly,
    lab: null,
    sendDue: async () => undefined,
    start: async ({ transactionId }) => ({ paymentUrl: `${config.publicUrl}/pay/${transactionId}` }),
    sign(rawBody, now, forged) {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const secret = forged ? `not ${config.paymentSecret}` : config.paymentSecret
      return {
        'x-haat-timestamp': timestamp,
        'x-haat-signature': signCallback(rawBody, timestamp, secret),
      }
    },
    verify(rawBody, { timestamp, signature }, now) {
      if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
      if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false
      const expected = Buffer.from(signCallback(rawBody, timestamp, config.paymentSecret))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
