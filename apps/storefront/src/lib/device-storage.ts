import { useSyncExternalStore } from 'react'
import { listen } from './listen.ts'

/**
 * Texts that stay on the device, by key. Where the browser keeps nothing (storage refused or full) they stay in memory,
 * for the life of the page.
 */
const memory = new Map<string, string | null>()

export function stored(key: string): string | null {
  const kept = memory.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes the key. Never throws. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

/** Stores a text that this tab follows too: the browser tells only the others. */
export function storeAndTell(key: string, text: string | null): void {
  store(key, text)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** The value of a JSON text; null for any other text. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const subscribe = (listener: () => void) => listen(window, ['storage'], listener)

/** The text of a key, followed as other tabs change it; null on the server. */
export const useStored = (key: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => stored(key),
    () => null,
  )
