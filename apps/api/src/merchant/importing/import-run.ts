/** One run of an import: collects batches, writes them, counts, and saves its progress with each batch. */
import { randomUUID } from 'node:crypto'
import { type Database, lockName, type Tx } from '../../db/database.ts'
import { isLocked } from '../../db/errors.ts'
import { deferIndexes, restoreIndexes } from '../../db/deferred-indexes.ts'
import type { RejectionReport } from './layouts/rejection-report.ts'
import type { RejectedRow } from './layouts/fields.ts'
import { PlannedProducts } from './existing-products.ts'
import {
  countReasons,
  type BatchItem,
  type BatchPlan,
  Categories,
  type ImportOutcome,
  type SampleProduct,
} from './import-batch.ts'
import { beginRecord, findRecordedImport } from './import-changes.store.ts'
import { deleteProgress, saveProgress } from './importing.store.ts'
import { type Counts, NO_COUNTS } from './import-summary.ts'
import { planBatch } from './plan-batch.ts'
import type { DraftedRows, ProductDraft } from './product-drafts.ts'
import { type MediaImport, storeMedia } from './store-media.ts'
import { writeBatch } from './write-batch.ts'
import { UserError } from '../user-error.ts'

const BATCH_PRODUCTS = 2000
const BATCH_VARIANTS = 8000
const EXAMPLES = 5
/** Products of a first batch from which it is worth while to build indexes afterwards. */
const DEFER_FROM = 1000

/** The state of an import, saved in the transaction of each batch. */
export interface Progress {
  /** Products of the file, in its order, that are done. */
  groups: number
  /** Size of the report up to these products. */
  reportBytes: number
  counts: Counts
  /** Names this run in the record of its changes. */
  run: string
  /** Whether it has changed something. */
  recorded: boolean
  sample: SampleProduct | null
}

interface RunSettings {
  id: string
  /** Name of the file. */
  file: string
  saved: Progress | null
  dryRun: boolean
  now: Date
  defaultStock: number
  media: MediaImport | null
  report: RejectionReport
  onBatch: (() => void) | undefined
}

/** What is read of the file and not yet written. */
interface Batch {
  drafts: ProductDraft[]
  rows: number
  rejected: RejectedRow[]
  /** Products of the file up to the end of the batch. */
  groups: number
}

/** The result of one attempt at a batch, and the state of the import once it is committed. */
interface Attempt {
  plan: BatchPlan
  progress: Progress
}

export class ImportRun {
  readonly #db: Database
  readonly #settings: RunSettings
  #progress: Progress
  /** The categories after the batches of a dry run; null before its first. */
  #categories: Categories | null = null
  readonly #planned: PlannedProducts | null
  /** Whether this process has written the record of changes. */
  #hasRecord = false
  /** By id. A product whose rows are in several batches is counted once. */
  readonly #outcomes = new Map<number, ImportOutcome>()
  /** Keys of products that the interrupted import has counted. */
  readonly #counted = new Set<string>()
  /** Products that are hidden until a variant of them is imported, by key. */
  readonly #withoutVariants = new Map<string, ProductDraft>()
  /** Products of the file that are read. */
  #groups = 0
  /** The products of the next batch, by key. */
  readonly #drafts = new Map<string, ProductDraft>()
  #variants = 0
  #rows = 0
  #rejected: RejectedRow[] = []
  /** The batch that is being written. */
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, settings: RunSettings) {
    this.#db = db
    this.#settings = settings
    this.#planned = settings.dryRun ? new PlannedProducts() : null
    this.#progress = settings.saved ?? {
      groups: 0,
      reportBytes: 0,
      counts: NO_COUNTS,
      run: randomUUID(),
      recorded: false,
      sample: null,
    }
  }

  get counts(): Counts {
    return this.#progress.counts
  }

  /** The first new product, else the first changed one. */
  get sample(): SampleProduct | null {
    return this.#progress.sample
  }

  /** @returns whether there is enough to write() */
  add({ rows, draft, rejected }: DraftedRows): boolean {
    if (this.#groups < (this.#settings.saved?.groups ?? 0)) {
      this.#skip(draft)
      return false
    }
    this.#groups += 1
    this.#rows += rows
    this.#rejected.push(...rejected)
    if (draft) this.#collect(draft)
    this.#variants += draft?.variants.length ?? 0
    return this.#drafts.size >= BATCH_PRODUCTS || this.#variants >= BATCH_VARIANTS
  }

  /** Writes the last batch and reports the products that stay hidden because they have no variants. */
  async finish(): Promise<void> {
    const { report, dryRun, id } = this.#settings
    await this.write()
    await this.#writing
    const reason = 'None of its variations could be imported: the product is hidden'
    const hidden = [...this.#withoutVariants.values()].map(({ line, cell }) => {
      return { line, column: cell.column, value: cell.text, reason }
    })
    report.add(hidden)
    // Their rows count as created or changed products, not as refused rows.
    const { counts } = this
    const reasons = countReasons(counts.reasons, hidden)
    this.#progress = { ...this.#progress, counts: { ...counts, reasons } }
    if (dryRun) return
    await restoreIndexes(this.#db).catch(stillLocked)
    await this.#db.transaction((tx) => deleteProgress(tx, id))
  }

  /** After an error; a database that is away restores its indexes when it is opened again. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined)
    if (!this.#settings.dryRun) await restoreIndexes(this.#db).catch(() => undefined)
  }

  /** Adds a product to the next batch. Rows of one product may be anywhere in the file. */
  #collect(draft: ProductDraft): void {
    const before = this.#drafts.get(draft.key)
    if (!before) return void this.#drafts.set(draft.key, draft)
    before.product ??= draft.product
    before.variants.push(...draft.variants)
    before.pictures.push(...draft.pictures)
    before.videos.push(...draft.videos)
  }

  /** Skips a product that the interrupted import has written. */
  #skip(draft: ProductDraft | null): void {
    this.#groups += 1
    if (!draft) return
    if (draft.product && draft.variants.length === 0) this.#withoutVariants.set(draft.key, draft)
    else this.#withoutVariants.delete(draft.key)
    this.#counted.add(draft.key)
  }

  /**
   * Starts to write the batch, once the one before is written. On PostgreSQL the next one is read meanwhile; on SQLite
   * that would only keep the shop's writers waiting.
   */
  async write(): Promise<void> {
    const drafts = [...this.#drafts.values()]
    const batch: Batch = { drafts, rows: this.#rows, rejected: this.#rejected, groups: this.#groups }
    this.#drafts.clear()
    this.#variants = 0
    this.#rows = 0
    this.#rejected = []
    await this.#writing
    this.#writing = this.#writeBatch(batch)
    if (this.#db.engine === 'sqlite') await this.#writing
    // Whoever awaits it next gets the error.
    else this.#writing.catch(() => undefined)
  }

  async #writeBatch(batch: Batch): Promise<void> {
    const { media, dryRun, onBatch } = this.#settings
    const { items, rejected: pictures } = await storeMedia(batch.drafts, media, dryRun)
    const { plan, progress } = dryRun
      ? await this.#plan(batch, items, pictures)
      : await this.#commit(batch, items, pictures).catch(stillLocked)
    this.#progress = progress
    this.#hasRecord ||= !dryRun && changesSomething(plan)
    for (const { id, outcome } of plan.products)
      if (id !== null && exceeds(outcome, this.#outcomes.get(id))) this.#outcomes.set(id, outcome)
    for (const { key, variants } of batch.drafts) if (variants.length > 0) this.#withoutVariants.delete(key)
    for (const draft of plan.withoutVariants) this.#withoutVariants.set(draft.key, draft)
    onBatch?.()
  }

  async #plan(batch: Batch, items: BatchItem[], pictures: RejectedRow[]): Promise<Attempt> {
    const categories = this.#categories?.copy() ?? (await Categories.load(this.#db))
    const plan = await planBatch(this.#db, items, this.#context(categories))
    const counts = this.#count(batch, plan, categories, pictures)
    this.#settings.report.add([...batch.rejected, ...plan.rejected, ...pictures])
    this.#categories = categories
    return { plan, progress: { ...this.#progress, counts, sample: this.#sampleAfter(plan) } }
  }

  /**
   * Writes one batch, after those of other imports that are being written. The transaction may run again after a
   * deadlock, so it changes nothing of this object.
   */
  async #commit(batch: Batch, items: BatchItem[], pictures: RejectedRow[]): Promise<Attempt> {
    const { id, report, now } = this.#settings
    const reportBytes = report.bytes
    return this.#db.transaction(async (tx) => {
      await lockName(tx, 'import')
      const categories = await Categories.load(tx)
      const plan = await planBatch(tx, items, this.#context(categories))
      const isFirst = this.#progress.groups === 0
      if (isFirst && plan.newRows.products.length >= DEFER_FROM) await deferIndexes(tx)
      const recorded = await this.#beginRecord(tx, plan)
      await writeBatch(tx, plan, { categories, now })
      const counts = this.#count(batch, plan, categories, pictures)
      report.truncate(reportBytes)
      report.add([...batch.rejected, ...plan.rejected, ...pictures])
      const progress: Progress = {
        groups: batch.groups,
        reportBytes: report.bytes,
        counts,
        run: this.#progress.run,
        recorded,
        sample: this.#sampleAfter(plan),
      }
      await saveProgress(tx, id, JSON.stringify(progress))
      return { plan, progress }
    })
  }

  #sampleAfter(plan: BatchPlan): SampleProduct | null {
    return this.sample?.is_new ? this.sample : (plan.sample ?? this.sample)
  }

  #context(categories: Categories) {
    const { now, defaultStock } = this.#settings
    const awaitsVariants = (key: string) => this.#withoutVariants.has(key)
    return { now, categories, defaultStock, awaitsVariants, planned: this.#planned }
  }

  /**
   * With its first change, an import takes the place of the one before in the record.
   *
   * @throws UserError when another import has taken its place since: an undo could not tell their changes apart
   */
  async #beginRecord(tx: Tx, plan: BatchPlan): Promise<boolean> {
    const { run, recorded } = this.#progress
    if (!changesSomething(plan)) return recorded
    const last = recorded ? await findRecordedImport(tx) : null
    if (last?.run === run) return true
    if (this.#hasRecord)
      throw new UserError(
        `${last ? `Another import, of ${last.file}, has` : 'An undo of this import has'} begun meanwhile, so this one has stopped. When the other has ended, run this one again: it goes on where it stopped.`,
      )
    const { id, file, now } = this.#settings
    await beginRecord(tx, { run, import_id: id, file, at: now.toISOString() })
    return true
  }

  /** The counts of the import including this batch. */
  #count(batch: Batch, plan: BatchPlan, { created }: Categories, pictures: RejectedRow[]): Counts {
    const counts = { ...NO_COUNTS, ...this.counts }
    const rejected = [...batch.rejected, ...plan.rejected]
    counts.rows += batch.rows
    counts.refused += new Set(rejected.map(({ line }) => line)).size
    counts.pictures_refused += pictures.length
    counts.reasons = countReasons(counts.reasons, [...rejected, ...pictures])
    counts.default_stock += plan.defaultStock
    counts.categories += created.length
    const paths = created.map(({ path }) => path.join(' > '))
    counts.category_examples = [...counts.category_examples, ...paths].slice(0, EXAMPLES)
    counts.named += plan.products.filter(({ renamed }) => renamed !== undefined).length
    counts.renamed += plan.products.filter(({ renamed }) => renamed).length
    counts.odd_rates = { ...counts.odd_rates }
    for (const { odd_rate, outcome } of plan.products)
      if (odd_rate !== undefined && outcome !== 'refused')
        counts.odd_rates[odd_rate] = (counts.odd_rates[odd_rate] ?? 0) + 1
    const outcomes = new Map<number, ImportOutcome>()
    for (const { id, key, outcome } of plan.products) {
      if (id === null || outcome === 'refused' || this.#counted.has(key)) continue
      const before = outcomes.get(id) ?? this.#outcomes.get(id)
      if (!exceeds(outcome, before)) continue
      if (before && before !== 'refused') counts[before] -= 1
      counts[outcome] += 1
      outcomes.set(id, outcome)
    }
    return counts
  }
}

function stillLocked(error: unknown): never {
  if (!isLocked(error)) throw error
  throw new UserError(
    'Something else writes to the shop and takes long, such as another import. Run this one again when that has ended: it goes on where it stopped.',
  )
}

const changesSomething = ({ products }: BatchPlan): boolean =>
  products.some(({ outcome }) => outcome === 'created' || outcome === 'changed')

const RANK: Record<ImportOutcome, number> = { refused: 0, unchanged: 1, changed: 2, created: 3 }

const exceeds = (outcome: ImportOutcome, before: ImportOutcome = 'refused'): boolean =>
  RANK[outcome] > RANK[before]
