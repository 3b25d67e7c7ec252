import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import type { AllSettings } from '@haat/contract/settings'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE })
const namedDay = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'long', day: 'numeric', month: 'long' },
  timeZone: 'UTC',
})

/** Why the shop takes no orders now, and the day on which it opens again; null while it is open. */
export function whyClosed({ closed }: Pick<AllSettings, 'closed'>, now: Date): string | null {
  const { from, until, message } = closed
  const today = isoDay.format(now)
  if (from === null || until === null || today < from || today >= until) return null
  const reason = message === '' ? 'We are closed for holidays' : message.replace(/\.$/, '')
  const end = /[!?]$/.test(reason) ? '' : '.'
  return `${reason}${end} We open again on ${namedDay.format(new Date(until))}.`
}
