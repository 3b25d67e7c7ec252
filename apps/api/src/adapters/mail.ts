/** Mail as the shop sees it: through a mail server, or into the built-in inbox. */
import type { Config } from '../config.ts'
import { type Message, smtpDelivery, startPosting } from './smtp.ts'

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

interface ReceivedMessage extends Message {
  id: number
  at: Date
}

/** The built-in inbox: the newest messages, in memory. */
export interface Inbox {
  /** Newest first; to one recipient or all. */
  list(to?: string): ReceivedMessage[]
  /** Deletes all messages. Ids continue. */
  empty(): void
}

/** The inbox keeps this many messages. */
const INBOX_SIZE = 500

/** The built-in inbox, and the function that puts a message into it. */
export function openInbox(now: () => Date): Inbox & { receive(message: Message): void } {
  const messages: ReceivedMessage[] = []
  let received = 0
  return {
    list: (to) => messages.filter((message) => to === undefined || isSameMailbox(message.to, to)),
    receive(message) {
      received += 1
      messages.unshift({ ...message, id: received, at: now() })
      messages.length = Math.min(messages.length, INBOX_SIZE)
    },
    empty() {
      messages.length = 0
    },
  }
}

const isSameMailbox = (address: string, other: string): boolean =>
  address.toLowerCase() === other.trim().toLowerCase()
