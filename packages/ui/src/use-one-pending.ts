import { useRef, useState } from 'react'

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
