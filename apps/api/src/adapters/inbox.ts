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

/** The inbox keeps this many messages. */
const INBOX_SIZE = 500

/** The built-in inbox, and the function that puts a message into it. */
export function openInbox(now: () => Date): Inbox & { receive(message: Message): void } {
  const messages: ReceivedMessage[] = []
  const waiting = new Set<(message: ReceivedMessage) => void>()
  let received = 0
  const list = (to?: string): ReceivedMessage[] =>
    to === undefined ? [...messages] : messages.filter((message) => sameMailbox(message.to, to))

  return {
    list,
    receive(message) {
      received += 1
      const stored = { ...message, id: received, at: now() }
      messages.unshift(stored)
      messages.length = Math.min(messages.length, INBOX_SIZE)
      for (const notify of waiting) notify(stored)
    },
    empty() {
      messages.length = 0
    },
    waitFor: (to, ms, after = 0) =>
      new Promise((resolve) => {
        const finish = (message: ReceivedMessage | null): void => {
          clearTimeout(timer)
          waiting.delete(notify)
          resolve(message)
        }
        const notify = (message: ReceivedMessage): void => {
          if (message.id > after && (to === undefined || sameMailbox(message.to, to))) finish(message)
        }
        const timer = setTimeout(() => finish(null), ms)
        const [newest] = list(to)
        if (newest && newest.id > after) finish(newest)
        else waiting.add(notify)
      }),
  }
}

const sameMailbox = (address: string, other: string): boolean =>
  address.toLowerCase() === other.trim().toLowerCase()
