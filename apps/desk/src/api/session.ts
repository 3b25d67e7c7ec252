/** Whether somebody is logged in, as far as calls know: their CSRF token, and the login that a call waits for. */
import { useSyncExternalStore } from 'react'

let csrf = ''
let waiting: PromiseWithResolvers<void> | null = null
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export const csrfToken = (): string => csrf

/** Somebody has logged in: calls that wait go on. */
export function sessionBegan(token: string): void {
  csrf = token
  waiting?.resolve()
  waiting = null
  tell()
}

/** Waits until somebody has logged in again. All calls wait for the same login. */
export function sessionEnded(): Promise<void> {
  waiting ??= Promise.withResolvers<void>()
  tell()
  return waiting.promise
}

/** Calls that wait for a login fail. */
export function forgetSession(): void {
  csrf = ''
  waiting?.reject(new Error('Logged out'))
  waiting = null
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsLoginWanted = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)
