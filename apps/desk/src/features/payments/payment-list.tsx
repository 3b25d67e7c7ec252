import { formatShortRupees } from '@haat/contract/money'
import { PAYMENT_PROVIDERS } from '@haat/contract/rules'
import { providerLabel, type StaffPayment, staffPayments } from '@haat/contract/staff/payments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery } from '../../api/queries.ts'
import { shortDay, shortMoment } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import type { Column, Filter } from '../../table/columns.ts'
import { ListFrame } from '../../table/list-frame.tsx'
import { useListState } from '../../table/list-state.ts'
import { moneyColumns } from './money-columns.tsx'
import { paymentState } from './payment-state.ts'

const FILTERS: readonly Filter[] = [
  {
    name: 'provider',
    label: 'Provider',
    kind: 'choice',
    options: PAYMENT_PROVIDERS.map((value) => ({ value, label: providerLabel(value) })),
  },
]

const { order, customer, amount, state: stateColumn } = moneyColumns<StaffPayment>(paymentState)

const COLUMNS: Column<StaffPayment>[] = [
  order,
  customer,
  { id: 'provider', header: 'Provider', cell: ({ provider }) => providerLabel(provider), phone: 'sub' },
  {
    id: 'number',
    header: 'Note and number there',
    cell: ({ reference, provider_payment_id, utr, problem }) => {
      const numbers = [reference, provider_payment_id ?? utr].filter(Boolean).join(' · ')
      if (problem !== null) return <span className="wrap-anywhere text-brick">{problem}</span>
      return numbers && <span className="wrap-anywhere">{numbers}</span>
    },
    phone: 'sub',
  },
  amount,
  {
    id: 'fee',
    header: 'Charge',
    cell: ({ fee }) => (fee === null ? '' : formatShortRupees(fee)),
    sort: ({ fee }) => fee,
    phone: 'hide',
    align: 'end',
  },
  {
    id: 'settled',
    header: 'Settled',
    cell: ({ settled_at }) => (settled_at ? shortDay(settled_at) : ''),
    sort: ({ settled_at }) => settled_at,
    phone: 'hide',
  },
  stateColumn,
  {
    id: 'at',
    header: 'Paid or started',
    cell: ({ paid_at, started_at }) => (
      <span className="whitespace-nowrap text-ink-soft">{shortMoment(paid_at ?? started_at)}</span>
    ),
    sort: ({ paid_at, started_at }) => paid_at ?? started_at,
    phone: 'state',
  },
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
      filters={FILTERS}
      searchHint="Order number, note or UTR"
      state={state}
      query={query}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      rowPath={({ order_id }) => paths.order(order_id)}
      rowName={({ order_id }) => `the payment of order ${order_id}`}
      nothingYet={{
        title: 'No online payment yet',
        text: 'Each try of a customer to pay online stands here, with what the provider calls it.',
      }}
    />
  )
}
