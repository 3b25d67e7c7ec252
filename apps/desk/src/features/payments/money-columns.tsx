import { formatShortRupees } from '@haat/contract/money'
import type { Column } from '../../table/columns.ts'
import { Chip } from '../../ui/chip.tsx'
import type { StateLook } from './payment-state.ts'

/** Of a payment or a refund. Paise. */
interface MoneyRow {
  order_id: number
  customer: string
  amount: number
}

/** The columns that lists of payments and of refunds share. */
export const moneyColumns = <Row extends MoneyRow>(stateOf: (row: Row) => StateLook) =>
  ({
    order: { id: 'order', header: 'Order', cell: ({ order_id }) => `#${order_id}`, phone: 'title' },
    customer: { id: 'customer', header: 'Customer', cell: ({ customer }) => customer, phone: 'title' },
    amount: {
      id: 'amount',
      header: 'Amount',
      // Of nothing, for money in another currency: its text has the amount.
      cell: ({ amount }) => (amount === 0 ? '' : formatShortRupees(amount)),
      sort: ({ amount }) => amount,
      phone: 'end',
      align: 'end',
    },
    state: {
      id: 'state',
      header: 'State',
      cell: (row) => {
        const { label, ...look } = stateOf(row)
        return <Chip {...look}>{label}</Chip>
      },
      phone: 'state',
    },
  }) satisfies Record<string, Column<Row>>
