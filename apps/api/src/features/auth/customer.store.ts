import { randomInt, randomUUID } from 'node:crypto'
import { LIMITS, PATTERNS } from '@haat/contract/rules'
import { ID_MAX } from '@haat/contract/wire'
import { and, desc, eq, gt, lte, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import {
  changeRow,
  type Database,
  deleteRows,
  findRow,
  lockName,
  prepared,
  type Reader,
  type Tx,
} from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { languageNow } from '#say'

export type Customer = Tables['users']['$inferSelect']
export type SessionRow = Tables['sessions']['$inferSelect']

/** A customer as the API shows one: never the password's hash. */
export function toCustomer({ id, name, created_at, ...stored }: Customer) {
  const phone_number = isMissing(stored.phone_number) ? '' : stored.phone_number
  const email = isMissing(stored.email) ? '' : stored.email
  return { id, name, email, phone_number, phone: phone_number, created_at }
}

/** Begins what is stored in place of a phone number or e-mail address: it is unique, and neither looks like it. */
const MISSING = 'none:'

const isMissing = (stored: string): boolean => stored.startsWith(MISSING)

const shownOf = (column: SQLWrapper): SQL<string> =>
  sql<string>`case when ${column} like ${`${MISSING}%`} then '' else ${column} end`

/** The phone number of a row that is not a whole `Customer`; empty where it is missing. */
export const phoneOf = ({ phone_number }: Tables['users']): SQL<string> => shownOf(phone_number)
/** The same for the e-mail address. */
export const emailOf = ({ email }: Tables['users']): SQL<string> => shownOf(email)
/** In place of the e-mail address or phone number of somebody who gave none. */
export const missingLogin = (): string => `${MISSING}${randomUUID()}`

/** Whether the account has no phone number: its owner took it over, or the merchant has freed the number. */
export const isIncomplete = ({ phone_number }: Customer): boolean => isMissing(phone_number)

export const hasEmail = ({ email }: Customer): boolean => !isMissing(email)

// Prepared, so that it is sent at once: a query that is pipelined behind it must not overtake it.
const lock = prepared((tx: Tx) => {
  const { users } = tx.tables
  return tx
    .update(users)
    .set({ revision: sql`${users.revision} + 1` })
    .where(eq(users.id, sql.placeholder('id')))
    .returning()
    .prepare('lock_customer')
})

/**
 * Locks the customer until the transaction ends, so that a customer's writes follow one another. Comes first in every
 * transaction that reads something of the customer's in order to write.
 *
 * @returns the customer's current row
 */
export async function lockCustomer(tx: Tx, customerId: number): Promise<Customer> {
  const [customer] = await lock(tx).execute({ id: customerId })
  return customer!
}

/** A transaction of a customer: see lockCustomer(). */
export const asCustomer = <T>(
  db: Database,
  customerId: number,
  work: (tx: Tx, customer: Customer) => Promise<T>,
): Promise<T> => db.transaction(async (tx) => work(tx, await lockCustomer(tx, customerId)))

/**
 * Locks a customer whose password has been checked.
 *
 * @returns the current row, or null when the password has changed since
 */
export async function lockUnchanged(
  tx: Tx,
  { id, password_hash }: Pick<Customer, 'id' | 'password_hash'>,
): Promise<Customer | null> {
  const current = await lockCustomer(tx, id)
  return current.password_hash === password_hash ? current : null
}

const findOne = (reader: Reader, condition: SQL): Promise<Customer | undefined> =>
  findRow(reader, reader.tables.users, condition)

/** Customers are never deleted: whoever has a session has an account. */
export const readCustomer = async (reader: Reader, customerId: number): Promise<Customer> =>
  (await findOne(reader, eq(reader.tables.users.id, customerId)))!

export const findCustomer = (reader: Reader, id: number): Promise<Customer | undefined> =>
  findOne(reader, eq(reader.tables.users.id, id))
/** @param email trimmed and lower-cased, as the contract's `Email` leaves it */
export const findCustomerByEmail = (reader: Reader, email: string): Promise<Customer | undefined> =>
  findOne(reader, eq(reader.tables.users.email, email))

/** @param phone any text: only ten digits find an account */
export const findCustomerByPhone = async (reader: Reader, phone: string): Promise<Customer | undefined> =>
  PATTERNS.phone.test(phone) ? findOne(reader, eq(reader.tables.users.phone_number, phone)) : undefined

type NewCustomer = Pick<Customer, 'name' | 'email' | 'phone_number' | 'password_hash' | 'created_at'> &
  Partial<Pick<Customer, 'phone_verified_at' | 'email_verified_at'>>

/** @returns the new row, or undefined when the e-mail address or phone number is taken */
export async function insertCustomer(tx: Tx, row: NewCustomer): Promise<Customer | undefined> {
  const [customer] = await tx
    .insert(tx.tables.users)
    .values(row)
    // PostgreSQL accepts one target, but two keys may conflict.
    .onConflictDoNothing()
    .returning()
  const { email, phone_number } = row
  if (customer ?? (await findCustomerByEmail(tx, email)) ?? (await findCustomerByPhone(tx, phone_number)))
    return customer
  throw new Error('The new customer conflicts with another key.')
}

/** The customer must exist. */
export const updateCustomer = async (
  tx: Tx,
  customerId: number,
  changes: Partial<Omit<Customer, 'id' | 'revision'>>,
): Promise<Customer> => (await changeRow(tx, tx.tables.users, changes, eq(tx.tables.users.id, customerId)))!

/**
 * Gives a customer a phone number.
 *
 * @returns the customer, or undefined when another has the number
 */
export async function changePhone(tx: Tx, customerId: number, phone: string): Promise<Customer | undefined> {
  await lockName(tx, `phone number ${phone}`)
  const holder = await findCustomerByPhone(tx, phone)
  if (holder && holder.id !== customerId) return undefined
  return updateCustomer(tx, customerId, {
    phone_number: phone,
    ...(holder === undefined && { phone_verified_at: null }),
  })
}

/** Takes the phone number from a customer, who gives another in the profile. */
export const releasePhone = (tx: Tx, customerId: number): Promise<Customer> =>
  updateCustomer(tx, customerId, { phone_number: `${MISSING}${customerId}`, phone_verified_at: null })

/** What a customer is called who has not said it yet. */
export const nameOfMailbox = (email: string): string => email.slice(0, email.lastIndexOf('@'))

/** The tables that `clearAccount` empties of a customer's rows. */
export const BELONGINGS = [
  'addresses',
  'cart_items',
  'saved_items',
  'wishlist_items',
  'product_notices',
  'merged_carts',
  'coupon_applications',
] as const satisfies (keyof Tables)[]

/**
 * Deletes what somebody has put into the account of this customer: see `BELONGINGS`. The name becomes that of
 * the mailbox, and the phone number is missing until the customer gives one.
 */
export async function clearAccount(tx: Tx, { id, email }: Customer): Promise<Customer> {
  for (const table of BELONGINGS) {
    const rows = tx.tables[table]
    await deleteRows(tx, rows, eq(rows.user_id, id))
  }
  return updateCustomer(tx, id, {
    name: nameOfMailbox(email),
    phone_number: `${MISSING}${id}`,
    phone_verified_at: null,
  })
}

export const countOrders = (reader: Reader, customerId: number): Promise<number> =>
  reader.$count(reader.tables.orders, eq(reader.tables.orders.user_id, customerId))

/** Writes the customer's mails in the language of this request from now on. */
export async function keepLanguage(
  tx: Tx,
  { id, language }: Pick<Customer, 'id' | 'language'>,
): Promise<void> {
  if (language !== languageNow()) await updateCustomer(tx, id, { language: languageNow() })
}

/**
 * Opens a session of `LIMITS.session_hours`.
 *
 * @param device as returned by `deviceName`
 */
export async function openSession(
  tx: Tx,
  customer: Pick<Customer, 'id' | 'language'>,
  now: Date,
  device = '',
): Promise<SessionRow> {
  await keepLanguage(tx, customer)
  const session = {
    sid: randomUUID(),
    id: randomInt(1, ID_MAX),
    user_id: customer.id,
    device,
    created_at: now,
    last_used_at: null,
    expires_at: new Date(now.getTime() + LIMITS.session_hours * 3_600_000),
  }
  await tx.insert(tx.tables.sessions).values(session)
  return session
}

/** Sessions of one customer that a list has at most. */
const LISTED_SESSIONS = 100

/** The customer's sessions that are open at `now`: first the one named by `sid`, then the last used. */
export function findSessions(
  reader: Reader,
  customerId: number,
  sid: string,
  now: Date,
): Promise<SessionRow[]> {
  const { sessions } = reader.tables
  const isOwn = eq(sessions.user_id, customerId)
  return reader
    .select()
    .from(sessions)
    .where(and(isOwn, gt(sessions.expires_at, now)))
    .orderBy(
      sql`case when ${sessions.sid} = ${sid} then 0 else 1 end`,
      sql`coalesce(${sessions.last_used_at}, ${sessions.created_at}) desc`,
      desc(sessions.id),
    )
    .limit(LISTED_SESSIONS)
}

/** @param session its `sid` or its id @returns whether the customer has it */
export async function deleteSession(tx: Tx, customerId: number, session: string | number): Promise<boolean> {
  const { sessions } = tx.tables
  const isIt = typeof session === 'string' ? eq(sessions.sid, session) : eq(sessions.id, session)
  return (await deleteRows(tx, sessions, and(eq(sessions.user_id, customerId), isIt))) > 0
}

/** Ends a customer's sessions, except the one named by `keptSid`. */
export function deleteSessions(tx: Tx, customerId: number, keptSid?: string): Promise<number> {
  const { sessions } = tx.tables
  const others = keptSid === undefined ? undefined : ne(sessions.sid, keptSid)
  return deleteRows(tx, sessions, and(eq(sessions.user_id, customerId), others))
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  const { sessions } = tx.tables
  await tx.delete(sessions).where(lte(sessions.expires_at, now))
}
