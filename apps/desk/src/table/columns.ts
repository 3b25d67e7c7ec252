import type { ReactNode } from 'react'

/** What a column shows, once for tables and cards. Cells of the same place on a card stand beside each other. */
export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What it is sorted by; without it, it is not. */
  sort?: (row: Row) => string | number | Date | null
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
