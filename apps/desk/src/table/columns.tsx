import { formatShortRupees } from '@haat/contract/money'
import type { ReactNode } from 'react'
import { shortDay } from '../lib/format.ts'
import { Chip, type Look } from '../ui/chip.tsx'

/** A value of a row: the field of that name, or made of it. */
type Of<Row, Value> =
  | { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]
  | ((row: Row) => Value)

export const valueOf = <Row, Value>(of: Of<Row, Value>, row: Row): Value =>
  // The type admits only names of such fields.
  typeof of === 'function' ? of(row) : (row[of] as Value)

/** What a column shows, once for tables and cards. Cells of the same place on a card stand beside each other. */
export interface Column<Row> {
  /** The address names it so, in small letters, where the list is sorted by it. */
  header: string
  cell: Of<Row, ReactNode>
  /** What it is sorted by; without it, it is not. A list that is loaded a page at a time is sorted by the server. */
  sort?: Of<Row, string | number | Date | null>
  /** Its place on a phone's card. */
  phone: 'title' | 'end' | 'sub' | 'state' | 'action' | 'hide'
  align?: 'end'
}

/** An amount in paise. */
export const amountColumn = <Row,>(
  header: string,
  of: Of<Row, number | null>,
  phone: Column<Row>['phone'] = 'end',
): Column<Row> => ({
  ...{ header, phone, align: 'end' },
  cell(row) {
    const amount = valueOf<Row, number | null>(of, row)
    return amount === null ? '' : formatShortRupees(amount)
  },
  sort: (row) => valueOf<Row, number | null>(of, row),
})

/** A time, on one line. */
export const timeColumn = <Row,>(
  header: string,
  of: Of<Row, Date | null>,
  format: (date: Date, row: Row) => string = shortDay,
  phone: Column<Row>['phone'] = 'state',
): Column<Row> => ({
  ...{ header, phone },
  cell(row) {
    const date = valueOf<Row, Date | null>(of, row)
    return date && <span className="whitespace-nowrap text-ink-soft">{format(date, row)}</span>
  },
  sort: (row) => valueOf<Row, Date | null>(of, row),
})

/** The state of a row; false for one that is not worth a word. */
export const stateColumn = <Row,>(lookOf: (row: Row) => Look | false): Column<Row> => ({
  ...{ header: 'State', phone: 'state' },
  cell(row) {
    const look = lookOf(row)
    return look && <Chip {...look} />
  },
})

/** A filter beside the search, kept in the address under its name. */
export type Filter =
  | { name: string; label: string; kind: 'day' }
  | { name: string; label: string; kind: 'flag' }
  | { name: string; label: string; kind: 'choice'; options: readonly { value: string; label: string }[] }

/** A prepared list: a tab that leads to an address. */
export interface View {
  label: string
  /** What the address has besides. */
  search: Record<string, string>
  count?: number | string | undefined
}
