import type { OrderStatus } from '@haat/contract/rules'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { warningsQuery } from '../../api/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { REFUND_DUE, STATES, TO_CONFIRM } from './order-state.ts'

interface OrderChipsProps {
  status: OrderStatus
  refund_due: boolean
  /** Left out where nobody asks. */
  to_confirm?: StaffOrder['to_confirm']
}

/** The state of an order, or what is asked first. */
export function OrderChips({ status, refund_due, to_confirm }: OrderChipsProps) {
  const { label, ...look } = to_confirm ? TO_CONFIRM[to_confirm] : STATES[status]
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
