/** What waits for the staff today. */
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from '../act-table.ts'
import { countOpenOrders, countOrdersWithRefundDue } from './today.store.ts'

export const todayActs: ActTable<Staff['today']> = {
  show: async ({ db }) => ({
    statuses: await countOpenOrders(db),
    refunds_due: await countOrdersWithRefundDue(db),
  }),
}
