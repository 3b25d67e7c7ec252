/** The lists of payments and of refunds. */
import { PAYMENT_PROVIDERS } from '@haat/contract/rules'
import {
  providerLabel,
  type StaffPayment,
  staffPayments,
  type StaffRefund,
} from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paymentState, refundState } from './payment-state.ts'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { ago, shortDay, shortMoment } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import { amountColumn, type Column, type Filter, stateColumn, timeColumn } from '../../table/columns.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { useListState } from '../../table/list-state.ts'

interface MoneyRow {
  order_id: number
  customer: string
  amount: number
}

const orderColumns = <Row extends MoneyRow>(): Column<Row>[] => [
  { header: 'Order', cell: ({ order_id }) => `#${order_id}`, phone: 'title' },
  { header: 'Customer', cell: ({ customer }) => customer, phone: 'title' },
  // Of nothing, for money in another currency: its text has the amount.
  amountColumn<Row>('Amount', ({ amount }) => amount || null),
]

const PROVIDERS: readonly Filter[] = [
  {
    name: 'provider',
    label: 'Provider',
    kind: 'choice',
    options: PAYMENT_PROVIDERS.map((value) => ({ value, label: providerLabel(value) })),
  },
]

const PAYMENT_COLUMNS: Column<StaffPayment>[] = [
  ...orderColumns<StaffPayment>(),
  { header: 'Provider', cell: ({ provider }) => providerLabel(provider), phone: 'sub' },
  {
    header: 'Note and number there',
    cell: ({ reference, provider_payment_id, utr, problem }) => {
      const numbers = [reference, provider_payment_id ?? utr].filter(Boolean).join(' · ')
      if (problem !== null) return <span className="wrap-anywhere text-brick">{problem}</span>
      return numbers && <span className="wrap-anywhere">{numbers}</span>
    },
    phone: 'sub',
  },
  amountColumn('Charge', 'fee', 'hide'),
  timeColumn('Settled', 'settled_at', shortDay, 'hide'),
  stateColumn<StaffPayment>(paymentState),
  timeColumn('Paid or started', ({ paid_at, started_at }) => paid_at ?? started_at, shortMoment),
]

/** Every try to pay online. @param tabs the other lists of the screen */
export function PaymentList({ tabs }: { tabs: ReactNode }) {
  const state = useListState()
  const query = useQuery(
    actQuery(staffPayments.list, {
      provider: PAYMENT_PROVIDERS.find((name) => name === state.get('provider')),
      search: state.get('search').replaceAll(' ', '') || undefined,
      limit: state.limit,
    }),
  )
  return (
    <ListFrame<StaffPayment>
      title="Payments"
      tabs={tabs}
      filters={PROVIDERS}
      searchHint="Order number, note or UTR"
      query={query}
      columns={PAYMENT_COLUMNS}
      rowPath={({ order_id }) => paths.order(order_id)}
      nothingYet={{
        title: 'No online payment yet',
        text: 'Each try of a customer to pay online stands here, with what the provider calls it.',
      }}
    />
  )
}

const REFUNDS: readonly Filter[] = [{ name: 'all', label: 'Also those that are paid back', kind: 'flag' }]

const byWhom = ({ state, provider, problem, reference, upi }: StaffRefund): string => {
  if (problem !== null && state === 'DUE' && provider === null) return problem
  if (state === 'PAID') return [reference, problem && `at first: ${problem}`].filter(Boolean).join(', ')
  return provider === null
    ? `By you${upi ? `, to ${upi}` : '; the customer has given no UPI id'}`
    : `By ${providerLabel(provider)}`
}

const refundColumns = (now: Date, act: (row: StaffRefund) => ReactNode): Column<StaffRefund>[] => [
  ...orderColumns<StaffRefund>(),
  { header: 'How', cell: byWhom, phone: 'sub' },
  stateColumn<StaffRefund>(refundState),
  timeColumn('Since', 'due_at', (at, { paid_at }) => (paid_at ? shortDay(paid_at) : ago(at, now))),
  { header: 'Next step', cell: act, phone: 'action', align: 'end' },
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
  const all = state.get('all') === 'true'
  const query = useQuery(actQuery(staffPayments.refunds, { all, limit: state.limit }))
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
      filters={REFUNDS}
      searchHint="Order or customer"
      query={query}
      isFound={(row, has) => has(String(row.order_id), row.order_number, row.customer)}
      columns={refundColumns(now, act)}
      rowPath={({ order_id }) => paths.order(order_id)}
      nothingYet={{
        title: 'No refund is open',
        text: 'What you owe customers after a cancellation or a return stands here. Gateways pay it back by themselves; the rest you pay and record.',
      }}
    />
  )
}
