/** The jobs that the server repeats while it runs. Of several servers on one database, one runs them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseLease, takeLease } from './db/lease.ts'
import {
  alertMails,
  reportLowStock,
  reportUnconfirmedOrders,
  sendAlerts,
  sweepAlerts,
} from './features/alerts/alerts.ts'
import { passwordChangedMails } from './features/auth/account-mails.ts'
import { sweepAccounts } from './features/auth/auth.ts'
import { backUpWhenDue } from './merchant/for-the-server.ts'
import { startOutbox, sweepOutbox } from './features/mail/outbox.ts'
import { sweepRateLimits } from './http/rate-limits.ts'
import { expireUnpaidOrders } from './features/orders/move-order.ts'
import { orderMails } from './features/orders/order-mail.ts'
import type { Pictures } from './features/media/pictures.ts'
import type { Shop } from './shop.ts'

/** A long job checks `stopping`, which aborts when the server stops. */
type Job = (shop: Shop, stopping: AbortSignal) => Promise<unknown>

/** Each job with its pause, in seconds. Each runs at the start; a backup is made only when one is due. */
const JOBS: [seconds: number, job: Job][] = [
  [5, expireUnpaidOrders],
  [3600, sweepAccounts],
  [3600, sweepOutbox],
  [60, backUpWhenDue],
  [5, sendAlerts],
  [300, reportLowStock],
  [300, reportUnconfirmedOrders],
  [3600, sweepAlerts],
  [300, sweepRateLimits],
]

/** The server that runs the jobs renews its lease at least with every job; when it dies, another takes it after this. */
const LEASE_MS = 20_000
/** Seconds between two looks for new pictures. Each list of a bucket may be billed. */
const PICTURES_PAUSE = { own: 60, shared: 300 }

const renderPictures =
  (pictures: Pictures): Job =>
  (shop, stopping) =>
    pictures.renderMissing(stopping, (file, err) =>
      shop.log.warn({ err, file }, 'a picture cannot be rendered'),
    )

/** Every kind of mail that the outbox delivers. */
export const MAIL_KINDS = [alertMails, orderMails, passwordChangedMails]

/**
 * Starts the jobs. A failure is logged, and the job runs again after its pause.
 *
 * @param pictures rendered ahead where the configuration says so
 * @returns stops the jobs and waits for those that are running
 */
export function startJobs(shop: Shop, pictures?: Pictures): () => Promise<void> {
  const report = (error: unknown): void => shop.log.error({ err: error }, 'a job failed')
  const stopping = new AbortController()
  const lease = jobLease(shop)
  const leased = (job: Job): Job => {
    return async (...run) => (await lease.isHeld()) && job(...run)
  }
  const jobs = JOBS.map(([seconds, job]): [number, Job] => [seconds, leased(job)])
  if (pictures && shop.config.picturesAhead) {
    const render = renderPictures(pictures)
    // Every server has sizes of its own.
    jobs.push([shop.media.isShared ? PICTURES_PAUSE.shared : PICTURES_PAUSE.own, render])
  }
  const running = jobs.map(([seconds, job]) =>
    repeat(() => job(shop, stopping.signal), seconds, stopping.signal, report),
  )
  const stopOutbox = startOutbox(shop, MAIL_KINDS, report)
  return async () => {
    stopping.abort()
    await Promise.all([...running, stopOutbox()])
    await lease.release().catch(report)
  }
}

/** The right to run the jobs. On SQLite, where there is one server, it is always held. */
function jobLease({ db, now }: Shop): { isHeld: () => Promise<boolean>; release: () => Promise<void> } {
  if (db.engine === 'sqlite') return { isHeld: async () => true, release: async () => undefined }
  const holder = randomUUID()
  return {
    isHeld: () => db.transaction((tx) => takeLease(tx, 'jobs', holder, now(), LEASE_MS)),
    release: () => db.transaction((tx) => releaseLease(tx, 'jobs', holder)),
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
