import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffPayments } from '@haat/contract/staff/payments'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actQuery, useMay } from '../../api/queries.ts'
import { useAsk } from '../../form/act-form.tsx'
import { count } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { amountColumn, type Column, timeColumn } from '../../table/columns.tsx'
import { ListFrame } from '../../table/list-frame.tsx'

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
