/** Finds rows that repeat earlier ones of their file. */
import { type RejectedRow, rejectRow } from './layouts/fields.ts'
import { isKnownByName, optionsKey, type ProductDraft, type VariantDraft } from './product-drafts.ts'

const SAME_KEY = 'Has the key of an earlier row, and nothing that makes it a variant (SKU, colour, size)'
const SAME_NAME =
  'Has the name and brand of an earlier row, and nothing that makes it a variant (SKU, colour, size). Name the column that numbers the products (--map "key=…"), or the one that makes them variants (--map "size=…")'

/**
 * Rejects variants that an earlier row described, and drops product values that an earlier row gave: otherwise the
 * last row would win, and a second import of the same file would change products again.
 */
export class Repeats {
  /** The keys of the products that a row has described. */
  readonly #described = new Set<string>()
  /** The first line of each SKU. */
  readonly #skus = new Map<string, number>()
  /** The first row of each key with its options. */
  readonly #options = new Map<string, { line: number; hasSku: boolean }>()

  /** @param rejected gets the rows that repeat others */
  remove(draft: ProductDraft, rejected: RejectedRow[]): ProductDraft | null {
    const variants = draft.variants.filter((variant) => {
      const rejection = this.#check(draft, variant)
      if (rejection) rejected.push(rejection)
      return rejection === null
    })
    if (variants.length === 0 && draft.variants.length > 0) return null
    const product = this.#described.has(draft.key) ? null : draft.product
    if (product) this.#described.add(draft.key)
    return { ...draft, product, variants }
  }

  #check(draft: ProductDraft, { line, values, cell }: VariantDraft): RejectedRow | null {
    const sku = values.sku ?? null
    const sameSku = sku === null ? undefined : this.#skus.get(sku)
    if (sameSku !== undefined)
      return rejectRow(line, cell, 'Has the SKU of an earlier row', `line ${sameSku}`)
    const options = `${draft.key}\n${optionsKey(values)}`
    const first = this.#options.get(options)
    if (first && (sku === null || !first.hasSku))
      return rejectRow(line, cell, isKnownByName(draft) ? SAME_NAME : SAME_KEY, `line ${first.line}`)
    if (!first) this.#options.set(options, { line, hasSku: sku !== null })
    if (sku !== null) this.#skus.set(sku, line)
    return null
  }
}
