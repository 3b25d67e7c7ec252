import type { Deal } from '@haat/contract/deals'
import type { DealState } from '@haat/contract/rules'
import { dealState } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNow } from '../../lib/use-now.ts'

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

/** Lets the server's clock pass the edge as well. */
const GRACE_MS = 1000

/** Draws nothing: fetches prices anew when a deal starts or ends, since they change in that second. */
export function DealEdges({ deals }: { deals: readonly Deal[] }) {
  const client = useQueryClient()
  const now = useNow()
  const states = now === 0 ? null : deals.map((deal) => `${deal.id}:${stateAt(deal, now)}`).join()
  const before = useRef<string | null>(null)
  useEffect(() => {
    const crossed = before.current !== null && states !== null && before.current !== states
    before.current = states
    if (!crossed) return
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['catalog'] })
      void client.invalidateQueries({ queryKey: ['me', 'cart'] })
    }, GRACE_MS)
  }, [states, client])
  return null
}
