import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { View } from '../../table/columns.ts'
import { Chip } from '../../ui/chip.tsx'

/** Where an offer stands. */
export type Phase = 'running' | 'coming' | 'over'

export function phaseOf(state: string): Phase {
  if (state === 'running' || state.startsWith('no effect')) return 'running'
  return state === 'upcoming' ? 'coming' : 'over'
}

const OVER: Record<string, string> = { ended: 'Ended', expired: 'Over', 'used up': 'Used up' }

/** @param state as the shop says it */
export function OfferChip({ state }: { state: string }) {
  if (state.startsWith('no effect'))
    return (
      <Chip turn="trouble" icon={TriangleAlert}>
        {state.charAt(0).toUpperCase() + state.slice(1)}
      </Chip>
    )
  if (state === 'running')
    return (
      <Chip turn="done" icon={CircleCheck}>
        Running
      </Chip>
    )
  if (state === 'upcoming')
    return (
      <Chip turn="theirs" icon={Clock}>
        Coming
      </Chip>
    )
  return (
    <Chip turn="off" icon={Ban}>
      {OVER[state] ?? state}
    </Chip>
  )
}

/** The tabs over a list of offers. */
export const phaseViews = (states: readonly { state: string }[]): View[] => {
  const count = (phase: Phase) => states.filter(({ state }) => phaseOf(state) === phase).length
  return [
    { label: 'All', search: {} },
    { label: 'Running', search: { phase: 'running' }, count: count('running') },
    { label: 'Coming', search: { phase: 'coming' }, count: count('coming') },
    { label: 'Over', search: { phase: 'over' } },
  ]
}
