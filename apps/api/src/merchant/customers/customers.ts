/** The merchant's work on customers: passwords, sessions, e-mail addresses. */
import { Email, Phone } from '@haat/contract/auth'
import * as z from 'zod/mini'
import type { Reader } from '../../db/database.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import {
  claimPhone,
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  lockCustomer,
  markEmailVerified,
  releasePhone,
  updateCustomer,
} from '../../features/auth/customer.store.ts'
import { deleteOtp, makeOtp, storeOtp } from '../../features/auth/otp.store.ts'
import { generatePassword, hashPassword } from '../../features/auth/password.ts'
import type { Shop } from '../../shop.ts'
import { UserError } from '../user-error.ts'
import { findOpenOrders } from './customers.store.ts'

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
    await replacePassword(tx, { config, now }, customer, password_hash)
    await storeOtp(tx, { email: customer.email, code, isMailed: false }, config.keys, now())
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

/**
 * Ends a customer's sessions and refuses later logins and orders. Open orders stay.
 *
 * @param login e-mail address or phone number
 * @returns the open orders, and whether the customer was blocked before
 * @throws UserError
 */
export async function blockCustomer({ db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>, login: string) {
  const { id, email } = await findCustomerByLogin(db, login)
  const result = await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    const wasBlocked = customer?.blocked_at != null
    if (!wasBlocked) await updateCustomer(tx, id, { blocked_at: now() })
    await deleteSessions(tx, id)
    return { email, wasBlocked, orders: await findOpenOrders(tx, id) }
  })
  if (!result.wasBlocked) log.warn({ event: 'customer_blocked', customer_id: id }, 'security event')
  return result
}

/**
 * @param login e-mail address or phone number
 * @returns whether the customer was blocked
 * @throws UserError
 */
export async function unblockCustomer({ db, log }: Pick<Shop, 'db' | 'log'>, login: string) {
  const { id, email } = await findCustomerByLogin(db, login)
  const wasBlocked = await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    await updateCustomer(tx, id, { blocked_at: null })
    return customer?.blocked_at != null
  })
  if (wasBlocked) log.warn({ event: 'customer_unblocked', customer_id: id }, 'security event')
  return { email, wasBlocked }
}

/**
 * Marks the customer's e-mail address as verified, such as after a call.
 *
 * @param login e-mail address or phone number
 * @throws UserError
 */
export async function verifyCustomer({ db, now, config }: Shop, login: string): Promise<{ email: string }> {
  const { id, email } = await findCustomerByLogin(db, login)
  await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    await deleteOtp(tx, email, config.keys)
    if (customer) await markEmailVerified(tx, customer, now())
  })
  return { email }
}

/**
 * Changes a customer's e-mail address, which is not verified then, and ends the sessions.
 *
 * @param login e-mail address or phone number
 * @throws UserError when the new address is malformed or taken
 */
export async function changeCustomerEmail(
  { db, config }: Shop,
  login: string,
  address: string,
): Promise<{ email: string }> {
  const { id, email: old } = await findCustomerByLogin(db, login)
  const parsed = z.safeParse(Email, address)
  if (!parsed.success) throw new UserError(`${address} is not an e-mail address.`)
  const email = parsed.data
  await db.transaction(async (tx) => {
    await lockCustomer(tx, id)
    if (await findCustomerByEmail(tx, email)) throw new UserError(`There is a customer ${email} already.`)
    await deleteOtp(tx, old, config.keys)
    await deleteSessions(tx, id)
    await updateCustomer(tx, id, { email, email_verified_at: null })
  })
  return { email }
}

/**
 * Corrects a customer's phone number, or frees it for another customer. Everything else stays, sessions too.
 *
 * @param login e-mail address or phone number
 * @param phone ten digits, or `none`
 * @throws UserError when the new number is malformed or taken
 */
export async function changeCustomerPhone(
  { db }: Pick<Shop, 'db'>,
  login: string,
  phone: string,
): Promise<{ email: string; phone: string | null }> {
  const { id, email, phone_number } = await findCustomerByLogin(db, login)
  const parsed = phone === 'none' ? null : z.safeParse(Phone, phone)
  if (parsed?.success === false) throw new UserError(`${phone} is not a phone number of 10 digits, nor none.`)
  const number = parsed?.data ?? null
  await db.transaction(async (tx) => {
    await lockCustomer(tx, id)
    if (number === null) await releasePhone(tx, id)
    else if (number !== phone_number && !(await claimPhone(tx, id, number, false))) {
      const holder = await findCustomerByPhone(tx, number)
      throw new UserError(
        `${holder?.email} has this phone number. To free it, run: haat users phone ${holder?.email} none`,
      )
    }
  })
  return { email, phone: number }
}

export async function findCustomerByLogin(reader: Reader, login: string) {
  const text = login.trim().toLowerCase()
  const found = (await findCustomerByEmail(reader, text)) ?? (await findCustomerByPhone(reader, text))
  if (!found) throw new UserError(`There is no customer ${login}.`)
  return found
}
