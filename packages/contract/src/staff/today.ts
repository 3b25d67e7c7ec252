import * as z from 'zod/mini'
import { ORDER_STATUSES } from '../rules.ts'
import { Moment } from '../wire.ts'
import { act, table } from './act.ts'

/** What is simulated or missing, the most pressing first. */
export const WARNINGS = ['test_bank', 'payment', 'mail', 'opening', 'backup'] as const

export const staffToday = {
  warnings: act(null, {
    route: 'GET /api/desk/warnings',
    permission: 'own',
    summary: 'show what is simulated or missing, to those who may mend it; haat doctor does it by command',
    reply: z.object({ is_production: z.boolean(), warnings: z.array(z.enum(WARNINGS)) }),
  }),
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
