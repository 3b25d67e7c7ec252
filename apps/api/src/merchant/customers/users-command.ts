/** `haat users`: finds and blocks customers; passwords, sessions and e-mail addresses. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { Command } from 'commander'
import { formatMoment } from '../../format.ts'
import { createLog } from '../../log.ts'
import type { Shop } from '../../shop.ts'
import { parseWhole } from '../arguments.ts'
import { print, table, withShop } from '../command.ts'
import {
  blockCustomer,
  changeCustomerEmail,
  changeCustomerPhone,
  endSessions,
  resetPassword,
  unblockCustomer,
  verifyCustomer,
} from './customers.ts'
import { findCustomers } from './customers.store.ts'

interface ListOptions {
  search?: string
  limit: string
  json?: boolean
}

export function registerUsers(program: Command): void {
  const users = program.command('users').description('find, block and help customers')
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
    .description('cancel the password, log the customer out, and print a code for a new password')
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users reset-password asha@example.com')
    .action(async (login: string) => {
      const { email, code, url } = await withShop((shop) => resetPassword(shop, login))
      console.log(`The old password of ${email} no longer works, and ${email} is logged out everywhere.`)
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
  registerEmail(users)
  registerPhone(users)
  registerBlock(users)
}

/** The command prints the result itself: the screen is no place for lines of the log. */
const withoutLog = (shop: Shop): Shop => ({ ...shop, log: createLog('silent') })

function registerBlock(users: Command): void {
  users
    .command('block')
    .description('log a customer out and refuse logins and new orders; open orders are not affected')
    .argument('<customer>', 'e-mail address or phone number')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', '\nExample:\n  haat users block asha@example.com')
    .action(async (login: string, { json }: { json?: boolean }) => {
      const blocked = await withShop((shop) => blockCustomer(withoutLog(shop), login))
      print(blocked, json, blockText, ({ orders, ...rest }) => ({
        ...rest,
        orders: orders.map((order) => ({ ...order, total_amount: toRupees(order.total_amount) })),
      }))
    })
  users
    .command('unblock')
    .description('let a blocked customer log in and order again')
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users unblock asha@example.com')
    .action(async (login: string) => {
      const { email, wasBlocked } = await withShop((shop) => unblockCustomer(withoutLog(shop), login))
      console.log(wasBlocked ? `${email} can log in again.` : `${email} was not blocked.`)
    })
}

function blockText({ email, wasBlocked, orders }: Awaited<ReturnType<typeof blockCustomer>>): string {
  return [
    `${email} ${wasBlocked ? 'was blocked already' : 'is blocked and logged out everywhere'}.`,
    ...(orders.length === 0
      ? []
      : [
          'Open orders. Deliver or cancel them:',
          ...orders.map(
            ({ order_number, status, total_amount }) =>
              `  ${order_number}: ${status}, ${formatShortRupees(total_amount)}`,
          ),
        ]),
  ].join('\n')
}

function registerEmail(users: Command): void {
  users
    .command('verify')
    .description("mark a customer's e-mail address as verified, without a code")
    .argument('<customer>', 'e-mail address or phone number')
    .addHelpText('after', '\nExample:\n  haat users verify asha@example.com')
    .action(async (login: string) => {
      const { email } = await withShop((shop) => verifyCustomer(shop, login))
      console.log(`${email} is verified: first orders need no code.`)
    })
  users
    .command('email')
    .description("change a customer's e-mail address and log the customer out")
    .argument('<customer>', 'e-mail address or phone number')
    .argument('<address>', 'the new e-mail address')
    .addHelpText('after', '\nExample:\n  haat users email asha@exmaple.com asha@example.com')
    .action(async (login: string, address: string) => {
      const { email } = await withShop((shop) => changeCustomerEmail(shop, login, address))
      console.log(`The e-mail address is ${email} now. The customer verifies it with the next order.`)
    })
}

function registerPhone(users: Command): void {
  users
    .command('phone')
    .description("correct a customer's phone number, or free it for another customer")
    .argument('<customer>', 'e-mail address or phone number')
    .argument('<number>', 'the new phone number, or none')
    .addHelpText(
      'after',
      `
The customer stays logged in. With none, the profile asks the customer for another number.

Examples:
  haat users phone asha@example.com 9876543210
  haat users phone stranger@example.com none`,
    )
    .action(async (login: string, number: string) => {
      const { email, phone } = await withShop((shop) => changeCustomerPhone(shop, login, number))
      console.log(
        phone === null
          ? `${email} has no phone number now.`
          : `The phone number of ${email} is ${phone} now.`,
      )
    })
}

function customerTable(rows: Awaited<ReturnType<typeof findCustomers>>): string {
  if (rows.length === 0) return 'There are no such customers.'
  return table(
    ['Name', 'E-mail', 'Phone', 'Since', 'Orders', ''],
    rows.map((row) => [
      row.name,
      row.email,
      row.phone_number,
      formatMoment(row.created_at),
      String(row.orders),
      row.blocked_at === null ? '' : 'blocked',
    ]),
    [4],
  )
}
