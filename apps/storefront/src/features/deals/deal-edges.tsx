import type { Deal } from '@haat/contract/deals'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { stateAt } from './countdown.ts'

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
