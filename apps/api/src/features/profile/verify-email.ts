/** Verifies that a customer reads the mailbox of the account: see decision 016. */
import type { Contract } from '@haat/contract'
import { Failure, tooMany, unauthorized } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { otpMail } from '../auth/account-mails.ts'
import { countOnly, signedInOtpMailCounters } from '../auth/attempt-limits.ts'
import { takeAttempt } from '../auth/attempts.store.ts'
import { invalidOtp } from '../auth/auth.ts'
import { lockCustomer, markEmailVerified, toCustomer } from '../auth/customer.store.ts'
import { deleteOtp, makeOtp, storeOtp, tryOtp } from '../auth/otp.store.ts'
import { mailShop } from '../mail/mail-layout.ts'

export const verifyEmail: Pick<Handlers<Contract['profile']>, 'sendEmailOtp' | 'verifyEmail'> = {
  async sendEmailOtp({ customerId }, { db, now, config, mail }) {
    // Elsewhere the built-in inbox shows the mail; in production nobody would read it.
    if (config.production && config.smtpUrl === null) throw noMailServer()
    const code = makeOtp()
    const shop = await mailShop({ db, config })
    const sent = await db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, customerId)
      if (!customer) throw unauthorized()
      const counters = signedInOtpMailCounters(customerId)
      const taken = await takeAttempt(tx, config.rateLimit ? counters : countOnly(counters), now())
      if ('retryAfter' in taken) throw tooMany(taken.retryAfter)
      await storeOtp(tx, { customerId, code, key: config.keys.otps, now: now() })
      return customer
    })
    mail.post({ to: sent.email, ...otpMail(shop, { name: sent.name, code, purpose: 'verify' }) })
    return { message: 'OTP sent to your email!', email: sent.email }
  },

  async verifyEmail({ body, customerId }, { db, now, config }) {
    const user = await db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, customerId)
      if (!customer) throw unauthorized()
      const otp = { customerId, code: body.otp, key: config.keys.otps, now: now() }
      // Not thrown here, so that the wrong try is counted.
      if ((await tryOtp(tx, otp)) !== 'mail') return null
      await deleteOtp(tx, customerId)
      await markEmailVerified(tx, customerId, now())
      return customer
    })
    if (!user) throw invalidOtp()
    return { message: 'Email verified successfully!', user: toCustomer(user) }
  },
}

const noMailServer = () =>
  new Failure(503, 'We cannot send emails at the moment. Please contact us to place your first order.', {
    code: 'MAIL_UNAVAILABLE',
  })
