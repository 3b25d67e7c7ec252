/** The rows of a catalogue file, and those that are refused. */
import type { FoundBy } from '../../../acts/catalogue/find-products.store.ts'
import type { Field } from '../../../acts/cells/fields.ts'

/** A row of the file, its cells in the order of the columns. */
export interface SourceRow {
  /** Line of the file on which the row begins; the header is on line 1. */
  line: number
  cells: string[]
}

/** The cleaned text of a cell and the name of its column. */
export interface Cell {
  column: string
  text: string
}

export type Cells = Partial<Record<Field, Cell | undefined>>

/** A row's cell in the first column that the file has of `heading, heading`. */
export type CellOf = (headings: string | undefined) => Cell | undefined

/** A row whose cells are known by field. */
export interface Row {
  line: number
  /** Identifies the product; rows with the same key describe one product. */
  key: string
  /** What of a product the key may be. A name is only brand and name: a product with the row's SKU comes first. */
  findBy: FoundBy[]
  /** False when the row describes only the product or its pictures. */
  hasVariant: boolean
  fields: Cells
}

/** A row or a picture that is not imported. */
export interface RejectedRow {
  line: number
  column: string
  value: string
  reason: string
  detail?: string | undefined
}

export const rejectRow = (
  line: number,
  { column, text: value }: Cell = { column: '', text: '' },
  reason: string,
  detail?: string,
): RejectedRow => ({ line, column, value, reason, detail })
