import type { ReactNode } from 'react'

/** A value of a row: the field of that name, or made of it. */
type Of<Row, Value> =
  | { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]
  | ((row: Row) => Value)

export const valueOf = <Row, Value>(of: Of<Row, Value>, row: Row): Value =>
  // The type admits only names of such fields.
  typeof of === 'function' ? of(row) : (row[of] as Value)

/** What a column shows, once for tables and cards. Cells of the same place on a card stand beside each other. */
export interface Column<Row> {
  id: string
  header: string
  cell: Of<Row, ReactNode>
  /** What it is sorted by; without it, it is not. */
  sort?: Of<Row, string | number | Date | null>
  /** Its place on a phone's card. */
  phone: 'title' | 'end' | 'sub' | 'state' | 'action' | 'hide'
  align?: 'end'
}

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
