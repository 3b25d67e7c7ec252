import { useEffect } from 'react'
import { listen } from './listen.ts'

/** The browser's Back from a payment page may restore this one in the middle of paying: reloads it. */
export function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    return listen(window, ['pageshow'], reload)
  }, [])
}
