import { useEffect } from 'react'

/** A dialog that closes gives the focus back within this time, in ms. */
const PAUSE_MS = 100

/** A button may go with what it has done, and the focus with it: the screen's title then gets it. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Node | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof Node ? target : null
    }
    const check = (): void => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      clearTimeout(timer)
      timer = setTimeout(check, PAUSE_MS)
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
}
