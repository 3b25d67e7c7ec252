import { createContext, createElement, type ReactNode, use, useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

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
 * Like `useSearchParams`, but keeps the navigation state, and navigates once: two clicks add one history entry, and the
 * search string that is shown adds none.
 */
export function useSearchOnce() {
  const [search] = useSearchParams()
  const state: unknown = useLocation().state
  const navigate = useNavigateOnce()
  const change = (next: URLSearchParams, options?: NavigateOptions): void => {
    const replace = next.toString() === search.toString()
    navigate(`?${next}`, { state, replace, ...options })
  }
  return [search, change] as const
}
