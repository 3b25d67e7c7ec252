import * as z from 'zod/mini'
import { ORDER_STATUSES } from '../rules.ts'
import { Moment } from '../wire.ts'
import { act, each, table } from './act.ts'
import { Job } from './jobs.ts'

/** What is simulated or missing, the most pressing first. */
export const WARNINGS = ['opening', 'closed', 'test_bank', 'payment', 'mail', 'sms', 'backup'] as const

export const staffToday = {
  warnings: act(null, {
    route: 'GET /api/desk/warnings',
    permission: 'own',
    summary: 'show what is simulated or missing, to those who may mend it; haat doctor does it by command',
    reply: z.object({
      is_production: z.boolean(),
      /** What is ordered before is a test. */
      is_open: z.boolean(),
      warnings: z.array(z.enum(WARNINGS)),
    }),
  }),
  show: act('today', {
    route: 'GET /api/desk/today',
    permission: ['orders.read', 'orders.pack', 'orders.ship'],
    summary:
      'show what waits: open orders, payments to confirm, refunds that are due, cash that couriers owe, returns to decide, reviews and questions',
    reply: z.object({
      /** Those that are neither delivered nor given up; a status without orders is left out. */
      statuses: table(
        z.object({ status: z.enum(ORDER_STATUSES), orders: z.int(), oldest: Moment }),
        undefined,
        'Open orders',
      ),
      refunds_due: z.int(),
      returns_to_decide: z.int(),
      reviews_to_approve: z.int(),
      questions_to_answer: z.int(),
      /** Orders whose customers told the UTR of a payment, and those with a refund that a provider did not pay. */
      payments_to_confirm: z.int(),
      refunds_failed: z.int(),
      /** Orders whose cash a courier has had for more than a week. */
      cash_overdue: z.int(),
    }),
  }),
  findings: act(null, {
    route: 'GET /api/desk/today/findings',
    permission: 'settings.write',
    summary: 'show what the last look of haat doctor found, errors first',
    reply: z.object({
      checked_at: z.nullable(Moment),
      is_running: z.boolean(),
      /** Whether somebody should look again: nobody has of late, or something was changed since. */
      is_old: z.boolean(),
      findings: z.array(
        z.object({
          level: z.enum(['error', 'warning']),
          ...each(z.string(), 'id', 'what'),
          /** The path of the screen that corrects it, below the desk; none where only whoever runs the server can. */
          screen: z.optional(z.string()),
        }),
      ),
    }),
  }),
  check: act(null, {
    route: 'POST /api/desk/today/check',
    permission: 'settings.write',
    summary: 'look for what is missing or wrong, as haat doctor does',
    reply: Job,
    is_job: true,
    undo: false,
  }),
}
