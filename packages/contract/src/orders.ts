import * as z from 'zod/mini'
import { Arrival } from './delivery.ts'
import { type Download, endpoint } from './endpoint.ts'
import {
  CHECKOUTS,
  LIMITS,
  ORDER_EVENT_KINDS,
  ORDER_STATUSES,
  type OrderGroup,
  PATTERNS,
  PAYMENT_METHODS,
  PAYMENT_PROVIDERS,
} from './rules.ts'
import { RETURN_STATES, RETURN_WISHES } from './return-rules.ts'
import {
  AnyRupees,
  Id,
  ID_MAX,
  LooseIdText,
  Moment,
  ok,
  PrintedLine,
  Rupees,
  TextLine,
  WholeText,
} from './wire.ts'

export const OrderItem = z.object({
  order_item_id: Id,
  product_id: z.nullable(Id),
  variant_id: z.nullable(Id),
  product_name: z.string(),
  variant_name: z.nullable(z.string()),
  variant_image: z.nullable(z.string()),
  price: Rupees,
  quantity: z.int(),
  /** How many of the pieces came back, or were lost. */
  returned: z.int(),
  /** What was given back of its price without goods having come back. */
  reduced_by: Rupees,
  subtotal: Rupees,
  discount_amount: Rupees,
  /** Whether the item added nothing to the delivery charge: it was sold at a running deal's price. */
  ships_free: z.boolean(),
})
export type OrderItem = z.output<typeof OrderItem>

/** One entry of an order's timeline. */
export const OrderEvent = z.object({
  kind: z.enum(ORDER_EVENT_KINDS),
  /** The order's after it. */
  status: z.enum(ORDER_STATUSES),
  note: z.nullable(z.string()),
  created_at: Moment,
})
export type OrderEvent = z.output<typeof OrderEvent>

export const Order = z.object({
  id: Id,
  /** Ten random characters: the number that customers see. */
  order_number: z.string(),
  created_at: Moment,
  order_status: z.enum(ORDER_STATUSES),
  payment_method: z.nullable(z.enum(PAYMENT_METHODS)),
  shipping_name: z.string(),
  shipping_street: z.string(),
  shipping_city: z.string(),
  shipping_state: z.string(),
  shipping_country: z.string(),
  shipping_zip: z.string(),
  shipping_phone: z.string(),
  total_shipping_price: Rupees,
  total_discount_amount: Rupees,
  /** What paying in cash costs more; part of the total. */
  cod_fee: Rupees,
  total_amount: Rupees,
  /** What is added to the total, or taken off, where the shop rounds what it collects in cash; else 0. */
  round_off: AnyRupees,
  /** Of a business that buys. */
  ...{ buyer_gstin: z.nullable(z.string()), buyer_company: z.nullable(z.string()) },
  /** What the customer wrote with the order. */
  customer_note: z.nullable(z.string()),
  /** Whether the packing slip tells no prices. */
  is_gift: z.boolean(),
  coupon_code: z.nullable(z.string()),
  checkout: z.enum(CHECKOUTS),
  /** Whether the payment provider has the payment, and has not decided about it, even after the order's end. */
  processing: z.boolean(),
  /** Whether the customer has told a transfer by UPI that the merchant has not compared with the bank, even after the order's end. */
  payment_told: z.boolean(),
  /** Whether it is paid to the shop's own UPI id: a refund needs one of the customer's. */
  by_upi_id: z.boolean(),
  /**
   * Of an unpaid order with a payment to the shop's own UPI id: the page where the customer tells its UTR, and the one
   * that was told.
   */
  upi_payment: z.nullable(z.object({ page: z.string(), utr: z.nullable(z.string()) })),
  /** Whether the merchant owes the customer a refund. */
  refund_due: z.boolean(),
  refund_due_amount: Rupees,
  /** Whether the merchant pays some of it by hand, and the UPI id that the customer gave for it. */
  refund_by_hand: z.boolean(),
  refund_upi: z.nullable(z.string()),
  refunded_amount: Rupees,
  /** What the bank calls the latest refund that was paid, where that is known. */
  refund_reference: z.nullable(z.string()),
  /** The customer's UPI id to which it was paid; null for another way. */
  refunded_to: z.nullable(z.string()),
  /** Of an order in exchange: the one whose pieces came back for it. */
  exchange_of: z.nullable(z.object({ order_id: Id, order_number: z.string() })),
  /** Of an order that its customer left unpaid: the next one of its items. */
  ordered_again: z.nullable(z.object({ order_id: Id, order_number: z.string() })),
  /**
   * Of an order that came: what the customer asked to send back last, unless it was withdrawn, and the shop's answer,
   * which everybody reads who has the link.
   */
  returning: z.nullable(
    z.object({
      state: z.enum(RETURN_STATES),
      wish: z.enum(RETURN_WISHES),
      answer: z.nullable(z.string()),
      /** The latest order that was placed in exchange, for this or for what was asked before. */
      replacement: z.nullable(
        z.object({ order_id: Id, order_number: z.string(), order_status: z.enum(ORDER_STATUSES) }),
      ),
    }),
  ),
  /** Whether the customer can pay now: it waits for its payment, or the payment failed. */
  can_pay: z.boolean(),
  /** Of an order that has not arrived or ended: why the customer cannot cancel it, and what to do instead. */
  why_not_cancelled: z.nullable(z.string()),
  /** Whether the customer is asked to confirm that a parcel to be paid in cash will be taken. */
  needs_confirmation: z.boolean(),
  /** When an unpaid online order releases its stock. */
  hold_expires_at: z.nullable(Moment),
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  /** When the customer was told that it arrives. */
  arrives: z.nullable(Arrival),
  /** Null until the parcel is sent. */
  invoice_number: z.nullable(z.string()),
  /** Numbers of the credit notes: what came back, or was cancelled, after the invoice. */
  credit_notes: z.array(z.string()),
  order_items: z.array(OrderItem),
  events: z.array(OrderEvent),
})
export type Order = z.output<typeof Order>

/** An amount that the client expects: compared with the server's, never used. */
const Claimed = z.optional(Rupees)

/** Like `Claimed`, but zero and negative amounts pass: the handler refuses them and names the item. */
const ClaimedPrice = z.optional(AnyRupees)

const AddressId = z.int(/*i18n*/ 'Please select a delivery address').check(z.minimum(1), z.maximum(ID_MAX))

export const PlaceOrder = z.object({
  address_id: AddressId,
  payment_method: z.enum(PAYMENT_METHODS, /*i18n*/ 'Please select a payment method!'),
  /** Among those of the settings; the first of them if absent. */
  payment_provider: z.optional(z.enum(PAYMENT_PROVIDERS)),
  /** If absent, the server infers it from the cart and the delivery charge. */
  checkout: z.optional(z.enum(CHECKOUTS)),
  shipping_details: z.optional(
    z.object({
      shipping_name: z.optional(TextLine(100)),
      shipping_phone: z.optional(TextLine(20)),
      shipping_street: z.optional(TextLine(402)),
      shipping_city: z.optional(TextLine(100)),
      shipping_state: z.optional(TextLine(100)),
      shipping_zip: z.optional(TextLine(20)),
      shipping_country: z.optional(TextLine(100)),
    }),
  ),
  items: z
    .array(
      z.object({
        // The handler checks these three, because its error names the item.
        product_id: z.number(),
        variant_id: z.optional(z.number()),
        quantity: z.number(),
        price: ClaimedPrice,
        sub_total: Claimed,
        per_item_discount: Claimed,
        per_item_coupon_code: z.optional(z.nullable(TextLine(40))),
        shipping_price: Claimed,
        shipping_message: z.optional(z.nullable(TextLine(200))),
        per_item_coupon_id: z.optional(z.nullable(z.int())),
      }),
      /*i18n*/ 'No items in cart',
    )
    .check(z.minLength(1, /*i18n*/ 'No items in cart'), z.maxLength(LIMITS.order_lines)),
  total_amount: Rupees,
  total_shipping_price: Claimed,
  total_items_discount: Claimed,
  order_coupon_id: z.optional(z.nullable(Id)),
  /** Of a business that buys: its number must be right, and of the state to which the order goes. */
  buyer_gstin: z.optional(z.nullable(TextLine(20))),
  /** The name of that business; ignored without its GSTIN. */
  buyer_company: z.optional(z.nullable(PrintedLine(100))),
  customer_note: z.optional(z.nullable(TextLine(LIMITS.order_note))),
  is_gift: z.optional(z.boolean()),
})
export type PlaceOrder = z.output<typeof PlaceOrder>

/** A customer's UPI id to which the merchant pays a refund. */
export const RefundUpi = TextLine(320).check(
  z.regex(PATTERNS.upi_id, /*i18n*/ 'A UPI id looks like name@bank'),
)

const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))

export const orders = {
  place: endpoint('POST /api/orders/place-order', {
    access: 'customer',
    summary: "Place an order; amounts that differ from the server's are refused with 409 PRICE_CHANGED",
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    body: PlaceOrder,
    reply: ok({
      /** `Order created (COD)` or `Order created`. */
      message: z.string(),
      order_id: Id,
      order_number: z.string(),
      transactionId: z.nullable(z.string()),
      merchantOrderId: z.nullable(z.string()),
      /** The payment provider's page; null for cash on delivery. */
      paymentUrl: z.nullable(z.string()),
    }),
    status: 201,
    limit: 'orders',
  }),
  list: endpoint('GET /api/orders', {
    access: 'customer',
    summary: "The caller's orders, newest first",
    query: z.object({
      page: z.optional(WholeText(1, LIMITS.page_max)),
      limit: z.optional(WholeText(1, LIMITS.page_size_max)),
      show: z.optional(z.enum(['open', 'delivered', 'ended'] satisfies OrderGroup[])),
      /** A part of the order's number, or of a product's name in it. */
      search: z.optional(TextLine(100)),
      /** Finds the one order that was placed with this key: its reply may have been lost. */
      idempotency_key: z.optional(IdempotencyKey),
    }),
    reply: ok({
      orders: z.array(Order),
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      totalPages: z.int(),
      /** How many there are of each group, whichever of them is shown; missing for a key. */
      counts: z.optional(z.object({ all: z.int(), open: z.int(), delivered: z.int(), ended: z.int() })),
    }),
  }),
  get: endpoint('GET /api/orders/{id}', {
    access: 'customer',
    summary: "One of the caller's orders",
    params: z.object({ id: LooseIdText }),
    reply: ok({ order: Order }),
  }),
  track: endpoint('GET /api/orders/{id}/track', {
    access: 'public',
    summary:
      'An order by the signed link of its mails: without street, phone, GSTIN and note, and with nothing that could be done to it',
    params: z.object({ id: LooseIdText }),
    query: z.object({ key: TextLine(100) }),
    reply: ok({ order: Order }),
    limit: 'trackedOrders',
  }),
  pay: endpoint('POST /api/orders/{id}/pay', {
    access: 'customer',
    summary:
      "Pay one of the caller's orders that waits for its payment, or whose payment failed: its stock and coupon are taken again. 409 NOT_PAYABLE when it cannot be paid",
    params: z.object({ id: LooseIdText }),
    body: z.object({ payment_provider: z.optional(z.enum(PAYMENT_PROVIDERS)) }),
    reply: ok({ paymentUrl: z.string(), transactionId: z.string(), merchantOrderId: z.string() }),
    limit: 'orders',
  }),
  confirm: endpoint('POST /api/orders/{id}/confirm', {
    access: 'customer',
    summary:
      "Confirm that the parcel of one of the caller's orders will be taken, and paid in cash; any other order stays as it is",
    params: z.object({ id: LooseIdText }),
    reply: ok({ order: Order }),
  }),
  abandon: endpoint('POST /api/orders/{id}/abandon', {
    access: 'customer',
    summary:
      "Cancel one of the caller's orders if it waits for its online payment; any other stays as it is. Replies with the order; 409 PAYMENT_PROCESSING while the provider processes the payment",
    params: z.object({ id: LooseIdText }),
    reply: ok({ order: Order }),
  }),
  cancel: endpoint('POST /api/orders/{id}/cancel', {
    access: 'customer',
    summary:
      "Cancel one of the caller's orders until it is packed; one that is cancelled already stays so. Replies with the order; 409 says what to do instead",
    params: z.object({ id: LooseIdText }),
    body: z.object({
      reason: z.optional(z.nullable(TextLine(500))),
      /** Where the refund goes of an order that is paid to the shop's UPI id. */
      refund_upi: z.optional(z.nullable(RefundUpi)),
    }),
    reply: ok({ order: Order }),
  }),
  refundUpi: endpoint('POST /api/orders/{id}/refund-upi', {
    access: 'customer',
    summary:
      "Say where the refund of one of the caller's orders goes, while one is due that the merchant pays by hand; else 409",
    params: z.object({ id: LooseIdText }),
    body: z.object({ refund_upi: RefundUpi }),
    reply: ok({ order: Order }),
  }),
}

export const invoices = {
  get: endpoint('GET /api/orders/{id}/invoice', {
    access: 'customer',
    summary:
      "The GST invoice of one of the caller's orders, as a PDF; before the parcel is sent, a summary of the order; with `number`, a credit note",
    params: z.object({ id: LooseIdText }),
    query: z.object({ number: z.optional(TextLine(20)) }),
    file: 'application/pdf',
    reply: z.custom<Download>(),
    limit: 'invoices',
  }),
}

export const payments = {
  callback: endpoint('POST /api/payments/callback', {
    access: 'signed',
    summary: 'Report of a payment by the test bank',
    headers: z.looseObject({}),
    body: z.looseObject({}),
    reply: ok({ message: z.string() }),
    events: { 400: 'payment_callback_refused', 409: 'payment_callback_refused' },
  }),
  providerCallback: endpoint('POST /api/payments/{provider}/callback', {
    access: 'signed',
    summary: 'Report of a payment or refund by a payment provider, whose format headers and body have',
    params: z.object({ provider: z.enum(PAYMENT_PROVIDERS) }),
    headers: z.looseObject({}),
    body: z.looseObject({}),
    reply: ok({ message: z.string() }),
    events: { 400: 'payment_callback_refused' },
  }),
}
