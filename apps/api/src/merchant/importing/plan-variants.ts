/** Plans the variants of one product, and refuses those that do not fit it. */
import type { Tx } from '../../db/database.ts'
import { changesOffer } from '../../features/catalog/listing-columns.store.ts'
import type { Existing } from './existing-products.ts'
import {
  type BatchContext,
  type BatchPlan,
  checkVariantChange,
  differences,
  isEmpty,
  matchVariant,
  newVariant,
  variantColumns,
} from './import-batch.ts'
import { digestsOfVariants, type ImportChange } from './import-changes.ts'
import type * as store from './importing.store.ts'
import type { ProductDraft, VariantDraft } from './product-drafts.ts'

export interface Planning {
  context: BatchContext
  existing: Existing
  plan: BatchPlan
  /** Null in a dry run. */
  tx: Tx | null
  /** Ids reserved for new rows, the next one last. */
  productIds: number[]
  variantIds: number[]
}

/**
 * The draft's variants, with their position in the draft, whose SKU no other product has. Rejects the others.
 *
 * @param productId undefined for a new product
 */
export function acceptVariants(
  { existing, plan }: Planning,
  draft: ProductDraft,
  productId: number | undefined,
): { variant: VariantDraft; at: number }[] {
  return draft.variants.flatMap((variant, at) => {
    const { sku } = variant.values
    const owner = sku ? existing.skus.get(sku) : undefined
    if (owner === undefined || owner === productId) return [{ variant, at }]
    const { name, external_key, slug } = existing.byId.get(owner) ?? {}
    const kind = 'Another product has this SKU'
    const reason = `${kind}: ${owner}, "${name}". Use its key "${external_key ?? slug}", or remove it: haat products delete ${owner}`
    plan.rejected.push({ line: variant.line, column: variant.cell.column, value: sku ?? '', reason, kind })
    return []
  })
}

export function requirePrice(plan: BatchPlan, { line, cell, values }: VariantDraft): boolean {
  if (values.price !== undefined) return true
  plan.rejected.push({ line, column: cell.column, value: cell.text, reason: 'A new variant needs a price' })
  return false
}

export function addVariant(
  { context, plan, variantIds }: Planning,
  variant: VariantDraft,
  product_id: number,
  position: number,
): store.NewVariant {
  const row = newVariant(variant, {
    id: variantIds.pop() ?? 0,
    product_id,
    position,
    stock: context.defaultStock,
  })
  if (variant.values.stock === undefined) plan.defaultStock += 1
  plan.newRows.variants.push(row)
  return row
}

interface VariantPlan {
  /** Ids of the draft's variants; null for rejected ones. */
  ids: (number | null)[]
  /** All variants that the product will have. */
  rows: store.VariantRow[]
  accepted: number
  /** Whether prices or stock change. */
  relisted: boolean
  /** Whether searchable words change. */
  reindexed: boolean
  /** Whether the product's page changes. */
  shown: boolean
}

export function changeVariants(
  planning: Planning,
  draft: ProductDraft,
  row: store.ProductRow,
  before: store.VariantRow[],
  change: ImportChange,
): VariantPlan {
  const { plan } = planning
  const result: VariantPlan = {
    ids: draft.variants.map(() => null),
    rows: [...before],
    accepted: 0,
    relisted: false,
    reindexed: false,
    shown: false,
  }
  for (const { variant, at } of acceptVariants(planning, draft, row.id)) {
    const match = matchVariant(before, variant, draft.mayBePartial)
    if (match === 'ambiguous') {
      const { line, cell } = variant
      const reason = `The product has ${before.length} variants: give the SKU, colour or size`
      plan.rejected.push({
        line,
        column: cell.column,
        value: cell.text,
        reason,
        kind: 'Several variants fit',
      })
    } else if (match) {
      const rejection = checkVariantChange(variant, match)
      if (rejection) plan.rejected.push(rejection)
      else changeVariant(planning, variant, match, change, result)
      if (rejection) continue
      result.ids[at] = match.id
      result.accepted += 1
    } else if (requirePrice(plan, variant)) {
      const added = addVariant(planning, variant, row.id, result.rows.length)
      ;(change.new_variants ??= []).push(added.id ?? 0)
      result.rows.push(added as store.VariantRow)
      result.ids[at] = added.id ?? 0
      result.relisted = true
      result.reindexed = true
      result.shown = true
      result.accepted += 1
    }
  }
  const touched = new Set([...(change.new_variants ?? []), ...(change.variants ?? []).map(({ id }) => id)])
  if (touched.size > 0)
    change.digests = { variants: digestsOfVariants(result.rows.filter(({ id }) => touched.has(id))) }
  return result
}

function changeVariant(
  { plan }: Planning,
  variant: VariantDraft,
  row: store.VariantRow,
  change: ImportChange,
  result: VariantPlan,
): void {
  const set = differences<store.VariantRow>(row, variantColumns(variant))
  if (!set.sku) delete set.sku
  if (isEmpty(set)) return
  plan.changedVariants.push({ id: row.id, set })
  ;(change.variants ??= []).push({ id: row.id, set: changedValues(row, set) })
  result.rows = result.rows.map((other) => (other.id === row.id ? { ...row, ...set } : other))
  result.relisted ||= 'price' in set || 'mrp' in set || 'stock' in set
  result.reindexed ||= 'color' in set || 'variant_name' in set
  result.shown ||= result.reindexed || 'size' in set || changesOffer(row, set)
}

/** The old and the new value of each changed column. */
export const changedValues = <Row extends object>(
  row: Row,
  set: Partial<Row>,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(set).map(([column, value]) => [column, [row[column as keyof Row], value]]),
  )
