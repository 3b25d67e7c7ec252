/** What waits for the staff today. */
import type { Staff } from '@haat/contract/staff/index'
import { findLastJob } from '../jobs/jobs.store.ts'
import { isRunning, startJob } from '../jobs/jobs.ts'
import type { ActTable } from '../act-table.ts'
import { countOpenOrders, countOrdersWithRefundDue, findLastAct } from './today.store.ts'

/** A look is good for this long, unless somebody changes something. */
const OLD_MS = 6 * 3_600_000

const failed = (message: string) => ({
  ...{ id: 'failed', level: 'error' as const },
  ...{ what: `The shop could not be looked through. ${message}`, remedy: 'Look again.' },
})

export const todayActs: ActTable<Staff['today']> = {
  show: async ({ db }) => ({
    statuses: await countOpenOrders(db),
    refunds_due: await countOrdersWithRefundDue(db),
  }),
  async findings({ db, now }) {
    const job = await findLastJob(db, 'check')
    const changed = await findLastAct(db)
    const since = Math.max(changed?.getTime() ?? 0, now().getTime() - OLD_MS)
    return {
      checked_at: job?.ended_at ?? null,
      is_old: job === undefined || job.started_at.getTime() < since,
      is_running: job !== undefined && isRunning(job, now()),
      findings: job?.result ? JSON.parse(job.result) : job?.message ? [failed(job.message)] : [],
    }
  },
  // In a process of its own: some of its queries read every product.
  check: (shop, _input, who) => startJob(shop, 'check', { who, file: '' }),
}
