/** The audit in words: what a column is called, what stood in it, and what became of it. */
import { formatRupees, toPaise } from '../money.ts'
import { formatMoment } from './act.ts'

/** `shipping_city` as people say it: `Shipping city`. */
export const columnName = (column: string): string =>
  column.charAt(0).toUpperCase() + column.slice(1).replaceAll(/[_.]/g, ' ')

const MONEY = /(^|[._])(price|mrp|amount|charge|fee|free_above|cod_order_value|max_discount|total)$/
const MOMENT = /(_at|_date|_until)$/

/** What stood in a column, whose name says whether it is money, a moment or a flag. */
export function shownValue(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean' || (/^(is|has|no)_/.test(name) && typeof value === 'number'))
    return value ? 'yes' : 'no'
  // Columns are in paise, stored settings in rupees.
  if (typeof value === 'number' && MONEY.test(name))
    return formatRupees(name.includes('.') ? toPaise(value) : value)
  if (MOMENT.test(name)) return formatMoment(new Date(value as string | number))
  if (Array.isArray(value)) return value.map((one) => shownValue(one, name)).join(', ') || 'empty'
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

const SHOWN = 3
const LENGTH = 40

/** A row's change as a line: `Stock of SPT046-RED 50 → 25`. @param label empty for a row that needs no name */
export function changeInWords(label: string, before: object, after: object): string {
  const all = differencesOf(before, after).map((one) => {
    const [old, now] = [one.before, one.after].map((value) => shownValue(value, one.name))
    const name = columnName(one.name)
    return { name, became: `${old}${now}`.length > LENGTH ? 'changed' : `${old} → ${now}` }
  })
  const [only, second] = all
  if (only && !second) return `${only.name}${label && ` of ${label}`} ${only.became}`
  const lines = all.slice(0, SHOWN).map(({ name, became }) => `${name} ${became}`)
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : ''
  return `${label && `${label}: `}${lines.join(', ')}${more}`
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
