/** Lays what was copied from a spreadsheet out in the grid. */
import type { VariantRow } from '../features/products/products.queries.ts'
import { COLUMNS } from './grid-columns.ts'
import type { CellEdit, Place } from './grid-state.ts'

/** A rectangle of cells; `to` is not before `from`. */
export interface Range {
  from: Place
  to: Place
}

export interface Pasted {
  edits: CellEdit[]
  /** What did not fit, in words. */
  notes: string[]
}

const SKU = ['sku', 'item code', 'code', 'article']
const plain = (text: string): string => text.trim().toLowerCase()

/** The column that a heading names; `sku`, or null for none. */
function columnNamed(heading: string): number | 'sku' | null {
  const text = plain(heading)
  if (SKU.includes(text)) return 'sku'
  const found = COLUMNS.findIndex(
    ({ label, field, names }) => plain(label) === text || field === text || names.includes(text),
  )
  return found < 0 ? null : found
}

/**
 * A first row of headings says which columns are pasted; with a column of SKUs, rows are matched by SKU, not by place. An
 * empty cell leaves what is there.
 */
export function layOut(
  block: readonly (readonly string[])[],
  rows: readonly VariantRow[],
  range: Range,
): Pasted {
  const [head = [], ...body] = block
  const named = head.map(columnNamed)
  const hasHeadings = named.filter((column) => column !== null).length >= Math.min(2, head.length)
  const single = block.length === 1 && head.length === 1
  if (single && !hasHeadings)
    return { edits: cellsOf(range).map((cell) => ({ ...cell, text: head[0] ?? '' })), notes: [] }
  return hasHeadings && body.length > 0
    ? byHeading(named, head, body, rows, range.from.row)
    : byPlace(block, rows.length, range.from)
}

export function cellsOf({ from, to }: Range): Place[] {
  const cells: Place[] = []
  for (let row = from.row; row <= to.row; row += 1)
    for (let column = from.column; column <= to.column; column += 1) cells.push({ row, column })
  return cells
}

function byPlace(block: readonly (readonly string[])[], rows: number, from: Range['from']): Pasted {
  const all = block.flatMap((line, down) =>
    line.map((text, right) => ({ row: from.row + down, column: from.column + right, text })),
  )
  const edits = all.filter(
    ({ row, column, text }) => row < rows && column < COLUMNS.length && text.trim() !== '',
  )
  const lost = all.filter(({ row, column }) => row >= rows || column >= COLUMNS.length).length
  return { edits, notes: lost === 0 ? [] : [`${lost} cells did not fit.`] }
}

function byHeading(
  named: readonly (number | 'sku' | null)[],
  head: readonly string[],
  body: readonly (readonly string[])[],
  rows: readonly VariantRow[],
  start: number,
): Pasted {
  const at = named.indexOf('sku')
  const bySku = new Map(rows.map(({ sku }, row) => [plain(sku ?? ''), row]))
  const unknown: string[] = []
  const edits = body.flatMap((line, down) => {
    const sku = line[at] ?? ''
    const row = at < 0 ? start + down : sku.trim() === '' ? undefined : bySku.get(plain(sku))
    if (row === undefined || row >= rows.length) {
      unknown.push(sku || `row ${down + 1}`)
      return []
    }
    return line.flatMap((text, place) => {
      const column = named[place]
      return typeof column === 'number' && text.trim() !== '' ? [{ row, column, text }] : []
    })
  })
  const unused = head.filter((_, place) => named[place] === null)
  return {
    edits,
    notes: [
      ...(unknown.length > 0
        ? [`Not in this grid: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? '…' : ''}.`]
        : []),
      ...(unused.length > 0 ? [`Left out: ${unused.join(', ')}.`] : []),
    ],
  }
}
