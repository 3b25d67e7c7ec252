/** What somebody who packs parcels sees and does: no mail addresses, no history, no sums but the cash to collect. */
import * as z from 'zod/mini'
import { ORDER_STATUSES } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import { act, each, field, limit, line, Rupees, TextOrNull } from './act.ts'

const Parcel = z.object({
  id: Id,
  order_number: z.string(),
  status: z.enum(ORDER_STATUSES),
  created_at: Moment,
  /** India's day by which the customer was told that it comes; null of old orders. */
  arrives_to: TextOrNull,
  ...each(z.string(), 'shipping_name', 'shipping_street', 'shipping_city', 'shipping_state', 'shipping_zip'),
  shipping_phone: z.string(),
  /** Number of the order whose pieces came back for this one. */
  exchange_of: TextOrNull,
  /** Whose parcel shall show no prices. */
  is_gift: z.boolean(),
  /** In cash, at the door; 0 for a paid order. */
  collect: Rupees,
  items: z.array(
    z.object({
      product_name: z.string(),
      ...each(TextOrNull, 'variant_name', 'sku', 'variant_image'),
      quantity: z.int(),
    }),
  ),
})
export type Parcel = z.output<typeof Parcel>

const Moved = z.array(z.object({ id: Id, order_number: z.string(), status: z.enum(ORDER_STATUSES) }))
const orders = field(z.array(z.string()).check(z.minLength(1)), 'ids of the orders')

export const staffPacking = {
  list: act(null, {
    route: 'GET /api/desk/packing',
    permission: 'orders.pack',
    summary: 'list the orders to pack and to ship, the first promised first',
    input: { limit: limit(100, 1000) },
    reply: z.array(Parcel),
  }),
  pack: act(null, {
    route: 'POST /api/desk/packing/pack',
    permission: 'orders.pack',
    summary: 'mark orders as packed',
    input: { orders },
    reply: Moved,
  }),
  ship: act(null, {
    route: 'POST /api/desk/packing/ship',
    permission: 'orders.pack',
    summary: 'mark parcels as handed to a courier; the customers get an e-mail',
    input: {
      orders,
      courier: line(100, 'name of the courier'),
      tracking: z.optional(line(100, 'tracking number of the parcel')),
    },
    reply: Moved,
  }),
}
