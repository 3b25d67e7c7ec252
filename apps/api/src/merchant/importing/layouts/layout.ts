/** What a file format is: a table in headings.json, with rules for what a table cannot say. */
import type { CellOf, Cells, RejectedRow, Row } from './rows.ts'
import type { Field } from '../../../acts/cells/fields.ts'
import type { PriceHeadings } from './prices.ts'

/** `heading, heading`: the first one that the file has counts. */
type Column = string

export type ReadText = (text: string, tell: (what: string) => void) => string

/** A file format. */
export interface Layout {
  name: string
  /** A file with all headings of one of these lists has this layout. */
  recognisedBy: string[][]
  /** Whether its files tell all about a product, as exports do: an empty cell then means none. */
  isComplete: boolean
  /** Whether a dash is a dash and stands for no empty cell. */
  isExact?: boolean
  /** Of several columns the first counts that a row fills, or all of them if they are joined. */
  headings: Partial<Record<Field, Column | Column[]>>
  /** What the words of a heading say that is in no list; each field takes the first column that no other has. */
  words?: Partial<Record<Field, RegExp>>
  joins?: Partial<Record<Field, string>>
  prices: PriceHeadings
  /** Options such as a colour, with # for their number. */
  options?: { name: Column; value: Column }
  /** Where it says something else than 1 or in stock, the stock is 0. */
  availability?: Column
  /** What texts mean in this layout, before they are cleaned. `tell` counts what is lost by it. */
  texts?: Partial<Record<Field, ReadText>>
  /** The variant rule, for what hangs on more than one column. */
  complete?: (row: Row, cell: CellOf) => RejectedRow | Row
  /** What identifies the rows of a file with these columns; their key if left out. */
  identify?: (
    columns: Partial<Record<Field, string>>,
    headings: readonly string[],
  ) => (cells: Cells) => Pick<Row, 'key' | 'findBy'>
}

/** All headings of a layout, by which the row of headings is found among the titles above it. */
export const knownHeadings = ({ headings, prices }: Layout): string[] =>
  [...Object.values(headings), ...Object.values(prices)].flat().flatMap((names) => names.split(','))

/** What a layout tells when it drops some. */
export const OTHER_CATEGORIES =
  'more than one category, and a product is in one here: the deepest is taken. See haat products set'
