import type { Reader } from '../../db/database.ts'

interface Kept<Value> {
  revision: number
  at: number
  value: Value
}

/**
 * Keeps answers that take long to compute and hold until the catalogue's revision changes, or for a minute
 * at most should someone have written without saying so.
 *
 * @param most how many answers are kept per database; the one longest unused goes first
 */
export function remembered<Value>(most: number) {
  const LIFE_MS = 60_000
  const shelves = new WeakMap<Reader, Map<string, Kept<Value>>>()
  return async (reader: Reader, revision: number, key: string, compute: () => Promise<Value>) => {
    const shelf = shelves.get(reader) ?? new Map<string, Kept<Value>>()
    shelves.set(reader, shelf)
    const now = performance.now()
    const known = shelf.get(key)
    shelf.delete(key)
    const good = known !== undefined && known.revision === revision && now - known.at < LIFE_MS
    const kept = good ? known : { revision, at: now, value: await compute() }
    shelf.set(key, kept)
    if (shelf.size > most) for (const oldest of shelf.keys()) return drop(shelf, oldest, kept.value)
    return kept.value
  }
}

function drop<Value>(shelf: Map<string, unknown>, key: string, value: Value): Value {
  shelf.delete(key)
  return value
}
