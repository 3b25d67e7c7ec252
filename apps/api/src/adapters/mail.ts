/** Mail as the shop sees it: through a mail server, or into the built-in inbox. */
import type { Config } from '../config.ts'
import { type Deliver, type Message, smtpDelivery, startPosting } from './smtp.ts'

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
  /** Whether the mail server, and not one recipient, refused the last mail: no mail arrives then. */
  readonly isFailing?: boolean
}

/** How mail is sent; it may change while the server runs. */
type MailConfig = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom'>

/** The codes of errors that say nothing about the next mail: its recipient or its content was refused. */
const OF_ONE_MAIL = ['EENVELOPE', 'EMESSAGE']

/** Mail through the configured mail server, or into the built-in inbox while there is none. */
export function openMail(config: MailConfig, now: () => Date): Mail {
  const inbox = openInbox(now)
  let used: (MailConfig & { deliver: Deliver; isFailing: boolean }) | undefined
  const deliver: Deliver = async (message, signal) => {
    const { smtpUrl, smtpTls, mailFrom } = config
    if (smtpUrl === null) return inbox.receive(message)
    if (used?.smtpUrl !== smtpUrl || used.mailFrom !== mailFrom)
      used = {
        ...{ smtpUrl, smtpTls, mailFrom },
        deliver: smtpDelivery(smtpUrl, mailFrom, { requireTLS: smtpTls === 'required' }),
        isFailing: false,
      }
    const account = used
    try {
      await account.deliver(message, signal)
      account.isFailing = false
    } catch (error) {
      account.isFailing = !OF_ONE_MAIL.includes(String(Object(error).code))
      throw error
    }
  }
  const post = startPosting({ deliver, report: (line) => console.warn(line) })
  return {
    get inbox() {
      return config.smtpUrl === null ? inbox : null
    },
    get isFailing() {
      return config.smtpUrl !== null && (used?.isFailing ?? false)
    },
    deliver,
    post: (message) => (config.smtpUrl === null ? inbox.receive(message) : post(message)),
  }
}

interface ReceivedMessage extends Message {
  id: number
  at: Date
}

export type Inbox = ReturnType<typeof openInbox>

/** The inbox keeps this many messages. */
const INBOX_SIZE = 500

/** The built-in inbox: the newest messages, in memory. */
export function openInbox(now: () => Date) {
  const messages: ReceivedMessage[] = []
  let received = 0
  return {
    /** Newest first; to one recipient or all. */
    list(to?: string): readonly ReceivedMessage[] {
      const mailbox = to?.trim().toLowerCase()
      return messages.filter((message) => mailbox === undefined || message.to.toLowerCase() === mailbox)
    },
    receive(message: Message): void {
      received += 1
      messages.unshift({ ...message, id: received, at: now() })
      messages.length = Math.min(messages.length, INBOX_SIZE)
    },
    /** Deletes all messages. Ids continue. */
    empty(): void {
      messages.length = 0
    },
  }
}
