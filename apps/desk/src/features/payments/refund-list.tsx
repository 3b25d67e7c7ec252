import { formatShortRupees } from '@haat/contract/money'
import { staffOrders } from '@haat/contract/staff/orders'
import { providerLabel, type StaffRefund, staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { ActDialog } from '../../form/act-form.tsx'
import { age, shortDay } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import type { Column, Filter } from '../../table/columns.ts'
import { ListFrame } from '../../table/list-frame.tsx'
import { matches, useListState } from '../../table/list-state.ts'
import { Chip } from '../../ui/chip.tsx'
import { refundState } from './payment-state.ts'

const FILTERS: readonly Filter[] = [{ name: 'all', label: 'Also those that are paid back', kind: 'flag' }]

const byWhom = ({ state, provider, problem, reference, upi }: StaffRefund): string => {
  if (problem !== null && state === 'DUE') return problem
  if (state === 'PAID') return reference ?? ''
  return provider === null ? `By you${upi ? `, to ${upi}` : ''}` : `By ${providerLabel(provider)}`
}

const columnsOf = (now: Date, act: (row: StaffRefund) => ReactNode): Column<StaffRefund>[] => [
  { id: 'order', header: 'Order', cell: ({ order_id }) => `#${order_id}`, phone: 'title' },
  { id: 'customer', header: 'Customer', cell: ({ customer }) => customer, phone: 'title' },
  { id: 'by', header: 'How', cell: byWhom, phone: 'sub' },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => formatShortRupees(amount),
    sort: ({ amount }) => amount,
    phone: 'end',
    align: 'end',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => {
      const { label, ...look } = refundState(row)
      return <Chip {...look}>{label}</Chip>
    },
    phone: 'state',
  },
  {
    id: 'age',
    header: 'Since',
    cell: ({ due_at, paid_at }) => (
      <span className="whitespace-nowrap text-ink-soft">
        {paid_at ? shortDay(paid_at) : age(due_at, now)}
      </span>
    ),
    sort: ({ due_at }) => due_at,
    phone: 'state',
  },
  { id: 'act', header: 'Next step', cell: act, phone: 'action', align: 'end' },
]

/** Refunds that are due, on their way or failed. @param tabs the other lists of the screen */
export function RefundList({ tabs }: { tabs: ReactNode }) {
  const state = useListState()
  const now = useNow()
  const { run } = useActs()
  const may = useMay()
  const [paid, setPaid] = useState<StaffRefund>()
  const search = state.get('search').replace(/^#/, '')
  const all = state.get('all') === 'true'
  const query = useQuery({
    ...actQuery(staffPayments.refunds, { all, limit: state.limit }),
    select: (rows) =>
      rows.filter((row) => matches(search, String(row.order_id), row.order_number, row.customer)),
  })
  const act = (refund: StaffRefund): ReactNode => {
    if (refund.state !== 'DUE' || refund.provider !== null || !may('orders.refund')) return null
    const retry = () =>
      run(staffPayments.resend, { refund: refund.id }, () => 'The provider is asked again within a minute.')
    return (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {refund.problem !== null && (
          <Button size="sm" className="min-h-9!" onClick={retry}>
            Try again
          </Button>
        )}
        <Button variant="outline" size="sm" className="min-h-9!" onClick={() => setPaid(refund)}>
          Paid back
        </Button>
      </span>
    )
  }
  return (
    <>
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
      {paid && (
        <PaidBack
          refund={paid}
          all={query.data?.filter(({ order_id }) => order_id === paid.order_id) ?? []}
          onClose={() => setPaid(undefined)}
        />
      )}
    </>
  )
}

interface PaidBackProps {
  refund: StaffRefund
  /** Of the same order: what is due of it is recorded together. */
  all: readonly StaffRefund[]
  onClose: () => void
}

function PaidBack({ refund, all, onClose }: PaidBackProps) {
  const { order_id, customer } = refund
  const due = all.filter(({ state }) => state === 'DUE').reduce((sum, { amount }) => sum + amount, 0)
  return (
    <ActDialog
      act={staffOrders.refund}
      title={`You have paid back ${formatShortRupees(due)}?`}
      text={`#${order_id} · ${customer}`}
      button="Record refund"
      given={{ orders: [String(order_id)] }}
      fields={{ reference: { hint: 'What the bank calls the transfer, such as its UTR' } }}
      preview={() => (
        <Notice tone="wait">This moves no money: pay first, in your bank. It cannot be undone.</Notice>
      )}
      done={() => `The refund of order ${order_id} is recorded.`}
      onClose={onClose}
    />
  )
}
