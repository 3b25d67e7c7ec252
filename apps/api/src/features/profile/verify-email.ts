/** Verifies that a customer reads the mailbox of the account: see decision 016. */
import type { Contract } from '@haat/contract'
import type { Reader } from '../../db/database.ts'
import { badRequest, conflict, Failure, tooMany, unauthorized } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { otpMail } from '../auth/account-mails.ts'
import {
  countOnly,
  customerKey,
  customerOtpMailCounters,
  emailChangeCounters,
  passwordChangeCounters,
} from '../auth/attempt-limits.ts'
import { resetCounters, takeAttempt } from '../auth/attempts.store.ts'
import { accountExists, invalidOtp, requireMail } from '../auth/auth.ts'
import {
  findCustomer,
  findCustomerByEmail,
  lockCustomer,
  markEmailVerified,
  toCustomer,
  updateCustomer,
} from '../auth/customer.store.ts'
import { deleteOtps, makeOtp, storeOtp, tryOtp } from '../auth/otp.store.ts'
import { checkPassword } from '../auth/password.ts'
import { mailShop } from '../mail/mail-layout.ts'

export const verifyEmail: Pick<
  Handlers<Contract['profile']>,
  'sendEmailOtp' | 'verifyEmail' | 'changeEmail'
> = {
  async sendEmailOtp({ customerId }, { db, now, config, mail }) {
    requireMail(config)
    const code = makeOtp()
    const shop = await mailShop({ db, config })
    const sent = await db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, customerId)
      if (!customer) throw unauthorized()
      const counters = customerOtpMailCounters(customerKey(customerId))
      const taken = await takeAttempt(tx, config.rateLimit ? counters : countOnly(counters), now())
      if ('retryAfter' in taken) throw tooMany(taken.retryAfter)
      await storeOtp(tx, { customerId, code, key: config.keys.otps, now: now(), requester: 'customer' })
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
      if (!(await tryOtp(tx, { ...otp, requester: 'customer' }))) return null
      await deleteOtps(tx, customerId)
      return markEmailVerified(tx, customer, now())
    })
    if (!user) throw invalidOtp()
    return { message: 'Email verified successfully!', user: toCustomer(user) }
  },

  async changeEmail({ body, customerId }, shop) {
    const { db, now, config } = shop
    const { email, password } = body
    const customer = await findCustomer(db, customerId)
    if (!customer) throw unauthorized()
    if (customer.email_verified_at !== null) throw alreadyVerified()
    const counters = passwordChangeCounters(customerId)
    if (!(await checkPassword(shop, [counters], customer, password))) throw wrongPassword()
    const isTaken = async (reader: Reader) =>
      ((await findCustomerByEmail(reader, email))?.id ?? customerId) !== customerId
    const change = db.transaction(async (tx) => {
      const current = await lockCustomer(tx, customerId)
      if (current?.password_hash !== customer.password_hash) throw wrongPassword()
      if (current.email_verified_at !== null) throw alreadyVerified()
      if (await isTaken(tx)) throw accountExists()
      const limits = emailChangeCounters(customerId)
      const taken = await takeAttempt(tx, config.rateLimit ? limits : countOnly(limits), now())
      if ('retryAfter' in taken) throw tooMany(taken.retryAfter)
      await resetCounters(tx, counters)
      await deleteOtps(tx, customerId)
      return updateCustomer(tx, customerId, { email })
    })
    const user = await change.catch(async (error: unknown) => {
      // A signup at the same moment, which only the unique key refuses.
      throw !(error instanceof Failure) && (await isTaken(db)) ? accountExists() : error
    })
    return { message: 'Email changed. Please verify it.', user: toCustomer(user) }
  },
}

const wrongPassword = () => badRequest('Password is incorrect')
const alreadyVerified = () =>
  conflict('Your email is verified already. Please contact us to change it.', { code: 'EMAIL_VERIFIED' })
