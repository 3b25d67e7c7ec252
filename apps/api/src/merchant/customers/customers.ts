/** The merchant's work on customers: passwords, sessions, e-mail addresses. All functions throw UserError. */
import { Email, Phone } from '@haat/contract/auth'
import * as z from 'zod/mini'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import {
  changePhone,
  type Customer,
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  lockCustomer,
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
 * @param login e-mail address or phone number, as in all functions here
 */
export async function resetPassword(
  { db, now, config }: Shop,
  login: string,
): Promise<{ email: string; code: string; url: string }> {
  const code = makeOtp()
  // Nobody knows this password.
  const password_hash = await hashPassword(generatePassword())
  const { email } = await changeCustomer(db, login, async (tx, customer) => {
    await replacePassword(tx, { config, now }, customer, password_hash)
    await storeOtp(tx, { email: customer.email, code, isMailed: false }, config.keys, now())
    return customer
  })
  return { email, code, url: `${config.publicUrl}/auth/forgot` }
}

export const endSessions = ({ db }: Pick<Shop, 'db'>, login: string): Promise<{ email: string }> =>
  changeCustomer(db, login, async (tx, { id, email }) => {
    await deleteSessions(tx, id)
    return { email }
  })

/**
 * Ends a customer's sessions and refuses later logins and orders. Open orders stay.
 *
 * @returns the open orders, and whether the customer was blocked before
 */
export async function blockCustomer({ db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>, login: string) {
  const { id, ...result } = await changeCustomer(db, login, async (tx, { id, email, blocked_at }) => {
    const wasBlocked = blocked_at !== null
    if (!wasBlocked) await updateCustomer(tx, id, { blocked_at: now() })
    await deleteSessions(tx, id)
    return { id, email, wasBlocked, orders: await findOpenOrders(tx, id) }
  })
  if (!result.wasBlocked) log.warn({ event: 'customer_blocked', customer_id: id }, 'security event')
  return result
}

/** @returns whether the customer was blocked */
export async function unblockCustomer({ db, log }: Pick<Shop, 'db' | 'log'>, login: string) {
  const { id, email, blocked_at } = await changeCustomer(db, login, async (tx, customer) => {
    await updateCustomer(tx, customer.id, { blocked_at: null })
    return customer
  })
  const wasBlocked = blocked_at !== null
  if (wasBlocked) log.warn({ event: 'customer_unblocked', customer_id: id }, 'security event')
  return { email, wasBlocked }
}

/** Marks the customer's e-mail address as verified, such as after a call. */
export const verifyCustomer = ({ db, now, config }: Shop, login: string): Promise<{ email: string }> =>
  changeCustomer(db, login, async (tx, customer) => {
    await deleteOtp(tx, customer.email, config.keys)
    await updateCustomer(tx, customer.id, { email_verified_at: now() })
    return { email: customer.email }
  })

/** Changes a customer's e-mail address, which is not verified then, and ends the sessions. */
export async function changeCustomerEmail(
  { db, config }: Shop,
  login: string,
  address: string,
): Promise<{ email: string }> {
  const parsed = z.safeParse(Email, address)
  if (!parsed.success) throw new UserError(`${address} is not an e-mail address.`)
  const email = parsed.data
  return changeCustomer(db, login, async (tx, customer) => {
    if (await findCustomerByEmail(tx, email)) throw new UserError(`There is a customer ${email} already.`)
    await deleteOtp(tx, customer.email, config.keys)
    await deleteSessions(tx, customer.id)
    await updateCustomer(tx, customer.id, { email, email_verified_at: null })
    return { email }
  })
}

/**
 * Corrects a customer's phone number, or frees it for another customer. Everything else stays, sessions too.
 *
 * @param phone ten digits, or `none`
 */
export async function changeCustomerPhone(
  { db }: Pick<Shop, 'db'>,
  login: string,
  phone: string,
): Promise<{ email: string; phone: string | null }> {
  const parsed = phone === 'none' ? null : z.safeParse(Phone, phone)
  if (parsed?.success === false) throw new UserError(`${phone} is not a phone number of 10 digits, nor none.`)
  const number = parsed?.data ?? null
  return changeCustomer(db, login, async (tx, { id, email, phone_number }) => {
    if (number === null) await releasePhone(tx, id)
    else if (number !== phone_number && !(await changePhone(tx, id, number))) {
      const holder = await findCustomerByPhone(tx, number)
      throw new UserError(
        `${holder?.email} has this phone number. To free it, run: haat users phone ${holder?.email} none`,
      )
    }
    return { email, phone: number }
  })
}

/** Runs a change of a customer, whose row is locked. */
const changeCustomer = <Result>(
  db: Database,
  login: string,
  change: (tx: Tx, customer: Customer) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    const { id } = await findCustomerByLogin(tx, login)
    const customer = await lockCustomer(tx, id)
    if (!customer) throw new UserError(`There is no customer ${login}.`)
    return change(tx, customer)
  })

export async function findCustomerByLogin(reader: Reader, login: string) {
  const text = login.trim().toLowerCase()
  const found = (await findCustomerByEmail(reader, text)) ?? (await findCustomerByPhone(reader, text))
  if (!found) throw new UserError(`There is no customer ${login}.`)
  return found
}
