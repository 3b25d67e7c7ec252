import { toRupees } from '@haat/contract/money'
import { SHOP_TIME_ZONE } from '@haat/contract/rules'

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
const wholeMoney = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
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

/** `₹1,23,456.00` from paise. */
export const formatRupees = (paise: number): string => money.format(toRupees(paise))

/** `₹1,23,456` from paise, for round amounts in running text. */
export const formatWholeRupees = (paise: number): string => wholeMoney.format(toRupees(paise))

/** `21 November 2026 at 04:05 pm`, in the shop's time zone. */
export const longDate = (date: Date): string => longFormat.format(date)

/** `21 Nov 2026`, in the shop's time zone. */
export const shortDate = (date: Date): string => shortFormat.format(date)

/** `1 item`, `3 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount} ${amount === 1 ? one : many}`
