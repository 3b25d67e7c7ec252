/** The first hour of a new shop: what is still missing, and opening it. */
import * as z from 'zod/mini'
import { act, field } from './act.ts'

/** In the order in which they are shown. */
export const OPENING_STEPS = [
  'name',
  'seller',
  'contact',
  'payment',
  'delivery',
  'products',
  'mail',
  'texts',
  'second_factor',
] as const

const Step = z.object({
  id: z.enum(OPENING_STEPS),
  done: z.boolean(),
  /** Whether the shop cannot be opened without it: the law or an order needs it. */
  required: z.boolean(),
  /** Of products: how many are on sale. */
  count: z.optional(z.int()),
})

export const staffOpening = {
  show: act('opening', {
    route: 'GET /api/desk/opening',
    permission: 'settings.write',
    summary: 'show what a new shop needs before it opens',
    reply: z.object({
      is_open: z.boolean(),
      address: field(z.string(), "the shop's address"),
      steps: z.array(Step).check(z.meta({ columns: ['id', 'done', 'required'] })),
    }),
  }),
  open: act(null, {
    route: 'POST /api/desk/opening',
    permission: 'settings.write',
    summary: 'open the shop: from then on customers can sign up and order; haat init does it by command',
    reply: z.object({ address: z.string() }),
    undo: false,
  }),
}
