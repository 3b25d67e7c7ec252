import { providerLabel, type StaffRefund, staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { ago, shortDay } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import type { Column, Filter } from '../../table/columns.ts'
import { ListFrame } from '../../table/list-frame.tsx'
import { matches, useListState } from '../../table/list-state.ts'
import { moneyColumns } from './money-columns.tsx'
import { refundState } from './payment-state.ts'

const FILTERS: readonly Filter[] = [{ name: 'all', label: 'Also those that are paid back', kind: 'flag' }]

const byWhom = ({ state, provider, problem, reference, upi }: StaffRefund): string => {
  if (problem !== null && state === 'DUE' && provider === null) return problem
  if (state === 'PAID') return [reference, problem && `at first: ${problem}`].filter(Boolean).join(', ')
  return provider === null
    ? `By you${upi ? `, to ${upi}` : '; the customer has given no UPI id'}`
    : `By ${providerLabel(provider)}`
}

const { order, customer, amount, state: stateColumn } = moneyColumns<StaffRefund>(refundState)

const columnsOf = (now: Date, act: (row: StaffRefund) => ReactNode): Column<StaffRefund>[] => [
  order,
  customer,
  { id: 'by', header: 'How', cell: byWhom, phone: 'sub' },
  amount,
  stateColumn,
  {
    id: 'age',
    header: 'Since',
    cell: ({ due_at, paid_at }) => (
      <span className="whitespace-nowrap text-ink-soft">
        {paid_at ? shortDay(paid_at) : ago(due_at, now)}
      </span>
    ),
    sort: ({ due_at }) => due_at,
    phone: 'state',
  },
  { id: 'act', header: 'Next step', cell: act, phone: 'action', align: 'end' },
]

interface RefundListProps {
  /** The other lists of the screen. */
  tabs: ReactNode
  /** Asks about the refund of an order that was paid back. */
  onPaid: (order: { id: number; refund_due_amount: number }) => unknown
}

/** Refunds that are due, on their way or failed. */
export function RefundList({ tabs, onPaid }: RefundListProps) {
  const state = useListState()
  const now = useNow()
  const { run } = useActs()
  const may = useMay()
  const search = state.get('search').replace(/^#/, '')
  const all = state.get('all') === 'true'
  const query = useQuery({
    ...actQuery(staffPayments.refunds, { all, limit: state.limit }),
    select: (rows) =>
      rows.filter((row) => matches(search, String(row.order_id), row.order_number, row.customer)),
  })
  // What is due of an order is recorded together.
  const dueOf = ({ order_id: id }: StaffRefund) => ({
    id,
    refund_due_amount: (query.data ?? [])
      .filter((one) => one.order_id === id && one.state === 'DUE')
      .reduce((sum, one) => sum + one.amount, 0),
  })
  const act = (refund: StaffRefund): ReactNode => {
    if (refund.state !== 'DUE' || refund.provider !== null || !may('orders.refund')) return null
    const retry = () =>
      run(staffPayments.resend, { refund: refund.id }, () => 'The provider is asked again within a minute.')
    return (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {refund.problem !== null && refund.amount > 0 && (
          <Button size="sm" className="min-h-9!" onClick={retry}>
            Try again
          </Button>
        )}
        <Button variant="outline" size="sm" className="min-h-9!" onClick={() => onPaid(dueOf(refund))}>
          Paid back
        </Button>
      </span>
    )
  }
  return (
    <ListFrame<StaffRefund>
      title="Payments"
      tabs={tabs}
      filters={FILTERS}
      searchHint="Order or customer"
      state={state}
      query={query}
      columns={columnsOf(now, act)}
      rowId={({ id }) => String(id)}
      rowPath={({ order_id }) => paths.order(order_id)}
      rowName={({ order_id }) => `the refund of order ${order_id}`}
      nothingYet={{
        title: 'No refund is open',
        text: 'What you owe customers after a cancellation or a return stands here. Gateways pay it back by themselves; the rest you pay and record.',
      }}
    />
  )
}
