/** Finds columns by their headings. */
import type { SourceRow } from './rows.ts'

/** Says that a price is without tax, in a heading or a title: "Rate (excl. GST)", "All rates exclusive of GST", "Basic Rate". */
const WITHOUT_TAX =
  /\b(ex|exc|excl[a-z]{0,8}|without|before|plus|net of|not incl[a-z]{0,8})\b[\s.()-]{0,4}(of )?(all |any )?(\d\d? ?% ?)?(gst|tax)|\((ex|exc|excl)\.?\)|\b(gst|tax(es)?)\b[^;,.]{0,25}\b(extra|excl[a-z]{0,8}|additional|not incl[a-z]{0,8}|as applicable)\b|\+ ?(\d\d? ?% ?)?(gst|tax)|\b(basic|taxable) (rate|price)\b(?!.*\bincl)|बिना (जीएसटी|टैक्स)|(जीएसटी|टैक्स) (के बिना|अलग|अतिरिक्त)/i

/** Says the opposite, whatever else the text says to be extra. */
const WITH_TAX =
  /(?<!not )\bincl[a-z]{0,8}\.?[^;,.]{0,20}?\b(gst|tax(es)?)\b|\b(gst|tax(es)?) (is |are )?incl[a-z]{0,8}/gi

export const isWithoutTax = (text: string): boolean => WITHOUT_TAX.test(text.replaceAll(WITH_TAX, 'incl'))

/** The currency in headings such as "MRP (Rs.)", and what "MRP (incl. of all taxes)" adds. */
const ADDITION =
  /\s*\((?:in )?(?:rs|inr|rupees|₹)\)$|\s(?:in )?(?:rs|inr|rupees|₹)$|\s*\((incl|excl|without|before|sell on)[^()]*\)$|\s(without|before|excl|\+) ?(tax|gst)$/

export const normalise = (heading: string): string =>
  heading
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/\s*\*+\s*$/, '')
    .trim()
    .replace(ADDITION, '')
    .replace(ADDITION, '')
    .trim()

/** Columns of what goods cost, of limits, sums and of what is not for sale: they are none that only their words suggest. */
const OTHER_FACTS =
  /\b(purch\w*|buy\w*|cost|low|min|minimum|reorder|alert|value|amount|pending|order|disc|discount|cess|returns?|charges?|status|location|details)\b|खरीद|ક્રય|खरेदी/

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

  /** Index of the first column that is not used yet and whose words say what it is, or -1. */
  guess(words: RegExp, used: readonly number[]): number {
    const taken = new Set([...this.#used.values(), ...used])
    return this.names.findIndex((name, at) => {
      const heading = normalise(name)
      return !taken.has(at) && words.test(heading) && !OTHER_FACTS.test(heading)
    })
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
 * Splits a table into the titles above its headings, its headings, and the rows below. Headings in two rows, as Tally and
 * Amazon write them, become one: a row above or below names the columns that the other one does not.
 *
 * @param known headings to recognise the row of headings by
 * @returns no columns if the table is empty; the text above the headings, and how many of them are known
 */
export async function splitTitles(chunks: AsyncGenerator<SourceRow[], undefined>, known: readonly string[]) {
  const start: SourceRow[] = []
  while (start.length <= TITLE_ROWS_MAX) {
    const next = await chunks.next()
    if (next.done) break
    start.push(...next.value)
  }
  const names = new Set(known.map(normalise))
  const knownIn = (row: SourceRow | undefined): number =>
    new Set(row?.cells.map(normalise).filter((cell) => names.has(cell))).size
  const first = headingsAt(start.slice(0, TITLE_ROWS_MAX + 1), knownIn)
  let last = first
  const isHeadings = (row: SourceRow | undefined): boolean =>
    knownIn(row) >= 2 && knownIn(row) * 2 >= (row?.cells.filter(Boolean).length ?? 0)
  while (knownIn(start[first]) >= 2 && isHeadings(start[last + 1])) last += 1
  const above = start[first - 1]
  const headings = (start[first]?.cells ?? []).map((cell) => cell.trim())
  const below = start.slice(first + 1, last + 1)
  const columns = headings.map((cell, at) => {
    if (names.has(normalise(cell))) return cell
    const under = below.map(({ cells }) => cells[at] ?? '').find((other) => names.has(normalise(other)))
    return under ?? (cell || (knownIn(above) > 0 ? (above?.cells[at] ?? '') : ''))
  })
  const titles = start.slice(0, Math.max(0, first)).flatMap(({ cells }) => cells.filter(Boolean))
  let body = start.slice(last + 1)
  while (body[0] && (isTechnical(body[0]) || isExplanation(columns, body[0]))) body = body.slice(1)
  return { columns, titles: titles.join('; '), known: knownIn(start[first]), below: chain(body, chunks) }
}

/** Whether a row is of names for programs, as in Amazon's templates: `item_name#1.value`. */
function isTechnical({ cells }: SourceRow): boolean {
  const names = cells.filter(Boolean)
  const marked = names.filter((cell) => /[_#]/.test(cell)).length
  return names.every((cell) => /^[a-z:][^\sA-Z]*(\[\S*)?$/.test(cell)) && marked * 2 > names.length
}

const NUMBERS = /^(.*price.*|mrp|.*stock.*|quantity|inventory|rate)$/i

/** Whether a row below the headings explains them: words stand where numbers belong. */
function isExplanation(columns: string[], { cells }: SourceRow): boolean {
  const numbers = cells.filter((cell, at) => NUMBERS.test(columns[at] ?? '') && cell.trim() !== '')
  return numbers.length > 1 && numbers.every((cell) => /\p{L}{3}/u.test(cell) && !/\d/.test(cell))
}

/**
 * The row with the most known headings, if it has two. Otherwise the first one that fills more than a third of the
 * columns: titles and dates above it mostly fill fewer.
 */
function headingsAt(rows: SourceRow[], knownIn: (row: SourceRow) => number): number {
  const matches = rows.map(knownIn)
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
