import { useEffect, useRef } from 'react'

/** Does something after a while, unless the screen is left before. */
export function useAfter(): (ms: number, act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (ms, act) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
}
