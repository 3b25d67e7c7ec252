/** What one transaction of an import works on: its types, comparisons of drafts with rows, slugs, categories. */
import { hash } from 'node:crypto'
import sanscriptModule from '@indic-transliteration/sanscript'
import anyAscii from 'any-ascii'
import { toRupees } from '@haat/contract/money'
import type { Database, Reader, Tx } from '../../db/database.ts'
import { LAST_POSITION } from '../catalogue/categories.store.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'
import type { RejectedRow } from './layouts/fields.ts'
import type { PlannedProducts } from './existing-products.ts'
import type { ImportChange } from './import-changes.ts'
import * as store from './importing.store.ts'
import type { MediaRow, NewMedia, NewVariant, VariantRow } from './importing.store.ts'
import { optionsKey, type ProductDraft, type VariantDraft } from './product-drafts.ts'

/** A picture or video in the media folder, or a video on YouTube. */
export type Medium = Required<Pick<NewMedia, 'media_type' | 'media_url' | 'video_source' | 'alt'>>

/** A draft whose pictures are in the media folder. */
export interface BatchItem {
  draft: ProductDraft
  media: Medium[]
  /** In the order of the draft's variants. */
  variantMedia: Medium[][]
}

export interface BatchContext {
  now: Date
  categories: Categories
  /** Stock of a new variant whose stock the file does not give. */
  defaultStock: number
  /** Whether the product is to be published when it gets its first variant. */
  awaitsVariants: (key: string) => boolean
  /** Null outside of a dry run. */
  planned: PlannedProducts | null
}

export type ImportOutcome = 'created' | 'changed' | 'unchanged' | 'refused'

/** What happens to one product. */
export interface ProductPlan {
  key: string
  /** Null if the product is refused. */
  id: number | null
  outcome: ImportOutcome
  change: ImportChange
  /** Whether the name of a product that its key found changes; undefined if the file does not name it. */
  renamed?: boolean
  /** The GST rate that the file gives, if India does not have it any more, or never had. */
  odd_rate?: number
}

export interface BatchPlan {
  products: ProductPlan[]
  newRows: {
    products: store.NewProduct[]
    variants: store.NewVariant[]
    media: store.NewMedia[]
  }
  changedProducts: store.RowUpdate<store.NewProduct>[]
  changedVariants: store.RowUpdate<store.NewVariant>[]
  changedMedia: store.RowUpdate<store.NewMedia>[]
  /** Ids of existing products whose listing columns may change. */
  listed: number[]
  /** Existing products whose searchable words may change. */
  indexed: number[]
  rejected: RejectedRow[]
  /** Products that are hidden only because they have no variant. */
  withoutVariants: ProductDraft[]
  /** New variants that got the default stock. */
  defaultStock: number
  /** The first new product, else the first changed one. */
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

/** Runs work in a transaction, which a dry run rolls back. Returns the work's result. */
export async function transactionOf<T>(
  db: Database,
  dryRun: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const rollback = new Error('dry run')
  const results: T[] = []
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!dryRun) return result
      results.push(result)
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
    return results.at(-1)!
  }
}

/** The values that differ from the row. */
export function differences<Row extends object>(row: Row, values: Partial<Row>): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined && value !== row[key]) changes[key] = value
  }
  return changes
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0

type VariantValues = Omit<VariantDraft['values'], 'variant_images' | 'variant_image_alts'>

/** The database columns of a variant that its row of the file gives. */
export function variantColumns({ values }: VariantDraft): VariantValues {
  const { variant_images: _, variant_image_alts: __, ...columns } = values
  return columns
}

/**
 * The existing variant that a draft describes, or 'ambiguous'.
 *
 * @param mayBePartial a row that gives no price names no new variant: of several variants it must name one
 */
export function matchVariant(
  existing: VariantRow[],
  { values }: VariantDraft,
  mayBePartial: boolean,
): VariantRow | 'ambiguous' | undefined {
  if (values.sku) {
    const bySku = existing.find((row) => row.sku === values.sku)
    if (bySku) return bySku
  }
  const options = optionsKey(values)
  const byOptions = existing.filter((row) => (!values.sku || row.sku === null) && optionsKey(row) === options)
  if (byOptions.length > 1 && mayBePartial) return 'ambiguous'
  if (byOptions[0] || !mayBePartial || values.price !== undefined || values.sku) return byOptions[0]
  const namesOptions = [values.color, values.size, values.variant_name].some(Boolean)
  if (existing.length === 1 && !namesOptions) return existing[0]
  return existing.length > 1 ? 'ambiguous' : undefined
}

/** Rejects a change that would put the price above the MRP. */
export function checkVariantChange(draft: VariantDraft, row: VariantRow): RejectedRow | null {
  const { price = row.price, mrp = row.mrp } = draft.values
  if (mrp === null || mrp >= price) return null
  const kind = 'The price is above the current MRP'
  const { line, cell } = draft
  return { line, column: cell.column, value: cell.text, reason: `${kind} of ${toRupees(mrp)}`, kind }
}

export const isSameMedium = (row: MediaRow, media_url: string, variant_id: number | null): boolean =>
  row.media_url === media_url && row.variant_id === variant_id

/** The row of a new variant. Weight (kg) and measures (cm) have the shop's usual defaults. */
export function newVariant(
  { values }: VariantDraft,
  row: { id: number; product_id: number; position: number; stock: number },
): NewVariant {
  return {
    id: row.id,
    product_id: row.product_id,
    position: row.position,
    is_default: row.position === 0,
    sku: values.sku ?? null,
    price: values.price ?? 0,
    mrp: values.mrp ?? null,
    stock: values.stock ?? row.stock,
    color: values.color ?? null,
    size: values.size ?? null,
    variant_name: values.variant_name ?? null,
    weight: values.weight ?? 0.5,
    length: values.length ?? 10,
    breadth: values.breadth ?? 10,
    height: values.height ?? 5,
  }
}

const SLUG_MAX_LENGTH = 80

// The package is a CommonJS module, but its types describe an ES module.
const sanscript = sanscriptModule as unknown as typeof sanscriptModule.default

const INDIC_SCRIPTS = [
  { letters: /\p{Script=Devanagari}+/gu, scheme: 'devanagari' },
  { letters: /\p{Script=Bengali}+/gu, scheme: 'bengali' },
  { letters: /\p{Script=Gujarati}+/gu, scheme: 'gujarati' },
  { letters: /\p{Script=Gurmukhi}+/gu, scheme: 'gurmukhi' },
  { letters: /\p{Script=Kannada}+/gu, scheme: 'kannada' },
  { letters: /\p{Script=Malayalam}+/gu, scheme: 'malayalam' },
  { letters: /\p{Script=Oriya}+/gu, scheme: 'oriya' },
  // The scheme "tamil" reads every plosive as voiced and aspirated ("bhājhumadhi" for "pācumati").
  { letters: /\p{Script=Tamil}+/gu, scheme: 'tamil_extended' },
  { letters: /\p{Script=Telugu}+/gu, scheme: 'telugu' },
]

/** Converts text to ASCII. sanscript writes the vowels that Indian scripts leave out; any-ascii does not. */
function transliterate(text: string): string {
  let latin = text.replaceAll(/\p{Cf}/gu, '')
  for (const { letters, scheme } of INDIC_SCRIPTS) {
    latin = latin.replaceAll(letters, (word) =>
      sanscript.t(word, scheme, 'optitrans').replaceAll(/[^\p{L}\p{N}]/gu, ''),
    )
  }
  return latin
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\P{L}a-zA-Z]+/gu, anyAscii)
}

/** The part of an address that names a product or category. Text without letters or digits gets its hash. */
export function slugify(text: string): string {
  const ascii = /[^\x20-\x7e]/.test(text) ? transliterate(text) : text
  const slug = ascii
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? `item-${shortHash(text)}` : slug
}

export const shortHash = (text: string): string => hash('sha256', text).slice(0, 10)

const pathKey = (path: string[]): string => path.map((name) => name.toLowerCase()).join('\n')

/** The category of products that name none. */
export const UNCATEGORISED = ['Uncategorised']

/** Category ids by path, within one transaction or, as copies of each other, in the batches of a dry run. */
export class Categories {
  /** The categories that were created since the copy was made. */
  readonly created: { id: number; path: string[] }[] = []
  readonly #ids: Map<string, number>
  readonly #slugs: Set<string>

  private constructor(ids: Map<string, number>, slugs: Set<string>) {
    this.#ids = ids
    this.#slugs = slugs
  }

  static async load(reader: Reader): Promise<Categories> {
    const rows = await store.findAllCategories(reader)
    const paths = await findCategoryPaths(reader)
    return new Categories(
      new Map(rows.map((row) => [pathKey(paths.get(row.id) ?? []), row.id])),
      new Set(rows.map((row) => row.slug)),
    )
  }

  copy(): Categories {
    return new Categories(new Map(this.#ids), new Set(this.#slugs))
  }

  /**
   * Id of the category at the end of the path. Creates the categories of the path that are missing.
   *
   * @param tx null in a dry run: new categories then have negative ids
   */
  async idOf(tx: Tx | null, path: string[]): Promise<number> {
    const key = pathKey(path)
    const existingId = this.#ids.get(key)
    if (existingId !== undefined) return existingId
    const parent_id = path.length > 1 ? await this.idOf(tx, path.slice(0, -1)) : null
    const name = path.at(-1) ?? ''
    const plainSlug = slugify(path.join(' '))
    const slug = this.#slugs.has(plainSlug) ? `${plainSlug}-${shortHash(key)}` : plainSlug
    const position = key === pathKey(UNCATEGORISED) ? LAST_POSITION : this.#slugs.size
    const id = tx ? await store.insertCategory(tx, { name, slug, parent_id, position }) : -this.#ids.size - 1
    this.#ids.set(key, id)
    this.#slugs.add(slug)
    this.created.push({ id, path })
    return id
  }
}

/** Adds rejected rows to the number of times that each reason was given. */
export function countReasons(
  reasons: Record<string, number>,
  rejected: RejectedRow[],
): Record<string, number> {
  const counted = { ...reasons }
  for (const { reason, kind = reason } of rejected) counted[kind] = (counted[kind] ?? 0) + 1
  return counted
}
