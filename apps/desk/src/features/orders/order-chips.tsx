import { UNDELIVERED_STATUSES } from '@haat/contract/rules'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { cx } from '@haat/ui/cx'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { warningsQuery } from '../../api/queries.ts'
import { dayText, namedDay } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chip } from '../../ui/chip.tsx'
import { type OrderState, REFUND_DUE, STATES, TO_CONFIRM } from './order-state.ts'

/** The state of an order, or what is asked first. */
export function OrderChips({ status, refund_due, to_confirm }: OrderState) {
  return (
    <>
      <Chip {...(to_confirm ? TO_CONFIRM[to_confirm] : STATES[status])} />
      <TestChip />
      {refund_due && <Chip {...REFUND_DUE} />}
    </>
  )
}

/** On every order before the opening, which cancels it. */
export function TestChip() {
  const { data } = useQuery(warningsQuery)
  return data?.is_open === false && <Chip turn="off" icon={FlaskConical} label="Test" />
}

/** By when the customer was told that an order comes, and whether it is late. */
export function PromisedDay({ order }: { order: Pick<StaffOrder, 'arrives_to' | 'status'> }) {
  const today = dayText(useNow())
  if (order.arrives_to === null) return null
  const isComing = UNDELIVERED_STATUSES.some((status) => status === order.status)
  const isLate = isComing && order.arrives_to < today
  return (
    <span className={cx('mt-1 block text-sm', isLate ? 'font-bold text-brick' : 'text-ink-soft')}>
      {isLate ? 'Late: promised' : 'Promised'} by {namedDay(new Date(order.arrives_to))}
    </span>
  )
}
