/** The first hour of a new shop: what is still missing, and opening it. */
import * as z from 'zod/mini'
import { Moment } from '../wire.ts'
import { act, field } from './act.ts'

/** In the order in which they are shown. */
export const OPENING_STEPS = [
  'name',
  'look',
  'seller',
  'contact',
  'payment',
  'delivery',
  'products',
  'mail',
  'texts',
  'test_order',
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
  preview: act(null, {
    route: 'POST /api/desk/opening/preview',
    permission: 'settings.write',
    summary:
      'make a link that shows the shop before it opens; for two hours, and what is ordered with it is a test',
    reply: z.object({ link: z.string(), until: Moment }),
    undo: false,
  }),
  open: act(null, {
    route: 'POST /api/desk/opening',
    permission: 'settings.write',
    summary:
      'open the shop; customers can sign up and order, and orders of before, which were tests, are cancelled',
    reply: z.object({ address: z.string() }),
    undo: false,
  }),
  close: act(null, {
    route: 'POST /api/desk/opening/close',
    permission: 'settings.write',
    summary: 'close the shop again; visitors read that it opens soon, as before, until somebody orders',
    reply: z.object({ address: z.string() }),
    undo: false,
  }),
}
