/** Delivers the outbox: each job once as far as one can know, again with growing pauses until it works. */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../../adapters/posting.ts'
import type { Shop } from '../../shop.ts'
import { compose } from './compose.ts'
import { claimJob, deleteJobsDoneUntil, findDueJobs, type Job, updateJob } from './outbox.store.ts'
import { onWake } from './wake.ts'

type OutboxShop = Pick<Shop, 'db' | 'now' | 'mail' | 'config'>

const AT_ONCE = 4
/** Longer than a mail server may take; what is still undone then belongs to a process that died. */
const LEASE_MS = 5 * 60_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** About two days of tries. */
const ATTEMPTS_MAX = 55
const POLL_MS = 2000
/** Gives the transaction that enqueued the time to commit. */
const WAKE_MS = 20
const STOP_WITHIN_MS = 5000
const KEPT_DAYS = 30

/** Works on everything that is due. @returns how many mails were delivered */
export async function runOutbox(shop: OutboxShop, stopping?: AbortSignal): Promise<number> {
  let delivered = 0
  const next = () => (stopping?.aborted ? [] : findDueJobs(shop.db, shop.now(), AT_ONCE))
  for (let due = await next(); due.length > 0; due = await next()) {
    const outcomes = await Promise.all(due.map((job) => workOn(shop, job)))
    delivered += outcomes.filter(Boolean).length
  }
  return delivered
}

async function workOn({ db, now, mail, config }: OutboxShop, job: Job): Promise<boolean> {
  const until = new Date(now().getTime() + LEASE_MS)
  if (!(await db.transaction((tx) => claimJob(tx, job, until)))) return false
  try {
    const message = await compose({ db, config }, job)
    if (message) await mail.deliver({ ...message, messageId: messageId(job, config) })
  } catch (error) {
    await db.transaction((tx) => updateJob(tx, job.id, afterFailure(job.attempts + 1, now(), error)))
    return false
  }
  await db.transaction((tx) => updateJob(tx, job.id, { done_at: now(), last_error: null }))
  return true
}

function afterFailure(attempts: number, now: Date, error: unknown) {
  const last_error = reasonOf(error)
  if (attempts >= ATTEMPTS_MAX) return { done_at: now, last_error }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  return { next_at: new Date(now.getTime() + pause), last_error }
}

/** The same for every try of one job and for no other, in this shop or another. */
function messageId({ dedupe_key }: Job, { jwtSecret, mailFrom }: Shop['config']): string {
  const host = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'haat.example'
  const digest = createHmac('sha256', jwtSecret).update(`mail:${dedupe_key}`).digest('hex')
  return `<${digest.slice(0, 32)}@${host}>`
}

/**
 * Works on the outbox until it is stopped: at once when something was enqueued here, every few seconds for
 * what another process enqueued or what is to be tried again.
 *
 * @param report is told what went wrong with the outbox itself
 * @returns how to stop; waits for the mails that are on their way, but not for ever
 */
export function startOutbox(shop: OutboxShop, report: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  let wake = (): void => undefined
  let woken = false
  const stopListening = onWake(() => {
    woken = true
    wake()
  })
  const pause = async (): Promise<void> => {
    const waking = new AbortController()
    wake = () => waking.abort()
    const signal = AbortSignal.any([waking.signal, stopping.signal])
    if (!woken) await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    if (woken) await sleep(WAKE_MS)
    woken = false
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runOutbox(shop, stopping.signal).catch(report)
      await pause()
    }
  }
  const working = work()
  return async () => {
    stopListening()
    stopping.abort()
    await Promise.race([working, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

/** Deletes jobs that were done a month ago. */
export async function sweepOutbox({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction((tx) => deleteJobsDoneUntil(tx, new Date(now().getTime() - KEPT_DAYS * 86_400_000)))
}
