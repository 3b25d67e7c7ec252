/** Orders that the staff take by phone or WhatsApp. */
import * as z from 'zod/mini'
import { Email, Phone } from '../auth.ts'
import { formatShortRupees } from '../money.ts'
import { LIMITS, PATTERNS, PAYMENT_METHODS } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import { act, each, field, line, optional, Rupees, table, text, TextOrNull } from './act.ts'

/** What somebody asks for by phone. */
const chosen = field(
  z.array(z.string()).check(z.minLength(1), z.maxLength(LIMITS.order_lines)),
  'a SKU, or # and the id of a variant, with =pieces for more than one',
)
const Quote = z.object({
  lines: table(
    z.object({
      variant_id: Id,
      product_name: z.string(),
      ...each(TextOrNull, 'variant_name', 'sku', 'media_url'),
      ...each(z.int(), 'quantity', 'stock'),
      ...each(Rupees, 'price', 'subtotal'),
    }),
    ['product_name', 'variant_name', 'sku', 'quantity', 'stock', 'price', 'subtotal'],
  ),
  ...each(Rupees, 'items_total', 'total_discount_amount', 'total_shipping_price', 'total_amount'),
  /** What paying in cash costs more. */
  cod_fee: Rupees,
  /** Sentences that say why not; null where it can be. */
  ...each(TextOrNull, 'coupon_problem', 'address_problem', 'cod_problem'),
  /** Whether a link to pay can be made, and how long the stock waits for the payment. */
  online: z.boolean(),
  hold_hours: z.int(),
  /** That orders to this PIN code went to. */
  city: TextOrNull,
})
export type PhoneQuote = z.output<typeof Quote>

const Taken = z.object({
  id: Id,
  ...each(z.string(), 'order_number', 'customer', 'phone'),
  payable: Rupees,
  is_new_customer: z.boolean(),
  payment_url: TextOrNull,
  /** Until when it can be paid online. */
  hold_expires_at: z.nullable(Moment),
})
export type TakenOrder = z.output<typeof Taken>

export const phoneOrders = {
  quote: act('orders quote <item...>', {
    route: 'GET /api/desk/orders/quote',
    permission: 'orders.create',
    summary: 'say what an order by phone would cost, and whether it can be delivered',
    help: 'Example:\n  haat orders quote SHIRT-M=2 --pin 560001 --coupon WELCOME',
    input: {
      item: chosen,
      coupon: z.optional(line(40, 'code of a coupon')),
      pin: z.optional(text('PIN code')),
      state: z.optional(text('state or union territory')),
      customer: z.optional(text('id, e-mail address or phone number of the customer')),
    },
    reply: Quote,
  }),
  create: act('orders create <item...>', {
    route: 'POST /api/desk/orders',
    permission: 'orders.create',
    summary: 'take an order by phone or WhatsApp; the phone number says whose it is, or makes a new customer',
    help: `A new customer has no password: with an e-mail address, "Forgot password" sets one.

Example:
  haat orders create SHIRT-M=2 BELT --phone 9876543210 --name "Asha Rao" --street "12 MG Road" --city Bengaluru --state Karnataka --pin 560001`,
    // An order is cancelled, not undone: its customer knows of it.
    undo: false,
    input: {
      item: chosen,
      phone: field(Phone, 'phone number of the customer, 10 digits'),
      name: line(100, 'who receives the parcel'),
      email: optional(Email, 'e-mail address of a new customer'),
      customer: z.optional(text('id or e-mail address of a customer who orders with another phone number')),
      street: line(200, 'house and street'),
      city: line(100, 'city'),
      state: line(100, 'state or union territory'),
      pin: field(
        z.string().check(z.trim(), z.regex(PATTERNS.pincode, 'Six digits, please, the first not 0.')),
        'PIN code',
      ),
      coupon: z.optional(line(40, 'code of a coupon')),
      payment: z.prefault(
        field(z.enum(PAYMENT_METHODS), 'ONLINE makes a link to pay, which you send to the customer'),
        'COD',
      ),
    },
    reply: Taken,
    said: ({ order_number, id, payable, payment_url }) =>
      `Order ${id} (${order_number}) is taken: ${formatShortRupees(payable)}${payment_url ? `, to be paid at ${payment_url}` : ' in cash'}.`,
  }),
}
