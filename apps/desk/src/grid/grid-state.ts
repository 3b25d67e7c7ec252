/** The changes of a grid, and what can be undone of them. */
import type { VariantRow } from '../features/products/products.queries.ts'
import { cleanCell, COLUMNS, type Field, isShared, textOf } from './grid-columns.ts'

/** Texts by variant and field, where they differ from what is stored. */
export type Changes = ReadonlyMap<number, Readonly<Partial<Record<Field, string>>>>

export interface Place {
  row: number
  column: number
}

export interface CellEdit extends Place {
  text: string
}

export interface GridState {
  changes: Changes
  past: readonly Changes[]
  future: readonly Changes[]
}

export const EMPTY: GridState = { changes: new Map(), past: [], future: [] }
const STEPS_KEPT = 200

/** @param at the place of a column */
export function textAt({ changes }: Pick<GridState, 'changes'>, row: VariantRow, at: number): string {
  const column = COLUMNS[at]
  return column ? (changes.get(row.id)?.[column.field] ?? textOf(column, row)) : ''
}

/**
 * Writes cells as one step. A value of the product is written to all its variants; where the cells of several differ, each
 * keeps its own, also one that is stored: the server then refuses them.
 */
export function write(state: GridState, rows: readonly VariantRow[], edits: readonly CellEdit[]): GridState {
  const changes = new Map(state.changes)
  const cells = edits.flatMap(({ row: at, column: place, text }) => {
    const [row, column] = [rows[at], COLUMNS[place]]
    if (!row || !column) return []
    return [{ row, column, clean: cleanCell(column, text), value: `${row.product_id} ${column.field}` }]
  })
  const given = Map.groupBy(cells, ({ value }) => value)
  for (const { row, column, clean, value } of cells) {
    const isOfAll = isShared(column)
    const differs = isOfAll && given.get(value)!.some((one) => one.clean !== clean)
    const same = isOfAll && !differs ? rows.filter((one) => one.product_id === row.product_id) : [row]
    for (const one of same) {
      const { [column.field]: _, ...others } = changes.get(one.id) ?? {}
      const isStored = !differs && clean === textOf(column, one)
      const next = isStored ? others : { ...others, [column.field]: clean }
      if (Object.keys(next).length > 0) changes.set(one.id, next)
      else changes.delete(one.id)
    }
  }
  return { changes, past: [...state.past, state.changes].slice(-STEPS_KEPT), future: [] }
}

export function undo({ changes, past, future }: GridState): GridState {
  const before = past.at(-1)
  if (!before) return { changes, past, future }
  return { changes: before, past: past.slice(0, -1), future: [changes, ...future] }
}

export function redo({ changes, past, future }: GridState): GridState {
  const [next, ...rest] = future
  if (!next) return { changes, past, future }
  return { changes: next, past: [...past, changes], future: rest }
}

const wire = (field: Field, text: string): string => text || (field === 'stock' ? '0' : 'none')

/** The rows of a bulk change, with what the cells showed. */
export const bulkRows = ({ changes }: GridState, rows: readonly VariantRow[]) =>
  rows.flatMap((row) => {
    const set: Partial<Record<Field, string>> = {}
    const was: Partial<Record<Field, string>> = {}
    for (const column of COLUMNS) {
      const { field } = column
      const text = changes.get(row.id)?.[field]
      if (text === undefined) continue
      set[field] = wire(field, text)
      was[field] = wire(field, textOf(column, row))
    }
    return Object.keys(set).length === 0 ? [] : [{ variant: row.id, set, was }]
  })
