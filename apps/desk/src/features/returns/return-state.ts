/** What the state of a return means for the shop. */
import { itemName } from '@haat/contract/rules'
import type { ReturnState } from '@haat/contract/return-rules'
import type { StaffReturn } from '@haat/contract/staff/returns'
import { Ban, CircleCheck, CircleX, PackageOpen, Undo2 } from 'lucide-react'
import type { Look } from '../../ui/chip.tsx'

export const RETURNS: Record<ReturnState, Look> = {
  REQUESTED: { label: 'To decide', turn: 'ours', icon: Undo2 },
  ACCEPTED: { label: 'Coming back', turn: 'moving', icon: PackageOpen },
  RECEIVED: { label: 'Received', turn: 'done', icon: CircleCheck },
  REFUSED: { label: 'Refused', turn: 'off', icon: CircleX },
  WITHDRAWN: { label: 'Withdrawn', turn: 'off', icon: Ban },
}

/** `1 × Shirt (M) for L`. */
export const returnedText = ({ quantity, wanted, ...item }: StaffReturn['items'][number]): string =>
  `${quantity} × ${itemName(item)}${wanted ? ` for ${wanted}` : ''}`

export type ReturnStep = 'accept' | 'refuse' | 'receive'

/** The first is the next step. */
export const STEPS_OF: Record<ReturnState, readonly ReturnStep[]> = {
  REQUESTED: ['accept', 'refuse'],
  ACCEPTED: ['receive', 'refuse'],
  RECEIVED: [],
  REFUSED: [],
  WITHDRAWN: [],
}

export const STEP_LABELS: Record<ReturnStep, string> = {
  accept: 'Accept',
  refuse: 'Refuse',
  receive: 'Goods are here',
}
