/** Formats times as people in India read them. */
import { SHOP_TIME_ZONE } from '@haat/contract/rules'

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: SHOP_TIME_ZONE })
const year = new Intl.DateTimeFormat('en-IN', { year: 'numeric', timeZone: SHOP_TIME_ZONE })
const moment = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hour12: false,
  timeZone: SHOP_TIME_ZONE,
})
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: SHOP_TIME_ZONE })

const sortable = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SHOP_TIME_ZONE,
})

/** `2026-03-02 18:05:09`, in India's time. Spreadsheets read it as a date, and it sorts as text. */
export const formatSortable = (date: Date): string => sortable.format(date)

/** `2 March 2026`, in India's time. */
export const formatDay = (date: Date): string => day.format(date)

/** `2 Mar 2026, 18:05`, in India's time. */
export const formatMoment = (date: Date): string => moment.format(date)

/** `6:05 pm`, in India's time. */
export const formatTime = (date: Date): string => time.format(date)

/** `2026`, in India's time. */
export const formatYear = (date: Date): string => year.format(date)
