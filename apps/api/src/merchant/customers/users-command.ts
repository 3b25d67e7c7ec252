/** `haat users`: finds and blocks customers; passwords, sessions and e-mail addresses. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { Command } from 'commander'
import { formatMoment } from '../../format.ts'
import { createLog } from '../../log.ts'
import type { Shop } from '../../shop.ts'
import { whole } from '../arguments.ts'
import { addCommand, table } from '../command.ts'
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

const CUSTOMER = { '<customer>': 'e-mail address or phone number' }

export function registerUsers(program: Command): void {
  const users = program.command('users').description('find, block and help customers')
  addCommand(users, {
    name: 'list',
    description: 'list customers, newest first',
    options: {
      '--search <text>': 'part of a name, e-mail address or phone number',
      '--limit <number>': { text: 'maximum number of customers', parse: whole(1, 1_000_000), preset: 50 },
    },
    help: 'Example:\n  haat users list --search asha',
    run: ({ db }, filter) => findCustomers(db, filter),
    text: customerTable,
  })
  addCommand(users, {
    name: 'reset-password',
    description: 'cancel the password, log the customer out, and print a code for a new password',
    args: CUSTOMER,
    help: 'Example:\n  haat users reset-password asha@example.com',
    run: (shop, _, login) => resetPassword(shop, login),
    text: ({ email, code, url }) =>
      [
        `The old password of ${email} no longer works, and ${email} is logged out everywhere.`,
        `One-time code: ${code} (valid for ${LIMITS.otp_minutes} minutes)`,
        `To set a new password, the customer opens ${url} and chooses "I have an OTP".`,
      ].join('\n'),
  })
  addCommand(users, {
    name: 'end-sessions',
    description: 'log a customer out everywhere',
    args: CUSTOMER,
    help: 'Example:\n  haat users end-sessions 9876543210',
    run: (shop, _, login) => endSessions(shop, login),
    text: ({ email }) => `${email} is logged out everywhere.`,
  })
  registerContact(users)
  registerBlock(users)
}

function registerContact(users: Command): void {
  addCommand(users, {
    name: 'verify',
    description: "mark a customer's e-mail address as verified, without a code",
    args: CUSTOMER,
    help: 'Example:\n  haat users verify asha@example.com',
    run: (shop, _, login) => verifyCustomer(shop, login),
    text: ({ email }) => `${email} is verified: first orders need no code.`,
  })
  addCommand(users, {
    name: 'email',
    description: "change a customer's e-mail address and log the customer out",
    args: { ...CUSTOMER, '<address>': 'the new e-mail address' },
    help: 'Example:\n  haat users email asha@exmaple.com asha@example.com',
    run: (shop, _, login, address) => changeCustomerEmail(shop, login, address),
    text: ({ email }) => `The e-mail address is ${email} now. The customer verifies it with the next order.`,
  })
  addCommand(users, {
    name: 'phone',
    description: "correct a customer's phone number, or free it for another customer",
    args: { ...CUSTOMER, '<number>': 'the new phone number, or none' },
    help: `The customer stays logged in. With none, the profile asks the customer for another number.

Examples:
  haat users phone asha@example.com 9876543210
  haat users phone stranger@example.com none`,
    run: (shop, _, login, number) => changeCustomerPhone(shop, login, number),
    text: ({ email, phone }) =>
      phone === null ? `${email} has no phone number now.` : `The phone number of ${email} is ${phone} now.`,
  })
}

/** The command prints the result itself: the screen is no place for lines of the log. */
const withoutLog = (shop: Shop): Shop => ({ ...shop, log: createLog('silent') })

function registerBlock(users: Command): void {
  addCommand(users, {
    name: 'block',
    description: 'log a customer out and refuse logins and new orders; open orders are not affected',
    args: CUSTOMER,
    help: 'Example:\n  haat users block asha@example.com',
    run: (shop, _, login) => blockCustomer(withoutLog(shop), login),
    text: blockText,
  })
  addCommand(users, {
    name: 'unblock',
    description: 'let a blocked customer log in and order again',
    args: CUSTOMER,
    help: 'Example:\n  haat users unblock asha@example.com',
    run: (shop, _, login) => unblockCustomer(withoutLog(shop), login),
    text: ({ email, wasBlocked }) =>
      wasBlocked ? `${email} can log in again.` : `${email} was not blocked.`,
  })
}

function blockText({ email, wasBlocked, orders }: Awaited<ReturnType<typeof blockCustomer>>): string {
  return [
    `${email} ${wasBlocked ? 'was blocked already' : 'is blocked and logged out everywhere'}.`,
    ...(orders.length === 0 ? [] : ['Open orders. Deliver or cancel them:']),
    ...orders.map(
      ({ order_number, status, total_amount }) =>
        `  ${order_number}: ${status}, ${formatShortRupees(total_amount)}`,
    ),
  ].join('\n')
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
