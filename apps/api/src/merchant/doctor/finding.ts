import type { Named } from './doctor.store.ts'

export interface Finding {
  /** `wrong` must be put right before anybody may buy; `advice` had better be. */
  level: 'wrong' | 'advice'
  /** What is the matter. */
  what: string
  /** What to do about it. */
  remedy: string
}

const NAMED = 3

/** A finding about some rows, or none when there are none. */
export function about(
  rows: readonly Named[],
  level: Finding['level'],
  what: string,
  remedy: string,
): Finding[] {
  if (rows.length === 0) return []
  const some = rows.slice(0, NAMED).map(({ id, name }) => `${name} (${id})`)
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : ''
  return [{ level, what: `${rows.length} ${what}: ${some.join(', ')}${more}.`, remedy }]
}
