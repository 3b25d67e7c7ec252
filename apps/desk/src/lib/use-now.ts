import { useSyncExternalStore } from 'react'

const MINUTE = 60_000
const minute = (): number => Math.floor(Date.now() / MINUTE) * MINUTE

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 4)
  return () => clearInterval(timer)
}

/** The time to the minute. Components read no other clock. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, minute))
}
