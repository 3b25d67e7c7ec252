import * as z from 'zod/mini'
import { ORDER_STATUSES } from '../rules.ts'
import { Moment } from '../wire.ts'
import { act, table } from './act.ts'

export const staffToday = {
  show: act('today', {
    route: 'GET /api/desk/today',
    permission: ['orders.read', 'orders.pack', 'orders.ship'],
    summary: 'show what waits: open orders by status, and refunds that are due',
    reply: z.object({
      /** Those that are neither delivered nor given up; a status without orders is left out. */
      statuses: table(
        z.object({ status: z.enum(ORDER_STATUSES), orders: z.int(), oldest: Moment }),
        undefined,
        'Open orders',
      ),
      refunds_due: z.int(),
    }),
  }),
}
