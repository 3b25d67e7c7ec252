import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useActs } from '../../api/use-act.ts'
import { count, shortDay } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../table/columns.ts'
import { ListFrame } from '../../table/list-frame.tsx'
import { matches, useListState } from '../../table/list-state.ts'

type Row = ReplyOf<typeof staffPayments.courier_cash>[number]

const parcel = ({ courier, tracking_number }: Row): string =>
  [courier, tracking_number].filter(Boolean).join(', ')

const COLUMNS: Column<Row>[] = [
  { id: 'order', header: 'Order', cell: ({ order_number }) => `#${order_number}`, phone: 'title' },
  { id: 'parcel', header: 'Courier', cell: parcel, sort: parcel, phone: 'sub' },
  {
    id: 'amount',
    header: 'Cash',
    cell: ({ amount }) => formatShortRupees(amount),
    sort: ({ amount }) => amount,
    phone: 'end',
    align: 'end',
  },
  {
    id: 'since',
    header: 'Delivered',
    cell: ({ delivered_at }) => (delivered_at ? shortDay(delivered_at) : ''),
    sort: ({ delivered_at }) => delivered_at,
    phone: 'state',
  },
]

/** Cash that couriers have collected, until they hand it over. @param tabs the other lists of the screen */
export function CourierCash({ tabs }: { tabs: ReactNode }) {
  const state = useListState()
  const may = useMay()
  const { run } = useActs()
  const query = useQuery({
    ...actQuery(staffPayments.courier_cash, {}),
    select: (rows) =>
      rows
        .filter((row) => matches(state.get('search').replace(/^#/, ''), row.order_number, parcel(row)))
        .slice(0, state.limit),
  })
  const came = async (rows: Row[], clear: () => void): Promise<void> => {
    const orders = rows.map(({ order_id }) => String(order_id))
    const said = (reply: ReplyOf<typeof staffPayments.cash_came>): string =>
      `${formatShortRupees(reply.amount)} of ${count(reply.orders, 'order')} came.`
    if (await run(staffPayments.cash_came, { orders }, said)) clear()
  }
  const sum = (rows: Row[]): number => rows.reduce((total, { amount }) => total + amount, 0)
  return (
    <ListFrame<Row>
      title="Payments"
      tabs={tabs}
      searchHint="Order, courier or tracking number"
      state={state}
      query={query}
      columns={COLUMNS}
      rowId={({ order_id }) => String(order_id)}
      rowPath={({ order_id }) => paths.order(order_id)}
      rowName={({ order_number }) => `order ${order_number}`}
      {...(may(staffPayments.cash_came.permission) && {
        bulk: (rows: Row[], clear: () => void) => (
          <Button onClick={() => came(rows, clear)}>{formatShortRupees(sum(rows))} came</Button>
        ),
      })}
      nothingYet={{
        title: 'No courier has cash of yours',
        text: 'What a courier collects in cash stands here from the delivery until you say that it came. Compare it with your bank first.',
      }}
    />
  )
}
