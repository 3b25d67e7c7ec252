import type { Outcome, Work } from './batch.ts'

/**
 * The draft's variants whose SKU is free for this product, with their place in the draft; the others are refused.
 *
 * @param productId of the product if the shop has it
 */
export function sellable({ prepared, known, refusals }: Work, productId: number | undefined) {
  return prepared.draft.variants.flatMap((variant, at) => {
    const { sku } = variant.values
    const owner = sku ? known.skus.get(sku) : undefined
    if (owner === undefined || owner === productId) return [{ variant, at }]
    const { line, cell } = variant
    const reason = `Product ${owner} has this SKU already`
    refusals.push({ line, column: cell.column, value: sku ?? '', reason })
    return []
  })
}

/** Refuses every row of the product. */
export function refuseAll({ prepared, refusals }: Work, reason: string): Outcome {
  const { draft } = prepared
  const lines = new Set([draft.line, ...draft.variants.map(({ line }) => line)])
  for (const line of lines) refusals.push({ line, column: draft.cell.column, value: draft.cell.text, reason })
  return 'refused'
}
