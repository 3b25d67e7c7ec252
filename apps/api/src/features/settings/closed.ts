import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import type { AllSettings } from '@haat/contract/settings'
import { localeNow, t } from '#say'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE })
const NAMED = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const

/** Why the shop takes no orders now, and the day on which it opens again; null while it is open. */
export function whyClosed({ closed }: Pick<AllSettings, 'closed'>, now: Date): string | null {
  const { from, until, message } = closed
  const today = isoDay.format(now)
  if (from === null || until === null || today < from || today >= until) return null
  const own = /[.!?।]$/.test(message) ? message : `${message}.`
  const reason = message === '' ? t`We are closed for holidays.` : own
  const day = new Date(until).toLocaleDateString(localeNow(), NAMED)
  return `${reason} ${t`We open again on ${day}.`}`
}
