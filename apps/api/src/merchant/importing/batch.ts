/** What one transaction of an import works on. */
import type { Tx } from '../../db/database.ts'
import type { CategoryPaths } from './category-paths.ts'
import type { ProductDraft } from './draft.ts'
import type { Refusal } from './fields.ts'
import type * as store from './importing.store.ts'

/** A picture or video that is in the media folder, or a film elsewhere. */
export interface Medium {
  media_type: 'image' | 'video'
  media_url: string
  video_source: 'upload' | 'youtube' | null
  alt: string
}

/** A draft whose pictures have been looked after. */
export interface Prepared {
  draft: ProductDraft
  media: Medium[]
  /** In the order of the draft's variants. */
  variantMedia: Medium[][]
}

export interface BatchContext {
  now: Date
  categories: CategoryPaths
  /** Pieces of a new variant that the file does not count. */
  stock: number
  /** Whether a product without variants is to be shown once it has one. */
  awaitsVariants: (key: string) => boolean
  /** False leaves the search index to the caller. */
  index: boolean
}

export type Outcome = 'created' | 'changed' | 'unchanged' | 'refused'

export interface Written {
  /** In the order of the batch. */
  outcomes: Outcome[]
  refusals: Refusal[]
  /** Products that are in the shop and would be shown if they had a variant. */
  bare: ProductDraft[]
}

/** What the shop has of the batch's products before it is written. */
export interface Known {
  /** By the batch's keys. */
  products: Map<string, store.ProductRow>
  variants: Map<number, store.VariantRow[]>
  media: Map<number, store.MediaRow[]>
  /** The product each SKU belongs to. */
  skus: Map<string, number>
  /** Slugs that are taken. */
  slugs: Set<string>
}

/** Rows to be inserted in one go. */
export interface Sheets {
  products: store.NewProduct[]
  variants: store.NewVariant[]
  media: store.NewMedia[]
  /** Products whose listing must be computed anew. */
  changed: number[]
}

/** Ids that may be given to new rows. */
export interface Ids {
  products: number[]
  variants: number[]
}

/** One product at work. */
export interface Work {
  tx: Tx
  prepared: Prepared
  known: Known
  sheets: Sheets
  context: BatchContext
  ids: Ids
  refusals: Refusal[]
}
