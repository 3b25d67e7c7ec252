/** `haat users`: look customers up, give them another password, end their sessions. */
import { randomInt } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import type { Command } from 'commander'
import {
  deleteSessions,
  findCustomerByEmail,
  findCustomerByPhone,
  lockCustomer,
} from '../../features/auth/customer.store.ts'
import { findCustomers } from './customers.store.ts'
import { hashPassword } from '../../features/auth/password.ts'
import { replacePassword } from '../../features/auth/auth.ts'
import type { Reader } from '../../db/database.ts'
import { formatMoment } from '../../format.ts'
import { parseWhole, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

/** Without letters and digits that look alike: it may be read out on the phone. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MADE_LENGTH = 12

interface ListOptions {
  search?: string
  limit: string
  json?: boolean
}

export function registerUsers(program: Command): void {
  const users = program.command('users').description('look after customers')
  users
    .command('list')
    .option('--search <text>', 'part of a name, e-mail address or phone number')
    .option('--limit <number>', 'so many at most', '50')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat users list --search asha')
    .action(async ({ search, limit, json }: ListOptions) => {
      const most = parseWhole(limit, '--limit', 1, 1_000_000)
      const question = { limit: most, ...(search && { search }) }
      print(await withShop(({ db }) => findCustomers(db, question)), json, (rows) =>
        rows.length === 0
          ? 'No customers.'
          : table(
              ['Name', 'E-mail', 'Phone', 'Since', 'Orders'],
              rows.map((row) => [
                ...[row.name, row.email, row.phone_number],
                ...[formatMoment(row.created_at), String(row.orders)],
              ]),
              [4],
            ),
      )
    })
  users
    .command('reset-password')
    .description('make a new password, end all sessions and tell the customer by mail')
    .argument('<customer>', 'e-mail address or phone number')
    .option('--password <text>', 'this one instead of a made one')
    .addHelpText('after', '\nExample:\n  haat users reset-password asha@example.com')
    .action(resetPassword)
  users
    .command('end-sessions')
    .description('log a customer out everywhere')
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users end-sessions 9876543210')
    .action((who: string) =>
      withShop(async ({ db }) => {
        const { id, email } = await findTyped(db, who)
        await db.transaction((tx) => deleteSessions(tx, id))
        console.log(`${email} is logged out everywhere.`)
      }),
    )
}

async function resetPassword(who: string, options: { password?: string }): Promise<void> {
  const password =
    options.password ?? Array.from({ length: MADE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  if (password.length < LIMITS.password_change_min || password.length > LIMITS.password_max)
    throw new UserError(
      `--password must have ${LIMITS.password_change_min} to ${LIMITS.password_max} characters.`,
    )
  await withShop(async ({ db, now }) => {
    const { id, email } = await findTyped(db, who)
    const password_hash = await hashPassword(password)
    await db.transaction(async (tx) => {
      const customer = await lockCustomer(tx, id)
      if (customer) await replacePassword(tx, customer, password_hash, now())
    })
    console.log(`The password of ${email} is now: ${password}`)
  })
}

async function findTyped(reader: Reader, who: string) {
  const text = who.trim().toLowerCase()
  const found = (await findCustomerByEmail(reader, text)) ?? (await findCustomerByPhone(reader, text))
  if (!found) throw new UserError(`There is no customer ${who}.`)
  return found
}
