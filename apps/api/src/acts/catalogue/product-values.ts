/** Rules for the values of products and variants, whoever changes them: a command, or a file. */
import { toRupees } from '@haat/contract/money'
import { UNBRANDED } from '@haat/contract/rules'
import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { VariantRow } from '../../db/schema.ts'
import type { NewProduct, NewVariant } from './catalogue-rows.store.ts'

/** The values that differ from the row. @param columns to look at, all by default */
export function differences<Row extends object>(
  row: Row,
  values: Partial<Row>,
  columns: readonly (keyof Row)[] = Object.keys(values) as (keyof Row)[],
): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const column of columns) {
    const value = values[column]
    if (value !== undefined && !isSame(value, row[column])) changes[column] = value
  }
  return changes
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/** The columns of a product that a merchant, and a file, can change. */
export const OWN_COLUMNS = [...PRODUCT_COLUMNS, 'is_published', 'publish_at', 'category_id'] as const

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

/** What a product has of which nothing is said. */
const NEW_PRODUCT = {
  brand: UNBRANDED,
  short_description: '',
  description: '',
  hsn: null,
  gst_rate: null,
  country_of_origin: '',
  manufacturer: null,
  net_quantity: null,
  consumer_care: null,
  return_days: null,
  rating: 0,
  is_new_arrival: false,
  is_featured: false,
  no_cod: false,
  is_on_sale: false,
}

/** @param given what the merchant says of it */
export const newProduct = (
  place: Pick<NewProduct, 'slug' | 'external_key' | 'category_id'>,
  { name = '', is_published = true, publish_at = null, created_at, ...given }: Partial<NewProduct>,
  now: Date,
): NewProduct => ({
  ...place,
  name,
  is_published,
  publish_at,
  created_at: created_at ?? now,
  ...NEW_PRODUCT,
  ...differences<Partial<NewProduct>>(NEW_PRODUCT, given, PRODUCT_COLUMNS),
})

const NEW_VARIANT = Object.fromEntries(VARIANT_COLUMNS.map((column) => [column, null]))

/** A variant after the others of its product, the first of which is the default one. */
export const newVariant = (
  product_id: number,
  others: readonly Pick<VariantRow, 'position'>[],
  values: Partial<VariantRow>,
): NewVariant => ({
  product_id,
  position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
  is_default: others.length === 0,
  ...(NEW_VARIANT as unknown as Pick<NewVariant, 'price'>),
  stock: 0,
  ...values,
})

/** The same for variants that customers cannot tell apart. */
export const optionsKey = ({ color, size, variant_name }: Partial<VariantRow>): string =>
  `${color ?? ''}\n${size ?? ''}\n${variant_name ?? ''}`.toLowerCase()

/** Whether a price, if there was one, rises or falls by more than half: often a point or a zero is missing. */
export const isLargeChange = (before: number, after: number | undefined): boolean =>
  after !== undefined && before > 0 && Math.abs(after / before - 1) > 0.5
