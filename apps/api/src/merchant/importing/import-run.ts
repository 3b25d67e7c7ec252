import type { Database, Tx } from '../../db/database.ts'
import type { Prepared, Written } from './batch.ts'
import { CategoryPaths } from './category-paths.ts'
import type { ProductDraft } from './draft.ts'
import type { Refusal } from './fields.ts'
import { dropProgress, storeProgress } from './importing.store.ts'
import type { MediaDesk } from './pictures/resolve-media.ts'
import { prepareBatch } from './prepare-batch.ts'
import type { ProductRows } from './read-products.ts'
import type { Report } from './report.ts'
import { type Counts, NO_COUNTS, Tally } from './tally.ts'
import { writeBatch } from './write-batch.ts'

const BATCH_PRODUCTS = 2000
const BATCH_VARIANTS = 8000

/** How far an import has come, kept in the transaction that brought it there. */
export interface Saved {
  /** Products of the file, in its order, that are done with. */
  groups: number
  /** How much of the report belongs to them. */
  reportBytes: number
  counts: Counts
}

export interface RunSettings {
  /** Names the import: the same file with the same choices. */
  id: string
  now: Date
  saved: Saved | null
  report: Report
  desk: MediaDesk | null
  dryRun: boolean
  stock: number
  onBatch: () => void
}

const ROLLED_BACK = new Error('dry run')

/** One import under way: gathers products into batches and writes them, one transaction each. */
export class ImportRun {
  readonly tally: Tally
  readonly #db: Database
  readonly #settings: RunSettings
  readonly #skip: number
  readonly #categories = new CategoryPaths()
  /** Products that are to be shown once a variation comes, and where they stand. */
  readonly #bare = new Map<string, ProductDraft>()
  #groups = 0
  /** Products of the next transaction, by key. */
  readonly #batch = new Map<string, ProductDraft>()
  #variants = 0
  #refusals: Refusal[] = []
  #rows = 0

  constructor(db: Database, settings: RunSettings) {
    this.#db = db
    this.#settings = settings
    this.#skip = settings.saved?.groups ?? 0
    this.tally = new Tally(settings.saved?.counts ?? NO_COUNTS)
  }

  async take({ rows, draft, refusals }: ProductRows): Promise<void> {
    if (this.#groups < this.#skip) return this.#pass(draft)
    if (draft && this.#batch.has(draft.key)) await this.#write()
    this.#groups += 1
    this.#rows += rows
    this.#refusals.push(...refusals)
    if (draft) this.#batch.set(draft.key, draft)
    this.#variants += draft?.variants.length ?? 0
    if (this.#batch.size >= BATCH_PRODUCTS || this.#variants >= BATCH_VARIANTS) await this.#write()
  }

  /** Writes what is left, and names the products that nobody can buy. */
  async finish(): Promise<void> {
    await this.#write()
    this.#settings.report.add([...this.#bare.values()].map(toBareRefusal))
    this.tally.counts.refused += this.#bare.size
    if (!this.#settings.dryRun) await this.#db.transaction((tx) => dropProgress(tx, this.#settings.id))
  }

  /** What an earlier run has written already. */
  #pass(draft: ProductDraft | null): void {
    this.#groups += 1
    if (!draft) return
    if (draft.product && draft.variants.length === 0) this.#bare.set(draft.key, draft)
    else this.#bare.delete(draft.key)
    this.tally.pass(draft.key)
  }

  async #write(): Promise<void> {
    const { desk, dryRun } = this.#settings
    const pictureRefusals: Refusal[] = []
    // What an earlier batch of a dry run would have made is not there to be added to.
    const drafts = [...this.#batch.values()].filter(
      (draft) => !dryRun || draft.product !== null || !this.tally.knows(draft.key),
    )
    const batch = await prepareBatch(drafts, desk, pictureRefusals)
    const written = await this.#transact(batch, (done) => {
      const refusals = [...this.#refusals, ...done.refusals]
      this.tally.add(batch, done, {
        rows: this.#rows,
        refused: refusals.length,
        pictures: pictureRefusals.length,
      })
      this.#settings.report.add([...refusals, ...pictureRefusals].toSorted((a, b) => a.line - b.line))
    })
    for (const { draft } of batch) if (draft.variants.length > 0) this.#bare.delete(draft.key)
    for (const draft of written.bare) this.#bare.set(draft.key, draft)
    this.#batch.clear()
    this.#variants = 0
    this.#refusals = []
    this.#rows = 0
    this.#settings.onBatch()
  }

  /** @param account told before the commit, so that progress and report fit what is written */
  async #transact(batch: Prepared[], account: (written: Written) => void): Promise<Written> {
    let written: Written | null = null
    let accounted = false
    try {
      await this.#db.transaction(async (tx) => {
        written = await this.#writeIn(tx, batch)
        if (this.#settings.dryRun) throw ROLLED_BACK
        // PostgreSQL may run the transaction again after a deadlock.
        if (!accounted) account(written)
        accounted = true
        const saved: Saved = {
          groups: this.#groups,
          reportBytes: this.#settings.report.bytes,
          counts: this.tally.counts,
        }
        await storeProgress(tx, this.#settings.id, JSON.stringify(saved))
      })
    } catch (error) {
      if (error !== ROLLED_BACK || !written) throw error
      this.#categories.forget()
      account(written)
    }
    if (!written) throw new Error('The transaction did not run')
    return written
  }

  #writeIn(tx: Tx, batch: Prepared[]): Promise<Written> {
    return writeBatch(tx, batch, {
      ...{ now: this.#settings.now, categories: this.#categories, stock: this.#settings.stock },
      awaitsVariants: (key) => this.#bare.has(key),
      index: !this.#settings.dryRun,
    })
  }
}

const toBareRefusal = ({ line, cell }: ProductDraft): Refusal => ({
  line,
  column: cell.column,
  value: cell.text,
  reason: 'None of its variations could be taken: it is in the shop, hidden',
})
