import { Checkbox } from '@haat/ui/choice'
import { cx } from '@haat/ui/cx'
import { Skeleton } from '@haat/ui/feedback'
import {
  createSortedRowModel,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo, useState, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Column, valueOf } from './columns.tsx'
import type { ListState } from './list-state.ts'

interface RowsProps<Row extends object> {
  table: ListTable<Row>
  columns: readonly Column<Row>[]
  /** Where a row opens. */
  rowPath: (row: Row) => string
  /** What a row is called; without it, rows cannot be selected. */
  rowName: ((row: Row) => string) | undefined
}

const SORT_ICONS = { asc: ArrowUp, desc: ArrowDown }
const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const

/** On a phone the list is cards; one definition draws both. */
export function Table<Row extends object>(props: RowsProps<Row>) {
  const { table, columns, rowPath, rowName } = props
  return (
    <table className="w-full border-collapse text-sm figures">
      <thead>
        <tr className="border-y border-line text-left text-xs text-ink-soft">
          {rowName && (
            <th scope="col" className="w-11 pl-[clamp(4px,calc(3vw-12px),20px)]">
              <SelectAll table={table} labelHidden />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.header} table={table} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            className={cx(
              'border-b border-line transition-colors',
              row.getIsSelected() ? 'bg-peacock-tint' : 'hover:bg-card focus-within:bg-card',
            )}
          >
            {rowName && (
              <td className="w-11 pl-[clamp(4px,calc(3vw-12px),20px)]">
                <Checkbox
                  label={`Select ${rowName(row.original)}`}
                  labelHidden
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {columns.map(({ header, cell, align, phone }, index) => (
              <td
                key={header}
                className={cx(
                  'h-13 px-3 first:pl-8 last:pr-[clamp(16px,3vw,32px)]',
                  align === 'end' && 'text-right',
                )}
              >
                {phone === 'title' && index === 0 ? (
                  <Link
                    to={rowPath(row.original)}
                    data-row-link
                    className="font-semibold text-peacock underline-offset-4 hover:underline"
                  >
                    {valueOf(cell, row.original)}
                  </Link>
                ) : (
                  valueOf(cell, row.original)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SelectAll<Row extends object>(props: { table: ListTable<Row>; labelHidden?: boolean }) {
  const { table, labelHidden } = props
  return (
    <Checkbox
      label="Select all"
      labelHidden={labelHidden}
      checked={table.getIsAllRowsSelected()}
      onChange={table.getToggleAllRowsSelectedHandler()}
    />
  )
}

function HeaderCell<Row extends object>({ table, column }: { table: ListTable<Row>; column: Column<Row> }) {
  const model = table.getColumn(column.header.toLowerCase())
  const sorted = model?.getIsSorted() || null
  const Icon = sorted ? SORT_ICONS[sorted] : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? SORT_WORDS[sorted] : undefined}
      className={cx(
        'h-10 px-3 font-semibold first:pl-8 last:pr-[clamp(16px,3vw,32px)]',
        column.align === 'end' && 'text-right',
      )}
    >
      {column.sort ? (
        <button
          type="button"
          onClick={() => model?.toggleSorting()}
          className={cx(
            'inline-flex min-h-8 items-center gap-1 hover:text-peacock',
            sorted && 'text-peacock',
            column.align === 'end' && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Icon aria-hidden className={cx('size-3.5', !sorted && 'opacity-50')} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** The cells of a place on a card, with what separates them. */
function cellsAt<Row>(
  columns: readonly Column<Row>[],
  place: Column<Row>['phone'],
  row: Row,
  gap: ReactNode,
) {
  return columns
    .flatMap(({ header, phone, cell }) => {
      const content = phone === place && valueOf(cell, row)
      return content === null || content === '' || content === false ? [] : [{ header, content }]
    })
    .map(({ header, content }, index) => (
      <Fragment key={header}>
        {index > 0 && gap}
        {content}
      </Fragment>
    ))
}

const DOT = <span aria-hidden> · </span>

export function Cards<Row extends object>(props: RowsProps<Row>) {
  const { table, columns, rowPath, rowName } = props
  return (
    <ul className="border-t border-line figures">
      {rowName && (
        <li className="border-b border-line pl-5 text-sm">
          <SelectAll table={table} />
        </li>
      )}
      {table.getRowModel().rows.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          className={cx(
            'relative flex gap-1 border-b border-line py-3 pr-4 pl-2',
            row.getIsSelected() && 'bg-peacock-tint',
            !rowName && 'pl-4',
          )}
        >
          {rowName && (
            <Checkbox
              label={`Select ${rowName(row.original)}`}
              labelHidden
              className="relative z-10 -my-2.5 self-start"
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          )}
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
            <div className="flex items-center gap-3">
              <Link
                to={rowPath(row.original)}
                data-row-link
                className="line-clamp-2 min-w-0 flex-1 font-semibold after:absolute after:inset-0"
              >
                {cellsAt(columns, 'title', row.original, ' ')}
              </Link>
              <span className="shrink-0 font-semibold">{cellsAt(columns, 'end', row.original, ' ')}</span>
            </div>
            <div className="text-sm text-ink-soft">{cellsAt(columns, 'sub', row.original, DOT)}</div>
            <CardFoot columns={columns} row={row.original} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** States and what to do; nothing where a row has neither. */
function CardFoot<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const states = cellsAt(columns, 'state', row, null)
  const actions = cellsAt(columns, 'action', row, null)
  if (states.length + actions.length === 0) return null
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <span className="flex flex-wrap items-center gap-2 text-sm">{states}</span>
      <span className="relative z-10">{actions}</span>
    </div>
  )
}

const PLACEHOLDERS = [0, 1, 2, 3, 4, 5, 6, 7]

/** Rows that are on their way, as high as they will be. */
export function RowsLoading({ isWide }: { isWide: boolean }) {
  return (
    <div aria-busy className="border-t border-line">
      <p role="status" className="sr-only">
        Loading...
      </p>
      {PLACEHOLDERS.map((row) => (
        <div
          key={row}
          className={cx(
            'desk-margin grid content-center gap-2 border-b border-line',
            isWide ? 'h-13' : 'h-29',
          )}
        >
          <Skeleton className="h-5" />
          {!isWide && <Skeleton className="h-5 w-2/3" />}
        </div>
      ))}
    </div>
  )
}

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
  /** Whether the rows come in their order. */
  isPaged: boolean
}

type Sorted = string | number | Date | null

function compare(one: Sorted, other: Sorted): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other, 'en-IN')
  return Number(one) - Number(other)
}

/** Selection and order of a list. The order is in the address, what is selected is not. */
export function useListTable<Row extends object>(options: ListTableOptions<Row>) {
  const { rows, columns, rowId, state, isPaged } = options
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
    manualSorting: isPaged,
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
