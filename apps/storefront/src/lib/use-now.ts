import { useSyncExternalStore } from 'react'

/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now() + ahead
  for (const listener of listeners) listener()
}

/** Follows the server's clock from now on. */
export function setServerTime(server: Date): void {
  ahead = server.getTime() - Date.now()
  if (listeners.size > 0) tick()
}

/** The server's time now, for event handlers. A component asks `useNow`. */
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
 * The server's time in epoch milliseconds, renewed every second; 0 until the first tick and while rendering on
 * the server. The only clock that rendering may read.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, read, () => 0)
