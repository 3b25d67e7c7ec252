/** Codes to phones: see decision 037. */
import { t } from '#say'
import { LIMITS } from '@haat/contract/rules'
import { badRequest, unavailable } from '../../http/failure.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import { networkOf } from '../../network.ts'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/settings.store.ts'
import { codeCounters, smsCounters } from './attempts.ts'
import { makeOtp, storeOtp } from './otp.store.ts'

/** Landlines get no messages, and other countries' numbers cost the shop many times as much. */
const MOBILE = /^[6-9]\d{9}$/

const cannotSend = (cause?: unknown) =>
  unavailable(cause, t`We cannot send text messages at the moment.`, 'SMS_UNAVAILABLE')

/**
 * Sends a new code to any mobile number, with an account or without, so that nobody learns which have one.
 *
 * @throws Failure 400 for another number, 429 when the number has had its codes, 503 SMS_UNAVAILABLE
 */
export async function sendPhoneOtp(shop: Shop, phone: string, ip: string): Promise<void> {
  const { db, config, now, sms } = shop
  if (!sms.sends('otp')) throw cannotSend()
  if (!MOBILE.test(phone)) throw badRequest(t`Please enter a mobile number.`)
  const { shop_name } = await readSettings(db)
  const code = makeOtp()
  await db.transaction(async (tx) => {
    await countAttempt(tx, shop, [...codeCounters(phone, config.keys), ...smsCounters(config.keys)])
    await storeOtp(tx, { to: phone, code, isMailed: true, asker: networkOf(ip) }, config.keys, now())
  })
  const text = `Your ${shop_name} OTP is: ${code}. It is valid for ${LIMITS.otp_minutes} minutes. Nobody from ${shop_name} will ask you for it.`
  await sms
    .deliver({ kind: 'otp', to: phone, text, values: { otp: code, shop: shop_name } })
    .catch((error: unknown) => {
      throw cannotSend(error)
    })
}
