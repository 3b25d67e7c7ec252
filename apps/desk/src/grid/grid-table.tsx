/** A spreadsheet of variants: selected by arrows and mouse, typed over, copied and pasted. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { COLUMNS } from './grid-columns.ts'
import { GridHead, GridRow, NOTE, ROW } from './grid-row.tsx'
import { type Place, textAt } from './grid-state.ts'
import { cellsOf, layOut, type Range } from './paste.ts'
import type { Grid } from './use-grid.ts'

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
    change(cellsOf(range).map((cell) => ({ ...cell, text: top(cell.column) })))
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
      change(cellsOf(range).map((cell) => ({ ...cell, text: '' })))
    else if (event.key === 'Escape') setHead(anchor)
    else if (event.key.length === 1 && !event.altKey) {
      setHead(anchor)
      setTyping(event.key)
    } else return
    event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent): void => {
    if (typing !== null) return
    const lines = Map.groupBy(cellsOf(range), ({ row }) => row)
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
      <GridHead />
      <div className="relative w-max min-w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!
          const isIn = index >= range.from.row && index <= range.to.row
          return (
            <GridRow
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
