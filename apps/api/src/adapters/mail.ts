/** Mail as the shop sees it. */

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every delivery of one message, so that a mailbox that got it twice shows it once. */
  messageId?: string
}

export interface Mail {
  /**
   * Takes a message for delivery and returns at once; delivery is tried again with growing pauses.
   * It lives in memory: what must survive a restart goes through the outbox.
   */
  post(message: Message): void
  /** Delivers one message now. @throws when the mail server does not take it */
  deliver(message: Message): Promise<void>
  /** Where mail stays when there is no mail server; null when it leaves the house. */
  readonly inbox: Inbox | null
}

export interface ReceivedMessage extends Message {
  id: number
  at: Date
}

/** The built-in inbox: the newest messages, in memory. */
export interface Inbox {
  /** Newest first; of one recipient or all. */
  list(to?: string): ReceivedMessage[]
  /**
   * The newest message to a recipient: the one there is, or the next to come within `ms`; null when none came.
   *
   * @param to anybody's when undefined
   * @param after id of a message: that one and older ones do not count
   */
  waitFor(to: string | undefined, ms: number, after?: number): Promise<ReceivedMessage | null>
  /** Forgets what is in it. Ids go on. */
  empty(): void
}
