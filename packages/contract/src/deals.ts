import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Moment, Rupees } from './wire.ts'

export const Deal = z.object({
  id: Id,
  product_id: Id,
  /** The product's default variant, to which the deal price applies. */
  variant_id: Id,
  /** What tells that variant from others, such as `Blue, UK 8`. */
  variant_name: z.nullable(z.string()),
  name: z.string(),
  product_name: z.string(),
  deal_price: Rupees,
  mrp: z.nullable(Rupees),
  start_date: Moment,
  end_date: Moment,
  is_active: Flag,
  images: z.array(z.string()),
  image_url: z.nullable(z.string()),
  /** Of the first of `images`. */
  description: z.string(),
  in_stock: Flag,
  /** The product's. */
  rating: z.number(),
})
export type Deal = z.output<typeof Deal>

export const deals = {
  active: endpoint('GET /api/deals/active', {
    access: 'public',
    summary: 'Switched-on deals whose window has not ended: running or about to start',
    reply: z.array(Deal),
  }),
  all: endpoint('GET /api/deals', {
    access: 'public',
    summary: 'All deals, expired and switched-off ones too',
    reply: z.array(Deal),
  }),
}
