/** Mail through a mail server. */
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every delivery of one message: a mailbox that receives it twice shows it once. */
  messageId?: string
  headers?: Record<string, string>
}

/** @param signal ends the delivery and its connection */
export type Deliver = (message: Message, signal?: AbortSignal) => Promise<void>

/** How long a mail server may take for each step, in ms. */
const STEP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}
/** How long it may take for one message of the queue, in ms. */
const DELIVERY_TIMEOUT = 60_000
/** Pauses before each retry, in seconds. An OTP is worthless after ten minutes. */
const RETRY_PAUSES = [1, 5, 15, 60, 180, 300]
const CONCURRENCY = 4
const WAITING_MAX = 1000

interface DeliveryOptions extends Partial<typeof STEP_TIMEOUTS> {
  /** Delivers nothing without TLS. Otherwise TLS is used where the server offers it. */
  requireTLS?: boolean
}

/** Loads the mail client on demand: a shop without a mail server needs none. */
async function smtpTransport(url: string, options: DeliveryOptions) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    ...STEP_TIMEOUTS,
    ...options,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Connects to a mail server and logs in, without a mail.
 *
 * @param url as in smtpDelivery()
 * @returns why that failed, or null
 */
export async function smtpFailure(url: string, options: DeliveryOptions = {}): Promise<string | null> {
  const transport = await smtpTransport(url, options)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}

/**
 * Delivery through a mail server. It opens a connection for each message and checks the server's certificate.
 *
 * @param url `smtp://user:password@host:port`, or `smtps://…`; its query may hold options, which have precedence
 */
export function smtpDelivery(url: string, from: string, options: DeliveryOptions = {}): Deliver {
  let transport: ReturnType<typeof smtpTransport> | undefined
  return async ({ to, ...message }, signal) => {
    transport ??= smtpTransport(url, options)
    // An address object is not parsed as a list.
    await (
      await transport
    ).sendMail({ from, to: { name: '', address: to }, ...message, ...(signal && { signal }) })
  }
}

interface PostingOptions {
  deliver: Deliver
  /** Called when a message is dropped; the line names neither its text nor its recipient. */
  report: (line: string) => void
  /** Pauses before each retry, in seconds. */
  pauses?: readonly number[]
  /** How long one delivery may take, in ms. */
  timeout?: number
}

/**
 * Posts messages from memory, a few at a time, with retries when the mail server refuses.
 *
 * @returns a function that takes a message, returns at once and never throws
 */
export function startPosting({
  deliver,
  report,
  pauses = RETRY_PAUSES,
  timeout = DELIVERY_TIMEOUT,
}: PostingOptions): (message: Message) => void {
  const queue = new PQueue({ concurrency: CONCURRENCY, timeout })
  let waiting = 0
  const attempt = async (message: Message, [pause, ...later] = pauses): Promise<void> => {
    try {
      await queue.add(({ signal }) => deliver(message, signal))
    } catch (error) {
      if (pause === undefined) return report(`A mail was dropped: ${reasonOf(error)}`)
      await sleep(pause * 1000, undefined, { ref: false })
      await attempt(message, later)
    }
  }
  return (message) => {
    if (waiting >= WAITING_MAX) return report('A mail was dropped: too many are waiting for the mail server.')
    waiting += 1
    void attempt(message).finally(() => (waiting -= 1))
  }
}

/** Why a delivery failed, without the text of the error, which may name the recipient. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code, responseCode, command, message, name } = error as Error & Record<string, unknown>
  if (name === 'TimeoutError') return name
  const system = /\bE[A-Z]{4,}\b/.exec(message)?.[0]
  const parts = [...new Set([code, system, responseCode, command])].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  )
  return parts.length > 0 ? parts.join(' ') : name
}
