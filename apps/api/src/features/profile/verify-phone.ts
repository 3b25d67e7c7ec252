/** Verifies the phone number of an account, and sets a password by it: see decision 037. */
import { t } from '#say'
import type { Contract } from '@haat/contract'
import type { Tx } from '../../db/database.ts'
import { badRequest } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { accountExists, invalidOtp, replacePassword } from '../auth/auth.ts'
import {
  type Customer,
  findCustomerByEmail,
  asCustomer,
  readCustomer,
  toCustomer,
  updateCustomer,
} from '../auth/customer.store.ts'
import { deleteOtp, tryOtp } from '../auth/otp.store.ts'
import { hashNewPassword } from '../auth/password.ts'
import { customerAsking, sendPhoneOtp } from '../auth/phone-codes.ts'

export const verifyPhone: Pick<
  Handlers<Contract['profile']>,
  'sendPhoneOtp' | 'verifyPhone' | 'setPassword'
> = {
  async sendPhoneOtp({ customerId }, shop) {
    const customer = await readCustomer(shop.db, customerId)
    const { phone_number } = toCustomer(customer)
    await sendPhoneOtp(shop, phone_number, customerAsking(customer))
    return { message: t`OTP sent to your phone!`, phone_number }
  },

  async verifyPhone({ body: { otp: code }, customerId }, { db, now, config: { keys } }) {
    const user = await asCustomer(db, customerId, async (tx, customer) => {
      const { phone_number: to } = customer
      const { asker } = customerAsking(customer)
      // Not thrown here, so that the wrong try is counted.
      if (!(await tryOtp(tx, { to, code, asker }, keys, now()))) return null
      await deleteOtp(tx, to, keys)
      return updateCustomer(tx, customerId, { phone_verified_at: now() })
    })
    if (!user) throw invalidOtp()
    return { message: t`Phone number verified successfully!`, user: toCustomer(user) }
  },

  async setPassword({ body, customerId, sid }, shop) {
    const { db, now, config } = shop
    const { otp: code, email, newPassword } = body
    const owner = await readCustomer(db, customerId)
    const { phone_number: to } = owner
    const { asker } = customerAsking(owner)
    const tryCode = (tx: Tx) => tryOtp(tx, { to, code, asker }, config.keys, now())
    // First alone, so that a new password that is refused does not use up the code.
    if (!(await db.transaction(tryCode))) throw invalidOtp()
    const password_hash = await hashNewPassword(shop, newPassword, owner)
    const user = await asCustomer(db, customerId, async (tx, current) => {
      if (current.phone_number !== to || !(await tryCode(tx))) return null
      await deleteOtp(tx, to, config.keys)
      const named = await takeEmail(tx, current, email)
      await replacePassword(tx, shop, named, password_hash, { keptSid: sid })
      return updateCustomer(tx, customerId, { phone_verified_at: now() })
    })
    if (!user) throw invalidOtp()
    return { message: t`Password set successfully`, user: toCustomer(user) }
  },
}

/** @throws Failure 400 when the account has another address already, 409 when somebody else has this one */
async function takeEmail(tx: Tx, customer: Customer, email: string | undefined): Promise<Customer> {
  const { id } = customer
  const { email: current } = toCustomer(customer)
  if (email === undefined || email === current) return customer
  if (current !== '') throw badRequest(t`Your account has an email already.`)
  if (await findCustomerByEmail(tx, email)) throw accountExists()
  return updateCustomer(tx, id, { email })
}
