/** Milliseconds between two questions at first, and at most. */
export const FIRST_WAIT = 2000
export const LONGEST_WAIT = 30_000

const answers = (): Promise<boolean> =>
  fetch(new Request(new URL('/healthz', location.href), { cache: 'no-store' })).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Calls back once, when the shop answers. Asks ever more rarely, but at once when the network or the shopper comes back:
 * a browser that has lost the shop may say that it is online.
 *
 * @param wait milliseconds before the first question
 * @returns `ask` asks now, `stop` ends it
 */
export function whenReachable(then: () => void, wait = FIRST_WAIT) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    const isThere = await answers()
    if (isOver) return
    if (isThere) {
      stop()
      return then()
    }
    wait = Math.min(wait * 2, LONGEST_WAIT)
    clearTimeout(timer)
    timer = setTimeout(askNow, wait)
  }
  const askNow = (): void => void ask()
  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    for (const event of ['online', 'focus']) removeEventListener(event, askNow)
  }
  for (const event of ['online', 'focus']) addEventListener(event, askNow)
  timer = setTimeout(askNow, wait)
  return { ask, stop }
}
