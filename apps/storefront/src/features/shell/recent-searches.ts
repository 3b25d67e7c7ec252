import { parseJson, store, stored } from '../../lib/device-storage.ts'

/** The last searches of this device. They are not sent anywhere. */
const KEY = 'recentSearches'
const MAX = 8

/** Newest first. */
export function recentSearches(): string[] {
  const texts = parseJson(stored(KEY))
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').slice(0, MAX) : []
}

export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed === '') return
  const others = recentSearches().filter((other) => other.toLowerCase() !== typed.toLowerCase())
  store(KEY, JSON.stringify([typed, ...others].slice(0, MAX)))
}

export const forgetSearches = (): void => store(KEY, null)
