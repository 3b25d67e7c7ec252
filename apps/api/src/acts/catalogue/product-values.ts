/** Rules for the values of products and variants, whoever changes them: a command, or a file. */

/** The values that differ from the row. @param columns to look at, all by default */
export function differences<Row extends object>(
  row: Row,
  values: Partial<Row>,
  columns: readonly (keyof Row)[] = Object.keys(values) as (keyof Row)[],
): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const column of columns) {
    const value = values[column]
    if (value !== undefined && value !== row[column]) changes[column] = value
  }
  return changes
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0

/** Whether more is asked than the MRP, which the law forbids. */
export const isAboveMrp = ({ price, mrp }: { price: number; mrp: number | null }): boolean =>
  mrp !== null && price > mrp
