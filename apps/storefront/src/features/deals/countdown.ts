import type { DealState } from '@haat/contract/rules'
import { dealState } from '@haat/contract/rules'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time left, in the four figures that a countdown shows; never below zero. */
export function countdown(until: Date, now: number): { label: string; value: number }[] {
  const left = Math.max(0, until.getTime() - now)
  return [
    { label: 'Days', value: Math.floor(left / DAY) },
    { label: 'Hours', value: Math.floor((left % DAY) / HOUR) },
    { label: 'Minutes', value: Math.floor((left % HOUR) / MINUTE) },
    { label: 'Seconds', value: Math.floor((left % MINUTE) / SECOND) },
  ]
}

/**
 * The deal's state by the storefront's clock; null before that clock has ticked.
 *
 * @param now epoch milliseconds, 0 for a clock that has not ticked
 */
export const stateAt = (deal: { start_date: Date; end_date: Date }, now: number): DealState | null =>
  now === 0 ? null : dealState(deal, new Date(now))
