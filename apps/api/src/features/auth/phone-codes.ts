/** Codes to phones: see decision 037. */
import { randomUUID } from 'node:crypto'
import { languageNow, speaking, t } from '#say'
import { LIMITS } from '@haat/contract/rules'
import { parseCookie, stringifySetCookie } from 'cookie'
import { badRequest, unavailable } from '../../http/failure.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/settings.store.ts'
import { codeCounters, isKnownBrowser, smsCounters } from './attempts.ts'
import type { Customer } from './customer.store.ts'
import { makeOtp, storeOtp } from './otp.store.ts'

/** Landlines get no messages, and other countries' numbers cost the shop many times as much. */
const MOBILE = /^[6-9]\d{9}$/

const cannotSend = (cause?: unknown) =>
  unavailable(cause, t`We cannot send text messages at the moment.`, 'SMS_UNAVAILABLE')

/** Who asks for a code to a phone, and alone can try it: nobody else's tries touch it. */
interface Asker {
  asker: string
  /** Whether they have logged in to the account that has proven the number. */
  isKnown: boolean
}

const COOKIE = { name: 'haat_otp', path: '/api/auth' }

/** A logged-in customer, on any browser. */
export const customerAsking = ({ id, phone_verified_at }: Customer): Asker => ({
  asker: `customer ${id}`,
  isKnown: phone_verified_at !== null,
})

/** The browser that `markAsker` has marked. */
export const browserAsking = (cookie: string): string => `browser ${parseCookie(cookie)[COOKIE.name] ?? ''}`

/**
 * A browser that nobody has logged in with.
 *
 * @param holder the account that has the number
 * @returns also headers of the reply, by which the browser is known again
 */
export function markAsker(
  cookie: string,
  holder: Customer | undefined,
  { keys, publicUrl }: Shop['config'],
): Asker & { headers: { 'set-cookie': string } } {
  const value = parseCookie(cookie)[COOKIE.name] || randomUUID()
  const mark = {
    ...COOKIE,
    value,
    maxAge: LIMITS.otp_minutes * 60,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: publicUrl.startsWith('https:'),
  }
  return {
    asker: `browser ${value}`,
    isKnown: Boolean(holder?.phone_verified_at) && isKnownBrowser(cookie, holder, keys),
    headers: { 'set-cookie': stringifySetCookie(mark) },
  }
}

function otpText(shop: string, otp: string): string {
  const minutes = LIMITS.otp_minutes
  return t`Your ${shop} OTP is: ${otp}. It is valid for ${minutes} minutes. Nobody from ${shop} will ask you for it.`
}

/**
 * Sends a new code to any mobile number, with an account or without, so that nobody learns which have one.
 *
 * @throws Failure 400 for another number, 429 when the number has had its codes, 503 SMS_UNAVAILABLE
 */
export async function sendPhoneOtp(shop: Shop, phone: string, { asker, isKnown }: Asker): Promise<void> {
  const { db, config, now, sms } = shop
  if (!sms.sends('otp')) throw cannotSend()
  if (!MOBILE.test(phone)) throw badRequest(t`A mobile number in India begins with 6, 7, 8 or 9.`)
  const { shop_name } = await readSettings(db)
  const code = makeOtp()
  await db.transaction(async (tx) => {
    const counters = [...codeCounters(phone, config.keys, isKnown), ...smsCounters(config.keys)]
    await countAttempt(tx, shop, counters)
    await storeOtp(tx, { to: phone, code, isMailed: true, asker }, config.keys, now())
  })
  const write = () => ({ text: otpText(shop_name, code), values: { otp: code, shop: shop_name } })
  await sms
    .deliver({ kind: 'otp', to: phone, language: languageNow(), write: (spoken) => speaking(spoken, write) })
    .catch((error: unknown) => {
      throw cannotSend(error)
    })
}
