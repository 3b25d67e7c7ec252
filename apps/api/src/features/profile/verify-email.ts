/** Verifies that a customer reads the mailbox of the account: see decision 016. */
import type { Contract } from '@haat/contract'
import { t } from '#say'
import type { Reader } from '../../db/database.ts'
import { badRequest, conflict, Failure } from '../../http/failure.ts'
import { counter, countAttempt, forgetAttempts } from '../../http/rate-limits.ts'
import type { Handlers } from '../../http/serve.ts'
import { currentPasswordCounters } from '../auth/attempts.ts'
import { accountExists, invalidOtp, requireMail, sendOtp } from '../auth/auth.ts'
import {
  readCustomer,
  findCustomerByEmail,
  asCustomer,
  lockUnchanged,
  toCustomer,
  updateCustomer,
} from '../auth/customer.store.ts'
import { deleteOtp, tryOtp } from '../auth/otp.store.ts'
import { checkPassword } from '../auth/password.ts'

export const verifyEmail: Pick<
  Handlers<Contract['profile']>,
  'sendEmailOtp' | 'verifyEmail' | 'changeEmail'
> = {
  async sendEmailOtp({ customerId, ip }, shop) {
    requireMail(shop.config)
    const customer = await readCustomer(shop.db, customerId)
    const { email } = customer
    await sendOtp(shop, { email, ip, purpose: 'verify' }, customer)
    return { message: t`OTP sent to your email!`, email }
  },

  async verifyEmail({ body, customerId }, { db, now, config: { keys } }) {
    const user = await asCustomer(db, customerId, async (tx, customer) => {
      const { email } = customer
      const found = await tryOtp(tx, { to: email, code: body.otp }, keys, now())
      // Not thrown here, so that the wrong try is counted.
      if (!found?.isMailed) return null
      await deleteOtp(tx, email, keys)
      return updateCustomer(tx, customerId, { email_verified_at: now() })
    })
    if (!user) throw invalidOtp()
    return { message: t`Email verified successfully!`, user: toCustomer(user) }
  },

  async changeEmail({ body, customerId }, shop) {
    const { db, config } = shop
    const { email, password } = body
    const { keys } = config
    const customer = await readCustomer(db, customerId)
    if (customer.email_verified_at !== null) throw alreadyVerified()
    const counters = currentPasswordCounters(customerId, keys)
    if (!(await checkPassword(shop, counters, customer, password))) throw wrongPassword()
    const isTaken = async (reader: Reader) =>
      ((await findCustomerByEmail(reader, email))?.id ?? customerId) !== customerId
    const change = db.transaction(async (tx) => {
      const current = await lockUnchanged(tx, customer)
      if (!current) throw wrongPassword()
      if (current.email_verified_at !== null) throw alreadyVerified()
      if (await isTaken(tx)) throw accountExists()
      await countAttempt(tx, shop, [counter('emailChanges', String(customerId), keys)])
      await forgetAttempts(tx, counters)
      await deleteOtp(tx, current.email, keys)
      return updateCustomer(tx, customerId, { email })
    })
    const user = await change.catch(async (error: unknown) => {
      // A signup at the same moment, which only the unique key refuses.
      throw !(error instanceof Failure) && (await isTaken(db)) ? accountExists() : error
    })
    return { message: t`Email changed. Please verify it.`, user: toCustomer(user) }
  },
}

const wrongPassword = () => badRequest(t`Password is incorrect`)
const alreadyVerified = () =>
  conflict(t`Your email is verified already. Please contact us to change it.`, { code: 'EMAIL_VERIFIED' })
