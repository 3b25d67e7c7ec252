import { toRupees } from '@haat/contract/money'
const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
const wholeMoney = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const long = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })

/** `₹1,23,456.00` from paise. */
export const rupees = (paise: number): string => money.format(toRupees(paise))

/** `₹1,23,456` from paise, for round amounts in running text. */
export const roundRupees = (paise: number): string => wholeMoney.format(toRupees(paise))

/** `21 November 2026 at 04:05 pm`, in the reader's time zone. */
export const longDate = (date: Date): string => long.format(date)

/** `21 Nov 2026`, in the reader's time zone. */
export const shortDate = (date: Date): string => day.format(date)

/** `1 item`, `3 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount} ${amount === 1 ? one : many}`
