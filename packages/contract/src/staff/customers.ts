import * as z from 'zod/mini'
import { formatShortRupees } from '../money.ts'
import { LIMITS, ORDER_STATUSES } from '../rules.ts'
import { Id, ID_MAX, Moment } from '../wire.ts'
import {
  act,
  each,
  FileReply,
  flag,
  limit,
  line,
  Note,
  pairs,
  Rupees,
  table,
  text,
  TextOrNull,
  whole,
} from './act.ts'
import { STATUS_LABELS } from './orders.ts'

const customer = text('id, e-mail address or phone number')
const id = whole(ID_MAX, 'id of the customer')

const Customer = z.object({
  id: Id,
  ...each(z.string(), 'name', 'email', 'phone_number'),
  created_at: Moment,
  ...each(z.nullable(Moment), 'email_verified_at', 'blocked_at', 'cod_blocked_at'),
  tags: z.string(),
  ...each(z.int(), 'orders_count', 'refused', 'sessions'),
  spent: Rupees,
  orders: table(
    z.object({
      id: Id,
      order_number: z.string(),
      created_at: Moment,
      status: z.enum(ORDER_STATUSES),
      refund_due: z.boolean(),
      total_amount: Rupees,
    }),
  ),
  addresses: table(
    z.object({
      ...each(z.string(), 'name', 'phone', 'street', 'city', 'state', 'pin'),
      landmark: TextOrNull,
    }),
  ),
  notes: table(Note),
})
export type StaffCustomer = z.output<typeof Customer>

export const staffCustomers = {
  list: act('users list', {
    route: 'GET /api/desk/customers',
    permission: 'customers.read',
    summary: 'list customers, newest first',
    help: 'Example:\n  haat users list --search asha',
    input: {
      search: z.optional(text('part of a name, e-mail address, phone number or tag')),
      limit: limit(50),
    },
    reply: table(
      z.object({
        id: Id,
        ...each(z.string(), 'name', 'email', 'phone_number'),
        created_at: Moment,
        orders: z.int(),
        ...each(z.nullable(Moment), 'blocked_at', 'cod_blocked_at'),
        tags: z.string(),
      }),
      ['name', 'email', 'phone_number', 'created_at', 'orders', 'blocked_at'],
    ),
  }),
  show: act('users show <customer>', {
    route: 'GET /api/desk/customers/{customer}',
    permission: 'customers.read',
    summary: 'show a customer with the latest orders, addresses and notes',
    help: 'Example:\n  haat users show asha@example.com',
    input: { customer },
    reply: Customer,
    versioned: ({ email, phone_number, tags, email_verified_at, cod_blocked_at }) => [
      ...[email, phone_number, tags, email_verified_at, cod_blocked_at],
    ],
  }),
  note: act('users note <customer> <text>', {
    route: 'POST /api/desk/customers/{customer}/notes',
    permission: 'customers.write',
    summary: 'note something about a customer, for the staff alone',
    help: 'Example:\n  haat users note asha@example.com "Ring the bell twice"',
    input: { customer, text: line(500, 'the note') },
    reply: Note,
    said: () => 'Noted.',
  }),
  reset_password: act('users reset-password <customer>', {
    route: 'POST /api/desk/customers/{customer}/reset-password',
    permission: 'customers.write',
    summary: 'reset the password of a customer; logs the customer out and prints a code for a new one',
    help: 'Example:\n  haat users reset-password asha@example.com',
    input: { customer },
    undo: false,
    reply: z.object(each(z.string(), 'email', 'code', 'url')),
    said: ({ email, code, url }) =>
      [
        `The old password of ${email} no longer works, and ${email} is logged out everywhere.`,
        `One-time code: ${code} (valid for ${LIMITS.otp_minutes} minutes)`,
        `To set a new password, the customer opens ${url} and chooses "I have an OTP".`,
      ].join('\n'),
  }),
  set: act('users set <customer> <set...>', {
    route: 'PATCH /api/desk/customers/{customer}',
    permission: 'customers.write',
    shown_by: 'show',
    summary:
      'change a customer; correct e-mail address or phone number, verify the address, log the customer out',
    help: `A new e-mail address logs the customer out and is not verified; verified=yes needs no code.
With phone=none, which frees the number for another customer, the profile asks for another one.

Examples:
  haat users set asha@exmaple.com email=asha@example.com
  haat users set asha@example.com phone=9876543210
  haat users set 9876543210 sessions=none    # logs the customer out everywhere
  haat users set asha@example.com verified=yes
  haat users set asha@example.com tags="wholesale, Pune"
  haat users set asha@example.com cod=no            # no cash on delivery, to the phone number either`,
    input: {
      customer,
      set: pairs(['email', 'phone', 'verified', 'sessions', 'tags', 'cod'], 'what to change'),
    },
    reply: z.object(each(z.string(), 'email', 'phone_number')),
    said: ({ email, phone_number }, { set }) => {
      const who = email || phone_number
      return [
        set.email && `The e-mail address is ${email} now. The customer verifies it with the next order.`,
        set.phone &&
          (set.phone === 'none'
            ? `${who} has no phone number now.`
            : `The phone number of ${who} is ${phone_number} now.`),
        set.verified && `${who} is verified: first orders need no code.`,
        set.tags && `Tags of ${who}: ${set.tags}.`,
        set.cod && `Cash on delivery for ${who}: ${set.cod}.`,
        set.sessions && `${who} is logged out everywhere.`,
      ]
        .filter(Boolean)
        .join('\n')
    },
  }),
  block: act('users block <customer>', {
    route: 'POST /api/desk/customers/{customer}/block',
    permission: 'customers.write',
    summary: 'block a customer; logs out and refuses logins and new orders, open orders are not affected',
    help: 'Example:\n  haat users block asha@example.com',
    input: { customer },
    reply: z.object({
      ...each(z.string(), 'email', 'phone_number'),
      wasBlocked: z.boolean(),
      orders: table(
        z.object({ order_number: z.string(), status: z.enum(ORDER_STATUSES), total_amount: Rupees }),
      ),
    }),
    said: ({ email, phone_number, wasBlocked, orders }) =>
      [
        `${email || phone_number} ${wasBlocked ? 'was blocked already' : 'is blocked and logged out everywhere'}.`,
        ...(orders.length === 0 ? [] : ['Open orders. Deliver or cancel them:']),
        ...orders.map(
          ({ order_number, status, total_amount }) =>
            `  ${order_number}: ${STATUS_LABELS[status]}, ${formatShortRupees(total_amount)}`,
        ),
      ].join('\n'),
  }),
  unblock: act('users unblock <customer>', {
    route: 'POST /api/desk/customers/{customer}/unblock',
    permission: 'customers.write',
    summary: 'unblock a customer; they can log in and order again',
    help: 'Example:\n  haat users unblock asha@example.com',
    input: { customer },
    reply: z.object({ ...each(z.string(), 'email', 'phone_number'), wasBlocked: z.boolean() }),
    said: ({ email, phone_number, wasBlocked }) =>
      `${email || phone_number} ${wasBlocked ? 'can log in again' : 'was not blocked'}.`,
  }),
  data: act('users data <customer>', {
    route: 'GET /api/desk/customers/{customer}/data',
    permission: 'customers.privacy',
    summary: 'export what the shop keeps about a customer; all of it, as JSON',
    help: 'Example:\n  haat users data 42',
    input: { customer: id },
    reply: FileReply,
    file: 'application/json',
    audited: true,
  }),
  erase: act('users erase <customer>', {
    route: 'POST /api/desk/customers/{customer}/erase',
    permission: 'customers.privacy',
    summary:
      'erase a customer; account, addresses, cart, wishlist, notes and what the audit says, while orders and their papers stay, as tax law asks',
    help: 'Example:\n  haat users erase 42 --yes',
    // The id alone, so that the audit names nobody.
    input: { customer: id, yes: flag('erase it for good') },
    undo: false,
    reply: z.object({ customer: Id, erased: z.boolean() }),
    said: ({ customer, erased }) =>
      erased
        ? `Customer ${customer} is erased.`
        : `Nothing is erased yet. To erase customer ${customer}, add --yes.`,
  }),
}
