/** A spreadsheet of variants: selected by arrows and mouse, typed over, copied and pasted. */
import { cx } from '@haat/ui/cx'
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Thumbnail } from '../ui/thumbnail.tsx'
import type { VariantRow } from '../features/products/products.queries.ts'
import { toast } from '../ui/toast.ts'
import { COLUMNS } from './grid-columns.ts'
import { storedText, textAt } from './grid-state.ts'
import { layOut, type Range } from './paste.ts'
import { type CellNote, type Grid } from './use-grid.ts'

const ROW = 44
const NOTE = 30
const NAME_WIDTH = 288
const SKU_WIDTH = 136

interface Place {
  row: number
  column: number
}

const rangeOf = (one: Place, other: Place): Range => ({
  from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
})

const ARROWS: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

export function GridTable({ grid }: { grid: Grid }) {
  const { rows, state, notes, change } = grid
  const box = useRef<HTMLDivElement>(null)
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 })
  const [head, setHead] = useState<Place>(anchor)
  const [typing, setTyping] = useState<string | null>(null)
  const range = rangeOf(anchor, head)
  const notesOf = useMemo(() => Map.groupBy(notes, ({ variant }) => variant), [notes])
  // oxlint-disable-next-line react/incompatible-library -- rows are memoised by what they show
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => ROW + (notesOf.get(rows[index]?.id ?? 0)?.length ?? 0) * NOTE,
    overscan: 12,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, notesOf])

  const clamp = ({ row, column }: Place): Place => ({
    row: Math.min(Math.max(row, 0), rows.length - 1),
    column: Math.min(Math.max(column, 0), COLUMNS.length - 1),
  })
  const go = (place: Place, isRange = false): void => {
    const next = clamp(place)
    setHead(next)
    if (!isRange) setAnchor(next)
    virtual.scrollToIndex(next.row)
  }
  const move = (by: Place, isRange = false): void =>
    go({ row: head.row + by.row, column: head.column + by.column }, isRange)
  const cells = function* (): Generator<Place> {
    for (let row = range.from.row; row <= range.to.row; row += 1)
      for (let column = range.from.column; column <= range.to.column; column += 1) yield { row, column }
  }
  const commit = (text: string, by: Place): void => {
    setTyping(null)
    change([{ ...anchor, text }])
    box.current?.focus()
    go({ row: anchor.row + by.row, column: anchor.column + by.column })
  }
  const current = (): string => {
    const row = rows[anchor.row]
    return row ? textAt(state, row, anchor.column) : ''
  }
  const fillDown = (): void => {
    const top = (column: number) => textAt(state, rows[range.from.row]!, column)
    change([...cells()].map((cell) => ({ ...cell, text: top(cell.column) })))
  }

  const onControlKey = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase()
    if (key === 'y' || (key === 'z' && event.shiftKey)) grid.redo()
    else if (key === 'z') grid.undo()
    else if (key === 'd') fillDown()
    else if (key === 'a') {
      setAnchor({ row: 0, column: anchor.column })
      setHead({ row: rows.length - 1, column: anchor.column })
    } else return
    event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (typing !== null) return
    if (event.ctrlKey || event.metaKey) return onControlKey(event)
    const arrow = ARROWS[event.key]
    const back = event.shiftKey ? -1 : 1
    if (arrow) move(arrow, event.shiftKey)
    else if (event.key === 'Tab') {
      const isLast = event.shiftKey ? head.column === 0 : head.column === COLUMNS.length - 1
      // At the edges Tab leaves the grid.
      if (isLast) return
      move({ row: 0, column: back })
    } else if (event.key === 'Home') go({ row: head.row, column: 0 }, event.shiftKey)
    else if (event.key === 'End') go({ row: head.row, column: COLUMNS.length - 1 }, event.shiftKey)
    else if (event.key === 'PageDown' || event.key === 'PageUp')
      move({ row: event.key === 'PageDown' ? 12 : -12, column: 0 }, event.shiftKey)
    else if (event.key === 'Enter' || event.key === 'F2') {
      go(head)
      setTyping(current())
    } else if (event.key === 'Delete' || event.key === 'Backspace')
      change([...cells()].map((cell) => ({ ...cell, text: '' })))
    else if (event.key === 'Escape') setHead(anchor)
    else if (event.key.length === 1 && !event.altKey) {
      setHead(anchor)
      setTyping(event.key)
    } else return
    event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent): void => {
    if (typing !== null) return
    const lines = Map.groupBy(cells(), ({ row }) => row)
    const text = [...lines].map(([row, places]) =>
      places.map(({ column }) => textAt(state, rows[row]!, column)).join('\t'),
    )
    event.clipboardData.setData('text/plain', text.join('\n'))
    event.preventDefault()
  }
  const paste = async (text: string): Promise<void> => {
    const { parse } = (await import('papaparse')).default
    const { data } = parse<string[]>(text, { delimiter: '\t' })
    const { edits, notes: told } = layOut(data, rows, range)
    if (edits.length > 0) {
      change(edits)
      const [downs, rights] = [edits.map(({ row }) => row), edits.map(({ column }) => column)]
      setAnchor({ row: Math.min(...downs), column: Math.min(...rights) })
      setHead({ row: Math.max(...downs), column: Math.max(...rights) })
    }
    if (told.length > 0) toast('error', told.join(' '))
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (typing !== null) return
    event.preventDefault()
    void paste(event.clipboardData.getData('text/plain').replace(/\r?\n$/, ''))
  }

  return (
    <div
      ref={box}
      role="grid"
      aria-label="Prices and stock"
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length + 2}
      aria-multiselectable
      aria-activedescendant={`cell-${head.row}-${head.column}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      className="max-h-[calc(100dvh-14rem)] min-h-60 overflow-auto border-y border-line text-sm figures select-none"
    >
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
      <div className="relative w-max min-w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!
          const isIn = index >= range.from.row && index <= range.to.row
          return (
            <Row
              key={row.id}
              {...{ row, index, start }}
              changed={state.changes.get(row.id)}
              notes={notesOf.get(row.id)}
              from={isIn ? range.from.column : -1}
              to={isIn ? range.to.column : -2}
              head={head.row === index ? head.column : -1}
              typing={typing !== null && anchor.row === index ? typing : null}
              onType={setTyping}
              onCommit={commit}
              onCancel={() => {
                setTyping(null)
                box.current?.focus()
              }}
              onPick={(column, isRange) => {
                if (typing !== null) commit(typing, { row: 0, column: 0 })
                box.current?.focus()
                setHead({ row: index, column })
                if (!isRange) setAnchor({ row: index, column })
              }}
              onOpen={(column) => {
                setAnchor({ row: index, column })
                setTyping(textAt(state, row, column))
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

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

const Row = memo(function Row(props: RowProps) {
  const { row, index, start, changed, notes = [], from, to, head, typing } = props
  return (
    <div className="absolute inset-x-0 border-b border-line" style={{ transform: `translateY(${start}px)` }}>
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
          const before = storedText(row, at)
          const text = changed?.[field]
          const isSelected = at >= from && at <= to
          const note = notes.find((one) => one.field === field)
          return (
            <div
              key={field}
              id={`cell-${index}-${at}`}
              role="gridcell"
              aria-selected={isSelected}
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
                note?.isRefused
                  ? 'bg-brick-tint text-brick'
                  : text !== undefined
                    ? 'bg-marigold-tint'
                    : isSelected && 'bg-peacock-tint',
                isSelected && text !== undefined && 'inset-shadow-[0_0_0_1px] inset-shadow-peacock',
                at === head && 'outline-2 -outline-offset-2 outline-peacock outline-solid',
              )}
              style={{ width }}
            >
              {typing !== null && at === head ? (
                <CellInput label={column.label} {...props} typing={typing} />
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
}

function CellInput({ label, typing, onType, onCommit, onCancel }: CellInputProps) {
  const isOver = useRef(false)
  const end = (work: () => void): void => {
    isOver.current = true
    work()
  }
  return (
    <input
      ref={focusEnd}
      aria-label={label}
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
      className="absolute inset-0 w-full bg-card px-2 text-sm outline-2 -outline-offset-2 outline-peacock"
    />
  )
}
