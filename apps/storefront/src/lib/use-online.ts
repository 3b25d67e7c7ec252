import { useSyncExternalStore } from 'react'
import { listen } from './listen.ts'

const subscribe = (listener: () => void) => listen(window, ['online', 'offline'], listener)

/** False while the browser knows that it has no network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
