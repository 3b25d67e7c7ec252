/** Counts what customers search without finding anything. A term counts once a minute at most: replies are kept so long. */
import type { Shop } from '../../shop.ts'
import { addEmptySearches } from './search.store.ts'

/** Terms that wait to be stored, with how often they were searched. */
const waiting = new Map<string, number>()
const WAITING_MAX = 200
const TERM_MAX = 60
/** What may name a person. */
const PRIVATE = /@|\d{7}/

export function noteEmptySearch(text: string): void {
  const term = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const known = waiting.get(term)
  if (term === '' || term.length > TERM_MAX || PRIVATE.test(term)) return
  if (known !== undefined || waiting.size < WAITING_MAX) waiting.set(term, (known ?? 0) + 1)
}

/** Runs each minute, so that no search writes. */
export async function storeEmptySearches({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const counted = [...waiting]
  waiting.clear()
  if (counted.length > 0) await db.transaction((tx) => addEmptySearches(tx, counted, now()))
}
