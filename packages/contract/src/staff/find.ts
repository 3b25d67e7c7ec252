/** What the desk finds at once: orders, parcels, products and customers, each for those who may read them. */
import * as z from 'zod/mini'
import { Id } from '../wire.ts'
import { act, each, field } from './act.ts'

const Hit = z.object({
  kind: z.enum(['order', 'parcel', 'product', 'customer']),
  id: Id,
  ...each(z.string(), 'title', 'note'),
})

export const staffFind = {
  all: act(null, {
    route: 'GET /api/desk/find',
    permission: 'own',
    summary:
      'find orders by number, phone or AWB, products by name or SKU, and customers, each if you may read them',
    input: { q: field(z.string().check(z.trim(), z.minLength(2), z.maxLength(80)), 'what to look for') },
    reply: z.array(Hit),
  }),
}
