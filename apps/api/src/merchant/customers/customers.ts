/** The merchant's work on customers: finding them, resetting passwords, ending sessions. */
import type { Reader } from '../../db/database.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import {
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  lockCustomer,
} from '../../features/auth/customer.store.ts'
import { makeOtp, storeOtp } from '../../features/auth/otp.store.ts'
import { generatePassword, hashPassword } from '../../features/auth/password.ts'
import type { Shop } from '../../shop.ts'
import { UserError } from '../user-error.ts'

/**
 * Ends a customer's password and sessions, sends a mail about it and makes a one-time code, with which the customer sets
 * a new password at `url`.
 *
 * @param login e-mail address or phone number
 * @throws UserError
 */
export async function resetPassword(
  { db, now, config }: Shop,
  login: string,
): Promise<{ email: string; code: string; url: string }> {
  const { id, email } = await findCustomerByLogin(db, login)
  const code = makeOtp()
  // Nobody knows this password.
  const password_hash = await hashPassword(generatePassword())
  await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    if (!customer) return
    await replacePassword(tx, customer, password_hash, now())
    await storeOtp(tx, { customerId: id, code, key: config.keys.otps, now: now() }, 'support')
  })
  return { email, code, url: `${config.publicUrl}/auth/forgot` }
}

/**
 * @param login e-mail address or phone number
 * @throws UserError
 */
export async function endSessions({ db }: Shop, login: string): Promise<{ email: string }> {
  const { id, email } = await findCustomerByLogin(db, login)
  await db.transaction((tx) => deleteSessions(tx, id))
  return { email }
}

export async function findCustomerByLogin(reader: Reader, login: string) {
  const text = login.trim().toLowerCase()
  const found = (await findCustomerByEmail(reader, text)) ?? (await findCustomerByPhone(reader, text))
  if (!found) throw new UserError(`There is no customer ${login}.`)
  return found
}
