import { SHOP_TIME_ZONE } from '@haat/contract/rules'

const longFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: SHOP_TIME_ZONE,
})
const shortFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: SHOP_TIME_ZONE,
})
const timeFormat = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: SHOP_TIME_ZONE })

/** `21 November 2026 at 04:05 pm`, in the shop's time zone. */
export const longDate = (date: Date): string => longFormat.format(date)

/** `21 Nov 2026`, in the shop's time zone. */
export const shortDate = (date: Date): string => shortFormat.format(date)

/** `4:05 pm`, in the shop's time zone. */
export const timeOfDay = (date: Date): string => timeFormat.format(date)

/** `1 item`, `3 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount} ${amount === 1 ? one : many}`

/** The beginning of a text as one line of at most `max` characters, cut after a word. */
export function excerpt(text: string, max = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const end = line.lastIndexOf(' ', max - 1)
  return `${line.slice(0, end > 0 ? end : max - 1)}…`
}

/** @param phone of India */
export const whatsappLink = (phone: string): string =>
  `https://wa.me/91${phone.replace(/\D/g, '').slice(-10)}`
