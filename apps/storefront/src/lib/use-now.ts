import { useSyncExternalStore } from 'react'

/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now() + ahead
  for (const listener of listeners) listener()
}

/** Sets the clock to the server's time. */
export function setServerTime(server: Date): void {
  ahead = server.getTime() - Date.now()
  if (listeners.size > 0) tick()
}

/** The server's time, for event handlers; components use `useNow`. */
export const serverNow = (): Date => new Date(Date.now() + ahead)

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

const read = () => now

/**
 * The server's time in epoch milliseconds, updated every second; 0 until the first tick and while rendering on
 * the server. Components read no other clock.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, read, () => 0)
