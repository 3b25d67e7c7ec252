import { Button } from '@haat/ui/button'
import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { View } from '../../table/columns.tsx'
import type { ListState } from '../../table/list-state.ts'
import { Chip, type Look } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export type Phase = 'running' | 'coming' | 'over'

export function phaseOf(state: string): Phase {
  if (state === 'running' || state.startsWith('no effect')) return 'running'
  return state === 'upcoming' ? 'coming' : 'over'
}

const PHASES: readonly Phase[] = ['running', 'coming', 'over']

/** What runs, then what comes; what is over stands last. */
export const currentFirst = <Offer extends { state: string }>(offers: readonly Offer[]): Offer[] =>
  PHASES.flatMap((phase) => offers.filter(({ state }) => phaseOf(state) === phase))

/** @param offer its state as the shop says it */
export function offerLook({ state }: { state: string }): Look {
  if (state === 'running') return { turn: 'done', icon: CircleCheck, label: 'Running' }
  if (state === 'upcoming') return { turn: 'theirs', icon: Clock, label: 'Coming' }
  return state.startsWith('no effect')
    ? { turn: 'trouble', icon: TriangleAlert, label: state.charAt(0).toUpperCase() + state.slice(1) }
    : { turn: 'off', icon: Ban, label: state === 'used up' ? 'Used up' : 'Ended' }
}

interface OfferDialogProps {
  offer: { state: string }
  title: string
  text?: string
  sentence: string
  button: string
  end: () => unknown
  onClose: () => void
  children?: ReactNode
}

/** One offer: what it does, and its end. */
export function OfferDialog(props: OfferDialogProps) {
  const { offer, title, text, sentence, button, end, onClose, children } = props
  return (
    <Dialog
      {...{ onClose, title, text }}
      footer={
        phaseOf(offer.state) !== 'over' && (
          <Button variant="danger" onClick={end}>
            {button}
          </Button>
        )
      }
    >
      <div className="grid gap-2">
        <p>
          <Chip {...offerLook(offer)} />
        </p>
        <p className="text-lg font-semibold">{sentence}.</p>
      </div>
      {children}
    </Dialog>
  )
}

/** The tabs over a list of offers. */
export const phaseViews = (states: readonly { state: string }[]): View[] => {
  const count = (phase: Phase) => states.filter(({ state }) => phaseOf(state) === phase).length
  return [
    { label: 'All', search: {} },
    { label: 'Running', search: { phase: 'running' }, count: count('running') },
    { label: 'Coming', search: { phase: 'coming' }, count: count('coming') },
    { label: 'Ended', search: { phase: 'over' } },
  ]
}

/** Whether an offer stands under the tab that is open. */
export const isInPhase = (list: ListState, { state }: { state: string }): boolean =>
  ['', phaseOf(state)].includes(list.get('phase'))
