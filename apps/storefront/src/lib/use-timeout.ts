import { useCallback, useEffect, useRef } from 'react'

/** A `setTimeout` that does nothing once the component is unmounted. A new timeout cancels the one before. */
export function useTimeout(): (ms: number, act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      clearTimeout(timer.current)
    }
  }, [])
  return useCallback((ms, act) => {
    clearTimeout(timer.current)
    if (mounted.current) timer.current = setTimeout(act, ms)
  }, [])
}
