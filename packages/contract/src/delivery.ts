import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PATTERNS } from './rules.ts'
import { ok, Rupees } from './wire.ts'

const Pincode = z
  .string()
  .check(z.regex(PATTERNS.pincode, /*i18n*/ 'Please enter the 6 digits of a PIN code.'))

/** Days of India, as `2026-11-25`: the first and the last on which a parcel should arrive. */
export const Arrival = z.object({ from: z.iso.date(), to: z.iso.date() })
export type Arrival = z.output<typeof Arrival>

/** Whether, when and at what price an order that is placed now comes to a PIN code. */
export const Delivery = z.object({
  pincode: z.string(),
  /** The district, or the big city; null for codes that the directory does not have. */
  city: z.nullable(z.string()),
  /** The usual one where a code serves two; null for the army's post. */
  state: z.nullable(z.string()),
  served: z.boolean(),
  /** Why not, as a sentence. */
  problem: z.nullable(z.string()),
  /** Whether it can be paid in cash there. */
  cod: z.boolean(),
  /** What delivery costs there, before what makes it free. */
  charge: Rupees,
  /** Null where it is not served. */
  arrives: z.nullable(Arrival),
})
export type Delivery = z.output<typeof Delivery>

export const delivery = {
  to: endpoint('GET /api/delivery', {
    access: 'public',
    summary:
      'Whether the shop delivers to a PIN code, on which days, for how much, and whether cash is taken',
    query: z.object({
      pincode: Pincode,
      /** That of the address: a code may serve two. */
      state: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: ok({ delivery: Delivery }),
  }),
}
