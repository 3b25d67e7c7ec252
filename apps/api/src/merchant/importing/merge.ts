/** What a draft changes in the shop: pure comparisons between what the file says and what is there. */
import { toRupees } from '@haat/contract/money'
import type { Refusal } from './fields.ts'
import type { VariantDraft } from './draft.ts'
import type { MediaRow, NewVariant, VariantRow } from './importing.store.ts'

/** The values among `wanted` that differ from the row. */
export function differences<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> {
  const set: Partial<Row> = {}
  for (const key in wanted) {
    const value = wanted[key]
    if (value !== undefined && value !== row[key]) set[key] = value
  }
  return set
}

export const isEmpty = (set: object): boolean => Object.keys(set).length === 0

type VariantValues = Omit<VariantDraft['values'], 'variant_images' | 'variant_image_alts'>

/** The columns of a variant that its row of the file gives. */
export function variantColumns({ values }: VariantDraft): VariantValues {
  const { variant_images: _, variant_image_alts: __, ...columns } = values
  return columns
}

const optionsOf = (row: {
  color?: string | null
  size?: string | null
  variant_name?: string | null
}): string => [row.color, row.size, row.variant_name].map((option) => (option ?? '').toLowerCase()).join('\n')

/** Names a variant within the file: its SKU, which is unique in the shop, or what a shopper chooses. */
export function variantIdentity(key: string, { values }: VariantDraft): string {
  return values.sku ? `sku\n${values.sku}` : `variant\n${key}\n${optionsOf(values)}`
}

/** The variant of the shop that a row means. */
export function matchVariant(known: VariantRow[], { values }: VariantDraft): VariantRow | undefined {
  if (values.sku) {
    const bySku = known.find((row) => row.sku === values.sku)
    if (bySku) return bySku
  }
  const options = optionsOf(values)
  return known.find((row) => (!values.sku || row.sku === null) && optionsOf(row) === options)
}

/** Why a variant must not be changed like this, or null. */
export function refuseChange(draft: VariantDraft, row: VariantRow): Refusal | null {
  const { price = row.price, mrp = row.mrp } = draft.values
  if (mrp === null || mrp >= price) return null
  const reason = `The price is above the MRP of ${toRupees(mrp)} that the shop has`
  return { line: draft.line, column: draft.cell.column, value: draft.cell.text, reason }
}

export const sameMedium = (row: MediaRow, media_url: string, variant_id: number | null): boolean =>
  row.media_url === media_url && row.variant_id === variant_id

/** A new variant's row; the measures fall back to the shop's usual ones. */
export function newVariant(
  draft: VariantDraft,
  place: { id: number; product_id: number; position: number; is_default: boolean; stock: number },
): NewVariant {
  const { price = 0, sku = null, mrp = null, color = null, size = null, variant_name = null } = draft.values
  const { stock = place.stock, weight = 0.5, length = 10, breadth = 10, height = 5 } = draft.values
  const { id, product_id, position, is_default } = place
  return {
    ...{ id, product_id, sku, is_default, price, mrp, stock, color, size, variant_name },
    ...{ weight, length, breadth, height, position },
  }
}
