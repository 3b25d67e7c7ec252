/** What waits for the staff today. */
import type { Staff } from '@haat/contract/staff/index'
import { findLastJob } from '../jobs/jobs.store.ts'
import { isRunning, startJob } from '../jobs/jobs.ts'
import type { ActTable } from '../act-table.ts'
import { countOpenOrders, countOrdersWithRefundDue } from './today.store.ts'

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
    return {
      checked_at: job?.ended_at ?? null,
      is_running: job !== undefined && isRunning(job, now()),
      findings: job?.result ? JSON.parse(job.result) : job?.message ? [failed(job.message)] : [],
    }
  },
  // In a process of its own: some of its queries read every product.
  check: (shop, _input, who) => startJob(shop, 'check', { who, file: '' }),
}
