import { useEffect, useState } from 'react'
import { listen } from './listen.ts'

/** What is open over the screen or null, what opens another, what closes it. The browser's Back closes it, too. */
export function useOverlay<T>() {
  const [shown, setShown] = useState<T | null>(null)
  const isOpen = shown !== null
  useEffect(() => (isOpen ? listen(window, ['popstate'], () => setShown(null)) : undefined), [isOpen])
  const open = (next: T): void => {
    window.history.pushState({ ...window.history.state, overlay: true }, '')
    setShown(next)
  }
  const close = (): void => {
    if (!isOpen) return
    setShown(null)
    // Only the entry that `open` has made.
    if (window.history.state?.overlay) window.history.back()
  }
  return [shown, open, close] as const
}
