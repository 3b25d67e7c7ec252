import { useCallback, useSyncExternalStore } from 'react'

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Whether the screen is as wide as a laptop's: tables instead of cards, a sidebar instead of a bottom bar. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 64rem)')
