/** Mail as the shop sees it: through a mail server, or into the built-in inbox. */
import type { Config } from '../config.ts'
import { type Inbox, type Message, openInbox } from './inbox.ts'
import { smtpDelivery, startPosting } from './smtp.ts'

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

/** Mail through `SMTP_URL`, or into the built-in inbox when it is not set. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom'>, now: () => Date): Mail {
  if (config.smtpUrl === null) {
    const inbox = openInbox(now)
    return { inbox, post: inbox.receive, deliver: async (message) => inbox.receive(message) }
  }
  const deliver = smtpDelivery(config.smtpUrl, config.mailFrom, {
    requireTLS: config.smtpTls === 'required',
  })
  return { inbox: null, deliver, post: startPosting({ deliver, report: (line) => console.warn(line) }) }
}
