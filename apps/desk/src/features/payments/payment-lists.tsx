/** The lists of payments and of refunds. */
import { formatShortRupees } from '@haat/contract/money'
import { PAYMENT_PROVIDERS } from '@haat/contract/rules'
import type { ReplyOf } from '@haat/contract/staff/act'
import {
  staffPayments,
  providerLabel,
  type StaffPayment,
  type StaffRefund,
} from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { useAsk } from '../../form/act-form.tsx'
import { count, ago, shortDay, shortMoment } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import { amountColumn, type Column, timeColumn, type Filter, stateColumn } from '../../table/columns.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { useListState } from '../../table/list-state.ts'
import { paymentState, refundState } from './payment-state.ts'

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

type Row = ReplyOf<typeof staffPayments.courier_cash>[number]

const parcel = ({ courier, tracking_number }: Row): string =>
  [courier, tracking_number].filter(Boolean).join(', ')

const COLUMNS: Column<Row>[] = [
  { header: 'Order', cell: ({ order_id }) => `#${order_id}`, phone: 'title' },
  { header: 'Courier', cell: parcel, sort: parcel, phone: 'sub' },
  amountColumn('Cash', 'amount'),
  timeColumn('Delivered', 'delivered_at'),
]

const sumOf = (rows: readonly Row[]): number => rows.reduce((total, { amount }) => total + amount, 0)

/** Cash that couriers have collected, until they hand it over. @param tabs the other lists of the screen */
export function CourierCash({ tabs }: { tabs: ReactNode }) {
  const may = useMay()
  const ask = useAsk()
  const query = useQuery(actQuery(staffPayments.courier_cash, {}))
  const { data: all = [] } = query
  const mayTake = may(staffPayments.cash_came.permission)
  const total = all.length > 0 && (
    <p className="desk-margin pt-3">
      Couriers have <b className="figures">{formatShortRupees(sumOf(all))}</b> of {count(all.length, 'order')}
      .{mayTake && ' Tick what has come to your bank.'}
    </p>
  )
  const take = (rows: readonly Row[], clear: () => void) =>
    ask({
      act: staffPayments.cash_came,
      title: `${formatShortRupees(sumOf(rows))} came?`,
      text: `The cash of ${count(rows.length, 'order')}. Compare it with your bank first.`,
      button: 'It came',
      given: { orders: rows.map(({ order_id }) => String(order_id)) },
      done: ({ amount, orders }) => `${formatShortRupees(amount)} of ${count(orders, 'order')} came.`,
      onDone: clear,
    })
  return (
    <ListFrame<Row>
      title="Payments"
      tabs={
        <>
          {tabs}
          {total}
        </>
      }
      searchHint="Order, courier or tracking number"
      query={query}
      isFound={(row, has) => has(String(row.order_id), row.order_number, parcel(row))}
      columns={COLUMNS}
      rowId={({ order_id }) => String(order_id)}
      rowPath={({ order_id }) => paths.order(order_id)}
      rowName={({ order_id }) => `order ${order_id}`}
      {...(mayTake && {
        bulk: (rows: Row[], clear: () => void) => (
          <Button onClick={() => take(rows, clear)}>{formatShortRupees(sumOf(rows))} came</Button>
        ),
      })}
      nothingYet={{
        title: 'No courier has cash of yours',
        text: 'What a courier collects in cash stands here from the delivery until you say that it came. Compare it with your bank first.',
      }}
    />
  )
}
