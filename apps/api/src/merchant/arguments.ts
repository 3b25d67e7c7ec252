/** Parses the arguments of a merchant's request. All functions throw UserError. */
import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import { parseMoney } from '../acts/cells/parse-money.ts'
import { UserError } from './user-error.ts'

/** Parses rupees as people write them, such as `₹1,299.50`. @returns paise */
export function parseRupees(text: string, option: string): number {
  const parsed = parseMoney(text.trim())
  if ('value' in parsed) return parsed.value
  throw new UserError(`${option} must be an amount in rupees, such as 499 or ₹1,299.50.`)
}

/** Parses the value of an option that is a whole number. */
export const whole =
  (min: number, max: number) =>
  (text: string, option: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new UserError(`${option} must be a whole number from ${min} to ${max}.`)
  }

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses an ISO 8601 time (in India's time zone unless it names one), a time from now such as `+3d`, or `now`. */
export function parseMoment(text: string, option: string, now: Date): Date {
  if (text === 'now') return now
  const [, count, unit = ''] = /^\+(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (UNIT_SECONDS[unit] ?? 0) * 1000)
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  const moment = new Date(
    iso ? `${text}${text.includes('T') ? '' : 'T00:00'}${iso[4] ? '' : SHOP_UTC_OFFSET}` : Number.NaN,
  )
  if (Number.isNaN(moment.getTime()))
    throw new UserError(`${option} must be a time such as 2026-03-31T18:00 (India), or +3d.`)
  return moment
}

/** Reads `field=value` arguments. @param names of the fields; any without */
export function parsePairs<Name extends string>(
  pairs: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const pair of pairs) {
    const [field, ...rest] = pair.split('=')
    if (rest.length === 0) throw new UserError(`"${pair}": write field=value.`)
    const name = names.length === 0 ? (field as Name) : names.find((one) => one === field)
    if (name === undefined) throw new UserError(`There is no field "${field}". Fields: ${names.join(', ')}.`)
    values[name] = rest.join('=')
  }
  return values
}

/** @param file in UTF-8; `-` is the standard input */
export const readTextFile = (file: string): Promise<string> =>
  file === '-'
    ? readStream(process.stdin)
    : readFile(file, 'utf8').catch(() => {
        throw new UserError(`${file} cannot be read.`)
      })
