/** `haat users`: finds and blocks customers; passwords, sessions and e-mail addresses. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { Command } from 'commander'
import { createLog } from '../../log.ts'
import type { Shop } from '../../shop.ts'
import { parsePairs, whole } from '../../merchant/arguments.ts'
import { addCommand } from '../../merchant/command.ts'
import { blockCustomer, changeCustomer, resetPassword } from './customers.ts'
import { findCustomers } from './customers.store.ts'

const CUSTOMER = { '<customer>': 'e-mail address or phone number' }

const FIELDS = ['email', 'phone', 'verified', 'sessions'] as const
const SET_HELP = `A new e-mail address logs the customer out and is not verified; verified=yes needs no code.
With phone=none, which frees the number for another customer, the profile asks for another one.

Examples:
  haat users set asha@exmaple.com email=asha@example.com
  haat users set asha@example.com phone=9876543210
  haat users set 9876543210 sessions=none    # logs the customer out everywhere
  haat users set asha@example.com verified=yes`

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
    columns: {
      Name: ({ name }) => name,
      'E-mail': ({ email }) => email,
      Phone: ({ phone_number }) => phone_number,
      Since: ({ created_at }) => created_at,
      Orders: ({ orders }) => orders,
      '': ({ blocked_at }) => (blocked_at === null ? '' : 'blocked'),
    },
    none: 'There are no such customers.',
    json: true,
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
    name: 'set',
    description:
      "correct a customer's e-mail address or phone number, verify the address, log the customer out",
    args: { ...CUSTOMER, '<field=value...>': FIELDS.join(', ') },
    help: SET_HELP,
    run: async (shop, _, login, ...pairs) => {
      const change = parsePairs(pairs, FIELDS)
      return { change, customer: await changeCustomer(shop, login, change) }
    },
    text: ({ change, customer: { email, phone_number } }) =>
      [
        change.email && `The e-mail address is ${email} now. The customer verifies it with the next order.`,
        change.phone &&
          (change.phone === 'none'
            ? `${email} has no phone number now.`
            : `The phone number of ${email} is ${phone_number} now.`),
        change.verified && `${email} is verified: first orders need no code.`,
        change.sessions && `${email} is logged out everywhere.`,
      ]
        .filter(Boolean)
        .join('\n'),
  })
  registerBlock(users)
}

/** The command prints the result itself: the screen is no place for lines of the log. */
const withoutLog = (shop: Shop): Shop => ({ ...shop, log: createLog('silent') })

function registerBlock(users: Command): void {
  addCommand(users, {
    name: 'block',
    description: 'log a customer out and refuse logins and new orders; open orders are not affected',
    args: CUSTOMER,
    help: 'Example:\n  haat users block asha@example.com',
    run: (shop, _, login) => blockCustomer(withoutLog(shop), login, true),
    text: blockText,
  })
  addCommand(users, {
    name: 'unblock',
    description: 'let a blocked customer log in and order again',
    args: CUSTOMER,
    help: 'Example:\n  haat users unblock asha@example.com',
    run: (shop, _, login) => blockCustomer(withoutLog(shop), login, false),
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
