/** The jobs that each server repeats while it runs. Several servers may run one at the same time: each is written for that. */
import { setTimeout as sleep } from 'node:timers/promises'
import { publishDueProducts } from './acts/catalogue/publish-due.ts'
import { reportLowStock, reportUnconfirmedOrders, stockAlerts } from './features/alerts/alerts.ts'
import { passwordChangedMails } from './features/auth/account-mails.ts'
import { sweepAccounts } from './features/auth/auth.ts'
import { backUpWhenDue } from './merchant/for-the-server.ts'
import { startOutbox, sweepOutbox } from './features/mail/outbox.ts'
import { storeEmptySearches } from './features/search/empty-searches.ts'
import { staffLinkMails } from './features/staff/links.ts'
import { sweepStaff } from './features/staff/session.ts'
import { sweepRateLimits } from './http/rate-limits.ts'
import { checkPayments, expireUnpaidOrders } from './features/orders/check-payments.ts'
import { sendRefunds } from './features/orders/send-refunds.ts'
import { orderAlerts } from './features/orders/order-alerts.ts'
import { orderMails } from './features/orders/order-mail.ts'
import { returnMails } from './features/returns/return-mails.ts'
import { answerMails, reviewAnswerMails, reviewMails } from './features/reviews/review-mails.ts'
import { noticeMails, sendDueNotices } from './features/wishlist/notices.ts'
import type { Pictures } from './features/media/pictures.ts'
import type { Shop } from './shop.ts'

/**
 * Each job with its pause, in seconds. Each runs at the start; a backup is made only when one is due. A long job checks
 * `stopping`, which aborts when the server stops.
 */
const JOBS: [seconds: number, job: (shop: Shop, stopping: AbortSignal) => Promise<unknown>][] = [
  [5, checkPayments],
  [5, expireUnpaidOrders],
  [5, sendRefunds],
  [10, publishDueProducts],
  [3600, sweepAccounts],
  [3600, sweepStaff],
  [3600, sweepOutbox],
  [60, backUpWhenDue],
  [300, reportLowStock],
  [300, reportUnconfirmedOrders],
  [300, sweepRateLimits],
  [60, storeEmptySearches],
  [60, sendDueNotices],
]

/** Every kind of mail that the outbox delivers. */
export const MAIL_KINDS = [
  stockAlerts,
  orderAlerts,
  orderMails,
  returnMails,
  reviewMails,
  answerMails,
  reviewAnswerMails,
  noticeMails,
  passwordChangedMails,
  staffLinkMails,
]

/**
 * Starts the jobs. A failure is logged, and the job runs again after its pause.
 *
 * @param pictures rendered ahead where the configuration says so
 * @returns stops the jobs and waits for those that are running
 */
export function startJobs(shop: Shop, pictures?: Pictures): () => Promise<void> {
  const report = (error: unknown): void => shop.log.error({ err: error }, 'a job failed')
  const stopping = new AbortController()
  const jobs = [...JOBS]
  const warn = (file: string, err: unknown): void =>
    shop.log.warn({ err, file }, 'a picture cannot be rendered')
  // Each list of a bucket may be billed.
  if (pictures && shop.config.picturesAhead)
    jobs.push([shop.media.isShared ? 300 : 60, (_shop, signal) => pictures.renderMissing(signal, warn)])
  const running = jobs.map(([seconds, job]) =>
    repeat(() => job(shop, stopping.signal), seconds, stopping.signal, report),
  )
  const stopOutbox = startOutbox(shop, MAIL_KINDS, report)
  return async () => {
    stopping.abort()
    await Promise.all([...running, stopOutbox()])
  }
}

async function repeat(
  work: () => Promise<unknown>,
  seconds: number,
  stopping: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  while (!stopping.aborted) {
    await work().catch(report)
    await sleep(seconds * 1000, undefined, { signal: stopping }).catch(() => undefined)
  }
}
