/** Rules for the values of products and variants, whoever changes them: a command, or a file. */
import { toRupees } from '@haat/contract/money'
import { VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { VariantRow } from '../../db/schema.ts'

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

type VariantColumn = (typeof VARIANT_COLUMNS)[number]
export type VariantValues = Partial<Pick<VariantRow, VariantColumn>> & { stock_change?: number | undefined }

/**
 * What values change in a variant. `stock_change` is how many pieces more or fewer there are.
 *
 * @param row undefined for a new variant, which has a price
 */
export function variantChange(
  row: VariantRow | undefined,
  { stock_change, ...values }: VariantValues,
  columns: readonly VariantColumn[] = VARIANT_COLUMNS,
): { set: Partial<VariantRow> } | { reason: string; detail: string; remedy?: string } {
  const before = row?.stock ?? 0
  const isSum = stock_change !== undefined && (row !== undefined || values.stock === undefined)
  const stock = isSum ? before + stock_change : values.stock
  if (stock !== undefined && stock < 0)
    return { reason: 'Stock cannot be negative', detail: `there are only ${before} pieces` }
  const set = differences<Partial<VariantRow>>(row ?? {}, { ...values, stock }, columns)
  const after = { price: 0, mrp: null, ...row, ...set }
  if (!isAboveMrp(after)) return { set }
  const detail = `${toRupees(after.price)} is above ${toRupees(after.mrp ?? 0)}`
  const remedy = 'Change both, or remove the MRP with mrp=none.'
  return { reason: 'The price is above the MRP', detail, remedy }
}
