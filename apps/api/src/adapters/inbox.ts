import type { Inbox, Message, ReceivedMessage } from './mail.ts'

const SIZE = 500

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
      messages.length = Math.min(messages.length, SIZE)
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

const sameMailbox = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase()
