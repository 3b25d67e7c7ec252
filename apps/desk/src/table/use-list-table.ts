import {
  createSortedRowModel,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Column, valueOf } from './columns.tsx'
import type { ListState } from './list-state.ts'

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

interface ListTableOptions<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  state: ListState
}

type Sorted = string | number | Date | null

function compare(one: Sorted, other: Sorted): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other, 'en-IN')
  return Number(one) - Number(other)
}

/** Selection and order of a list. The order is in the address, what is selected is not. */
export function useListTable<Row extends object>({ rows, columns, rowId, state }: ListTableOptions<Row>) {
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const data = useMemo(() => [...rows], [rows])
  const definitions = useMemo(
    () =>
      columns.map(({ header, sort }) => ({
        id: header.toLowerCase(),
        header,
        accessorFn: (row: Row): Sorted => (sort ? valueOf(sort, row) : null),
        enableSorting: sort !== undefined,
        sortFn: (one: { original: Row }, other: { original: Row }) =>
          sort ? compare(valueOf(sort, one.original), valueOf(sort, other.original)) : 0,
      })),
    [columns],
  )
  const { id, desc } = state.sort ?? {}
  const sorting = useMemo(() => (id === undefined ? [] : [{ id, desc: desc === true }]), [id, desc])
  return useTable({
    features,
    data,
    columns: definitions,
    getRowId: rowId,
    state: { rowSelection, sorting },
    onRowSelectionChange: setRowSelection,
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      state.set({ sort: next ? `${next.desc ? '-' : ''}${next.id}` : '' })
    },
  })
}

export type ListTable<Row extends object> = ReturnType<typeof useListTable<Row>>
