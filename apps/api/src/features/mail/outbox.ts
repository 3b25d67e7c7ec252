/**
 * Mails that must arrive: enqueued in the transaction that causes them, sent after its commit, and retried with
 * growing pauses until the mail server accepts them.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@haat/contract/languages'
import type * as z from 'zod/mini'
import { type Message, reasonOf } from '../../adapters/smtp.ts'
import type { TextMessage } from '../../adapters/sms.ts'
import { pipelined, type Tx } from '../../db/database.ts'
import { currentRequestId } from '../../request-id.ts'
import type { Shop } from '../../shop.ts'
import { speaking } from '#say'
import { type MailShop, mailShop, type MailText } from './mail-layout.ts'
import { claimJob, deleteJobsDoneUntil, findDueJobs, insertJob, type Job, updateJob } from './outbox.store.ts'

type OutboxShop = Pick<Shop, 'db' | 'now' | 'mail' | 'sms' | 'config' | 'log'>
type ComposingShop = Pick<Shop, 'db' | 'config' | 'log'>

/** Mails taken and delivered at a time. */
const BATCH = 4
/** Longer than a mail server may take; a job still undone after that belongs to a process that died. */
const LEASE_MS = 5 * 60_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** About two days of retries. */
const ATTEMPTS_MAX = 55
const POLL_MS = 2000
const STOP_WITHIN_MS = 5000
const RETENTION_DAYS = 30

/** One kind of mail in the outbox. Its feature defines it; `jobs.ts` lists all of them. */
export interface MailKind<Payload> {
  kind: string
  /**
   * Writes a job, which is due then, by default as soon as the transaction commits. A dedupe key that was used before
   * changes nothing.
   */
  enqueue(tx: Tx, payload: Payload, dedupeKey: string, due?: Date): Promise<void>
  /** Makes the message at delivery time; null when the recipient no longer exists. */
  compose(shop: ComposingShop, payload: string): Promise<Message | null>
  /** Makes the text message of the same moment; null where there is none. */
  composeText?: ((shop: ComposingShop, payload: string) => Promise<TextMessage | null>) | undefined
}
/** A mail before it is written. */
export interface MailDraft {
  to: string
  /** Of who reads it; English for the staff. */
  language?: Language
  /** The address that ends mails of this kind, for those that nobody asked for. Mail programs show it as a button (RFC 8058). */
  stop?: string
  write(shop: MailShop): MailText
}
type MailKinds = readonly Pick<MailKind<never>, 'kind' | 'compose' | 'composeText'>[]

/**
 * @param payload what a job carries, beside the id of the HTTP request as `request_id`; everything else is looked up when the
 * mail is sent
 */
export function mailKind<Payload extends object>(definition: {
  kind: string
  payload: z.ZodMiniType<Payload>
  compose(shop: ComposingShop, payload: Payload): Promise<MailDraft | null>
  composeText?(shop: ComposingShop, payload: Payload): Promise<TextMessage | null>
}): MailKind<Payload> {
  const { kind, composeText } = definition
  const parse = (json: string): Payload => definition.payload.parse(JSON.parse(json))
  return {
    kind,
    async enqueue(tx, payload, dedupeKey, due = new Date(0)) {
      const json = JSON.stringify({ ...payload, request_id: currentRequestId() })
      await insertJob(tx, { kind, payload: json, dedupe_key: dedupeKey, next_at: due })
      tx.afterCommit(wakeOutbox)
    },
    async compose(shop, json) {
      const letter = await definition.compose(shop, parse(json))
      if (!letter) return null
      const { to, language = 'en', stop, write } = letter
      const sender = await mailShop(shop)
      const headers = stop !== undefined && {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      return { to, ...speaking(language, () => write(sender)), ...(headers && { headers }) }
    },
    composeText: composeText && ((shop, json) => composeText(shop, parse(json))),
  }
}

/** Delivers everything that is due. @returns the number of delivered mails */
export async function runOutbox(shop: OutboxShop, kinds: MailKinds, stopping?: AbortSignal): Promise<number> {
  let delivered = 0
  const next = () => (stopping?.aborted ? [] : findDueJobs(shop.db, shop.now(), BATCH))
  for (let due = await next(); due.length > 0; due = await next()) {
    const outcomes = await Promise.all((await claim(shop, due)).map((job) => deliver(shop, kinds, job)))
    delivered += outcomes.filter(Boolean).length
  }
  return delivered
}

/** @returns the jobs that no other worker has taken */
async function claim({ db, now }: OutboxShop, due: readonly Job[]): Promise<Job[]> {
  const until = new Date(now().getTime() + LEASE_MS)
  const isClaimed = await db.transaction((tx) =>
    pipelined(
      tx,
      due.map((job) => () => claimJob(tx, job, until)),
    ),
  )
  return due.filter((_, at) => isClaimed[at])
}

/** Sends the text message of a job, in its first attempt only: a second one would cost again, and annoy. */
async function sendText(
  shop: OutboxShop,
  kinds: MailKinds,
  { id, kind, attempts, payload }: Job,
): Promise<void> {
  const { sms, log } = shop
  const found = kinds.find((candidate) => candidate.kind === kind)
  if (attempts > 0 || !found?.composeText) return
  try {
    const text = await found.composeText(shop, payload)
    if (text && sms.sends(text.kind)) await sms.deliver(text)
  } catch (err) {
    log.warn({ err, job: id, kind }, 'a text message was not sent')
  }
}

async function deliver(shop: OutboxShop, kinds: MailKinds, job: Job): Promise<boolean> {
  const { db, now, mail, config, log } = shop
  await sendText(shop, kinds, job)
  let message: Message | null
  try {
    const kind = kinds.find((candidate) => candidate.kind === job.kind)
    if (!kind) throw new Error(`There is no mail of kind "${job.kind}".`)
    message = await kind.compose({ db, config, log }, job.payload)
    if (message) await mail.deliver({ ...message, messageId: messageId(job, config) })
  } catch (error) {
    const attempts = job.attempts + 1
    const failure = afterFailure(attempts, now(), error)
    const { id, kind, payload } = job
    log.warn(
      { job: id, kind, attempts, reason: failure.last_error, reqId: requestOf(payload) },
      'a mail was not sent',
    )
    await db.transaction((tx) => updateJob(tx, id, failure))
    return false
  }
  await db.transaction((tx) => updateJob(tx, job.id, { done_at: now(), last_error: null }))
  return message !== null
}

/** The id of the request that has enqueued the mail. */
const requestOf = (payload: string): string | undefined => /"request_id":"([\w.-]+)"/.exec(payload)?.[1]

function afterFailure(attempts: number, now: Date, error: unknown) {
  const last_error = reasonOf(error)
  if (attempts >= ATTEMPTS_MAX) return { done_at: now, last_error }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  return { next_at: new Date(now.getTime() + pause), last_error }
}

/** The same for every attempt of one job, and different for every other job of any shop. */
function messageId({ dedupe_key }: Job, { keys, mailFrom }: Shop['config']): string {
  const host = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'haat.example'
  const digest = createHmac('sha256', keys.mails).update(dedupe_key).digest('hex')
  return `<${digest.slice(0, 32)}@${host}>`
}

const workers = new Set<() => void>()

/** Makes the workers of this process look for due jobs now. */
export function wakeOutbox(): void {
  for (const wake of workers) wake()
}

/**
 * Delivers the outbox until it is stopped: at once what this process enqueues, every few seconds what another
 * process enqueued or what is due for a retry.
 *
 * @param report called with an error of the outbox itself
 * @returns stops the worker; waits for mails that are being delivered, at most five seconds
 */
export function startOutbox(
  shop: OutboxShop,
  kinds: MailKinds,
  report: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let waking = new AbortController()
  const wake = (): void => waking.abort()
  workers.add(wake)
  const pause = async (): Promise<void> => {
    const signal = AbortSignal.any([waking.signal, stopping.signal])
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    waking = new AbortController()
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runOutbox(shop, kinds, stopping.signal).catch(report)
      await pause()
    }
  }
  const working = work()
  return async () => {
    workers.delete(wake)
    stopping.abort()
    await Promise.race([working, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

/** Deletes jobs that were done a month ago. */
export async function sweepOutbox({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.transaction((tx) =>
    deleteJobsDoneUntil(tx, new Date(now().getTime() - RETENTION_DAYS * 86_400_000)),
  )
}
