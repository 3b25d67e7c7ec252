import { useEffect, useRef, useState } from 'react'
import type { NavigateOptions, To } from 'react-router-dom'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/**
 * Ignores events while the promise of an earlier one is pending, also two events before the next render.
 *
 * @returns the handler, and whether it ignores events: show that
 */
export function useOnePending<E extends { preventDefault(): void }>(handler?: (event: E) => unknown) {
  const pending = useRef(false)
  const [isPending, setIsPending] = useState(false)
  const setPending = (next: boolean): void => {
    pending.current = next
    setIsPending(next)
  }
  const handle = (event: E): void => {
    if (pending.current) return event.preventDefault()
    const result = handler?.(event)
    if (!(result instanceof Promise)) return
    setPending(true)
    void result.finally(() => setPending(false))
  }
  return [handle, isPending] as const
}

/** Like `useNavigate`, but ignores further calls until the new location is rendered: two clicks add one history entry. */
export function useNavigateOnce(): (to: To, options?: NavigateOptions) => void {
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

/**
 * Like `useSearchParams`, but keeps the navigation state, and ignores a search string that is shown or on its way: two
 * clicks add one history entry.
 */
export function useSearchOnce() {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const latest = useRef('')
  useEffect(() => {
    latest.current = new URLSearchParams(location.search).toString()
  }, [location])
  const change = (next: URLSearchParams, options?: NavigateOptions): void => {
    if (latest.current === next.toString()) return
    latest.current = next.toString()
    setSearch(next, { state: location.state as unknown, ...options })
  }
  return [search, change] as const
}
