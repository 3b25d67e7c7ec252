import type { OrderStatus } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { warningsQuery } from '../../api/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { REFUND_DUE, STATES } from './order-state.ts'

/** The state of an order. */
export function OrderChips({ status, refund_due }: { status: OrderStatus; refund_due: boolean }) {
  const { label, ...look } = STATES[status]
  return (
    <>
      <Chip {...look}>{label}</Chip>
      <TestChip />
      {refund_due && (
        <Chip turn={REFUND_DUE.turn} icon={REFUND_DUE.icon}>
          {REFUND_DUE.label}
        </Chip>
      )}
    </>
  )
}

/** On every order before the opening, which cancels it. */
export function TestChip() {
  const { data } = useQuery(warningsQuery)
  if (data?.is_open !== false) return null
  return (
    <Chip turn="off" icon={FlaskConical}>
      Test
    </Chip>
  )
}
