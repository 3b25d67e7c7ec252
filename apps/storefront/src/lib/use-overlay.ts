import { useEffect, useState } from 'react'
import { listen } from './listen.ts'

/**
 * What is open over the screen. The browser's Back closes it, as people expect of what fills a phone.
 *
 * @returns what is open, null for nothing; opens another; closes it
 */
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
