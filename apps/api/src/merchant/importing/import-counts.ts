/** What an import counts for its summary. */
import { variantLabel } from '@haat/contract/rules'
import { GST_RATES } from '../../features/invoices/gst.ts'
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
  /** Products of the shop that their key found and that the file names, and those whose name changes. */
  named: number
  renamed: number
  /** How many products the file gives each GST rate that India does not have any more, or never had. */
  odd_rates: Record<string, number>
  /** New categories, and the first of them. */
  categories: number
  category_examples: string[]
  /** A product as it looks after the import: the first that is new, else the first that changes. */
  sample: SampleProduct | null
}

/** A new or changed product, amounts in paise. */
export interface SampleProduct {
  is_new: boolean
  name: string
  price: number
  mrp: number | null
  /** Empty if the file does not give it. */
  category: string[]
  /** Labels; empty for a product with one variant. */
  variants: string[]
  pictures: number
}

/** One committed batch. */
export interface WrittenBatch {
  rows: number
  rejected: RejectedRow[]
  rejectedPictures: RejectedRow[]
  changes: ProductChange[]
  /** New ones. */
  categories: { path: string[] }[]
}

const EXAMPLES = 5
const RANKS = ['unchanged', 'changed', 'created'] as const

export class ImportCounts {
  #counts = {
    rows: 0,
    variants: { changed: 0, unchanged: 0 },
    refused: 0,
    pictures_refused: 0,
    reasons: {} as Counts['reasons'],
    default_stock: 0,
    named: 0,
    renamed: 0,
    odd_rates: {} as Counts['odd_rates'],
    categories: 0,
    category_examples: [] as string[],
    sample: null as SampleProduct | null,
  }
  /** The rank of each product by id: one whose rows are in several batches counts once. */
  readonly #outcomes = new Map<number, number>()

  add({ rows, rejected, rejectedPictures, changes, categories }: WrittenBatch): void {
    const counts = this.#counts
    counts.rows += rows
    counts.refused += new Set(rejected.map(({ line }) => line)).size
    counts.pictures_refused += rejectedPictures.length
    this.addReasons([...rejected, ...rejectedPictures])
    counts.categories += categories.length
    const paths = categories.map(({ path }) => path.join(' > '))
    counts.category_examples = [...counts.category_examples, ...paths].slice(0, EXAMPLES)
    for (const change of changes) this.#addChange(change)
  }

  addReasons(rejected: RejectedRow[]): void {
    const { reasons } = this.#counts
    for (const { reason } of rejected) reasons[reason] = (reasons[reason] ?? 0) + 1
  }

  #addChange(change: ProductChange): void {
    const counts = this.#counts
    const { draft, variantIds } = change
    const [{ id, before, set }] = change.products
    const outcome = outcomeOf(change)
    this.#outcomes.set(id, Math.max(RANKS.indexOf(outcome), this.#outcomes.get(id) ?? 0))
    counts.variants.changed += change.variants.length
    counts.variants.unchanged += variantIds.size - change.variants.length
    const { name, gst_rate } = draft.product ?? {}
    if (draft.findBy === 'key' && before !== null && name !== undefined) {
      counts.named += 1
      if (set.name !== undefined) counts.renamed += 1
    }
    if (typeof gst_rate === 'number' && !GST_RATES.includes(gst_rate))
      counts.odd_rates[gst_rate] = (counts.odd_rates[gst_rate] ?? 0) + 1
    const newIds = new Set(change.variants.filter((row) => row.before === null).map((row) => row.id))
    for (const [{ values }, variant] of variantIds)
      if (values.stock === undefined && newIds.has(variant)) counts.default_stock += 1
    if (outcome === 'created' ? !counts.sample?.is_new : outcome === 'changed' && counts.sample === null)
      counts.sample = sampleOf(change)
  }

  result(): Counts {
    const products = { created: 0, changed: 0, unchanged: 0 }
    for (const rank of this.#outcomes.values()) products[RANKS[rank] ?? 'unchanged'] += 1
    return { ...this.#counts, ...products }
  }
}

function sampleOf({ draft, products, allVariants, pictures }: ProductChange): SampleProduct {
  const [{ before, set }] = products
  const [first] = allVariants
  return {
    is_new: before === null,
    name: set.name ?? before?.name ?? '',
    price: first?.price ?? 0,
    mrp: first?.mrp ?? null,
    category: draft.product?.category ?? [],
    variants: allVariants.length > 1 ? allVariants.map((row) => variantLabel(row) ?? row.sku ?? '') : [],
    pictures,
  }
}
