/**
 * Imports a file of products in batches of one transaction each. Importing the same file again changes nothing, so an
 * interrupted import is simply run again.
 */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Database, lockName, type Tx } from '../../db/database.ts'
import { isLocked } from '../../db/errors.ts'
import { isEmpty } from '../catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { CategoryPaths } from './category-paths.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import { type Counts, ImportCounts } from './import-counts.ts'
import { beginRecord, findRecordedImport } from './import-record.store.ts'
import { allocateIds } from './importing.store.ts'
import { type Field, type RejectedRow, rejectRow } from './layouts/fields.ts'
import type { Layout } from './layouts/layout.ts'
import type { LayoutReader } from './layouts/layout-reader.ts'
import { RejectionReport } from './layouts/rejection-report.ts'
import { type Match, matchProducts, matchVariant, mergeDrafts, readExisting } from './match-products.ts'
import { type Batch, outcomeOf, planProduct, type ProductChange } from './product-changes.ts'
import type { DraftedRows, FieldDefaults, ProductDraft } from './product-drafts.ts'
import { readProducts } from './read-products.ts'
import type { JoinedRows } from './repeated-rows.ts'
import { type MediaImport, storeMedia } from './store-media.ts'
import { writeChanges } from './write-changes.store.ts'

const DEFAULT_STOCK = 10
const BATCH_PRODUCTS = 2000
const BATCH_VARIANTS = 8000

export interface ImportOptions {
  /** A column map such as `name=Item,price=Rate`. */
  map?: string | undefined
  /** Values for rows that leave a field out or empty. */
  defaults?: FieldDefaults
  /** The fields that an empty cell of a plain table clears; it leaves the other ones as they are. */
  erase?: Field[]
  /** The encoding of a table; UTF-8 by default. */
  encoding?: string
  /** The only fields that the file may change; it then creates nothing. */
  only?: readonly Field[]
  /** Stock of a new variant whose stock the file does not give; 10 by default. */
  stock?: number
  /** Leaves the shop as it is and only reports what the import would do. */
  dryRun?: boolean
  /** Path of the CSV list of rejected rows; null writes none. */
  report?: string | null
  /** Null leaves pictures out. */
  media?: MediaImport | null
  /** Called after each chunk of the file with the bytes read so far and the size of the file. */
  onProgress?: (progress: { bytes: number; total: number }) => void
  /** Called after each batch. */
  onBatch?: () => void
}

export interface ImportResult extends Counts {
  layout: Layout['name']
  columns: LayoutReader['columns']
  /** Headings of the columns that are not read. */
  unused: string[]
  /** What the merchant should know of the file. */
  notes: string[]
  joined: JoinedRows
  /** Stock of new variants whose stock the file does not give. */
  stock: number
  /** Path of the list of rejected rows; null when nothing was rejected. */
  report: string | null
  dry_run: boolean
}

/** @throws UserError when the file or an option cannot be used at all */
export async function importCatalogue(
  shop: ImportedShop,
  file: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, report = null, stock = DEFAULT_STOCK, only, onProgress, media = null } = options
  const total = await fileSize(file)
  const now = shop.now()
  let bytes = 0
  const { layout, products, joined, notes } = await readProducts(file, {
    map: options.map,
    defaults: options.defaults ?? {},
    erase: new Set(options.erase),
    encoding: options.encoding ?? 'utf-8',
    only,
    now,
    onBytes: (more) => (bytes += more),
  })
  const rejections = new RejectionReport(report)
  const counts = await onShopOrCopy(shop, dryRun, async (db) => {
    const run = new ImportRun(db, {
      now,
      run: { run: randomUUID(), file: basename(file), at: now.toISOString() },
      defaultStock: stock,
      changesOnly: only !== undefined,
      media: media && dryRun ? withoutWriting(media) : media,
      report: rejections,
      onBatch: options.onBatch,
    })
    for await (const chunk of products) {
      for (const product of chunk) await run.add(product)
      onProgress?.({ bytes, total })
    }
    return run.finish()
  })
  const { name, columns, unused } = layout
  const read = { layout: name, columns, unused, notes, joined, stock }
  return { ...read, ...counts, report: isEmpty(counts.reasons) ? null : report, dry_run: dryRun }
}

export type UpdateKind = 'stock' | 'prices'
export type UpdateOptions = Pick<ImportOptions, 'encoding' | 'erase' | 'dryRun' | 'report' | 'onProgress'>

const UPDATED = { stock: ['stock'], prices: ['price', 'mrp'] } as const satisfies Record<UpdateKind, Field[]>

/**
 * Changes stock or prices from a table of two or three columns. `changed` and `unchanged` count variants.
 *
 * @throws UserError when a column is missing or the file cannot be read
 */
export async function updateVariants(
  shop: ImportedShop,
  file: string,
  kind: UpdateKind,
  options: UpdateOptions = {},
): Promise<ImportResult> {
  const result = await importCatalogue(shop, file, { ...options, only: UPDATED[kind] })
  return { ...result, ...result.variants }
}

async function fileSize(file: string): Promise<number> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) throw new UserError(`There is no file "${file}".`)
  return stats.size
}

/** Pictures are fetched and checked in a dry run too. */
const withoutWriting = (media: MediaImport): MediaImport => ({
  ...media,
  originals: { find: (...name) => media.originals.find(...name), write: async () => undefined },
  colors: { record: async () => undefined },
})

interface RunSettings extends Pick<Batch, 'now' | 'defaultStock' | 'changesOnly'> {
  /** Names this run in the record of its changes. */
  run: { run: string; file: string; at: string }
  media: MediaImport | null
  report: RejectionReport
  onBatch: (() => void) | undefined
}

class NextBatch {
  /** By key: rows of one product may be anywhere in the file. */
  readonly drafts = new Map<string, ProductDraft>()
  readonly rejected: RejectedRow[] = []
  rows = 0
  #variants = 0

  add({ rows, draft, rejected }: DraftedRows): void {
    this.rows += rows
    this.rejected.push(...rejected)
    if (!draft) return
    const before = this.drafts.get(draft.key)
    this.drafts.set(draft.key, before ? mergeDrafts(before, draft) : draft)
    this.#variants += draft.variants.length
  }

  get isFull(): boolean {
    return this.drafts.size >= BATCH_PRODUCTS || this.#variants >= BATCH_VARIANTS
  }
}

class ImportRun {
  readonly #db: Database
  readonly #settings: RunSettings
  readonly #counts = new ImportCounts()
  /** Whether this run has changed something. */
  #isRecorded = false
  /** Products that are hidden until a variant of them is imported, by key. */
  readonly #withoutVariants = new Map<string, ProductDraft>()
  #next = new NextBatch()

  constructor(db: Database, settings: RunSettings) {
    this.#db = db
    this.#settings = settings
  }

  async add(product: DraftedRows): Promise<void> {
    this.#next.add(product)
    if (this.#next.isFull) await this.#write()
  }

  /** Writes the last batch and reports the products that stay hidden because they have no variants. */
  async finish(): Promise<Counts> {
    await this.#write()
    const hidden = [...this.#withoutVariants.values()].map(({ line, cell }) =>
      rejectRow(line, cell, 'None of its variations could be imported: the product is hidden'),
    )
    this.#settings.report.add(hidden)
    // Their rows count as created or changed products, not as refused rows.
    this.#counts.addReasons(hidden)
    return this.#counts.result()
  }

  async #write(): Promise<void> {
    const { media: mediaImport, report, onBatch } = this.#settings
    const { rows, rejected } = this.#next
    const drafts = [...this.#next.drafts.values()]
    this.#next = new NextBatch()
    const { media, rejected: rejectedPictures } = await storeMedia(drafts, mediaImport)
    const { categories, changes, refused } = await this.#db
      .transaction((tx) => this.#writeBatch(tx, drafts, media))
      .catch(explainLock)
    this.#isRecorded ||= changes.some(isChange)
    const rejectedRows = [...rejected, ...refused]
    this.#counts.add({ rows, rejected: rejectedRows, rejectedPictures, changes, categories })
    report.add([...rejectedRows, ...rejectedPictures])
    this.#noteHidden(drafts, changes)
    onBatch?.()
  }

  /** Writes one batch, after those of other imports that are being written. It may run again after a deadlock. */
  async #writeBatch(tx: Tx, drafts: ProductDraft[], media: Batch['media']) {
    const { now, defaultStock, changesOnly } = this.#settings
    await lockName(tx, 'import')
    const existing = await readExisting(tx, drafts)
    const matches = matchProducts(drafts, existing)
    const categories = await CategoryPaths.load(tx)
    const batch: Batch = {
      existing,
      categories,
      media,
      ids: await reserveIds(tx, matches, existing),
      now,
      defaultStock,
      changesOnly,
      awaitsVariants: (key) => this.#withoutVariants.has(key),
      rejected: [],
    }
    const changes: ProductChange[] = []
    for (const match of matches) {
      const change = await planProduct(batch, match)
      if (change) changes.push(change)
    }
    const isRecorded = !changesOnly && changes.some(isChange)
    if (isRecorded) await this.#record(tx)
    const newCategories = categories.created.map(({ id }) => id)
    await writeChanges(tx, changes, { now, newCategories, isRecorded })
    return { categories: categories.created, changes, refused: batch.rejected }
  }

  /**
   * With its first change, an import takes the place of the one before in the record.
   *
   * @throws UserError when another import has taken its place since: an undo could not tell their changes apart
   */
  async #record(tx: Tx): Promise<void> {
    const { run } = this.#settings
    if (!this.#isRecorded) return beginRecord(tx, run)
    const last = await findRecordedImport(tx)
    if (last?.run === run.run) return
    throw new UserError(
      `${last ? `Another import, of ${last.file}, has` : 'An undo of this import has'} begun meanwhile, so this one has stopped. When the other has ended, run this one again.`,
    )
  }

  #noteHidden(drafts: ProductDraft[], changes: ProductChange[]): void {
    for (const { key, variants } of drafts) if (variants.length > 0) this.#withoutVariants.delete(key)
    for (const { draft, allVariants } of changes)
      if (
        draft.product &&
        (draft.product.is_published ?? true) &&
        draft.variants.length + allVariants.length === 0
      )
        this.#withoutVariants.set(draft.key, draft)
  }
}

const isChange = (change: ProductChange): boolean => outcomeOf(change) !== 'unchanged'

/** Ids for the rows that a batch may create, the next one last. */
async function reserveIds(tx: Tx, matches: Match[], { variants }: Batch['existing']): Promise<Batch['ids']> {
  const newProducts = matches.filter(({ row }) => row === undefined).length
  const newVariants = matches.flatMap(({ draft, row }) => {
    const rows = variants.get(row?.id ?? 0) ?? []
    return draft.variants.filter(({ values }) => !matchVariant(rows, values, draft.mayBePartial))
  }).length
  const [products, ids] = [
    await allocateIds(tx, 'products', newProducts),
    await allocateIds(tx, 'variants', newVariants),
  ]
  return { products: products.toReversed(), variants: ids.toReversed() }
}

function explainLock(error: unknown): never {
  if (!isLocked(error)) throw error
  throw new UserError(
    'Something else writes to the shop and takes long, such as another import. Run this one again when that has ended.',
  )
}
