/**
 * Imports a file of products in batches of one transaction each. Importing the same file again changes nothing,
 * and an interrupted import continues where it stopped when it is run again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../../db/database.ts'
import { RejectionReport } from './layouts/csv-files.ts'
import { type Field, type Layout, type RejectedRow, type Unit } from './layouts/fields.ts'
import {
  type BatchItem,
  type BatchResult,
  Categories,
  type ImportOutcome,
  transactionOf,
} from './import-batch.ts'
import { deleteProgress, findProgress, saveProgress } from './importing.store.ts'
import { type MediaImport, storeMedia } from './store-media.ts'
import { type DraftedRows, type FieldDefaults, type ProductDraft, readProducts } from './product-drafts.ts'
import { writeBatch } from './write-batch.ts'
import { UserError } from '../user-error.ts'

const BATCH_PRODUCTS = 2000
const BATCH_VARIANTS = 8000
const DEFAULT_STOCK = 10

export interface ImportOptions {
  /** A column map such as `name=Item,price=Rate`; the file is then read as a plain table. */
  map?: string | undefined
  /** Values for rows that leave a field out or empty. */
  defaults?: FieldDefaults
  /** The unit of amounts; rupees by default. */
  unit?: Unit
  /** The encoding of a table; UTF-8 by default. */
  encoding?: string
  /** Stock of a new variant whose stock the file does not give; 10 by default. */
  stock?: number
  /** Rolls every batch back and only reports what it would do. */
  dryRun?: boolean
  /** Path of the CSV list of rejected rows; null writes none. */
  report?: string | null
  /** Null leaves pictures out. */
  media?: MediaImport | null
  /** Called after each product with the bytes read so far and the size of the file. */
  onProgress?: (progress: { bytes: number; total: number; products: number }) => void
  /** Called after each batch. */
  onBatch?: () => void
}

interface Counts {
  /** Rows read, without the header. */
  rows: number
  /** Products. */
  created: number
  changed: number
  unchanged: number
  /** Rows that were rejected. */
  refused: number
  pictures_refused: number
}

export interface ImportResult extends Counts {
  layout: Layout['name']
  columns: Partial<Record<Field, string>>
  /** Path of the list of rejected rows; null when nothing was rejected. */
  report: string | null
  /** Products that an interrupted import of this file had already written. */
  resumed: number
  dry_run: boolean
}

/** The state of an import, saved in the transaction of each batch. */
interface Progress {
  /** Products of the file, in its order, that are done. */
  groups: number
  /** Size of the report up to these products. */
  reportBytes: number
  counts: Counts
}

/** @throws UserError when the file or an option cannot be used at all */
export async function importCatalogue(
  { db, now }: { db: Database; now: () => Date },
  file: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, report = null } = options
  const total = await fileSize(file)
  const startedAt = now()
  let bytes = 0
  const { layout, products } = await readProducts(file, {
    map: options.map,
    defaults: options.defaults ?? {},
    unit: options.unit ?? 'rupees',
    encoding: options.encoding ?? 'utf-8',
    now: startedAt,
    onBytes: (more) => (bytes += more),
  })
  const id = await importId(file, options)
  const saved = dryRun ? null : await loadProgress(db, id)
  const run = new ImportRun(db, {
    id,
    saved,
    dryRun,
    now: startedAt,
    defaultStock: options.stock ?? DEFAULT_STOCK,
    media: options.media ?? null,
    report: new RejectionReport(report, saved?.reportBytes ?? 0),
    onBatch: options.onBatch,
  })
  for await (const product of products) {
    await run.add(product)
    const { created, changed, unchanged } = run.counts
    options.onProgress?.({ bytes, total, products: created + changed + unchanged })
  }
  await run.finish()
  return {
    layout: layout.name,
    columns: layout.columns,
    ...run.counts,
    report: run.counts.refused + run.counts.pictures_refused > 0 ? report : null,
    resumed: saved?.groups ?? 0,
    dry_run: dryRun,
  }
}

async function fileSize(file: string): Promise<number> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) throw new UserError(`There is no file "${file}".`)
  return stats.size
}

async function loadProgress(db: Database, id: string): Promise<Progress | null> {
  const text = await findProgress(db, id)
  return text === undefined ? null : (JSON.parse(text) as Progress)
}

/** Identifies an import by the content of the file and the options that decide what it writes. */
async function importId(
  file: string,
  { map, defaults, unit, encoding, stock }: ImportOptions,
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([map, defaults, unit, encoding, stock]))
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    digest.update(chunk as Buffer)
  return digest.digest('hex').slice(0, 32)
}

interface RunSettings {
  id: string
  saved: Progress | null
  dryRun: boolean
  now: Date
  defaultStock: number
  media: MediaImport | null
  report: RejectionReport
  onBatch: (() => void) | undefined
}

/** The result of one attempt at a batch, and the state of the import once it is committed. */
interface Attempt {
  result: BatchResult
  categories: Categories
  counts: Counts
}

class ImportRun {
  counts: Counts
  readonly #db: Database
  readonly #settings: RunSettings
  /** The cache of committed categories; null before the first batch. */
  #categories: Categories | null = null
  /** By key. A product whose rows are in several batches is counted once. */
  readonly #outcomes = new Map<string, ImportOutcome>()
  /** Products that are hidden until a variant of them is imported, by key. */
  readonly #withoutVariants = new Map<string, ProductDraft>()
  /** Products of the file that are read. */
  #groups = 0
  /** The products of the next batch, by key. */
  readonly #drafts = new Map<string, ProductDraft>()
  #variants = 0
  #rows = 0
  #rejected: RejectedRow[] = []

  constructor(db: Database, settings: RunSettings) {
    this.#db = db
    this.#settings = settings
    this.counts = settings.saved?.counts ?? {
      rows: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      refused: 0,
      pictures_refused: 0,
    }
  }

  async add({ rows, draft, rejected }: DraftedRows): Promise<void> {
    if (this.#groups < (this.#settings.saved?.groups ?? 0)) return this.#skip(draft)
    if (draft && this.#drafts.has(draft.key)) await this.#write()
    this.#groups += 1
    this.#rows += rows
    this.#rejected.push(...rejected)
    if (draft) this.#drafts.set(draft.key, draft)
    this.#variants += draft?.variants.length ?? 0
    if (this.#drafts.size >= BATCH_PRODUCTS || this.#variants >= BATCH_VARIANTS) await this.#write()
  }

  /** Writes the last batch and reports the products that stay hidden because they have no variants. */
  async finish(): Promise<void> {
    const { report, dryRun, id } = this.#settings
    await this.#write()
    const hidden = [...this.#withoutVariants.values()]
    const reason = 'None of its variations could be imported: the product is hidden'
    report.add(hidden.map(({ line, cell: { column, text: value } }) => ({ line, column, value, reason })))
    this.counts.refused += hidden.length
    if (!dryRun) await this.#db.transaction((tx) => deleteProgress(tx, id))
  }

  /** Skips a product that the interrupted import has written. */
  #skip(draft: ProductDraft | null): void {
    this.#groups += 1
    if (!draft) return
    if (draft.product && draft.variants.length === 0) this.#withoutVariants.set(draft.key, draft)
    else this.#withoutVariants.delete(draft.key)
    this.#outcomes.set(draft.key, 'created')
  }

  async #write(): Promise<void> {
    const { media, dryRun, onBatch } = this.#settings
    // A dry run rolls earlier batches back, so rows that add to one of their products have nothing to add to.
    const drafts = [...this.#drafts.values()].filter(
      (draft) => !dryRun || draft.product !== null || !this.#outcomes.has(draft.key),
    )
    const { items, rejected: pictures } = await storeMedia(drafts, media)
    const { result, counts, categories } = await this.#commit(items, pictures)
    this.counts = counts
    if (!dryRun) this.#categories = categories
    for (const [at, { draft }] of items.entries()) {
      const outcome = result.outcomes[at] ?? 'refused'
      if (exceeds(outcome, this.#outcomes.get(draft.key))) this.#outcomes.set(draft.key, outcome)
      if (draft.variants.length > 0) this.#withoutVariants.delete(draft.key)
    }
    for (const draft of result.withoutVariants) this.#withoutVariants.set(draft.key, draft)
    this.#drafts.clear()
    this.#variants = 0
    this.#rows = 0
    this.#rejected = []
    onBatch?.()
  }

  /** Writes one batch. The transaction may run again after a deadlock, so it changes nothing of this object. */
  async #commit(items: BatchItem[], pictures: RejectedRow[]): Promise<Attempt> {
    const { id, dryRun, report } = this.#settings
    const reportBytes = report.bytes
    return transactionOf(this.#db, dryRun, async (tx) => {
      const categories = this.#categories?.copy() ?? (await Categories.load(tx))
      const result = await writeBatch(tx, items, {
        now: this.#settings.now,
        categories,
        defaultStock: this.#settings.defaultStock,
        awaitsVariants: (key) => this.#withoutVariants.has(key),
        updateIndex: !dryRun,
      })
      const counts = this.#count(items, result, pictures.length)
      report.truncate(reportBytes)
      report.add([...this.#rejected, ...result.rejected, ...pictures])
      const progress: Progress = { groups: this.#groups, reportBytes: report.bytes, counts }
      await saveProgress(tx, id, JSON.stringify(progress))
      return { result, counts, categories }
    })
  }

  /** The counts of the import including this batch. */
  #count(items: BatchItem[], { outcomes, rejected }: BatchResult, pictures: number): Counts {
    const counts = { ...this.counts }
    counts.rows += this.#rows
    counts.refused += this.#rejected.length + rejected.length
    counts.pictures_refused += pictures
    for (const [at, { draft }] of items.entries()) {
      const outcome = outcomes[at] ?? 'refused'
      const before = this.#outcomes.get(draft.key)
      if (outcome === 'refused' || !exceeds(outcome, before)) continue
      if (before && before !== 'refused') counts[before] -= 1
      counts[outcome] += 1
    }
    return counts
  }
}

const RANK: Record<ImportOutcome, number> = { refused: 0, unchanged: 1, changed: 2, created: 3 }

const exceeds = (outcome: ImportOutcome, before: ImportOutcome = 'refused'): boolean =>
  RANK[outcome] > RANK[before]
