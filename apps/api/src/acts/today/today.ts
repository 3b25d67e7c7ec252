/** What waits for the staff today. */
import type { Staff } from '@haat/contract/staff/index'
import type { Permission } from '@haat/contract/staff/permissions'
import { WARNINGS } from '@haat/contract/staff/today'
import { isInitialised } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { backupActs } from '../jobs/jobs.ts'
import { countOpenOrders, countOrdersWithRefundDue } from './today.store.ts'

type Warning = (typeof WARNINGS)[number]

/** @returns which warnings there are; of a shop for tests, only what it simulates */
async function findWarnings(shop: Shop, who: Who): Promise<Record<Warning, boolean>> {
  const { db, pay, config } = shop
  const { production } = config
  return {
    test_bank: pay?.simulated === true,
    payment: production && pay === null,
    mail: config.smtpUrl === null,
    opening: production && !(await isInitialised(db)),
    backup: production && (await backupActs.list(shop, {}, who)).length === 0,
  }
}

export const todayActs: ActTable<Staff['today']> = {
  async warnings(shop, _input, who) {
    const { permissions } = who
    const may = (needed: Permission): boolean => permissions === null || permissions.includes(needed)
    const found = await findWarnings(shop, who)
    const warnings = WARNINGS.filter(
      (name) => found[name] && may(name === 'backup' ? 'backups.make' : 'settings.write'),
    )
    return { is_production: shop.config.production, warnings }
  },

  show: async ({ db }) => ({
    statuses: await countOpenOrders(db),
    refunds_due: await countOrdersWithRefundDue(db),
  }),
}
