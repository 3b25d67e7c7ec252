/** `haat users`: find customers, reset passwords, end sessions. */
import { LIMITS } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Reader } from '../../db/database.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import {
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  findCustomers,
  lockCustomer,
} from '../../features/auth/customer.store.ts'
import { makeOtp, storeOtp } from '../../features/auth/otp.store.ts'
import { generatePassword, hashPassword } from '../../features/auth/password.ts'
import { formatMoment } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { parseWhole, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface ListOptions {
  search?: string
  limit: string
  json?: boolean
}

export function registerUsers(program: Command): void {
  const users = program.command('users').description('find customers, reset passwords and end sessions')
  users
    .command('list')
    .description('list customers, newest first')
    .option('--search <text>', 'part of a name, e-mail address or phone number')
    .option('--limit <number>', 'maximum number of customers', '50')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat users list --search asha')
    .action(async ({ search, limit, json }: ListOptions) => {
      const filter = { limit: parseWhole(limit, '--limit', 1, 1_000_000), ...(search && { search }) }
      print(await withShop(({ db }) => findCustomers(db, filter)), json, customerTable)
    })
  users
    .command('reset-password')
    .description('end the password and all sessions, and print a one-time code for a new password')
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users reset-password asha@example.com')
    .action(async (login: string) => {
      const { email, code, url } = await withShop((shop) => resetPassword(shop, login))
      console.log(`The password of ${email} is void, and ${email} is logged out everywhere.`)
      console.log(`One-time code: ${code} (valid for ${LIMITS.otp_minutes} minutes)`)
      console.log(`To set a new password, the customer opens ${url} and chooses "I have an OTP".`)
    })
  users
    .command('end-sessions')
    .description('log a customer out everywhere')
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users end-sessions 9876543210')
    .action(async (login: string) => {
      const { email } = await withShop((shop) => endSessions(shop, login))
      console.log(`${email} is logged out everywhere.`)
    })
}

function customerTable(rows: Awaited<ReturnType<typeof findCustomers>>): string {
  if (rows.length === 0) return 'There are no such customers.'
  return table(
    ['Name', 'E-mail', 'Phone', 'Since', 'Orders'],
    rows.map((row) => [
      row.name,
      row.email,
      row.phone_number,
      formatMoment(row.created_at),
      String(row.orders),
    ]),
    [4],
  )
}

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
