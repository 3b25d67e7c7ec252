/**
 * Imports a file of products in batches of one transaction each. Importing the same file again changes nothing,
 * and an interrupted import continues where it stopped when it is run again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Database } from '../../db/database.ts'
import { RejectionReport } from './layouts/rejection-report.ts'
import type { Field } from './layouts/fields.ts'
import type { Layout } from './layouts/layout.ts'
import type { SampleProduct } from './import-batch.ts'
import { ImportRun, type Progress } from './import-run.ts'
import type { Counts } from './import-summary.ts'
import { findProgress } from './importing.store.ts'
import type { FieldDefaults } from './product-drafts.ts'
import { readProducts } from './read-products.ts'
import type { JoinedRows } from './repeated-rows.ts'
import type { MediaImport } from './store-media.ts'
import { UserError } from '../user-error.ts'

const DEFAULT_STOCK = 10

export interface ImportOptions {
  /** A column map such as `name=Item,price=Rate`. */
  map?: string | undefined
  /** Values for rows that leave a field out or empty. */
  defaults?: FieldDefaults
  /** The fields that an empty cell of a plain table clears; it leaves the other ones as they are. */
  erase?: Field[]
  /** The encoding of a table; UTF-8 by default. */
  encoding?: string
  /** Stock of a new variant whose stock the file does not give; 10 by default. */
  stock?: number
  /** Writes nothing and only reports what the import would do. */
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

export interface ImportResult extends Counts {
  layout: Layout['name']
  columns: Partial<Record<Field, string>>
  /** Headings of the columns that are not read. */
  unused: string[]
  /** What the merchant should know of the file. */
  notes: string[]
  joined: JoinedRows
  stock: number
  /** A product as it looks after the import: the first that is new, else the first that changes. */
  sample: SampleProduct | null
  /** Path of the list of rejected rows; null when nothing was rejected. */
  report: string | null
  /** Products that an interrupted import of this file had already written. */
  resumed: number
  dry_run: boolean
}

/** @throws UserError when the file or an option cannot be used at all */
export async function importCatalogue(
  { db, now }: { db: Database; now: () => Date },
  file: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, report = null, stock = DEFAULT_STOCK } = options
  const total = await fileSize(file)
  const startedAt = now()
  let bytes = 0
  const { layout, products, joined, notes } = await readProducts(file, {
    map: options.map,
    defaults: options.defaults ?? {},
    erase: new Set(options.erase),
    encoding: options.encoding ?? 'utf-8',
    now: startedAt,
    onBytes: (more) => (bytes += more),
  })
  const id = await importId(file, options)
  const saved = dryRun ? null : await loadProgress(db, id)
  const run = new ImportRun(db, {
    id,
    file: basename(file),
    saved,
    dryRun,
    now: startedAt,
    defaultStock: stock,
    media: options.media ?? null,
    report: new RejectionReport(report, file, saved?.reportBytes ?? 0),
    onBatch: options.onBatch,
  })
  try {
    for await (const chunk of products) {
      for (const product of chunk) {
        if (run.add(product)) await run.write()
        const { created, changed, unchanged } = run.counts
        options.onProgress?.({ bytes, total, products: created + changed + unchanged })
      }
    }
    await run.finish()
  } catch (error) {
    await run.abandon()
    throw error
  }
  return {
    layout: layout.name,
    columns: layout.columns,
    unused: layout.unused,
    notes,
    joined,
    stock,
    sample: run.sample,
    ...run.counts,
    report: Object.keys(run.counts.reasons).length > 0 ? report : null,
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
  { map, defaults, erase, encoding, stock }: ImportOptions,
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([map, defaults, erase, encoding, stock]))
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    digest.update(chunk as Buffer)
  return digest.digest('hex').slice(0, 32)
}
