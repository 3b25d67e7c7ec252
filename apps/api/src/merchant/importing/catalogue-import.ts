/**
 * Imports a file of products in batches of one transaction each. Importing the same file again changes nothing, so an
 * interrupted import is simply run again.
 */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Database, lockName, type Tx } from '../../db/database.ts'
import { isLocked } from '../../db/errors.ts'
import { isEmpty } from '../../acts/catalogue/product-values.ts'
import { UserError } from '../user-error.ts'
import { CategoryPaths } from './category-paths.ts'
import { type ImportedShop, onShopOrCopy } from './dry-run.ts'
import { type Counts, ImportCounts } from './import-counts.ts'
import { beginRecord, findRecordedImport } from './import-record.store.ts'
import { allocateIds } from './importing.store.ts'
import type { Field, RejectedRow } from './layouts/fields.ts'
import type { LayoutReader } from './layouts/layout-reader.ts'
import { RejectionReport } from './layouts/rejection-report.ts'
import {
  type Match,
  matchProducts,
  matchVariant,
  mergeDrafts,
  readExisting,
  readVariants,
} from './match-products.ts'
import { type Batch, isChange, planProduct, type ProductChange } from './product-changes.ts'
import type { DraftedRows, FieldDefaults, ProductDraft } from './product-drafts.ts'
import { readProducts } from './read-products.ts'
import { type MediaImport, storeMedia } from './store-media.ts'
import { writeChanges } from './write-changes.store.ts'

const DEFAULT_STOCK = 0
const BATCH_PRODUCTS = 2000
const BATCH_VARIANTS = 8000

export interface ImportOptions {
  /** A column map such as `name=Item,price=Rate`. */
  map?: string | undefined
  /** The sheet of a workbook; by default the visible one whose headings are known best. */
  sheet?: string | undefined
  /** Values for rows that leave a field out or empty. */
  defaults?: FieldDefaults | undefined
  /** The fields that an empty cell of a plain table clears; it leaves the other ones as they are. */
  erase?: Field[] | undefined
  /** The only fields that the file may change; it then creates nothing. */
  only?: readonly Field[]
  /** Stock of a new variant whose stock the file does not give; none by default. */
  stock?: number | undefined
  /** Leaves the shop as it is and only reports what the import would do. */
  dryRun?: boolean | undefined
  /** Path of the CSV list of rejected rows; null writes none. */
  report?: string | null
  /** Null leaves pictures out. */
  media?: MediaImport | null
  /** Called after each chunk of the file with the bytes read so far and the size of the file. */
  onProgress?: (bytes: number, total: number) => void
  /** Called after each batch. */
  onBatch?: () => void
}

export interface ImportResult extends Counts, Pick<LayoutReader, 'columns' | 'unused'> {
  layout: string
  /** What the merchant should know of the file. */
  notes: string[]
  /** Stock of new variants whose stock the file does not give. */
  stock: number
  /** The only fields that the file may change, or null. `changed` and `unchanged` then count variants. */
  only: readonly Field[] | null
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
  const { dryRun = false, report = null, stock = DEFAULT_STOCK, onProgress, media = null } = options
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) throw new UserError(`There is no file "${file}".`)
  const now = shop.now()
  let bytes = 0
  const { layout, products, notes } = await readProducts(file, {
    map: options.map,
    defaults: options.defaults ?? {},
    erase: new Set(options.erase),
    only: options.only,
    sheet: options.sheet,
    now,
    onBytes: (more) => (bytes += more),
  })
  const rejections = new RejectionReport(report)
  const counts = await onShopOrCopy(shop, dryRun, async (db) => {
    const run = new ImportRun(db, {
      now,
      run: { run: randomUUID(), file: basename(file), at: now.toISOString() },
      defaultStock: stock,
      only: options.only,
      media: media && dryRun ? withoutWriting(media) : media,
      report: rejections,
      onBatch: options.onBatch,
    })
    for await (const chunk of products) {
      for (const product of chunk) await run.add(product)
      onProgress?.(bytes, stats.size)
    }
    return run.finish()
  })
  return {
    ...{
      layout: layout.layout.name,
      columns: layout.columns,
      unused: layout.unused,
      notes,
      stock,
      ...counts,
    },
    ...(options.only && counts.variants),
    only: options.only ?? null,
    report: isEmpty(counts.reasons) ? null : report,
    dry_run: dryRun,
  }
}

/** Pictures are fetched and checked in a dry run too. */
const withoutWriting = (media: MediaImport): MediaImport => ({
  ...media,
  originals: { find: (...name) => media.originals.find(...name), write: async () => undefined },
  colors: { record: async () => undefined },
})

interface RunSettings extends Pick<Batch, 'now' | 'defaultStock' | 'only'> {
  /** Names this run in the record of its changes. */
  run: { run: string; file: string; at: string }
  media: MediaImport | null
  report: RejectionReport
  onBatch: (() => void) | undefined
}

/** Whether it can be written: the rows of another one may be elsewhere in the file. */
const isComplete = ({ mayBePartial, product, variants }: ProductDraft): boolean =>
  mayBePartial || (product !== null && variants.length > 0)

class ImportRun {
  readonly #db: Database
  readonly #settings: RunSettings
  readonly #counts = new ImportCounts()
  /** Whether this run has changed something. */
  #isRecorded = false
  /** What the next batch writes, by key: rows of one product may be anywhere in the file. */
  readonly #drafts = new Map<string, ProductDraft>()
  #rejected: RejectedRow[] = []
  #products = 0
  #variants = 0

  constructor(db: Database, settings: RunSettings) {
    this.#db = db
    this.#settings = settings
  }

  async add({ rows, draft, rejected }: DraftedRows): Promise<void> {
    this.#counts.addRows(rows)
    this.#rejected.push(...rejected)
    if (!draft) return
    const before = this.#drafts.get(draft.key)
    this.#drafts.set(draft.key, before ? mergeDrafts(before, draft) : draft)
    this.#products += 1
    this.#variants += draft.variants.length
    if (this.#products >= BATCH_PRODUCTS || this.#variants >= BATCH_VARIANTS)
      await this.#write([...this.#drafts.values()].filter(isComplete))
  }

  /** Writes what is left. */
  async finish(): Promise<Counts> {
    const drafts = [...this.#drafts.values()]
    for (let start = 0; start === 0 || start < drafts.length; start += BATCH_PRODUCTS)
      await this.#write(drafts.slice(start, start + BATCH_PRODUCTS))
    return this.#counts.result()
  }

  async #write(drafts: ProductDraft[]): Promise<void> {
    const { media: mediaImport, report, onBatch } = this.#settings
    for (const { key } of drafts) this.#drafts.delete(key)
    this.#products = 0
    this.#variants = 0
    const { media, rejected: rejectedPictures } = await storeMedia(drafts, mediaImport)
    const { categories, changes, refused } = await this.#db
      .transaction((tx) => this.#writeBatch(tx, drafts, media))
      .catch(explainLock)
    this.#isRecorded ||= changes.some(isChange)
    const rejected = [...this.#rejected, ...refused]
    this.#rejected = []
    this.#counts.add({ rejected, rejectedPictures, changes, categories })
    report.add([...rejected, ...rejectedPictures])
    onBatch?.()
  }

  /**
   * Writes one batch, after those of other imports that are being written. It may run again after a deadlock. A stock
   * that changes by a number of pieces is locked first: an order may take from it meanwhile.
   */
  async #writeBatch(tx: Tx, drafts: ProductDraft[], media: Batch['media']) {
    const { now, defaultStock, only } = this.#settings
    await lockName(tx, 'import')
    const existing = await readExisting(tx, drafts)
    if (drafts.some(({ variants }) => variants.some(({ values }) => values.stock_change !== undefined))) {
      const ids = [...existing.variants.values()].flat().map(({ id }) => id)
      await tx.lockRows('variants', ids)
      existing.variants = await readVariants(tx, existing)
    }
    const matches = matchProducts(drafts, existing)
    const categories = await CategoryPaths.load(tx)
    const ids = await reserveIds(tx, matches, existing)
    const batch: Batch = { existing, categories, media, ids, now, defaultStock, only, rejected: [] }
    const changes: ProductChange[] = []
    for (const match of matches) {
      const change = await planProduct(batch, match)
      if (change) changes.push(change)
    }
    if (changes.some(isChange)) await this.#record(tx)
    const newCategories = categories.created.map(({ id }) => id)
    await writeChanges(tx, changes, now, newCategories)
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
    if ((await findRecordedImport(tx))?.run !== run.run)
      throw new UserError(
        'Another import, or an undo, has begun meanwhile, so this import has stopped. When the other has ended, run this one again.',
      )
  }
}

/** Ids for the rows that a batch may create, the next one last. */
async function reserveIds(tx: Tx, matches: Match[], { variants }: Batch['existing']): Promise<Batch['ids']> {
  const newProducts = matches.filter(({ row }) => row === undefined).length
  const newVariants = matches.flatMap(({ draft, row }) => {
    const rows = variants.get(row?.id ?? 0) ?? []
    return draft.variants.filter(({ values }) => !matchVariant(rows, values, draft.mayBePartial, false))
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
