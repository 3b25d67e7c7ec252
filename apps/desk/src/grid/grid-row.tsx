/** What the grid draws: its headings, and a row with what is changed in it and said about it. */
import { cx } from '@haat/ui/cx'
import { CircleAlert } from 'lucide-react'
import { memo, useRef } from 'react'
import type { VariantRow } from '../features/products/products.queries.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { cleanCell, COLUMNS, faultOf, textOf } from './grid-columns.ts'
import type { Place } from './grid-state.ts'
import type { CellNote } from './use-grid.ts'

/** Heights of a row and of a line below it, in pixels. */
export const ROW = 44
export const NOTE = 30
const NAME_WIDTH = 288
const SKU_WIDTH = 136

export const GridHead = () => (
  <div
    role="row"
    aria-rowindex={1}
    className="sticky top-0 z-20 flex w-max min-w-full border-b border-line bg-paper-deep text-xs font-semibold text-ink-soft"
  >
    <span
      role="columnheader"
      className="sticky left-0 z-10 shrink-0 bg-paper-deep py-2.5 pl-8"
      style={{ width: NAME_WIDTH }}
    >
      Product
    </span>
    <span role="columnheader" className="shrink-0 px-2 py-2.5" style={{ width: SKU_WIDTH }}>
      SKU
    </span>
    {COLUMNS.map(({ field, label, width, kind }) => (
      <span
        key={field}
        role="columnheader"
        className={cx('shrink-0 px-2 py-2.5', kind !== 'text' && kind !== 'flag' && 'text-right')}
        style={{ width }}
      >
        {label}
      </span>
    ))}
  </div>
)

interface RowProps {
  row: VariantRow
  index: number
  start: number
  changed: Readonly<Partial<Record<string, string>>> | undefined
  notes: readonly CellNote[] | undefined
  from: number
  to: number
  head: number
  typing: string | null
  onType: (text: string) => void
  onCommit: (text: string, by: Place) => void
  onCancel: () => void
  onPick: (column: number, isRange: boolean) => void
  onOpen: (column: number) => void
}

/** Handlers differ at each render; what is shown does not. */
const isSameRow = (one: RowProps, other: RowProps): boolean =>
  (['row', 'index', 'start', 'changed', 'notes', 'from', 'to', 'head'] as const).every(
    (name) => one[name] === other[name],
  ) &&
  one.typing === null &&
  other.typing === null &&
  // A row in the selection acts on the present one.
  one.from < 0

export const GridRow = memo(function GridRow(props: RowProps) {
  const { row, index, start, changed, notes = [], from, to, head, typing } = props
  return (
    <div
      className="absolute left-0 w-max min-w-full border-b border-line"
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="row" aria-rowindex={index + 2} className="flex" style={{ height: ROW - 1 }}>
        <div
          role="rowheader"
          className="sticky left-0 z-10 flex shrink-0 items-center gap-2 bg-paper pl-4 lg:pl-8"
          style={{ width: NAME_WIDTH }}
        >
          <span className="scale-75">
            <Thumbnail url={row.media_url} />
          </span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-semibold">{row.product}</span>
            {row.variant && <span className="block truncate text-xs text-ink-soft">{row.variant}</span>}
          </span>
        </div>
        <div
          role="gridcell"
          className="shrink-0 truncate px-2 leading-11 text-ink-soft"
          style={{ width: SKU_WIDTH }}
        >
          {row.sku}
        </div>
        {COLUMNS.map((column, at) => {
          const { field, width, kind } = column
          const before = textOf(column, row)
          const text = changed?.[field]
          const isSelected = at >= from && at <= to
          const isTyping = typing !== null && at === head
          const isRefused =
            notes.some((one) => one.field === field && one.isRefused) ||
            (isTyping && !!faultOf(column, cleanCell(column, typing)))
          return (
            <div
              key={field}
              id={`cell-${index}-${at}`}
              role="gridcell"
              aria-selected={isSelected}
              aria-invalid={isRefused || undefined}
              tabIndex={-1}
              onMouseDown={(event) => {
                if (event.button !== 0) return
                // The grid keeps the focus: rows come and go.
                event.preventDefault()
                props.onPick(at, event.shiftKey)
              }}
              onMouseEnter={(event) => event.buttons === 1 && props.onPick(at, true)}
              onDoubleClick={() => props.onOpen(at)}
              className={cx(
                'relative flex shrink-0 flex-col justify-center border-l border-line px-2 leading-tight',
                kind !== 'text' && kind !== 'flag' && 'items-end',
                isRefused
                  ? 'bg-brick-tint text-brick'
                  : text !== undefined
                    ? 'bg-marigold-tint'
                    : isSelected && 'bg-peacock-tint',
                isSelected && text !== undefined && 'inset-shadow-[0_0_0_1px] inset-shadow-peacock',
                at === head && 'outline-2 -outline-offset-2 outline-peacock outline-solid',
              )}
              style={{ width }}
            >
              {isTyping ? (
                <CellInput label={column.label} {...props} {...{ typing, isRefused }} />
              ) : (
                <>
                  <span className={cx('max-w-full truncate', text !== undefined && 'font-bold')}>
                    {shown(text ?? before, kind)}
                  </span>
                  {text !== undefined && (
                    <s className="max-w-full truncate text-xs text-ink-soft">
                      <span className="sr-only">was </span>
                      {shown(before, kind)}
                    </s>
                  )}
                </>
              )}
            </div>
          )
        })}
      </div>
      {notes.map(({ field, message, isRefused }) => (
        <p
          key={`${field} ${message}`}
          className={cx(
            'sticky left-0 flex w-[min(100vw,60rem)] items-center gap-2 truncate pl-8 text-sm font-medium',
            isRefused ? 'text-brick' : 'text-ink',
          )}
          style={{ height: NOTE }}
        >
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {COLUMNS.find((column) => column.field === field)?.label} {isRefused ? 'refused' : 'is odd'}:{' '}
          {message}
        </p>
      ))}
    </div>
  )
}, isSameRow)

function shown(text: string, kind: (typeof COLUMNS)[number]['kind']): string {
  if (text === '') return '–'
  return kind === 'amount' && /^\d+(\.\d+)?$/.test(text) ? Number(text).toLocaleString('en-IN') : text
}

function focusEnd(input: HTMLInputElement | null): void {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

interface CellInputProps extends Pick<RowProps, 'onType' | 'onCommit' | 'onCancel'> {
  label: string
  typing: string
  isRefused: boolean
}

function CellInput({ label, typing, isRefused, onType, onCommit, onCancel }: CellInputProps) {
  const isOver = useRef(false)
  const end = (work: () => void): void => {
    isOver.current = true
    work()
  }
  return (
    <input
      ref={focusEnd}
      aria-label={label}
      aria-invalid={isRefused || undefined}
      value={typing}
      onChange={({ target }) => onType(target.value)}
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => isOver.current || onCommit(typing, { row: 0, column: 0 })}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') end(onCancel)
        else if (event.key === 'Enter')
          end(() => onCommit(typing, { row: event.shiftKey ? -1 : 1, column: 0 }))
        else if (event.key === 'Tab') end(() => onCommit(typing, { row: 0, column: event.shiftKey ? -1 : 1 }))
        else return
        event.preventDefault()
      }}
      className="absolute inset-0 w-full bg-card px-2 text-sm text-inherit outline-2 -outline-offset-2 outline-peacock"
    />
  )
}
