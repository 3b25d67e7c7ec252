/** Finds rows that repeat earlier ones of their file. */
import { type RejectedRow, rejectRow } from './layouts/fields.ts'
import { optionsKey, type ProductDraft, type VariantDraft } from './product-drafts.ts'

/** How many rows of a plain table were joined because they have one name and brand. */
export interface JoinedRows {
  rows: number
  products: number
  /** Rows that differ from another one only in their SKU, which shoppers do not see. */
  unlabelled: number
}

const SAME_KEY = 'Has the key of an earlier row, and nothing that makes it a variant (SKU, colour, size)'
const SAME_NAME =
  'Has the name and brand of an earlier row, and nothing that makes it a variant (SKU, colour, size). Name the column that numbers the products (--map "key=…"), or the one that makes them variants (--map "size=…")'

/**
 * Rejects variants that an earlier row described, and drops product values that an earlier row gave: otherwise the
 * last row would win, and a second import of the same file would change products again.
 */
export class Repeats {
  readonly joined: JoinedRows = { rows: 0, products: 0, unlabelled: 0 }
  /** How many rows described each product, by key. */
  readonly #rows = new Map<string, number>()
  /** The first line of each SKU. */
  readonly #skus = new Map<string, number>()
  /** The first row of each key with its options. */
  readonly #options = new Map<string, { line: number; hasSku: boolean }>()

  /** @param rejected gets the rows that repeat others */
  remove(draft: ProductDraft, rejected: RejectedRow[]): ProductDraft | null {
    const rows = this.#rows.get(draft.key) ?? 0
    const variants = draft.variants.filter((variant) => {
      const rejection = this.#check(draft, variant)
      if (rejection) rejected.push(rejection)
      return rejection === null
    })
    if (variants.length === 0 && draft.variants.length > 0) return null
    const product = rows > 0 ? null : draft.product
    if (product || rows > 0) this.#rows.set(draft.key, rows + Math.max(1, variants.length))
    if (draft.byName) this.#countJoined(rows, variants.length)
    return { ...draft, product, variants }
  }

  #check({ key, byName }: ProductDraft, { line, values, cell }: VariantDraft): RejectedRow | null {
    const sku = values.sku ?? null
    const sameSku = sku === null ? undefined : this.#skus.get(sku)
    if (sameSku !== undefined)
      return rejectRow(line, cell, 'Has the SKU of an earlier row', `line ${sameSku}`)
    const options = `${key}\n${optionsKey(values)}`
    const first = this.#options.get(options)
    if (first && (sku === null || !first.hasSku)) {
      return rejectRow(line, cell, byName ? SAME_NAME : SAME_KEY, `line ${first.line}`)
    }
    if (first) this.joined.unlabelled += 1
    else this.#options.set(options, { line, hasSku: sku !== null })
    if (sku !== null) this.#skus.set(sku, line)
    return null
  }

  #countJoined(before: number, variants: number): void {
    if (before + variants < 2 || variants === 0) return
    this.joined.rows += before >= 2 ? variants : before + variants
    if (before < 2) this.joined.products += 1
  }
}
