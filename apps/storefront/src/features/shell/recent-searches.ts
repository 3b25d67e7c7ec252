/** The last searches of this device. They are not sent anywhere. */
const KEY = 'recentSearches'
const MAX = 8

/** Newest first; empty where the browser keeps nothing. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MAX) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed === '') return
  const others = recentSearches().filter((other) => other.toLowerCase() !== typed.toLowerCase())
  store([typed, ...others].slice(0, MAX))
}

export const forgetSearches = (): void => store([])

function store(texts: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(texts))
  } catch {
    // A private window may refuse: then nothing is remembered.
  }
}
