import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import { locale } from './i18n.ts'

/** Formats dates in the page's language and the shop's time zone. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (date) => {
    const format =
      kept.get(locale()) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: SHOP_TIME_ZONE })
    kept.set(locale(), format)
    return format.format(date)
  }
}

/** `21 November 2026 at 04:05 pm`. */
export const longDate = dateFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** `21 Nov 2026`. */
export const shortDate = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** `4:05 pm`. */
export const timeOfDay = dateFormat({ timeStyle: 'short' })

/** The beginning of a text as one line of at most `max` characters, cut after a word. */
export function excerpt(text: string, max = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const end = line.lastIndexOf(' ', max - 1)
  return `${line.slice(0, end > 0 ? end : max - 1)}…`
}

/** @param phone of India */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

export const whatsappLink = (phone: string): string =>
  `https://wa.me/91${phone.replace(/\D/g, '').slice(-10)}`
