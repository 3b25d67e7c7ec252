import { LIMITS } from '@haat/contract/rules'
import type { Shop } from '../../shop.ts'
import { otpMail } from './account-mails.ts'
import { mailShop } from '../mail/mail-layout.ts'
import { takeAttempt } from './attempts.store.ts'
import { findCustomerByEmail, lockCustomer } from './customer.store.ts'
import { OTP_MAILS, subjectOf } from './guesses.ts'
import { digestOtp, makeOtp } from './otp.ts'
import { storeOtp } from './otp.store.ts'

/**
 * Mails a new code to the account of this address, if there is one and it has not been sent too many. The
 * work is the same for an address nobody has, down to a row that is written: it would show in how long the
 * next request takes.
 */
export async function sendOtp(shop: Shop, email: string): Promise<void> {
  const { db, now, config, mail } = shop
  const customer = await findCustomerByEmail(db, email)
  const customerId = customer?.id ?? 0
  const code = makeOtp()
  const message = otpMail(await mailShop(shop), { name: customer?.name ?? 'Nobody', code })
  const code_hash = digestOtp(config.jwtSecret, customerId, code)
  const stored = await db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const attempt = { kind: 'otp-mail', subject: subjectOf(customer, email, shop) } as const
    const taken = await takeAttempt(tx, attempt, config.rateLimit ? OTP_MAILS : [], now())
    if ('retryAfter' in taken || !customer) return false
    const expires_at = new Date(now().getTime() + LIMITS.otp_minutes * 60_000)
    await storeOtp(tx, { user_id: customerId, code_hash, expires_at, tries_left: LIMITS.otp_tries })
    return true
  })
  if (stored && customer) mail.post({ to: customer.email, ...message })
}
