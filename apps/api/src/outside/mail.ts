/** Mail as the shop sees it. */

export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mail {
  /**
   * Takes a message for delivery and returns at once; delivery is tried again with growing pauses.
   * It lives in memory: what must survive a restart goes through the outbox.
   */
  post(message: Message): void
  /** Delivers one message now. @throws when the mail server does not take it */
  deliver(message: Message): Promise<void>
}
