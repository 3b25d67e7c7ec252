/** Finds columns by their headings, whatever their case, spacing and underscores. */
import { type Cell, type Field, FIELDS, type SourceRow } from '../fields.ts'

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** The columns of one file. Where a heading stands twice, the first counts. */
export class Headers {
  readonly names: string[]
  readonly #at = new Map<string, number>()

  constructor(names: string[]) {
    this.names = names
    for (const [index, name] of names.entries()) {
      if (name.trim() !== '' && !this.#at.has(plain(name))) this.#at.set(plain(name), index)
    }
  }

  /** Position of the first of these headings that the file has, or -1. */
  find(...headings: string[]): number {
    for (const heading of headings) {
      const at = this.#at.get(plain(heading))
      if (at !== undefined) return at
    }
    return -1
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.find(heading) >= 0)
  }

  name(index: number): string {
    return this.names[index] ?? ''
  }

  cell(row: SourceRow, index: number): Cell | undefined {
    return index < 0 ? undefined : { column: this.name(index), text: row.cells[index] ?? '' }
  }

  /** The text of a column; empty where the file lacks it. */
  text(row: SourceRow, index: number): string {
    return index < 0 ? '' : (row.cells[index] ?? '').trim()
  }
}

export type Columns = Partial<Record<Field, number>>

/** Where each field stands, by headings to look for. Fields without a column are left out. */
export function columnsOf(headers: Headers, headings: Partial<Record<Field, string[]>>): Columns {
  const columns: Columns = {}
  for (const field of FIELDS) {
    const at = headers.find(...(headings[field] ?? []))
    if (at >= 0) columns[field] = at
  }
  return columns
}

const METAFIELD = /metafields\.haat\.([a-z_]+)\)?$/

/** Columns that our own export adds to foreign layouts; they say exactly what the shop holds. */
export function ownColumns(headers: Headers): Columns {
  const columns: Columns = {}
  for (const [index, name] of headers.names.entries()) {
    const field = FIELDS.find((known) => known === METAFIELD.exec(name)?.[1])
    if (field) columns[field] = index
  }
  return columns
}

/** The cells of a row by field. */
export function cellsOf(headers: Headers, row: SourceRow, columns: Columns): Partial<Record<Field, Cell>> {
  const fields: Partial<Record<Field, Cell>> = {}
  for (const field in columns) {
    const cell = headers.cell(row, columns[field as Field] ?? -1)
    if (cell) fields[field as Field] = cell
  }
  return fields
}

/** Which heading gives which field. */
export function namesOf(headers: Headers, columns: Columns): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, headers.name(index)]))
}
