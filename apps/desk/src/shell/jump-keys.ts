import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Whether single keys mean something: not while somebody types, nor over a dialog or menu. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if (document.querySelector('[role=dialog], [role=menu]')) return false
  return !(target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select'))
}

/** How long after `g` the second key counts, in ms. */
const JUMP_MS = 1200

/** What keys open over any screen. */
export type Overlay = 'find' | 'keys'

/** `g`, then the key of a screen, goes there; Ctrl K and `/` find, `?` lists the keys. */
export function useJumpKeys(
  nav: readonly { path: string; key: string }[],
  open: (overlay: Overlay) => void,
): void {
  const navigate = useNavigate()
  useEffect(() => {
    let pressedAt = -JUMP_MS
    const follow = (event: KeyboardEvent): void => {
      const isFinding = (event.ctrlKey || event.metaKey) && event.key === 'k'
      // In a list it goes to the list's own search.
      const isSlash = event.key === '/' && !document.querySelector('[data-list-search]')
      if (isFinding || (isPlainKey(event) && (isSlash || event.key === '?'))) {
        event.preventDefault()
        return open(event.key === '?' ? 'keys' : 'find')
      }
      if (!isPlainKey(event)) return
      const isSecond = event.timeStamp - pressedAt < JUMP_MS
      pressedAt = event.key === 'g' ? event.timeStamp : -JUMP_MS
      const entry = isSecond ? nav.find(({ key }) => key === event.key) : undefined
      if (entry) void navigate(entry.path)
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  }, [nav, navigate, open])
}
