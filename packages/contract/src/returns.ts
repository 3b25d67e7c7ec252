import * as z from 'zod/mini'
import { ListedVariant } from './catalog.ts'
import { type Download, endpoint, photoUpload } from './endpoint.ts'
import { RefundUpi } from './orders.ts'
import { LIMITS, ORDER_STATUSES } from './rules.ts'
import { RETURN_REASONS, RETURN_STATES, RETURN_WISHES, type ReturnReason } from './return-rules.ts'
import { Id, LooseIdText, Moment, ok, Paragraphs, Rupees } from './wire.ts'

const REASONS = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]]

/** Paragraphs of a person, at most 500 characters. */
const Comment = Paragraphs(500)

/** What a customer asks to send back. */
export const ReturnRequest = z.object({
  id: Id,
  state: z.enum(RETURN_STATES),
  wish: z.enum(RETURN_WISHES),
  reason: z.enum(REASONS),
  comment: z.nullable(z.string()),
  /** Where to refund what was paid in cash. */
  refund_upi: z.nullable(z.string()),
  requested_at: Moment,
  decided_at: z.nullable(Moment),
  /** The shop's words: why it is refused, or how the goods come back. */
  answer: z.nullable(z.string()),
  closed_at: z.nullable(Moment),
  /** What is paid back once all of it came; null for an exchange, and once it is closed. */
  refund: z.nullable(Rupees),
  /** The order that was placed in exchange. */
  replacement: z.nullable(
    z.object({ order_id: Id, order_number: z.string(), order_status: z.enum(ORDER_STATUSES) }),
  ),
  items: z.array(
    z.object({
      order_item_id: Id,
      product_name: z.string(),
      variant_name: z.nullable(z.string()),
      quantity: z.int(),
      /** The variant in exchange, as a shopper calls it. */
      wanted: z.nullable(z.string()),
    }),
  ),
  /** Ids: see `returnPhotos.get`. */
  photos: z.array(Id),
})
export type ReturnRequest = z.output<typeof ReturnRequest>

/** An item that can be sent back now. */
export const ReturnableItem = z.object({
  order_item_id: Id,
  /** How many pieces, at most. */
  quantity: z.int(),
  /** The last moment to ask. */
  until: Moment,
  /** What the item still costs, and for how many pieces: their share is paid back. */
  worth_left: Rupees,
  pieces_left: z.int(),
  /** Variants of the product at no other price than what was paid; the same again is none for what does not fit. */
  exchange_for: z.array(z.extend(ListedVariant, { variant_name: z.string(), is_same: z.boolean() })),
})
export type ReturnableItem = z.output<typeof ReturnableItem>

const params = z.object({ id: LooseIdText })
const ofRequest = z.object({ id: LooseIdText, request: LooseIdText })
const reply = ok({ request: ReturnRequest })

export const returns = {
  list: endpoint('GET /api/orders/{id}/returns', {
    access: 'customer',
    summary: 'What the caller has asked to send back of one of their orders, and what they still can',
    params,
    reply: ok({
      /** The oldest first. */
      requests: z.array(ReturnRequest),
      returnable: z.array(ReturnableItem),
      /** Paid back as well where all of these go back and the shop got them wrong; 0 where others stay. */
      delivery_back: Rupees,
      /** Why nothing can be sent back; null where something can. */
      why_not: z.nullable(z.string()),
      /** Whether a refund can be asked for: something was paid, for these items or those that they were sent for. */
      refundable: z.boolean(),
      /** Whether a refund needs a UPI id: it was paid in cash, or to the shop's own. */
      asks_upi: z.boolean(),
    }),
  }),
  request: endpoint('POST /api/orders/{id}/returns', {
    access: 'customer',
    summary: 'Ask to send items of a delivered order back, for a refund or in exchange; 409 says why not',
    params,
    body: z.object({
      items: z
        .array(
          z.object({
            order_item_id: Id,
            quantity: z.int().check(z.minimum(1)),
            /** For an exchange. */
            variant_id: z.optional(z.nullable(Id)),
          }),
          /*i18n*/ 'Please choose what you send back',
        )
        .check(z.minLength(1, /*i18n*/ 'Please choose what you send back'), z.maxLength(LIMITS.order_lines)),
      wish: z.enum(RETURN_WISHES, /*i18n*/ 'Please choose a refund or an exchange'),
      reason: z.enum(REASONS, /*i18n*/ 'Please choose a reason'),
      comment: z.optional(z.nullable(Comment)),
      refund_upi: z.optional(z.nullable(RefundUpi)),
    }),
    reply,
    status: 201,
  }),
  withdraw: endpoint('POST /api/orders/{id}/returns/{request}/withdraw', {
    access: 'customer',
    summary: 'Take back a request that is not received yet',
    params: ofRequest,
    reply,
  }),
}

export const returnPhotos = {
  get: endpoint('GET /api/orders/{id}/returns/{request}/photos/{photo}', {
    access: 'customer',
    summary: "A photo of one of the caller's requests",
    params: z.object({ id: LooseIdText, request: LooseIdText, photo: LooseIdText }),
    file: 'image/webp',
    reply: z.custom<Download>(),
  }),
  add: endpoint('POST /api/orders/{id}/returns/{request}/photos', {
    summary: 'Add a photo (PNG, JPEG, WebP or AVIF, as the body) to a request that is not decided yet',
    params: ofRequest,
    reply,
    ...photoUpload,
  }),
}
