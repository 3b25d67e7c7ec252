/** Calls `listener` on these events. @returns what ends that */
export function listen(target: EventTarget, types: string[], listener: (event: never) => void): () => void {
  const end = new AbortController()
  for (const type of types) target.addEventListener(type, listener as EventListener, { signal: end.signal })
  return () => end.abort()
}
