/** Files as columns. */
import { inRupees } from '../rupees.ts'

export type CellValue = string | number | boolean | Date | null | undefined

/** Headings, each with what stands below it. */
export type Columns<Args extends unknown[]> = Record<string, (...args: Args) => CellValue>

/** The columns of a CSV file. A record becomes one or more rows. */
export interface Table<Record> {
  headings: string[]
  toRows: (record: Record) => CellValue[][]
}

/** Columns with these fields of a row, under the same names; amounts in rupees. */
export const fields = <Args extends unknown[], Row extends object>(
  rowOf: (...args: Args) => Row | undefined,
  names: readonly (keyof Row & string)[],
): Columns<Args> =>
  Object.fromEntries(
    names.map((name) => [name, (...args: Args) => inRupees(name, rowOf(...args)?.[name] as CellValue)]),
  )

export const toCells = <Args extends unknown[]>(columns: Columns<Args>, ...args: Args): CellValue[] =>
  Object.values(columns).map((column) => column(...args))

/** The cells of a row on which these columns have no value. */
export const blank = (columns: object): null[] => Object.keys(columns).map(() => null)

/** The columns as the fields of a JSON object. */
export const toFields = <Args extends unknown[]>(columns: Columns<Args>, ...args: Args) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column(...args)]))
