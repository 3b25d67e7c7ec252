/** What waits for the staff today. */
import type { Staff } from '@haat/contract/staff/index'
import { WARNINGS } from '@haat/contract/staff/today'
import { countOpenQuestions, countReviews } from '../../features/reviews/reviews.store.ts'
import { findCourierCash } from '../../features/payments/ledger.store.ts'
import { countRequests } from '../../features/returns/return-requests.store.ts'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { whyClosed } from '../../features/settings/closed.ts'
import { isOpen, readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { type ActTable, may, type Who } from '../act-table.ts'
import { findLastJob } from '../jobs/jobs.store.ts'
import { backupActs, isRunning, startJob } from '../jobs/jobs.ts'
import { countOpenOrders, countOrdersWithRefundDue, countStatedPayments, findLastAct } from './today.store.ts'

/** A look is good for this long, unless somebody changes something. */
const OLD_MS = 6 * 3_600_000

/** Couriers hand cash over within a week. */
const CASH_WITHIN_MS = 7 * 86_400_000

const failed = (message: string) => ({
  ...{ id: 'failed', level: 'error' as const },
  what: `The shop could not be looked through. ${message}`,
})

/** @returns which warnings there are; of a shop for tests, only what it simulates */
async function findWarnings(shop: Shop, who: Who): Promise<Record<(typeof WARNINGS)[number], boolean>> {
  const { db, pay, config, now } = shop
  const { production } = config
  return {
    test_bank: pay.all.some(({ simulated }) => simulated),
    payment: production && !offeredPayments(await readSettings(db), pay).online,
    mail: config.smtpUrl === null || shop.mail.isFailing === true,
    sms: shop.sms.isFailing,
    opening: !(await isOpen(db, config)),
    closed: whyClosed(await readSettings(db), now()) !== null,
    backup: production && (await backupActs.list(shop, {}, who)).length === 0,
  }
}

export const todayActs: ActTable<Staff['today']> = {
  async warnings(shop, _input, who) {
    const found = await findWarnings(shop, who)
    const warnings = WARNINGS.filter(
      (name) => found[name] && may(who, name === 'backup' ? 'backups.make' : 'settings.write'),
    )
    return { is_production: shop.config.production, is_open: !found.opening, warnings }
  },

  show: async ({ db, now }) => ({
    statuses: await countOpenOrders(db),
    refunds_due: await countOrdersWithRefundDue(db),
    returns_to_decide: await countRequests(db, 'REQUESTED'),
    reviews_to_approve: await countReviews(db, { state: 'PENDING' }),
    questions_to_answer: await countOpenQuestions(db),
    payments_to_confirm: await countStatedPayments(db),
    refunds_failed: await countOrdersWithRefundDue(db, true),
    cash_overdue: (await findCourierCash(db)).filter(
      ({ delivered_at }) => now().getTime() - Number(delivered_at) > CASH_WITHIN_MS,
    ).length,
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
