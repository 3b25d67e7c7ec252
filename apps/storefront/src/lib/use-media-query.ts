import { useCallback, useSyncExternalStore } from 'react'
import { listen } from './listen.ts'

/** Whether a media query matches. `onServer` is the result on the server and while hydrating. */
export function useMediaQuery(query: string, onServer = false): boolean {
  const subscribe = useCallback(
    (listener: () => void) => listen(window.matchMedia(query), ['change'], listener),
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  )
}

export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)')
