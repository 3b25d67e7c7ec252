/** The merchant's work on customers: passwords, sessions, e-mail addresses. All functions throw Failures. */
import { Email, Phone } from '@haat/contract/auth'
import type { InputOf } from '@haat/contract/staff/act'
import type { StaffCustomer } from '@haat/contract/staff/customers'
import type { Staff } from '@haat/contract/staff/index'
import * as z from 'zod/mini'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import {
  changePhone,
  type Customer,
  deleteSessions,
  findCustomer,
  findCustomerByEmail,
  findCustomerByPhone,
  findSessions,
  lockCustomer,
  releasePhone,
  toCustomer,
  updateCustomer,
} from '../../features/auth/customer.store.ts'
import { deleteOtp, makeOtp, storeOtp } from '../../features/auth/otp.store.ts'
import { findAddresses } from '../../features/profile/address.store.ts'
import { generatePassword, hashPassword } from '../../features/auth/password.ts'
import type { Shop } from '../../shop.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'
import { findCustomers, findOpenOrders, findTotals } from './customers.store.ts'
import { eraseCustomer, exportCustomer } from './privacy.ts'
import { findNotes, insertNote } from '../notes/notes.store.ts'
import { findAnyOrders } from '../orders/orders.store.ts'

/** How many orders of a customer are shown. */
const ORDERS_SHOWN = 100

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
  const { email } = await inCustomer(db, login, async (tx, customer) => {
    if (toCustomer(customer).email === '')
      throw conflict(`${customer.name} has no e-mail address: a new password needs one.`)
    await replacePassword(tx, { config, now }, customer, password_hash)
    await storeOtp(tx, { to: customer.email, code, isMailed: false }, config.keys, now())
    return customer
  })
  return { email, code, url: `${config.publicUrl}/auth/forgot` }
}

/**
 * Blocks a customer, which ends the sessions and refuses later logins and orders, or ends the block. Open orders stay.
 *
 * @returns the open orders of a blocked customer, and whether the customer was blocked before
 */
export async function blockCustomer(
  { db, now, log }: Pick<Shop, 'db' | 'now' | 'log'>,
  login: string,
  blocked: boolean,
) {
  const { id, ...result } = await inCustomer(db, login, async (tx, customer) => {
    const { id, email, phone_number } = toCustomer(customer)
    const wasBlocked = customer.blocked_at !== null
    if (wasBlocked !== blocked) await updateCustomer(tx, id, { blocked_at: blocked ? now() : null })
    if (blocked) await deleteSessions(tx, id)
    return { id, email, phone_number, wasBlocked, orders: blocked ? await findOpenOrders(tx, id) : [] }
  })
  const event = blocked ? 'customer_blocked' : 'customer_unblocked'
  if (result.wasBlocked !== blocked) log.warn({ event, customer_id: id }, 'security event')
  return result
}

/** Corrects what a customer cannot. @returns the customer after it */
export const changeCustomer = (
  { db, now, config }: Pick<Shop, 'db' | 'now' | 'config'>,
  login: string,
  { email, phone, verified, sessions, tags, cod }: InputOf<Staff['customers']['set']>['set'],
): Promise<Customer> => {
  if (!['yes', undefined].includes(verified)) throw badRequest('verified can only be set to yes.')
  if (!['yes', 'no', undefined].includes(cod)) throw badRequest('cod is yes or no.')
  if (!['none', undefined].includes(sessions)) throw badRequest('sessions can only be set to none.')
  return inCustomer(db, login, async (tx, customer) => {
    const { id } = customer
    if (email !== undefined) {
      await correctEmail(tx, id, email)
      await deleteOtp(tx, customer.email, config.keys)
    }
    if (phone !== undefined) await correctPhone(tx, customer, phone)
    if (tags !== undefined) await updateCustomer(tx, id, { tags: tagsOf(tags) })
    if (cod !== undefined) await updateCustomer(tx, id, { cod_blocked_at: cod === 'no' ? now() : null })
    if (sessions !== undefined || email !== undefined) await deleteSessions(tx, id)
    const changed = (await lockCustomer(tx, id))!
    if (verified === undefined) return changed
    await deleteOtp(tx, changed.email, config.keys)
    await updateCustomer(tx, id, { email_verified_at: now() })
    return changed
  })
}

/** `VIP,  Pune ,vip` is `VIP, Pune`; `none` is none. */
function tagsOf(text: string): string {
  const tags = text.split(',').map((tag) => tag.trim().replaceAll(/\s+/g, ' '))
  const named = tags.filter((tag) => tag !== '' && tag.toLowerCase() !== 'none')
  const each = [...new Map(named.map((tag) => [tag.toLowerCase(), tag])).values()].join(', ')
  if (each.length > 200)
    throw badRequest('The tags have at most 200 letters together.', { field: 'set.tags' })
  return each
}

async function correctEmail(tx: Tx, id: number, address: string): Promise<void> {
  const parsed = z.safeParse(Email, address)
  if (!parsed.success) throw badRequest(`${address} is not an e-mail address.`, { field: 'set.email' })
  const email = parsed.data
  if (await findCustomerByEmail(tx, email))
    throw conflict(`There is a customer ${email} already.`, { field: 'set.email' })
  await updateCustomer(tx, id, { email, email_verified_at: null })
}

async function correctPhone(tx: Tx, { id, phone_number }: Customer, phone: string): Promise<void> {
  if (phone === 'none') return void (await releasePhone(tx, id))
  const parsed = z.safeParse(Phone, phone)
  if (!parsed.success)
    throw badRequest(`${phone} is not a phone number of 10 digits, nor none.`, { field: 'set.phone' })
  const number = parsed.data
  if (number === phone_number || (await changePhone(tx, id, number))) return
  const holder = await findCustomerByPhone(tx, number)
  const who = (holder && toCustomer(holder).email) || number
  throw conflict(`${who} has this phone number.`, {
    field: 'set.phone',
    remedy: `To free it, run: haat users set ${who} phone=none`,
  })
}

/** Runs a change of a customer, whose row is locked. */
const inCustomer = <Result>(
  db: Database,
  login: string,
  change: (tx: Tx, customer: Customer) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    const { id } = await findCustomerByLogin(tx, login)
    return change(tx, await lockCustomer(tx, id))
  })

async function getCustomer({ db, now }: Shop, login: string): Promise<StaffCustomer> {
  const { id } = await findCustomerByLogin(db, login)
  const [customer] = await findCustomers(db, { id, limit: 1 })
  const [addresses, sessions, notes] = [
    await findAddresses(db, id),
    await findSessions(db, id, '', now()),
    await findNotes(db, 'customer', id),
  ]
  return {
    ...customer!,
    orders_count: customer!.orders,
    orders: await findAnyOrders(db, { customer_id: id, limit: ORDERS_SHOWN }),
    ...(await findTotals(db, id)),
    addresses: addresses.map((address) => ({
      ...address,
      name: address.full_name,
      street: address.address_line1,
      landmark: address.address_line2,
      pin: address.pincode,
    })),
    sessions: sessions.length,
    notes,
  }
}

/** @param login e-mail address, phone number, or id of at most nine digits */
export async function findCustomerByLogin(reader: Reader, login: string) {
  const text = login.trim().toLowerCase()
  const id = /^#?(\d{1,9})$/.exec(text)?.[1]
  const found =
    id === undefined
      ? ((await findCustomerByEmail(reader, text)) ?? (await findCustomerByPhone(reader, text)))
      : await findCustomer(reader, Number(id))
  if (!found) throw noSuch(`There is no customer ${login}.`)
  return found
}

export const customerActs: ActTable<Staff['customers']> = {
  list: ({ db }, filter) => findCustomers(db, filter),
  show: (shop, { customer }) => getCustomer(shop, customer),
  note: ({ db, now }, { customer, text }, who) =>
    inCustomer(db, customer, (tx, { id }) =>
      insertNote(tx, { about: 'customer', about_id: id, text, staff_name: who.name, at: now() }),
    ),
  reset_password: (shop, { customer }) => resetPassword(shop, customer),
  set: async (shop, { customer, set }) => toCustomer(await changeCustomer(shop, customer, set)),
  block: (shop, { customer }) => blockCustomer(shop, customer, true),
  data: exportCustomer,
  erase: eraseCustomer,
  unblock: (shop, { customer }) => blockCustomer(shop, customer, false),
}
