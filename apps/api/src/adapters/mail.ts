/** Mail as the shop sees it. */

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every delivery of one message: a mailbox that receives it twice shows it once. */
  messageId?: string
}

export interface Mail {
  /**
   * Queues a message in memory and returns at once; delivery is retried with growing pauses. A message that must
   * survive a restart goes through the outbox.
   */
  post(message: Message): void
  /** Delivers one message now. @throws when the mail server does not accept it */
  deliver(message: Message): Promise<void>
  /** Where mail stays when there is no mail server; null when there is one. */
  readonly inbox: Inbox | null
}

export interface ReceivedMessage extends Message {
  id: number
  at: Date
}

/** The built-in inbox: the newest messages, in memory. */
export interface Inbox {
  /** Newest first; to one recipient or all. */
  list(to?: string): ReceivedMessage[]
  /**
   * Returns the newest message to a recipient, or waits `ms` for the next one; null when none arrives.
   *
   * @param to undefined for any recipient
   * @param after id of a message: it and older ones do not count
   */
  waitFor(to: string | undefined, ms: number, after?: number): Promise<ReceivedMessage | null>
  /** Deletes all messages. Ids continue. */
  empty(): void
}

/** Why a delivery failed, without the text of the error, which may name the recipient. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code, responseCode, command, message, name } = error as Error & Record<string, unknown>
  if (name === 'TimeoutError') return name
  const system = /\bE[A-Z]{4,}\b/.exec(message)?.[0]
  const known = [...new Set([code, system, responseCode, command])].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  )
  return known.length > 0 ? known.join(' ') : name
}
