/** Reads what was typed on the command line. */
import { ID_MAX } from '@haat/contract/wire'
import { CommandError } from './command.ts'

/** @param what names the row in the complaint, such as `order` */
export function parseId(text: string, what: string): number {
  const id = /^#?([1-9]\d{0,9})$/.exec(text)?.[1]
  if (id === undefined || Number(id) > ID_MAX)
    throw new CommandError(`"${text}" is not a valid ${what} number.`)
  return Number(id)
}

/** Rupees with at most two decimals, as paise. */
export function parseRupees(text: string, option: string): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text)) throw new CommandError(`${option} must be an amount in rupees.`)
  return Math.round(Number(text) * 100)
}

export function parseWhole(text: string, option: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new CommandError(`${option} must be a whole number from ${min} to ${max}.`)
  return value
}

const LENGTHS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A moment: ISO 8601 (India's time where no zone is given), or from now on, such as `+3d`, `+12h`, `now`. */
export function parseMoment(text: string, option: string, now: Date): Date {
  if (text === 'now') return now
  const [, count, unit = ''] = /^\+(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (LENGTHS[unit] ?? 0) * 1000)
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  const moment = new Date(
    iso ? `${text}${text.includes('T') ? '' : 'T00:00'}${iso[4] ? '' : '+05:30'}` : Number.NaN,
  )
  if (Number.isNaN(moment.getTime()))
    throw new CommandError(`${option} must be a time such as 2026-03-31T18:00 (India), or +3d.`)
  return moment
}
