import type { ReplyOf } from '@haat/contract/staff/act'
import { staffCustomers } from '@haat/contract/staff/customers'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { count, longDay } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { type Column, stateColumn, timeColumn } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'

type Row = ReplyOf<typeof staffCustomers.list>[number]

const COLUMNS: Column<Row>[] = [
  { header: 'Name', cell: 'name', sort: 'name', phone: 'title' },
  { header: 'Phone', cell: ({ phone_number }) => phone_number || 'no phone', phone: 'sub' },
  { header: 'E-mail', cell: 'email', sort: 'email', phone: 'sub' },
  { header: 'Tags', cell: 'tags', sort: 'tags', phone: 'sub' },
  {
    header: 'Orders',
    cell: ({ orders }) => count(orders, 'order'),
    sort: 'orders',
    phone: 'end',
    align: 'end',
  },
  timeColumn('Since', 'created_at', longDay, 'hide'),
  stateColumn(
    ({ blocked_at, cod_blocked_at }) =>
      (blocked_at !== null || cod_blocked_at !== null) && {
        ...{ turn: 'trouble', icon: Ban, label: blocked_at ? 'Blocked' : 'No COD' },
      },
  ),
]

export function CustomersScreen() {
  const state = useListState()
  const query = useQuery(
    actQuery(staffCustomers.list, { search: state.get('search') || undefined, limit: state.limit }),
  )
  return (
    <ListFrame<Row>
      title="Customers"
      saves="customers"
      searchHint="Name, phone, e-mail or tag"
      query={query}
      columns={COLUMNS}
      rowPath={({ id }) => paths.customer(id)}
      nothingYet={{
        title: 'No customers yet',
        text: 'Who creates an account in the shop or orders something stands here, with orders and phone number.',
      }}
    />
  )
}
