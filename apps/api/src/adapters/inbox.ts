/** The built-in inbox, which keeps mail where there is no mail server. */

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every delivery of one message: a mailbox that receives it twice shows it once. */
  messageId?: string
}

export interface ReceivedMessage extends Message {
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
