import { useSyncExternalStore } from 'react'

/** Whether the server's clock stands still, as QA tools can make it. */
let frozen = false
/** Milliseconds that the server's clock is ahead of this device's; the server's time while it is frozen. */
let offset = 0
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const deviceTime = () => (frozen ? 0 : Date.now())

const tick = () => {
  now = offset + deviceTime()
  for (const listener of listeners) listener()
}

/** Sets the clock to the server's time. It stays frozen or running unless `isFrozen` is given. */
export function setServerTime(server: Date, isFrozen = frozen): void {
  frozen = isFrozen
  offset = server.getTime() - deviceTime()
  if (listeners.size > 0) tick()
}

/** The server's time, for event handlers; components use `useNow`. */
export const serverNow = (): Date => new Date(offset + deviceTime())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    tick()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The server's time in epoch milliseconds, every second; 0 before the first tick. Components read no other clock. */
export const useNow = (): number => useNowAs((time) => time)

/** What `valueAt` makes of the time that `useNow` has. The component renders again only when that changes. */
export const useNowAs = <Value extends string | number | null>(valueAt: (time: number) => Value): Value =>
  useSyncExternalStore(
    subscribe,
    () => valueAt(now),
    () => valueAt(0),
  )
