import {
  createContext,
  createElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

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

type Navigate = (to: string, options?: NavigateOptions) => void

const NavigateContext = createContext<Navigate>(() => undefined)

/** Navigates for all links and buttons: each of them would read router and location. */
export function NavigateOnce({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const location = useLocation()
  const leavingTo = useRef<string | null>(null)
  useEffect(() => {
    leavingTo.current = null
  }, [location])
  const navigateOnce = useCallback<Navigate>(
    (to, options) => {
      if (leavingTo.current === to) return
      leavingTo.current = to
      void navigate(to, options)
    },
    [navigate],
  )
  return createElement(NavigateContext, { value: navigateOnce }, children)
}

/**
 * Like `useNavigate`, for paths of the shop, but ignores further calls with a path until its location is rendered: two
 * clicks add one history entry.
 */
export const useNavigateOnce = (): Navigate => use(NavigateContext)

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
