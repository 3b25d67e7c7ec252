import { listen } from './listen.ts'

/** Milliseconds between two questions. */
export const ASK_EVERY = 5000

export async function answers(): Promise<boolean> {
  try {
    return (await fetch(new Request(new URL('/healthz', location.href), { cache: 'no-store' }))).ok
  } catch {
    return false
  }
}

/**
 * Calls back once, when the shop answers. It asks regularly, and at once when the network or the shopper comes back: a
 * browser that has lost the shop may say that it is online.
 *
 * @returns `ask` asks now, `stop` ends it
 */
export function whenReachable(then: () => void) {
  let isOver = false
  const stop = (): void => {
    isOver = true
    clearInterval(timer)
    stopListening()
  }
  const askOnce = async (): Promise<void> => {
    if (!(await answers()) || isOver) return
    stop()
    then()
  }
  const ask = (): void => void askOnce()
  const stopListening = listen(window, ['online', 'focus'], ask)
  const timer = setInterval(ask, ASK_EVERY)
  return { ask, stop }
}
