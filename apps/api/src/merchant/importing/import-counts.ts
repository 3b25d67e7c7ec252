/** What an import counts and tells of its changes. */
import { formatShortRupees } from '@haat/contract/money'
import { plural } from '@haat/contract/staff/act'
import { variantLabel } from '@haat/contract/rules'
import { GST_RATES } from '@haat/contract/gst'
import type { VariantRow } from '../../db/schema.ts'
import { isLargeChange } from '../../acts/catalogue/product-values.ts'
import type { RejectedRow } from './layouts/rows.ts'
import { outcomeOf, type ProductChange } from './product-changes.ts'

const VARIANTS_SHOWN = 6
const NEW_SHOWN = 3
const CHANGES_SHOWN = 20

type Tally = Record<string, number>

const add = (tally: Tally, name: string | number): void => {
  tally[name] = (tally[name] ?? 0) + 1
}

export class ImportCounts {
  readonly rejected: RejectedRow[] = []
  readonly #ofVariants: boolean
  readonly #refusedLines = new Set<number>()
  readonly #changes: string[] = []
  readonly #counts = {
    /** Rows read, without the header. */
    rows: 0,
    /** Products; of a file that may change some fields only, variants. */
    created: 0,
    changed: 0,
    unchanged: 0,
    /** Products that the file hides. */
    hidden: 0,
    pictures_refused: 0,
    /** How often each reason was given for a row or a picture; a row may have several. */
    reasons: {} as Tally,
    /** New variants without a stock in the file. */
    default_stock: 0,
    /** How many products the file gives each GST rate that India does not have any more, or never had. */
    odd_rates: {} as Tally,
    /** The paths of the new categories. */
    categories: [] as string[],
    /** The first of the new products, and of the changed prices and stocks, old → new; in words. */
    examples: [] as string[],
    /** Prices that rise or fall by more than half. */
    large_changes: 0,
  }

  /** @param ofVariants whether it counts the variants that change, not the products */
  constructor(ofVariants: boolean) {
    this.#ofVariants = ofVariants
  }

  get hasChanges(): boolean {
    return this.#counts.created + this.#counts.changed > 0
  }

  /** @param rejected its cells that cannot be read */
  addRow(rejected: RejectedRow[]): void {
    this.#counts.rows += 1
    this.#reject(rejected)
  }

  #reject(rows: RejectedRow[]): void {
    for (const row of rows) {
      this.rejected.push(row)
      this.#refusedLines.add(row.line)
      add(this.#counts.reasons, row.reason)
    }
  }

  /** @param categories new ones */
  addBatch(
    changes: ProductChange[],
    categories: { path: string[] }[],
    refused: RejectedRow[],
    pictures: RejectedRow[],
  ): void {
    this.#reject(refused)
    this.rejected.push(...pictures)
    this.#counts.pictures_refused += pictures.length
    for (const { reason } of pictures) add(this.#counts.reasons, reason)
    this.#counts.categories.push(...categories.map(({ path }) => path.join(' > ')))
    for (const change of changes) {
      this.#addProduct(change)
      for (const { before, set } of change.variants) if (before) this.#addPrices(change, before, set)
    }
  }

  #addProduct(change: ProductChange): void {
    const { draft, product, variants, variantIds } = change
    const counts = this.#counts
    const outcome = outcomeOf(change)
    if (this.#ofVariants) {
      counts.changed += variants.length
      counts.unchanged += variantIds.size - variants.length
    } else counts[outcome] += 1
    if (product.set.is_published === false) counts.hidden += 1
    const { gst_rate } = draft.product ?? {}
    if (typeof gst_rate === 'number' && !GST_RATES.includes(gst_rate)) add(counts.odd_rates, gst_rate)
    const newIds = new Set(variants.filter(({ before }) => before === null).map(({ id }) => id))
    for (const [{ values }, id] of variantIds)
      if (values.stock === undefined && newIds.has(id)) counts.default_stock += 1
    if (outcome === 'created' && counts.examples.length < NEW_SHOWN)
      counts.examples.push(describeProduct(change))
  }

  #addPrices({ product }: ProductChange, before: VariantRow, set: Partial<VariantRow>): void {
    if (isLargeChange(before.price, set.price)) this.#counts.large_changes += 1
    const text = describeValues(product.before?.name ?? '', before, set)
    if (text && this.#changes.length < CHANGES_SHOWN) this.#changes.push(text)
  }

  result() {
    const { examples, ...counts } = this.#counts
    return { ...counts, refused: this.#refusedLines.size, examples: [...examples, ...this.#changes] }
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
    plural(pictures, 'picture'),
  ]
  return parts.filter(Boolean).join(', ')
}
