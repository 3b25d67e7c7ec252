/** What an import counts and tells of its changes. */
import { formatShortRupees } from '@haat/contract/money'
import { variantLabel } from '@haat/contract/rules'
import { GST_RATES } from '../../features/invoices/gst.ts'
import type { VariantRow } from '../../db/schema.ts'
import { isLargeChange } from '../../acts/catalogue/product-values.ts'
import type { RejectedRow } from './layouts/rows.ts'
import { outcomeOf, type ProductChange } from './product-changes.ts'

export interface Counts {
  /** Rows read, without the header. */
  rows: number
  /** Products; of a file that may change some fields only, variants. */
  created: number
  changed: number
  unchanged: number
  /** Rows that were rejected. */
  refused: number
  pictures_refused: number
  /** How often each reason was given for a row or a picture; a row may have several. */
  reasons: Record<string, number>
  /** New variants without a stock in the file. */
  default_stock: number
  /** How many products the file gives each GST rate that India does not have any more, or never had. */
  odd_rates: Record<string, number>
  /** The paths of the new categories. */
  categories: string[]
  /** The first of the new products, and of the changed prices and stocks, old → new; in words. */
  examples: string[]
  /** Prices that rise or fall by more than half. */
  large_changes: number
}

const VARIANTS_SHOWN = 6
const NEW_SHOWN = 3
const CHANGES_SHOWN = 20

const tally = (names: (string | number)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

export class ImportCounts {
  readonly #ofVariants: boolean
  readonly #rows: RejectedRow[] = []
  readonly #pictures: RejectedRow[] = []
  readonly #examples: Record<'new' | 'changed', string[]> = { new: [], changed: [] }
  readonly #oddRates: number[] = []
  readonly #categories: string[] = []
  readonly #counts = { rows: 0, created: 0, changed: 0, unchanged: 0, default_stock: 0, large_changes: 0 }

  /** @param ofVariants whether it counts the variants that change, not the products */
  constructor(ofVariants: boolean) {
    this.#ofVariants = ofVariants
  }

  get rejected(): RejectedRow[] {
    return [...this.#rows, ...this.#pictures]
  }

  /** @param rejected its cells that cannot be read */
  addRow(rejected: RejectedRow[]): void {
    this.#counts.rows += 1
    this.#rows.push(...rejected)
  }

  /** @param categories new ones */
  addBatch(
    changes: ProductChange[],
    categories: { path: string[] }[],
    refused: RejectedRow[],
    pictures: RejectedRow[],
  ): void {
    this.#rows.push(...refused)
    this.#pictures.push(...pictures)
    this.#categories.push(...categories.map(({ path }) => path.join(' > ')))
    for (const change of changes) {
      this.#addProduct(change)
      for (const { before, set } of change.variants) if (before) this.#addPrices(change, before, set)
    }
  }

  #addProduct(change: ProductChange): void {
    const { draft, variants, variantIds } = change
    const outcome = outcomeOf(change)
    if (this.#ofVariants) {
      this.#counts.changed += variants.length
      this.#counts.unchanged += variantIds.size - variants.length
    } else this.#counts[outcome] += 1
    const { gst_rate } = draft.product ?? {}
    if (typeof gst_rate === 'number' && !GST_RATES.includes(gst_rate)) this.#oddRates.push(gst_rate)
    const newIds = new Set(variants.filter(({ before }) => before === null).map(({ id }) => id))
    for (const [{ values }, id] of variantIds)
      if (values.stock === undefined && newIds.has(id)) this.#counts.default_stock += 1
    if (outcome === 'created' && this.#examples.new.length < NEW_SHOWN)
      this.#examples.new.push(describeProduct(change))
  }

  #addPrices({ product }: ProductChange, before: VariantRow, set: Partial<VariantRow>): void {
    const { changed } = this.#examples
    if (isLargeChange(before.price, set.price)) this.#counts.large_changes += 1
    if (changed.length >= CHANGES_SHOWN) return
    const text = describeValues(product.before?.name ?? '', before, set)
    if (text) changed.push(text)
  }

  result(): Counts {
    return {
      ...this.#counts,
      refused: new Set(this.#rows.map(({ line }) => line)).size,
      pictures_refused: this.#pictures.length,
      reasons: tally(this.rejected.map(({ reason }) => reason)),
      odd_rates: tally(this.#oddRates),
      categories: this.#categories,
      examples: [...this.#examples.new, ...this.#examples.changed],
    }
  }
}

/** Such as `"Tea" TEA-250: ₹120 → ₹130, stock 4 → 9`; empty if neither price nor stock changes. */
function describeValues(name: string, before: VariantRow, { price, stock }: Partial<VariantRow>): string {
  const parts = [
    price !== undefined && `${formatShortRupees(before.price)} → ${formatShortRupees(price)}`,
    stock !== undefined && `stock ${before.stock} → ${stock}`,
  ].filter(Boolean)
  const label = before.sku ?? variantLabel(before)
  return parts.length === 0 ? '' : `"${name}"${label ? ` ${label}` : ''}: ${parts.join(', ')}`
}

/** Such as `new: "Tea", ₹120 (MRP ₹150), in Food > Drinks, 2 pictures`. */
function describeProduct({ draft, product, allVariants, media }: ProductChange): string {
  const pictures = media.filter(({ before }) => before === null).length
  const [{ price, mrp } = { price: 0, mrp: null }] = allVariants
  const labels = allVariants.map((row) => variantLabel(row) ?? row.sku ?? '')
  const shown = labels.slice(0, VARIANTS_SHOWN).join(' / ')
  const parts = [
    `new: "${product.set.name}"`,
    `${formatShortRupees(price)}${mrp !== null && mrp > price ? ` (MRP ${formatShortRupees(mrp)})` : ''}`,
    draft.product?.category && `in ${draft.product.category.join(' > ')}`,
    labels.length > 1 && `variants ${shown}${labels.length > VARIANTS_SHOWN ? ' / …' : ''}`,
    `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
