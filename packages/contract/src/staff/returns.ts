import * as z from 'zod/mini'
import { RETURN_REASONS, RETURN_STATES, RETURN_WISHES, type ReturnReason } from '../return-rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  each,
  field,
  FileReply,
  flag,
  formatMoment,
  limit,
  line,
  optional,
  Rupees,
  table,
  text,
  TextOrNull,
} from './act.ts'

const Request = z.object({
  id: Id,
  state: z.enum(RETURN_STATES),
  order_id: Id,
  ...each(z.string(), 'order_number', 'customer', 'phone'),
  wish: z.enum(RETURN_WISHES),
  reason: z.enum(Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]]),
  ...each(TextOrNull, 'comment', 'refund_upi', 'answer'),
  requested_at: Moment,
  ...each(z.nullable(Moment), 'decided_at', 'closed_at'),
  replacement_order_id: z.nullable(Id),
  replacement_number: TextOrNull,
  items: table(
    z.object({
      line: z.int(),
      order_item_id: Id,
      product_name: z.string(),
      ...each(TextOrNull, 'variant_name', 'sku', 'wanted'),
      quantity: z.int(),
      wanted_stock: z.nullable(z.int()),
      /** What the item still costs, and for how many pieces: their share is paid back. */
      worth_left: Rupees,
      pieces_left: z.int(),
    }),
    ['line', 'product_name', 'variant_name', 'sku', 'quantity', 'wanted', 'wanted_stock'],
    'Items',
  ),
  /** Paid back as well once all of the request came: nothing of the order stays, and the shop got it wrong. */
  delivery_back: Rupees,
  /** The gateway that pays back what was paid there; null for the merchant. */
  refund_by: TextOrNull,
  /** Paths, for the staff alone. */
  photos: z.array(z.string()),
})
export type StaffReturn = z.output<typeof Request>

const request = field(Id, 'number of the request')
const named = ({ id, order_number }: StaffReturn): string => `Return ${id} of order ${order_number}`

/** An act that takes a request to its next state. @param args of its command */
const decide = <const Input extends Record<string, z.ZodMiniType>>(
  name: string,
  args: string,
  summary: string,
  example: string,
  input: Input,
  said: (request: StaffReturn) => string,
) =>
  act(`returns ${name} ${args}`, {
    route: `POST /api/desk/returns/{request}/${name}`,
    permission: 'returns.decide',
    summary,
    help: `Example:\n  haat returns ${name} 7 ${example}`,
    shown_by: 'show',
    // The customer is told at once, and a receipt moves goods and money.
    undo: false,
    input: { request, ...input },
    reply: Request,
    said,
  })

export const staffReturns = {
  list: act('returns list', {
    route: 'GET /api/desk/returns',
    permission: ['orders.read', 'returns.decide'],
    summary: 'list what customers ask to send back, newest first',
    help: 'Example:\n  haat returns list --state REQUESTED',
    input: {
      state: optional(z.enum(RETURN_STATES), 'only requests in this state'),
      order: z.optional(text('only those of this order: its number or id')),
      limit: limit(100, 1000),
    },
    reply: table(Request, [...['id', 'state', 'order_number', 'customer', 'wish', 'reason', 'requested_at']]),
  }),
  show: act('returns show <request>', {
    route: 'GET /api/desk/returns/{request}',
    permission: ['orders.read', 'returns.decide'],
    summary: 'show a request with its items and photos',
    input: { request },
    reply: Request,
  }),
  photo: act('returns photo <request> <photo>', {
    route: 'GET /api/desk/returns/{request}/photos/{photo}',
    permission: ['orders.read', 'returns.decide'],
    summary: 'write a photo of a request, which its path names, to a file',
    help: 'Example:\n  haat returns photo 7 12 --out seal.webp',
    input: { request, photo: field(Id, 'number of the photo') },
    reply: FileReply,
    file: 'image/webp',
  }),
  accept: decide(
    'accept',
    '<request> <answer>',
    'accept a request and say how the goods come back; the customer gets an e-mail',
    '"Our courier collects it on Tuesday. Please keep it packed."',
    { answer: line(500, 'how the goods come back, in words for the customer') },
    (done) => `${named(done)} is accepted.`,
  ),
  refuse: decide(
    'refuse',
    '<request> <reason>',
    'refuse a request, also one that was accepted and never came; the customer gets an e-mail',
    '"The seal is broken: we cannot sell it again."',
    { reason: line(500, 'why, in words for the customer') },
    (done) => `${named(done)} is refused.`,
  ),
  receive: decide(
    'receive',
    '<request>',
    'record that the goods of an accepted request are here: a refund falls due, or the order in exchange is placed',
    '--item 1=2 --write-off 1',
    {
      item: optional(
        z.array(z.string()).check(z.minLength(1)),
        'a line of the request, with =pieces if fewer came; without this, all came. Can be given several times',
      ),
      write_off: optional(
        z.array(z.string()),
        'a line whose pieces cannot be sold again: they do not go back to the stock; can be given several times',
      ),
      refund_instead: flag('of an exchange: refund the pieces instead'),
    },
    (done) =>
      `${named(done)} is received${done.closed_at ? ` on ${formatMoment(done.closed_at)}` : ''}. ${
        done.replacement_number
          ? `Order ${done.replacement_number} is placed in exchange.`
          : 'What was paid for it is to be refunded.'
      }`,
  ),
}
