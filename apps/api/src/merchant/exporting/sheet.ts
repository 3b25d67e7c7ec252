/** A CSV file as a table of headings and what stands beneath them. */
import { toRupees } from '@haat/contract/money'
import { stringify } from 'csv-stringify/sync'
import { guardCell } from '../importing/clean-text.ts'

export type CellValue = string | number | boolean | Date | null | undefined

/** The columns of a sheet; one record makes one or more rows of cells. */
export interface Sheet<Record> {
  headings: string[]
  rowsOf: (record: Record) => CellValue[][]
}

/** Paise as rupees. */
export const rupees = (paise: number | null): number | null => (paise === null ? null : toRupees(paise))

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : guardCell(value)
}

/** CSV text, a page at a time. No spreadsheet takes a cell of it for a formula. */
export async function* csvOf<Record>(
  pages: AsyncIterable<Record[]>,
  { headings, rowsOf }: Sheet<Record>,
): AsyncGenerator<string> {
  yield stringify([headings])
  for await (const page of pages) {
    const rows = page.flatMap((record) => rowsOf(record).map((row) => row.map(cellText)))
    if (rows.length > 0) yield stringify(rows)
  }
}

/** A JSON array, a page at a time. */
export async function* jsonOf<Record>(
  pages: AsyncIterable<Record[]>,
  shape: (record: Record) => unknown,
): AsyncGenerator<string> {
  let first = true
  yield '['
  for await (const page of pages) {
    for (const record of page) {
      yield `${first ? '\n' : ',\n'}${JSON.stringify(shape(record))}`
      first = false
    }
  }
  yield '\n]\n'
}
