import { SHOP_TIME_ZONE } from '@haat/contract/rules'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: SHOP_TIME_ZONE, ...options })

const day = format({ day: 'numeric', month: 'short' })
const moment = format({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
const weekday = format({ weekday: 'long', day: 'numeric', month: 'long' })
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE })

/** `21 Nov`, in India's time. */
export const shortDay = (date: Date): string => day.format(date)
/** `21 Nov, 4:05 pm`. */
export const shortMoment = (date: Date): string => moment.format(date)
/** `Saturday, 21 November`. */
export const namedDay = (date: Date): string => weekday.format(date)
/** `2026-11-21`, as a date field holds it. */
export const dayText = (date: Date): string => isoDay.format(date)
/** The first moment of a day such as `2026-11-21`; undefined for any other text. */
export function parseDay(text: string | undefined): Date | undefined {
  const date = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? new Date(`${text}T00:00+05:30`) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

/** `just now`, `5 min ago`, `26 h ago`, `3 d ago`. */
export function ago(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return 'just now'
  if (hours < 1) return `${minutes} min ago`
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`
}

/** `1 order`, `3 orders`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-IN')} ${amount === 1 ? one : many}`

/** `48 kB`, `2.1 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const LAKH = 1_00_000
const CRORE = 1_00_00_000
const short = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Paise on a tile: `₹18,420`, `₹1.2 L`, `₹3 Cr`. */
export function tileRupees(paise: number): string {
  const rupees = paise / 100
  if (Math.abs(rupees) >= CRORE) return `₹${short.format(rupees / CRORE)} Cr`
  if (Math.abs(rupees) >= LAKH) return `₹${short.format(rupees / LAKH)} L`
  return `₹${Math.round(rupees).toLocaleString('en-IN')}`
}

const until = format({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
/** `Sun 29 Nov, 9 pm`. */
export const untilText = (date: Date): string => until.format(date).replace(',', '').replace(':00', '')

const dayOfYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
/** `21 Nov 2026`. */
export const longDay = (date: Date): string => dayOfYear.format(date)

/** A UTR as people compare it, on one line: `4123 4567 8901`. */
export const utrText = (utr: string): string => utr.replaceAll(/(.{4})(?=.)/g, '$1\u00a0')
