/** Writes the rows that are refused as a file that can be corrected and imported, and reads such a file. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { BYTE_ORDER_MARK, codeCell, guardCell } from '../../../acts/cells/columns.ts'
import type { RowSource } from './csv-files.ts'
import type { RejectedRow, SourceRow } from './rows.ts'

/** The last heading of the file, whose column no import reads. */
const REASONS = 'Why it was refused'
const VALUE_MAX = 200
/** What a spreadsheet shortens when it takes it for a number: HSN codes, EANs. */
const DIGITS = /^(0\d+|\d{12,})$/

/**
 * Writes the refused rows to a CSV file that only its owner can read, in place of that of an earlier import: all their
 * cells, and a last one with every fault. The titles above the headings stay: they may say that prices are without tax.
 *
 * @param file null writes nothing @param read reads the imported file once more @returns whether there is a file
 */
export async function writeReport(
  file: string | null,
  rejected: RejectedRow[],
  read: () => Promise<RowSource>,
): Promise<boolean> {
  if (file === null) return false
  rmSync(file, { force: true })
  if (rejected.length === 0) return false
  const faults = Map.groupBy(rejected, ({ line }) => line)
  const { titles, columns, rows } = await read()
  const table = [...(titles === '' ? [] : [[titles]]), [...columns, REASONS]]
  for await (const chunk of rows)
    for (const { line, cells } of chunk) {
      const own = faults.get(line)
      if (!own) continue
      const filled = columns.map((_, at) => cells[at] ?? '')
      table.push([...filled, own.map(describeFault).join('\n'), ...cells.slice(columns.length)])
    }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Quoted, no title or heading is taken for cells by the delimiters in it.
  const text = stringify(
    table.map((cells) => cells.map((text) => (DIGITS.test(text) ? codeCell(text) : guardCell(text)))),
    { quoted: true },
  )
  writeFileSync(file, BYTE_ORDER_MARK + text, { mode: 0o600, flag: 'wx' })
  return true
}

/** Such as `Line 9, price “x”: Give an amount of 0 or more, such as 499`. */
function describeFault({ line, column, value, reason, detail }: RejectedRow): string {
  const place = `Line ${line}${column && `, ${column}`}${value && ` “${value.slice(0, VALUE_MAX)}”`}`
  return `${place}: ${reason}${detail === undefined ? '' : `: ${detail}`}`
}

/** Leaves out the reasons for which the rows were refused before. */
export function withoutReasons(source: RowSource): RowSource {
  const at = source.columns.indexOf(REASONS)
  if (at < 0) return source
  return { ...source, columns: source.columns.toSpliced(at, 1), rows: withoutColumn(source.rows, at) }
}

async function* withoutColumn(chunks: RowSource['rows'], at: number): AsyncGenerator<SourceRow[]> {
  for await (const rows of chunks) yield rows.map((row) => ({ ...row, cells: row.cells.toSpliced(at, 1) }))
}
