/** Finds columns by their headings. */
import type { SourceRow } from './fields.ts'

/** The currency in headings such as "MRP (Rs.)", and what "MRP (incl. of all taxes)" adds. */
const ADDITION = /\s*\((?:in )?(?:rs|inr|rupees|₹)\)$|\s(?:in )?(?:rs|inr|rupees|₹)$|\s*\(incl[^()]*\)$/

const normalise = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/\s*\*+\s*$/, '')
    .trim()
    .replace(ADDITION, '')

const ROW_NUMBER = /^(#|no|index|unnamed: 0|(s|sl|sr|serial|row|line)[ /]?(n|no|num|number|#)?)$/

/** Whether a column numbers the rows of its file. Another file numbers other products so: it identifies none. */
export const isRowNumber = (heading: string): boolean => ROW_NUMBER.test(normalise(heading))

/** The headings of a file, found whatever their case, spacing, dots and underscores. Of equal headings the first counts. */
export class Headings {
  readonly names: string[]
  readonly #at = new Map<string, number>()
  /** The columns that use() has found, by what it was given. */
  readonly #used = new Map<string, number>()

  constructor(names: string[]) {
    this.names = names
    for (const [at, name] of names.entries())
      if (name.trim() !== '' && !this.#at.has(normalise(name))) this.#at.set(normalise(name), at)
  }

  /** Index of the column with this heading, or -1. */
  find(heading: string): number {
    return this.#at.get(normalise(heading)) ?? -1
  }

  /** Index of the first column that the file has of `heading, heading`, or -1; unused() leaves it out. */
  use(headings: string): number {
    const known = this.#used.get(headings)
    if (known !== undefined) return known
    const found = headings.split(',').map((heading) => this.find(heading))
    const at = found.find((index) => index >= 0) ?? -1
    this.#used.set(headings, at)
    return at
  }

  /** @param read indexes of other columns that are read */
  unused(read: number[]): string[] {
    const used = new Set([...this.#used.values(), ...read])
    return this.names.filter((name, at) => name.trim() !== '' && !used.has(at))
  }

  name(at: number): string {
    return this.names[at] ?? ''
  }

  /** Such as "The file has these columns: name, price." */
  list(): string {
    return `The file has these columns: ${this.names.filter(Boolean).join(', ')}.`
  }
}

const TITLE_ROWS_MAX = 10

/**
 * Splits a table into its headings, without the titles above them, and the rows below. `header` is undefined if empty.
 *
 * @param known headings to recognise the row of headings by
 */
export async function splitTitles(
  chunks: AsyncGenerator<SourceRow[], undefined>,
  known: readonly string[],
): Promise<{ header: SourceRow | undefined; below: AsyncGenerator<SourceRow[]> }> {
  const start: SourceRow[] = []
  while (start.length <= TITLE_ROWS_MAX) {
    const next = await chunks.next()
    if (next.done) break
    start.push(...next.value)
  }
  const at = headingsAt(start.slice(0, TITLE_ROWS_MAX + 1), new Set(known.map(normalise)))
  return { header: start[at], below: chain(start.slice(at + 1), chunks) }
}

/**
 * The row with the most known headings, if it has two. Otherwise the first one that fills more than a third of the
 * columns: titles and dates above it mostly fill fewer.
 */
function headingsAt(rows: SourceRow[], known: ReadonlySet<string>): number {
  const matches = rows.map(
    ({ cells }) => new Set(cells.map(normalise).filter((cell) => known.has(cell))).size,
  )
  const best = Math.max(0, ...matches)
  if (best >= 2) return matches.indexOf(best)
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const most = Math.max(0, ...filled)
  return most < 2 ? 0 : filled.findIndex((count) => count > Math.max(1, Math.floor(most / 3)))
}

async function* chain(first: SourceRow[], rest: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  yield first
  yield* rest
}
