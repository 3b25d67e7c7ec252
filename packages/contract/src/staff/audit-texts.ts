/** The audit in words: what a column is called, and what stood in it. */

/** `shipping_city` as people say it: `Shipping city`. */
export const columnName = (column: string): string =>
  column.charAt(0).toUpperCase() + column.slice(1).replaceAll(/[_.]/g, ' ')

export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(shownValue).join(', ') || 'empty'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export interface Difference {
  name: string
  before: unknown
  after: unknown
}

/** What of a row differs, a line each. A stored text that is JSON, such as a group of settings, is opened. */
export function differencesOf(before: object | null, after: object | null): Difference[] {
  const old = flat(before)
  const now = flat(after)
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
    JSON.stringify(old[name]) === JSON.stringify(now[name])
      ? []
      : [{ name, before: old[name], after: now[name] }],
  )
}

function flat(value: object | null, prefix = ''): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value ?? {})) {
    const opened = typeof part === 'string' && /^[{[]/.test(part) ? parsed(part) : part
    if (typeof opened === 'object' && opened !== null && !Array.isArray(opened))
      // What a stored text holds needs no name of its column.
      Object.assign(all, flat(opened, opened === part ? `${prefix}${key}.` : prefix))
    else all[prefix + key] = opened
  }
  return all
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
