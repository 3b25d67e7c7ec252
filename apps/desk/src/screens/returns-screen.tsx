import { RETURN_REASONS, RETURN_STATES } from '@haat/contract/return-rules'
import { type StaffReturn, staffReturns } from '@haat/contract/staff/returns'
import { staffToday } from '@haat/contract/staff/today'
import { useQuery } from '@tanstack/react-query'
import { actQuery, useAllowed } from '../api/queries.ts'
import { ReturnSteps } from '../features/returns/return-card.tsx'
import { returnedText, RETURNS } from '../features/returns/return-state.ts'
import { paths } from '../paths.ts'
import { type Column, stateColumn, timeColumn, type View } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'

const COLUMNS: readonly Column<StaffReturn>[] = [
  { header: 'Order', cell: ({ order_id }) => `#${order_id}`, sort: 'order_id', phone: 'title' },
  { header: 'Customer', cell: 'customer', sort: 'customer', phone: 'title' },
  { header: 'What', cell: ({ items }) => items.map(returnedText).join(', '), phone: 'sub' },
  { header: 'Why', cell: ({ reason, wish }) => `${RETURN_REASONS[reason]}, ${wish}`, phone: 'sub' },
  {
    header: 'Photos',
    cell: ({ photos }) => (
      <span className="inline-flex gap-1">
        {photos.map((photo) => (
          <Thumbnail key={photo} url={photo} />
        ))}
      </span>
    ),
    phone: 'state',
  },
  stateColumn(({ state }) => RETURNS[state]),
  timeColumn('Asked', 'requested_at'),
  {
    header: 'Next step',
    cell: (request) => <ReturnSteps request={request} isShort />,
    phone: 'action',
    align: 'end',
  },
]

function useViews(): View[] {
  const { data } = useAllowed(staffToday.show, {})
  return [
    { label: 'All', search: {} },
    ...(['REQUESTED', 'ACCEPTED', 'RECEIVED', 'REFUSED', 'WITHDRAWN'] as const).map((state) => ({
      label: RETURNS[state].label,
      search: { state },
      count: state === 'REQUESTED' ? data?.returns_to_decide : undefined,
    })),
  ]
}

/** Returns: what customers ask to send back, to decide and to receive. */
export function ReturnsScreen() {
  const list = useListState()
  const state = RETURN_STATES.find((one) => one === list.get('state'))
  const query = useQuery(actQuery(staffReturns.list, { state, limit: list.limit }))
  return (
    <ListFrame<StaffReturn>
      title="Returns"
      views={useViews()}
      searchHint="Order or customer"
      query={query}
      isFound={(row, has) => has(String(row.order_id), row.order_number, row.customer)}
      columns={COLUMNS}
      rowPath={({ order_id }) => paths.order(order_id)}
      nothingYet={{
        title: 'No returns yet',
        text: 'Customers ask on the page of a delivered order, within the days that your settings allow.',
      }}
    />
  )
}
