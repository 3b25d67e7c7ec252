const listeners = new Set<() => void>()

/** Tells the workers of this process that there may be something to do once the transaction commits. */
export function wakeOutbox(): void {
  for (const listener of listeners) listener()
}

/** @returns how to stop listening */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
