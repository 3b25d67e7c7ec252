import { useEffect } from 'react'

/** The browser's Back from a payment page may restore this one in the middle of paying: reloads it. */
export function useReloadOnRestore(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
