import type { OrderStatus } from '@haat/contract/rules'
import { Chip } from '../../ui/chip.tsx'
import { REFUND_DUE, STATES } from './order-state.ts'

/** The state of an order. */
export function OrderChips({ status, refund_due }: { status: OrderStatus; refund_due: boolean }) {
  const { label, ...look } = STATES[status]
  return (
    <>
      <Chip {...look}>{label}</Chip>
      {refund_due && (
        <Chip turn={REFUND_DUE.turn} icon={REFUND_DUE.icon}>
          {REFUND_DUE.label}
        </Chip>
      )}
    </>
  )
}
