/** Posts messages from memory: a few at a time, again after growing pauses when the mail server refuses. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from './mail.ts'

/** Pauses between tries, in seconds. An OTP is worthless after ten minutes. */
const PAUSES = [1, 5, 15, 60, 180, 300]
const AT_ONCE = 4
const HELD_MAX = 1000

interface Posting {
  deliver: (message: Message) => Promise<void>
  /** Is told when a message is given up, without what it says or to whom. */
  report: (line: string) => void
  /** Pauses between tries, in seconds. */
  pauses?: readonly number[]
}

/** The returned function never throws and returns at once. */
export function startPosting({ deliver, report, pauses = PAUSES }: Posting): (message: Message) => void {
  const due: { message: Message; tries: number }[] = []
  let held = 0
  let working = 0

  const attempt = async (item: (typeof due)[number]): Promise<void> => {
    try {
      await deliver(item.message)
      held -= 1
    } catch (error) {
      const pause = pauses[item.tries]
      if (pause === undefined) {
        held -= 1
        report(`A mail was given up after ${item.tries + 1} tries: ${reasonOf(error)}`)
      } else void tryAgain({ message: item.message, tries: item.tries + 1 }, pause)
    }
  }
  const work = async (): Promise<void> => {
    working += 1
    for (let item = due.shift(); item; item = due.shift()) await attempt(item)
    working -= 1
  }
  const enqueue = (item: (typeof due)[number]): void => {
    due.push(item)
    if (working < AT_ONCE) void work()
  }
  const tryAgain = async (item: (typeof due)[number], pause: number): Promise<void> => {
    await sleep(pause * 1000, undefined, { ref: false })
    enqueue(item)
  }

  return (message) => {
    if (held >= HELD_MAX) return report('A mail was given up: too many are waiting for the mail server.')
    held += 1
    enqueue({ message, tries: 0 })
  }
}

/** What went wrong, without the error's own words: those may name the recipient. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code, responseCode, command, message, name } = error as Error & Record<string, unknown>
  const system = /\bE[A-Z]{4,}\b/.exec(message)?.[0]
  const known = [...new Set([code, system, responseCode, command])].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  )
  return known.length > 0 ? known.join(' ') : name
}
