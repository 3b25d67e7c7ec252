/** Coupons and their use; orders with items and timeline. */
import type { Language } from '@haat/contract/languages'
import type { Checkout, OrderEventKind, OrderStatus, PaymentMethod } from '@haat/contract/rules'
import type { ReturnReason, ReturnState, ReturnWish } from '@haat/contract/return-rules'
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'
import type { Catalogue } from './catalogue.ts'
import type { Customers } from './customers.ts'

type Coupons = ReturnType<typeof defineCoupons>

export function defineCoupons(kit: Kit, { users }: Customers, { categories, products }: Catalogue) {
  const { table, id, idOf, integer, money, text, flag, moment, index, check, primaryKey } = kit
  const coupons = table(
    'coupons',
    {
      id: id(),
      /** Upper-cased. */
      code: text().notNull().unique(),
      description: text().notNull(),
      level: text().$type<'order' | 'item'>().notNull(),
      kind: text().$type<'percent' | 'flat'>().notNull(),
      /** Percent (1–100), or paise. */
      value: money().notNull(),
      min_amount: money(),
      max_discount: money(),
      starts_at: moment(),
      ends_at: moment(),
      usage_limit: integer(),
      per_user_limit: integer(),
      used_count: integer().notNull().default(0),
      category_id: integer().references(() => categories.id),
      product_id: integer().references(() => products.id),
      /** The only customer who may use it. */
      user_id: integer().references(() => users.id),
      is_active: flag().notNull().default(true),
      /** Whether checkouts show it to everybody who may use it; otherwise its code has to be known. */
      is_listed: flag().notNull().default(false),
    },
    (t) => [
      check('coupons_level', sql`${t.level} in ('order', 'item')`),
      check('coupons_kind', sql`${t.kind} in ('percent', 'flat')`),
      check('coupons_value', sql`${t.value} > 0 and (${t.kind} = 'flat' or ${t.value} <= 100)`),
      check(
        'coupons_used',
        sql`${t.used_count} >= 0 and (${t.usage_limit} is null or ${t.used_count} <= ${t.usage_limit})`,
      ),
    ],
  )
  const coupon = () => idOf(() => coupons.id, 'cascade')
  const owner = () => idOf(() => users.id, 'cascade')
  /** The coupon a customer last applied; its id is the wire's `order_coupon_id`. */
  const coupon_applications = table(
    'coupon_applications',
    { id: id(), user_id: owner().unique(), coupon_id: coupon(), applied_at: moment().notNull() },
    (t) => [index('coupon_applications_coupon').on(t.coupon_id)],
  )
  /** In how many orders, except void ones, a customer has used a coupon. */
  const coupon_uses = table(
    'coupon_uses',
    { coupon_id: coupon(), user_id: owner(), used: integer().notNull() },
    (t) => [
      primaryKey({ columns: [t.coupon_id, t.user_id] }),
      index('coupon_uses_user').on(t.user_id),
      check('coupon_uses_used', sql`${t.used} >= 0`),
    ],
  )
  return { coupons, coupon_applications, coupon_uses }
}

export function defineOrders(kit: Kit, { users }: Customers, { coupons }: Coupons) {
  const { table, id, idOf, integer, money, real, text, flag, moment, index, unique, uniqueIndex, check } = kit
  const orders = table(
    'orders',
    {
      id: id(),
      /** Random: the number that customers see. The id would tell how many orders the shop has. */
      order_number: text().notNull().default('').unique(),
      user_id: idOf(() => users.id),
      status: text().$type<OrderStatus>().notNull(),
      payment_method: text().$type<PaymentMethod>(),
      checkout: text().$type<Checkout>().notNull(),
      created_at: moment().notNull(),
      shipping_name: text().notNull(),
      shipping_street: text().notNull(),
      shipping_city: text().notNull(),
      shipping_state: text().notNull(),
      shipping_country: text().notNull(),
      shipping_zip: text().notNull(),
      shipping_phone: text().notNull(),
      items_total: money().notNull(),
      total_shipping_price: money().notNull(),
      total_discount_amount: money().notNull(),
      /** What paying in cash costs more. */
      cod_fee: money().notNull().default(0),
      total_amount: money().notNull(),
      /** Whether what is collected in cash is rounded to the rupee: see `roundOff`. */
      rounds_cash: flag().notNull().default(false),
      /** Of a business that buys. */
      buyer_gstin: text(),
      buyer_company: text(),
      /** What the customer wrote with the order, for the parcel or about it. */
      customer_note: text(),
      /** Whether the packing slip tells no prices. */
      is_gift: flag().notNull().default(false),
      coupon_id: integer().references(() => coupons.id),
      coupon_code: text(),
      /**
       * `key:` and the client's Idempotency-Key, or `auto:` and a random id; `void:` once its payment could not be
       * started.
       */
      idempotency_key: text().notNull(),
      request_hash: text().notNull(),
      hold_expires_at: moment(),
      /** Since when it is paid in full, by a payment or in cash. */
      paid_at: moment(),
      /** Whether the customer is asked to confirm that a parcel to be paid in cash will be taken, and since when it is. */
      asks_confirmation: flag().notNull().default(false),
      confirmed_at: moment(),
      /** Whether the order reserves stock and a coupon use. */
      holds_stock: flag().notNull(),
      courier: text(),
      tracking_number: text(),
      /** India's days between which the customer was told that it arrives. */
      arrives_from: text(),
      arrives_to: text(),
      /** Of its mails: the one it was ordered in. Null for the customer's. */
      language: text().$type<Language>(),
    },
    (t) => [
      unique('orders_idempotency').on(t.user_id, t.idempotency_key),
      index('orders_user').on(t.user_id, t.id),
      index('orders_user_status').on(t.user_id, t.status),
      index('orders_status').on(t.status, t.hold_expires_at),
      index('orders_created').on(t.created_at),
      index('orders_phone').on(t.shipping_phone, t.status),
      check(
        'orders_amounts',
        sql`${t.items_total} >= 0 and ${t.total_shipping_price} >= 0 and ${t.total_discount_amount} >= 0 and ${t.cod_fee} >= 0`,
      ),
      check(
        'orders_total',
        sql`${t.total_amount} >= 0 and ${t.total_amount} = ${t.items_total} + ${t.total_shipping_price} + ${t.cod_fee} - ${t.total_discount_amount}`,
      ),
    ],
  )
  const order = () => idOf(() => orders.id)
  const order_items = table(
    'order_items',
    {
      id: id(),
      order_id: order(),
      // No foreign key: orders stay when a product is deleted.
      product_id: integer(),
      variant_id: integer(),
      product_name: text().notNull(),
      variant_name: text(),
      variant_image: text(),
      sku: text(),
      hsn: text(),
      gst_rate: real(),
      price: money().notNull(),
      mrp: money(),
      quantity: integer().notNull(),
      subtotal: money().notNull(),
      discount_amount: money().notNull().default(0),
      /** Whether the line added nothing to the delivery charge: it was sold at a running deal's price. */
      ships_free: flag().notNull().default(false),
      /** Days after its delivery in which it can be sent back, as they were when it was ordered. Null or 0: it cannot. */
      return_days: integer(),
      /** Of an order in exchange: the item whose pieces came back for it. */
      replaces_item_id: integer(),
    },
    (t) => [
      index('order_items_order').on(t.order_id),
      index('order_items_variant').on(t.variant_id),
      check('order_items_quantity', sql`${t.quantity} > 0`),
      check('order_items_subtotal', sql`${t.price} >= 0 and ${t.subtotal} = ${t.price} * ${t.quantity}`),
    ],
  )
  const order_events = table(
    'order_events',
    {
      id: id(),
      order_id: order(),
      kind: text().$type<OrderEventKind>().notNull(),
      /** After the event. */
      status: text().$type<OrderStatus>().notNull(),
      /** In the words of a person, or of the step. */
      note: text(),
      /** What the bank calls the transfer that it is about; of an exchange, the number of the order that is sent instead. */
      reference: text(),
      /** What came back, was lost, or is paid back for: an array of `EventPiece` as JSON. Null for nothing. */
      pieces: text(),
      at: moment().notNull(),
    },
    (t) => [index('order_events_order').on(t.order_id, t.id)],
  )
  /** Invoices and credit notes. A number is given once and never taken back. */
  const documents = table(
    'documents',
    {
      id: id(),
      order_id: order(),
      kind: text().$type<'tax_invoice' | 'bill_of_supply' | 'credit_note'>().notNull(),
      number: text().notNull().unique(),
      issued_at: moment().notNull(),
      /** The seller as JSON, so that the document stays the same when the settings change. */
      seller: text().notNull(),
      /** Of a credit note: the invoice that it reduces. */
      invoice_id: integer(),
      /** When an invoice was replaced by another one. */
      voided_at: moment(),
    },
    (t) => [
      index('documents_order').on(t.order_id),
      index('documents_issued').on(t.issued_at),
      uniqueIndex('documents_invoice')
        .on(t.order_id)
        .where(sql`${t.kind} <> 'credit_note' and ${t.voided_at} is null`),
      check('documents_kind', sql`(${t.kind} = 'credit_note') = (${t.invoice_id} is not null)`),
    ],
  )
  /** What came back of shipped orders, was lost, or was refunded in part. */
  const returns = table(
    'returns',
    {
      id: id(),
      order_id: order(),
      /** Null for the delivery charge. */
      order_item_id: integer().references(() => order_items.id),
      /** 0 where money is given back without goods. */
      quantity: integer().notNull(),
      /** What the customer was charged for these pieces, after discounts; 0 for those that were exchanged. */
      amount: money().notNull(),
      /** Whether the pieces are back in the stock; otherwise they are written off. */
      restocked: flag().notNull(),
      /** Of the request by which they came. */
      reason: text().$type<ReturnReason>(),
      at: moment().notNull(),
      credit_note_id: integer().references(() => documents.id),
    },
    (t) => [
      index('returns_order').on(t.order_id),
      index('returns_item').on(t.order_item_id),
      index('returns_at').on(t.at),
      check('returns_quantity', sql`${t.quantity} >= 0 and ${t.amount} >= 0`),
    ],
  )
  return { orders, order_items, order_events, documents, returns }
}

export type Orders = ReturnType<typeof defineOrders>

/** What customers ask to send back. */
export function defineReturnRequests(kit: Kit, { orders, order_items }: Orders) {
  const { table, id, idOf, integer, text, moment, index, check } = kit
  const return_requests = table(
    'return_requests',
    {
      id: id(),
      order_id: idOf(() => orders.id),
      state: text().$type<ReturnState>().notNull(),
      wish: text().$type<ReturnWish>().notNull(),
      reason: text().$type<ReturnReason>().notNull(),
      comment: text(),
      /** Where to refund what was paid in cash. */
      refund_upi: text(),
      requested_at: moment().notNull(),
      decided_at: moment(),
      /** Why it is refused, or how the goods come back. */
      answer: text(),
      closed_at: moment(),
      /** Of an exchange. */
      replacement_order_id: integer().references(() => orders.id),
    },
    (t) => [
      index('return_requests_order').on(t.order_id),
      index('return_requests_state').on(t.state, t.id),
      index('return_requests_replacement').on(t.replacement_order_id),
    ],
  )
  const request = () => idOf(() => return_requests.id, 'cascade')
  const return_request_items = table(
    'return_request_items',
    {
      id: id(),
      request_id: request(),
      order_item_id: idOf(() => order_items.id),
      quantity: integer().notNull(),
      /** Wanted in exchange. No foreign key: it may be deleted. */
      variant_id: integer(),
    },
    (t) => [
      index('return_request_items_request').on(t.request_id),
      index('return_request_items_item').on(t.order_item_id),
      check('return_request_items_quantity', sql`${t.quantity} > 0`),
    ],
  )
  const return_photos = table(
    'return_photos',
    { id: id(), request_id: request(), media_url: text().notNull() },
    (t) => [index('return_photos_request').on(t.request_id)],
  )
  return { return_requests, return_request_items, return_photos }
}
