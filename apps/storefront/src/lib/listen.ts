import { useEffect, useSyncExternalStore } from 'react'

/** Calls `listener` on these events. @returns what ends that */
export function listen(target: EventTarget, types: string[], listener: (event: never) => void): () => void {
  const end = new AbortController()
  for (const type of types) target.addEventListener(type, listener as EventListener, { signal: end.signal })
  return () => end.abort()
}

const subscribe = (listener: () => void) => listen(window, ['online', 'offline'], listener)

/** False while the browser knows that it has no network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** The browser's Back from a payment page may restore this one in the middle of paying: reloads it. */
export function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    return listen(window, ['pageshow'], reload)
  }, [])
}
