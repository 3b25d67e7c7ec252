import * as z from 'zod/mini'
import { formatRupees } from '../money.ts'
import { ORDER_STATUSES, type OrderStatus, PAYMENT_PROVIDERS, type PaymentProviderName } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  AnyRupees,
  Day,
  each,
  field,
  FileReply,
  csvText,
  fileText,
  flag,
  limit,
  line,
  optional,
  plural,
  Rupees,
  table,
  text,
  TextOrNull,
} from './act.ts'

const MomentOrNull = z.nullable(Moment)

const PROVIDERS: Record<PaymentProviderName, string> = {
  upi: 'UPI',
  phonepe: 'PhonePe',
  razorpay: 'Razorpay',
  'test-bank': 'Test bank',
}

/** What the staff call a provider; one that is not known has its own name. */
export const providerLabel = (name: string): string =>
  PAYMENT_PROVIDERS.some((known) => known === name) ? PROVIDERS[name as PaymentProviderName] : name

/** Who pays a refund that falls due. @param gateway null for the merchant */
export const payerText = (gateway: string | null, upi?: string | null): string => {
  if (gateway !== null) return `${providerLabel(gateway)} pays it back by itself.`
  return `You pay it back yourself${upi ? `, by UPI to ${upi}` : ''}, and record it then.`
}

/** Where test payments were made, in words: a gateway has a test mode. */
export const testModeOf = (provider: string): string =>
  provider === 'test-bank' ? 'the test bank' : `the test mode of ${providerLabel(provider)}`

/** What to do about a payment that was told. */
export const toldText = ({
  order_id,
  order_status,
  utr,
}: Pick<StaffPayment, 'order_id' | 'order_status' | 'utr'>): string =>
  `${order_status === 'PENDING' ? 'Look for it at your bank.' : endedText(order_status)} haat payments confirm ${order_id} --utr ${utr}, or haat payments not-found ${order_id} --utr ${utr}`

/** What becomes of a payment that was told, of an order that does not wait for it. */
export const endedText = (status: OrderStatus): string =>
  status === 'PAYMENT_FAILED'
    ? 'The order has ended before this payment was confirmed. Has your bank the money? Confirm it: the order goes on if its items are still there, and otherwise a refund is due. If not: Not found.'
    : status === 'CANCELLED'
      ? 'The order is cancelled. Has your bank the money? Confirm it: a refund is due then. If not: Not found.'
      : 'The order is paid already. Has your bank this money too? Confirm it: a refund is due then. If not: Not found.'

/** The gateways that need keys, and how the merchant's account there calls these. */
export const GATEWAY_KEYS = {
  phonepe: {
    client_id: 'Client id',
    client_version: 'Client version',
    client_secret: 'Client secret',
    webhook_user: 'User name of the webhook',
    webhook_password: 'Password of the webhook',
    mode: 'Mode',
  },
  razorpay: {
    key_id: 'Key id',
    key_secret: 'Key secret',
    webhook_secrets: 'Secret of the webhook',
  },
} as const
export type GatewayName = keyof typeof GATEWAY_KEYS
export const GATEWAY_NAMES = Object.keys(GATEWAY_KEYS) as [GatewayName, ...GatewayName[]]

export const PaymentState = z.enum(['STARTED', 'PROCESSING', 'PAID', 'PAID_AGAIN', 'FAILED'])
export const RefundState = z.enum(['DUE', 'SENT', 'PAID'])

const Payment = z.object({
  id: Id,
  order_id: Id,
  order_status: z.enum(ORDER_STATUSES),
  ...each(z.string(), 'order_number', 'customer', 'provider'),
  state: PaymentState,
  amount: Rupees,
  /** Whether it was less than the unpaid order costs. */
  is_short: z.boolean(),
  started_at: Moment,
  paid_at: MomentOrNull,
  /** Why the provider did not open it, or an attempt failed. */
  problem: TextOrNull,
  /** Of a payment by UPI: the note that the bank shows, and the number of the transfer that the customer tells. */
  ...each(TextOrNull, 'reference', 'utr'),
  /** What the provider calls the money. */
  provider_payment_id: TextOrNull,
  fee: z.nullable(Rupees),
  settled_at: MomentOrNull,
  settlement: TextOrNull,
  /** What the merchant does next; null where nothing waits. */
  next: TextOrNull,
})
export type StaffPayment = z.output<typeof Payment>

const Refund = z.object({
  id: Id,
  order_id: Id,
  ...each(z.string(), 'order_number', 'customer'),
  /** Who pays it back: null for the merchant. */
  provider: TextOrNull,
  state: RefundState,
  amount: Rupees,
  due_at: Moment,
  paid_at: MomentOrNull,
  /** Where the customer wants it, of what the merchant pays. */
  upi: TextOrNull,
  reference: TextOrNull,
  /** Why the provider did not pay it. */
  problem: TextOrNull,
})
export type StaffRefund = z.output<typeof Refund>

const Gateway = z.object({
  name: z.enum(GATEWAY_NAMES),
  /** Where its keys are. `simulator`: there are none, and a local one plays it. */
  keys: z.enum(['none', 'incomplete', 'file', 'environment', 'simulator']),
  /** The one that may be shown. */
  key_id: TextOrNull,
  /** Whether its keys are for tests: no money moves. */
  is_test: z.boolean(),
  /** What is missing or wrong, as sentences; nothing where there are no keys. */
  missing: z.array(z.string()),
  /** What to enter in its account as the address of the webhook. */
  webhook_url: z.string(),
  /** Why it did not open the latest payment that was to be made there, or refused the keys since; and when. */
  refused: z.nullable(z.object({ problem: z.string(), at: Moment })),
})

const Settled = z.object({
  /** In the file, from 1. */
  line: z.int(),
  payment: z.string(),
  order_number: TextOrNull,
  amount: AnyRupees,
  fee: z.nullable(AnyRupees),
  /** Null for a line that fits. */
  problem: TextOrNull,
  /** Whether it fits, and the same settlement was recorded before. */
  is_recorded: z.boolean(),
})

/** Cash of a delivered order that its courier has not handed over yet. */
const CourierCash = z.object({
  order_id: Id,
  order_number: z.string(),
  ...each(TextOrNull, 'courier', 'tracking_number'),
  amount: Rupees,
  delivered_at: MomentOrNull,
})

const period = {
  from: field(Day, 'first day, such as 2026-11-01'),
  to: field(Day, 'last day, such as 2026-11-30'),
}

const order = text('number or id of the order')
const provider = field(z.enum(GATEWAY_NAMES), 'the gateway')
const Changed = z.object({ order_id: Id, ...each(z.string(), 'order_number', 'status') })

export const staffPayments = {
  list: act('payments list', {
    route: 'GET /api/desk/payments',
    permission: 'orders.read',
    summary: 'list online payments, the latest first; those of UPI that wait for you with --waiting',
    input: {
      waiting: flag('only payments by UPI whose customers say that they are paid'),
      provider: optional(z.enum(PAYMENT_PROVIDERS), 'only those of a provider'),
      search: optional(
        z.string(),
        'only those whose order number, note, UTR or number at the provider is this',
      ),
      limit: limit(50, 10_000),
    },
    reply: table(Payment, [
      ...[
        'order_number',
        'customer',
        'order_status',
        'provider',
        'state',
        'amount',
        'started_at',
        'paid_at',
        'reference',
        'utr',
      ],
      ...['provider_payment_id', 'fee', 'settled_at', 'next'],
    ]),
  }),
  confirm: act('payments confirm <order>', {
    route: 'POST /api/desk/payments/{order}/confirm',
    permission: 'payments.confirm',
    summary: 'confirm a payment by UPI that your bank has; the order is then paid',
    help: 'Compare amount and UTR with your bank first.\n\nExamples:\n  haat payments confirm 42\n  haat payments confirm 42 --utr 412345678901 --received 510',
    input: {
      order,
      utr: z.optional(
        line(20, 'number of the transfer at your bank, where the customer told none or another'),
      ),
      received: optional(Rupees, 'what came, in rupees, where it is not what the order costs'),
      pay_back: flag('what came is less than the order costs, and the customer gets it back'),
    },
    reply: Changed,
    said: ({ order_id, order_number, status }) => `Order ${order_id} (${order_number}) is ${status}.`,
    undo: false,
  }),
  not_found: act('payments not-found <order>', {
    route: 'POST /api/desk/payments/{order}/not-found',
    permission: 'payments.confirm',
    summary: 'say that your bank does not have a payment by UPI; the customer is asked to check it',
    input: {
      order,
      utr: z.optional(line(20, 'number of the transfer, where the customer told several')),
      note: z.optional(line(500, 'what the customer reads about it')),
    },
    reply: Changed,
    said: ({ order_id, order_number }) =>
      `Order ${order_id} (${order_number}) waits for its payment again. The customer gets a mail.`,
    undo: false,
  }),
  refunds: act('payments refunds', {
    route: 'GET /api/desk/payments/refunds',
    permission: 'orders.read',
    summary: 'list refunds that are due, on their way, or failed; all with --all',
    input: { all: flag('also those that are paid'), limit: limit(100, 10_000) },
    reply: table(Refund, [
      ...['id', 'order_number', 'customer', 'amount', 'state', 'provider', 'due_at', 'paid_at', 'upi'],
      ...['reference', 'problem'],
    ]),
  }),
  resend: act('payments resend-refund <refund>', {
    route: 'POST /api/desk/payments/refunds/{refund}/resend',
    permission: 'orders.refund',
    summary: 'let the provider try a refund again that failed',
    input: { refund: field(z.coerce.number().check(z.int(), z.minimum(1)), 'id of the refund') },
    reply: z.object({ refund: Id }),
    said: () => 'The provider is asked again within a minute.',
    undo: false,
  }),
  gateways: act('payments gateways', {
    route: 'GET /api/desk/payments/gateways',
    permission: 'settings.write',
    summary: 'say which gateways have keys, and the address of their webhooks',
    reply: table(Gateway),
  }),
  keys: act('payments keys <provider> <keys>', {
    route: 'POST /api/desk/payments/gateways/{provider}/keys',
    permission: 'settings.write',
    summary: "store the keys of your account at a gateway, in the shop's data folder and not in its database",
    help: `The file has a line for each key, such as key_id=rzp_live_…. ${GATEWAY_NAMES.map(
      (name) => `${name}: ${Object.keys(GATEWAY_KEYS[name]).join(', ')}`,
    ).join('. ')}.
What is not named stays as it is.

Examples:
  haat payments keys razorpay razorpay-keys.txt
  echo "key_id=rzp_test_1DP5mmOlF5G5ag" | haat payments keys razorpay -`,
    input: { provider, keys: fileText('the keys, name=value in each line') },
    secret: ['keys'],
    audited: 'always',
    undo: false,
    reply: z.object({ provider: z.string(), is_complete: z.boolean(), missing: z.array(z.string()) }),
    said: ({ provider: name, is_complete, missing }) =>
      is_complete ? `${name} has all its keys.` : `${name} still needs ${missing.join(', ')}.`,
  }),
  forget: act('payments forget-keys <provider>', {
    route: 'DELETE /api/desk/payments/gateways/{provider}/keys',
    permission: 'settings.write',
    summary: 'remove the keys of a gateway: customers can choose it no more',
    input: { provider },
    audited: 'always',
    undo: false,
    reply: z.object({ provider: z.string() }),
    said: ({ provider: name }) => `The keys of ${name} are removed.`,
  }),
  settle: act('payments settle <sheet>', {
    route: 'POST /api/desk/payments/settle',
    permission: 'payments.confirm',
    summary: "compare a gateway's settlement file with your payments, and record its charges",
    help: `A CSV file with headings: the settlement report of Razorpay or PhonePe, or columns payment_id, amount, fee, utr in rupees.

Example:
  haat payments settle settlement.csv --dry-run`,
    secret: ['sheet'],
    input: { sheet: csvText('the settlement file, as text'), dry_run: flag('only say what fits') },
    reply: z.object({
      lines: table(Settled, undefined, 'Lines of the file'),
      /** Paid more than a week ago, and in no settlement. */
      missing: table(Payment, ['order_number', 'provider', 'amount', 'paid_at'], 'Paid, but not settled yet'),
      notes: z.array(z.string()),
    }),
    undo: false,
  }),
  courier_cash: act('payments courier-cash', {
    route: 'GET /api/desk/payments/courier-cash',
    permission: 'orders.read',
    summary: 'list the cash that couriers have collected and not handed over, the longest waiting first',
    reply: table(CourierCash),
  }),
  cash_came: act('payments cash-came <orders...>', {
    route: 'POST /api/desk/payments/cash-came',
    permission: 'payments.confirm',
    summary: 'record that couriers have handed over the cash of orders',
    help: 'Compare the sum with your bank first.\n\nExample:\n  haat payments cash-came 42 43 44',
    input: {
      orders: field(z.array(z.string()).check(z.minLength(1), z.maxLength(1000)), 'numbers or ids of orders'),
    },
    reply: z.object({ orders: z.int(), amount: Rupees }),
    said: ({ orders, amount }) => `${formatRupees(amount)} of ${plural(orders, 'order')} came.`,
  }),
  ledger: act('report money', {
    route: 'GET /api/desk/reports/money',
    permission: 'reports.read',
    summary: 'what came in and went out between two days, by day, and the last entries of the ledger',
    help: 'Example:\n  haat report money --from 2026-11-01 --to 2026-11-30',
    input: period,
    reply: z.object({
      days: table(
        z.object({
          day: z.string(),
          ...each(AnyRupees, 'online', 'cash', 'refunds', 'fees', 'net'),
        }),
        undefined,
        'By day',
      ),
      total: z.object(each(AnyRupees, 'online', 'cash', 'refunds', 'fees', 'net')),
      /** What couriers have collected and not handed over until now: no part of the total. */
      with_couriers: z.object({ amount: Rupees, orders: z.int() }),
      /** How many entries there are; the last ones follow. */
      entry_count: z.int(),
      entries: table(
        z.object({
          at: Moment,
          ...each(z.string(), 'order_number', 'kind'),
          provider: TextOrNull,
          amount: AnyRupees,
          /** Whether no money moved: it is in no sum. */
          simulated: z.boolean(),
        }),
        undefined,
        'Entries',
      ),
      /** Test payments are not counted. */
      simulated: AnyRupees,
      /** The providers that played them: the test bank, and gateways with keys for tests. */
      simulated_by: z.array(z.string()),
    }),
  }),
  entries: act('report ledger', {
    route: 'GET /api/desk/reports/ledger',
    permission: 'reports.read',
    summary: 'write every rupee in and out between two days to a file, for your accountant',
    help: 'Example:\n  haat report ledger --from 2026-11-01 --to 2026-11-30 --out november.csv',
    input: period,
    reply: FileReply,
    file: 'text/csv',
  }),
}
