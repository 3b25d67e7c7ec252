import * as z from 'zod/mini'
import { formatShortRupees } from '../money.ts'
import { ORDER_EVENT_KINDS, ORDER_STATUSES, type OrderStatus } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  each,
  Day,
  flag,
  formatMoment,
  field,
  limit,
  line,
  Note,
  optional,
  plural,
  table,
  text,
  TextOrNull,
  AnyRupees,
  Rupees,
} from './act.ts'
import { orderPapers } from './order-papers.ts'
import { PaymentState, RefundState } from './payments.ts'
import { phoneOrders } from './phone-orders.ts'

/** What a status is for the staff. */
export const STATUS_LABELS: Record<OrderStatus, string> = {
  PENDING: 'Payment pending',
  CONFIRMED: 'To pack',
  PROCESSING: 'To ship',
  SHIPPED: 'On the way',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  RETURNED: 'Came back',
  LOST: 'Lost',
  CANCELLED: 'Cancelled',
  PAYMENT_FAILED: 'Payment failed',
}
/** A status in a sentence: `“On the way”`. */
export const statusText = (status: OrderStatus): string => `“${STATUS_LABELS[status]}”`

const MomentOrNull = z.nullable(Moment)
const Status = z.enum(ORDER_STATUSES)

/** What is asked first: whether the bank has a payment by UPI, or whether the customer takes a parcel to be paid in cash. */
const ToConfirm = z.nullable(z.enum(['payment', 'customer']))

const Listed = z.object({
  id: Id,
  order_number: z.string(),
  created_at: Moment,
  status: Status,
  refund_due: z.boolean(),
  ...each(z.string(), 'customer', 'city'),
  items: z.int(),
  total_amount: Rupees,
  payment: z.string(),
  to_confirm: ToConfirm,
  invoice_number: TextOrNull,
})

const Refund = z.object({
  amount: Rupees,
  state: RefundState,
  due_at: Moment,
  paid_at: MomentOrNull,
  /**
   * `upi`: where the customer wants it. `provider`: who pays it back, null for the merchant. `problem`: why the provider did
   * not pay it.
   */
  ...each(TextOrNull, 'reference', 'upi', 'problem', 'provider'),
})

const Order = z.object({
  id: Id,
  ...each(z.string(), 'order_number'),
  status: Status,
  refund_due: z.boolean(),
  created_at: Moment,
  /** Of an order in exchange: the one whose pieces came back for it. */
  exchange_of: z.nullable(z.object({ order_id: Id, order_number: z.string() })),
  customer: z.object({ ...each(z.string(), 'name', 'email', 'phone_number'), refused: z.int() }),
  ...each(z.string(), 'shipping_name', 'shipping_street', 'shipping_city', 'shipping_state'),
  ...each(z.string(), 'shipping_country', 'shipping_zip', 'shipping_phone'),
  payment: z.string(),
  /** Whether it is paid in cash on delivery. */
  is_cash: z.boolean(),
  paid_at: MomentOrNull,
  /** Whether the customer has paid at a provider that has not decided yet, perhaps after the order's end. */
  at_bank: z.boolean(),
  /** Cash that its courier collected: no money of the shop until it is handed over. */
  courier_cash: z.nullable(z.object({ amount: Rupees, handed_over_at: MomentOrNull })),
  ...each(Rupees, 'items_total', 'total_shipping_price', 'total_discount_amount', 'cod_fee', 'total_amount'),
  /** Whether the customer is asked to confirm an order in cash, and when it was confirmed. */
  asks_confirmation: z.boolean(),
  confirmed_at: MomentOrNull,
  to_confirm: ToConfirm,
  round_off: AnyRupees,
  refund_due_amount: Rupees,
  /** Whether the parcel tells no prices. */
  is_gift: z.boolean(),
  ...each(
    TextOrNull,
    'buyer_gstin',
    'buyer_company',
    'customer_note',
    'coupon_code',
    'courier',
    'tracking_number',
    'invoice_number',
  ),
  arrives_to: TextOrNull,
  items: table(
    z.object({
      line: z.int(),
      product_name: z.string(),
      ...each(TextOrNull, 'variant_name', 'sku'),
      ...each(z.int(), 'quantity', 'returned'),
      ...each(Rupees, 'price', 'subtotal', 'discount_amount', 'reduced_by'),
      ...each(z.nullable(Id), 'product_id', 'variant_id'),
    }),
    ['line', 'product_name', 'variant_name', 'sku', 'quantity', 'returned', 'price', 'subtotal'],
  ),
  refunds: table(Refund),
  documents: table(
    z.object({ ...each(z.string(), 'kind', 'number'), issued_at: Moment, voided_at: MomentOrNull }),
  ),
  payments: table(
    z.object({
      provider: z.string(),
      state: PaymentState,
      /** `problem`: why the provider did not open it, or an attempt failed. */
      ...each(TextOrNull, 'transaction_id', 'provider_payment_id', 'reference', 'utr', 'problem'),
      amount: AnyRupees,
      is_short: z.boolean(),
      started_at: Moment,
      paid_at: MomentOrNull,
      fee: z.nullable(AnyRupees),
      settled_at: MomentOrNull,
    }),
    ['provider', 'state', 'transaction_id', 'provider_payment_id', 'amount', 'started_at', 'fee'],
  ),
  events: table(
    z.object({
      at: Moment,
      kind: z.enum(ORDER_EVENT_KINDS),
      status: Status,
      /** `note`: what the customer reads. `reference`: what the bank calls the transfer. `by`: who of the staff did it. */
      ...each(TextOrNull, 'note', 'reference', 'by'),
    }),
    undefined,
    'Timeline',
  ),
})
export type StaffOrder = z.output<typeof Order>

/** What is due, or else what was paid back last: all that was due then. */
function refundText(refunds: z.output<typeof Refund>[]): string[] {
  const last = refunds.find(({ paid_at }) => !paid_at) ?? refunds.at(-1)
  if (!last) return []
  const { paid_at, reference } = last
  const together = refunds.filter((one) => one.paid_at?.getTime() === paid_at?.getTime())
  const sum = formatShortRupees(together.reduce((total, { amount }) => total + amount, 0))
  return paid_at
    ? [`Refunded ${sum} on ${formatMoment(paid_at)}${reference ? `, reference ${reference}` : ''}.`]
    : [last.amount === 0 && last.problem ? last.problem : `A refund of ${sum} is due.`]
}

const nameOf = ({ id, order_number }: StaffOrder): string => `Order ${id} (${order_number})`

/** `Order 42 (KD7M2XPR94) is “On the way”.`, and its refund. */
export const orderSentence = (order: StaffOrder): string =>
  [`${nameOf(order)} is ${statusText(order.status)}.`, ...refundText(order.refunds)].join(' ')

/** The orders that a customer's cancellation is about, a line each, and their sum. */
export function cancelledText(orders: StaffOrder[], isDryRun: boolean): string {
  if (orders.length === 0) return 'The customer has no orders to cancel.'
  const lines = orders.map(
    (order) =>
      `${nameOf(order)}, ${formatShortRupees(order.total_amount)}: ${STATUS_LABELS[order.status]}${order.refund_due ? ', refund due' : ''}`,
  )
  const counted = isDryRun ? orders : orders.filter(({ status }) => status === 'CANCELLED')
  const sum = formatShortRupees(counted.reduce((total, { total_amount }) => total + total_amount, 0))
  return [
    ...lines,
    `${plural(counted.length, 'order')} of ${sum} ${isDryRun ? 'would be ' : ''}cancelled.`,
  ].join('\n')
}

const order = text('number or id of the order')
const orders = field(z.array(z.string()).check(z.minLength(1)), 'numbers or ids of the orders')
const note = z.optional(line(500, "note for the order's timeline"))
const courier = line(100, 'name of the courier')
const tracking = line(100, 'tracking number')
const item = field(
  z.array(z.string()).check(z.minLength(1)),
  'a line of the order or a SKU, with =pieces for some of it; can be given several times',
)
const write_off = flag('the pieces cannot be sold again: they do not go back to the stock')

/** An act that changes the state of one or more orders. */
const step = <const Input extends Record<string, z.ZodMiniType>>(
  name: string,
  permission: 'orders.move' | 'orders.ship' | 'orders.refund' | 'returns.decide',
  summary: string,
  input: Input,
  example = `orders ${name} 42`,
) =>
  act(`orders ${name} <orders...>`, {
    route: `POST /api/desk/orders/${name}`,
    permission,
    summary,
    help: `Examples:\n  haat ${example}\n  haat ${example.replace('42', '42 43 44')}`,
    input: { orders, note, ...input },
    reply: table(Order),
    said: (changed) => changed.map(orderSentence).join('\n'),
  })

/** It moves money, or gives a number to a credit note. */
const final = <One extends object>(one: One) => ({ ...one, undo: false as const })

/** An act that changes one order that it names. */
const change = <const Input extends Record<string, z.ZodMiniType>>(
  name: string,
  permission: 'orders.move' | 'orders.ship' | 'orders.refund' | 'returns.decide',
  summary: string,
  example: string,
  input: Input,
  said: (changed: StaffOrder) => string = orderSentence,
) =>
  act(`orders ${name} <order>`, {
    route: `POST /api/desk/orders/{order}/${name}`,
    permission,
    shown_by: 'show',
    summary,
    help: `Example:\n  haat orders ${name} 42 ${example}`,
    input: { order, ...input },
    reply: Order,
    said,
  })

export const staffOrders = {
  list: act('orders list', {
    route: 'GET /api/desk/orders',
    permission: 'orders.read',
    summary: 'list orders, newest first',
    help: 'Examples:\n  haat orders list --status CONFIRMED\n  haat orders list --search latha --from 2026-11-01',
    input: {
      status: optional(Status, 'only orders in this status'),
      refund_due: flag('only orders waiting for a refund'),
      stated: optional(
        z.enum(['yes', 'no']),
        'only orders with a payment by UPI that you are to compare with your bank, or only those without',
      ),
      search: z.optional(
        text(
          'only orders whose number or tracking number, or the name, phone number or e-mail address on it, contains this',
        ),
      ),
      from: optional(Day, 'only orders placed on this day, such as 2026-11-01, or later'),
      to: optional(Day, 'only orders placed on this day or earlier'),
      unknown_state: flag('only orders whose state is none of India: their tax is wrong'),
      limit: limit(50, 100_000),
    },
    reply: table(Listed, [
      ...['id', 'order_number', 'created_at', 'status', 'refund_due', 'customer', 'city', 'items'],
      ...['total_amount', 'payment'],
    ]),
  }),
  show: act('orders show <order>', {
    route: 'GET /api/desk/orders/{order}',
    permission: 'orders.read',
    summary: 'show an order with its items and timeline',
    input: { order },
    reply: Order,
  }),
  notes: act('orders notes <order>', {
    route: 'GET /api/desk/orders/{order}/notes',
    permission: 'orders.read',
    summary: 'list what the staff noted about an order, the latest first',
    input: { order },
    reply: table(Note),
  }),
  note: act('orders note <order> <text>', {
    route: 'POST /api/desk/orders/{order}/notes',
    permission: 'orders.move',
    summary: 'note something about an order, for the staff alone',
    help: 'Example:\n  haat orders note 42 "Gift: no invoice in the parcel"',
    input: { order, text: line(500, 'the note') },
    reply: Note,
    said: () => 'Noted.',
  }),
  confirm: step(
    'confirm',
    'orders.move',
    'record that customers confirmed on the phone that they will take parcels to be paid in cash',
    {},
  ),
  process: step('process', 'orders.move', 'start preparing orders', {}),
  ship: step(
    'ship',
    'orders.ship',
    'mark orders as handed to a courier; the customers get an e-mail',
    { courier, tracking: z.optional(tracking) },
    'orders ship 42 --courier "Blue Dart"',
  ),
  tracking: change(
    'tracking',
    'orders.ship',
    'correct the courier or tracking number of an order on its way; the customer gets an e-mail',
    '--courier "Blue Dart" --number BD124',
    { courier: z.optional(courier), number: z.optional(tracking) },
    (changed) =>
      `${nameOf(changed)} is tracked as ${[changed.courier, changed.tracking_number].filter(Boolean).join(', ')}. The customer gets a mail.`,
  ),
  address: change(
    'address',
    'orders.move',
    'change where an order goes, until it is shipped; afterwards, only a state that is none. The customer gets an e-mail',
    '--street "7, MG Road" --pin 560001',
    {
      name: z.optional(line(100, 'who receives the parcel')),
      phone: z.optional(line(20, 'phone number of 10 digits')),
      street: z.optional(line(400, 'house and street')),
      city: z.optional(line(100, 'city')),
      state: z.optional(line(100, 'state or union territory')),
      pin: z.optional(line(6, 'PIN code')),
    },
    (changed) => {
      const { shipping_name: name, shipping_street: street, shipping_city: city, shipping_phone } = changed
      const place = `${changed.shipping_state} ${changed.shipping_zip}`
      return `${nameOf(changed)} goes to ${[name, street, city, place, shipping_phone].join(', ')}.`
    },
  ),
  ...phoneOrders,
  remove: change(
    'remove',
    'orders.move',
    'take pieces out of an order before it is shipped; what was paid for them is to be refunded. The customer gets an e-mail',
    '--item 2=1 --write-off',
    { item, write_off, keep_discount: flag('also below the minimum of its coupon') },
    (changed) => `${orderSentence(changed)} It costs ${formatShortRupees(changed.total_amount)} now.`,
  ),
  out_for_delivery: step('out-for-delivery', 'orders.ship', 'mark orders as out for delivery', {}),
  deliver: step('deliver', 'orders.ship', 'mark orders as delivered; cash on delivery counts as paid', {}),
  refuse: final(
    step(
      'refuse',
      'orders.ship',
      'record that parcels came back undelivered; the pieces return to the stock, and what was paid is to be refunded',
      { write_off },
      'orders refuse 42 --note "Nobody was at home"',
    ),
  ),
  lose: final(
    step(
      'lose',
      'orders.ship',
      'record that parcels were lost on their way; their pieces are written off, until orders return finds one again',
      {},
    ),
  ),
  return: change(
    'return',
    'returns.decide',
    'take back a delivered order or some of its pieces; they return to the stock, and their price is to be refunded',
    '--item 1=2 --item 3 --write-off',
    { item: z.optional(item), write_off, with_delivery: flag('refund the delivery charge too'), note },
  ),
  refund_part: final(
    change(
      'refund-part',
      'orders.refund',
      'give back part of the price of a shipped and paid order whose goods stay with the customer, who gets an e-mail',
      '--item 2=1 --amount 50 --note "Sorry for the scratch"',
      {
        item: z.optional(item),
        amount: optional(
          Rupees.check(z.minimum(1)),
          'how much; without it, all that the named items cost. It is split over the items, or over all',
        ),
        with_delivery: flag('give back the delivery charge too'),
        note,
      },
    ),
  ),
  cancel: act('orders cancel [orders...]', {
    route: 'POST /api/desk/orders/cancel',
    permission: 'orders.move',
    summary:
      'cancel orders, or all open orders of a customer; their stock is released, and paid orders are marked for refund',
    help: 'Examples:\n  haat orders cancel 42 --note "Out of stock after all"\n  haat orders cancel --customer asha@example.com',
    input: {
      orders: optional(z.array(z.string()), 'numbers or ids of the orders'),
      customer: z.optional(text('cancel all open orders of this e-mail address or phone number')),
      dry_run: flag('with a customer: only list the orders'),
      note,
    },
    reply: table(Order),
    said: (changed, { customer, dry_run }) =>
      customer === undefined ? changed.map(orderSentence).join('\n') : cancelledText(changed, dry_run),
  }),
  refund: final(
    step(
      'refund',
      'orders.refund',
      'record that you have paid the money back; the customer gets an e-mail',
      { reference: z.optional(line(100, 'what the bank calls the transfer, such as its UTR')) },
      'orders refund 42 --reference 412345678901',
    ),
  ),
  ...orderPapers,
}
