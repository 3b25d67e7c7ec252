import { useEffect, useRef } from 'react'
import type { NavigateOptions } from 'react-router-dom'
import { useLocation, useNavigate } from 'react-router-dom'

/** Ignores events while the promise of an earlier one is pending, also two events before the next render. */
export function useOnePending<E extends { preventDefault(): void }>(handler?: (event: E) => unknown) {
  const pending = useRef(false)
  return (event: E): void => {
    if (pending.current) return event.preventDefault()
    const result = handler?.(event)
    if (!(result instanceof Promise)) return
    pending.current = true
    void result.finally(() => (pending.current = false))
  }
}

/** Like `useNavigate`, but ignores further calls until the new location is rendered: two clicks add one history entry. */
export function useNavigateOnce(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const location = useLocation()
  const leaving = useRef(false)
  useEffect(() => {
    leaving.current = false
  }, [location])
  return (to, options) => {
    if (leaving.current) return
    leaving.current = true
    void navigate(to, options)
  }
}
