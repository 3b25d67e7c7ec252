/** What the server does on its own while it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { passwordChangedMails } from './features/auth/account-mails.ts'
import { sweepAccounts } from './features/auth/sweep.ts'
import { backUpWhenDue } from './merchant/backup/scheduled-backup.ts'
import { startOutbox, sweepOutbox } from './features/mail/outbox.ts'
import { expireHolds } from './features/orders/expire-holds.ts'
import { orderMails } from './features/orders/order-mail.ts'
import type { Shop } from './shop.ts'

/** `stopping` tells a long one that the server ends. */
type Job = (shop: Shop, stopping: AbortSignal) => Promise<unknown>
type Report = (error: unknown) => void

/** Each job with its pause, in seconds. A first run comes at once; a backup is made only when one is due. */
const JOBS: [seconds: number, job: Job][] = [
  [5, expireHolds],
  [3600, sweepAccounts],
  [3600, sweepOutbox],
  [60, backUpWhenDue],
]

/** Every kind of mail that the outbox delivers. */
export const MAIL_KINDS = [orderMails, passwordChangedMails]

/**
 * Starts the jobs.
 *
 * @param report is told what went wrong; the job is run again all the same
 * @returns how to end them; waits for those at work
 */
export function startJobs(shop: Shop, report: Report): () => Promise<void> {
  const stopping = new AbortController()
  const running = JOBS.map(([seconds, job]) =>
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
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const pause = () => sleep(seconds * 1000, !signal.aborted, { signal }).catch(() => false)
  do await work().catch(report)
  while (await pause())
}
