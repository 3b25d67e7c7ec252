/** Splits CSV text that comes in chunks into records: per cell it does little, which an import of thousands needs. */
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const RECORD_MAX_LENGTH = 1024 * 1024
const LINE_BREAK = /\r\n|[\r\n]/

interface FoundRecord {
  cells: string[]
  /** Where the next record begins. */
  end: number
  lines: number
}

/**
 * Cells that begin with a quotation mark end at the next single one, which has to end the cell: otherwise the marks are
 * text. The first line break outside of quotes is that of the whole file.
 */
export class CsvRecords {
  readonly #delimiter: string
  #lineBreak: string | null = null
  /** The start of a record whose end has not been read. */
  #rest = ''
  #line = 1

  /** @param delimiter one character */
  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /**
   * The records that end in this chunk, without empty ones.
   *
   * @param isLast whether no more text follows
   * @throws UserError when a quotation mark is never closed or a record is longer than 1 MiB
   */
  read(chunk: string, isLast: boolean): SourceRow[] {
    const text = this.#rest + chunk
    const rows: SourceRow[] = []
    let at = 0
    while (at < text.length) {
      const record = this.#plainRecord(text, at) ?? this.#record(text, at, isLast)
      if (record === null) break
      if (record.cells.some((cell) => cell !== '')) rows.push({ line: this.#line, cells: record.cells })
      this.#line += record.lines
      at = record.end
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > RECORD_MAX_LENGTH) throw this.#neverClosed()
    return rows
  }

  /** The record at this place, if it is one line without quotes whose end is in the text. */
  #plainRecord(text: string, start: number): FoundRecord | null {
    if (this.#lineBreak === null) return null
    const end = text.indexOf(this.#lineBreak, start)
    if (end < 0) return null
    const line = copyOf(text.slice(start, end))
    if (line.includes('"')) return null
    return { cells: line.split(this.#delimiter), end: end + this.#lineBreak.length, lines: 1 }
  }

  /** The record at this place; null if more text is needed. */
  #record(text: string, start: number, isLast: boolean): FoundRecord | null {
    const cells: string[] = []
    for (let at = start; ; at += 1) {
      const quoted = text[at] === '"' ? unquote(text, at) : null
      if (quoted === undefined && isLast) throw this.#neverClosed()
      if (quoted === undefined) return null
      const end = this.#endOfCell(text, quoted?.end ?? at)
      if (end === text.length && !isLast) return null
      if (quoted?.end === end) cells.push(copyOf(quoted.text))
      else if (quoted) cells.push(`"${quoted.text}${text.slice(quoted.end - 1, end)}`)
      else cells.push(copyOf(text.slice(at, end)))
      if (text[end] === this.#delimiter) {
        at = end
        continue
      }
      const lines = text.slice(start, end).split(LINE_BREAK).length
      return { cells, end: end + (this.#lineBreak?.length ?? 1), lines }
    }
  }

  /** The place of the delimiter, line break or end of the text that ends an unquoted text. */
  #endOfCell(text: string, start: number): number {
    const delimiter = text.indexOf(this.#delimiter, start)
    const end = delimiter < 0 ? text.length : delimiter
    if (this.#lineBreak === null) {
      const found = LINE_BREAK.exec(text.slice(start, end))
      if (!found) return end
      const at = start + found.index
      // A line feed may follow.
      if (found[0] === '\r' && at + 1 === text.length) return text.length
      this.#lineBreak = found[0]
      return at
    }
    const lineBreak = text.indexOf(this.#lineBreak, start)
    return lineBreak < 0 ? end : Math.min(end, lineBreak)
  }

  #neverClosed(): UserError {
    return new UserError(`A quotation mark is opened and never closed (near line ${this.#line}).`)
  }
}

/** A text of its own: a slice would keep the whole chunk in memory. */
const copyOf = (slice: string): string => ` ${slice}`.slice(1)

/** The text between the quotes that open at this place, and the place after them; undefined if they do not close. */
function unquote(text: string, start: number): { text: string; end: number } | undefined {
  let content = ''
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return undefined
    content += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { text: content, end: quote + 1 }
    content += '"'
    from = quote + 2
  }
}
