import { formatShortRupees } from '@haat/contract/money'
import type { Column } from '../../table/columns.ts'
import { Chip, type Look } from '../../ui/chip.tsx'

/** Of a payment or a refund. Paise. */
interface MoneyRow {
  order_id: number
  customer: string
  amount: number
}

/** The columns that lists of payments and of refunds share. */
export const moneyColumns = <Row extends MoneyRow>(stateOf: (row: Row) => Look) =>
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
      cell: (row) => <Chip {...stateOf(row)} />,
      phone: 'state',
    },
  }) satisfies Record<string, Column<Row>>
