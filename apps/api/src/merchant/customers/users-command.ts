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
import { DEMO_PASSWORD, generatePassword, hashPassword } from '../../features/auth/password.ts'
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
    .description('set a new password, end all sessions and inform the customer by mail')
    .argument('<customer>', 'e-mail address or phone number')
    .option('--password <text>', 'password to set (default: a generated one)')
    .addHelpText('after', '\nExample:\n  haat users reset-password asha@example.com')
    .action(async (login: string, options: { password?: string }) => {
      const { email, password } = await withShop((shop) => resetPassword(shop, login, options.password))
      console.log(`The new password of ${email} is: ${password}`)
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
 * Sets a customer's password, ends all sessions and sends a mail.
 *
 * @param login e-mail address or phone number
 * @throws UserError
 */
export async function resetPassword(
  { db, now, config }: Shop,
  login: string,
  password = generatePassword(),
): Promise<{ email: string; password: string }> {
  const { password_change_min, password_max } = LIMITS
  if (password.length < password_change_min || password.length > password_max)
    throw new UserError(`The password must have ${password_change_min} to ${password_max} characters.`)
  if (config.production && password === DEMO_PASSWORD)
    throw new UserError('This password is public. Please choose another one.')
  const { id, email } = await findCustomerByLogin(db, login)
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    if (customer) await replacePassword(tx, customer, password_hash, now())
  })
  return { email, password }
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
