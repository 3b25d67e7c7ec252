import type { ReplyOf } from '@haat/contract/staff/act'
import { staffCustomers } from '@haat/contract/staff/customers'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { count, longDay } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { Chip } from '../ui/chip.tsx'

type Row = ReplyOf<typeof staffCustomers.list>[number]

const COLUMNS: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: 'name', sort: 'name', phone: 'title' },
  { id: 'phone', header: 'Phone', cell: ({ phone_number }) => phone_number || 'no phone', phone: 'sub' },
  { id: 'email', header: 'E-mail', cell: 'email', sort: 'email', phone: 'sub' },
  { id: 'tags', header: 'Tags', cell: 'tags', sort: 'tags', phone: 'sub' },
  {
    id: 'orders',
    header: 'Orders',
    cell: ({ orders }) => count(orders, 'order'),
    sort: 'orders',
    phone: 'end',
    align: 'end',
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ created_at }) => longDay(created_at),
    sort: 'created_at',
    phone: 'hide',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ blocked_at, cod_blocked_at }) =>
      (blocked_at || cod_blocked_at) && (
        <Chip turn="trouble" icon={Ban} label={blocked_at ? 'Blocked' : 'No COD'} />
      ),
    phone: 'state',
  },
]

/** Customers: know and serve. */
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
      rowName={({ name }) => name}
      nothingYet={{
        title: 'No customers yet',
        text: 'Who creates an account in the shop or orders something stands here, with orders and phone number.',
      }}
    />
  )
}
