/** What an import counts for its summary. */
import { formatShortRupees } from '@haat/contract/money'
import { variantLabel } from '@haat/contract/rules'
import { GST_RATES } from '../../features/invoices/gst.ts'
import type { VariantRow } from './importing.store.ts'
import type { RejectedRow } from './layouts/fields.ts'
import { outcomeOf, type ProductChange } from './product-changes.ts'

export interface Counts {
  /** Rows read, without the header. */
  rows: number
  /** Products. */
  created: number
  changed: number
  unchanged: number
  variants: { changed: number; unchanged: number }
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
  /** A product as it looks after the import, in words: the first that is new, else the first that changes. */
  sample: string | null
  /** Prices and stock of variants that the shop has, old → new: the first of them. */
  examples: string[]
  /** Prices that rise or fall by more than half. */
  large_changes: number
}

/** One committed batch. */
interface WrittenBatch {
  rejected: RejectedRow[]
  rejectedPictures: RejectedRow[]
  changes: ProductChange[]
  /** New ones. */
  categories: { path: string[] }[]
}

const VARIANTS_SHOWN = 6
const EXAMPLES_SHOWN = 20
const RANKS = ['unchanged', 'changed', 'created'] as const

const increase = (counts: Record<string, number>, name: string | number): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

export class ImportCounts {
  readonly #counts: Omit<Counts, (typeof RANKS)[number]> = {
    rows: 0,
    variants: { changed: 0, unchanged: 0 },
    refused: 0,
    pictures_refused: 0,
    reasons: {},
    default_stock: 0,
    odd_rates: {},
    categories: [],
    sample: null,
    examples: [],
    large_changes: 0,
  }
  /** The rank of each product by id: one whose rows are in several batches counts once. */
  readonly #ranks = new Map<number, number>()
  #hasNewSample = false

  addRows(rows: number): void {
    this.#counts.rows += rows
  }

  add({ rejected, rejectedPictures, changes, categories }: WrittenBatch): void {
    const counts = this.#counts
    counts.refused += new Set(rejected.map(({ line }) => line)).size
    counts.pictures_refused += rejectedPictures.length
    for (const { reason } of [...rejected, ...rejectedPictures]) increase(counts.reasons, reason)
    counts.categories.push(...categories.map(({ path }) => path.join(' > ')))
    for (const change of changes) this.#addChange(change)
  }

  #addChange(change: ProductChange): void {
    const counts = this.#counts
    const { draft, product, variants, variantIds } = change
    const rank = RANKS.indexOf(outcomeOf(change))
    this.#ranks.set(product.id, Math.max(rank, this.#ranks.get(product.id) ?? 0))
    counts.variants.changed += variants.length
    counts.variants.unchanged += variantIds.size - variants.length
    const { gst_rate } = draft.product ?? {}
    if (typeof gst_rate === 'number' && !GST_RATES.includes(gst_rate)) increase(counts.odd_rates, gst_rate)
    const newIds = new Set(variants.filter(({ before }) => before === null).map(({ id }) => id))
    for (const [{ values }, id] of variantIds)
      if (values.stock === undefined && newIds.has(id)) counts.default_stock += 1
    for (const { before, set } of variants) {
      if (before === null) continue
      if (set.price !== undefined && Math.abs(set.price / before.price - 1) > 0.5) counts.large_changes += 1
      const text = describeValues(product.before?.name ?? '', before, set)
      if (text && counts.examples.length < EXAMPLES_SHOWN) counts.examples.push(text)
    }
    const isNew = product.before === null
    if (rank > 0 && (counts.sample === null || (isNew && !this.#hasNewSample))) {
      counts.sample = describeProduct(change)
      this.#hasNewSample = isNew
    }
  }

  result(): Counts {
    const products = { created: 0, changed: 0, unchanged: 0 }
    for (const rank of this.#ranks.values()) products[RANKS[rank] ?? 'unchanged'] += 1
    return { ...this.#counts, ...products }
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

function describeProduct({ draft, product, allVariants, pictures }: ProductChange): string {
  const [{ price, mrp } = { price: 0, mrp: null }] = allVariants
  const labels = allVariants.map((row) => variantLabel(row) ?? row.sku ?? '')
  const shown = labels.slice(0, VARIANTS_SHOWN).join(' / ')
  const parts = [
    `"${product.set.name ?? product.before?.name}"`,
    `${formatShortRupees(price)}${mrp !== null && mrp > price ? ` (MRP ${formatShortRupees(mrp)})` : ''}`,
    draft.product?.category && `in ${draft.product.category.join(' > ')}`,
    labels.length > 1 && `variants ${shown}${labels.length > VARIANTS_SHOWN ? ' / …' : ''}`,
    `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
