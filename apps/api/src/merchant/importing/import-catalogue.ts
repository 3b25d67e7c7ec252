/**
 * Brings a file of products into the shop in batches of one transaction each. The same file a second time
 * changes nothing; an import that was cut off goes on where it was when it is run again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../../db/database.ts'
import type { Constants } from './draft.ts'
import { type Field, ImportError, type Layout } from './fields.ts'
import { ImportRun, type Saved } from './import-run.ts'
import { findProgress } from './importing.store.ts'
import type { Unit } from './parse-cell.ts'
import type { MediaDesk } from './pictures/resolve-media.ts'
import { readProducts } from './read-products.ts'
import { openReport } from './report.ts'
import type { Counts } from './tally.ts'

export interface ImportOptions {
  map?: string | undefined
  /** `--set`: what every row says that does not say otherwise. */
  constants?: Constants
  unit?: Unit
  encoding?: string
  /** Pieces of a new variant whose stock the file does not count. */
  stock?: number
  /** Only tells what would happen. */
  dryRun?: boolean
  /** Where refused rows are listed; null for nowhere. */
  report?: string | null
  /** Null leaves pictures out. */
  desk?: MediaDesk | null
  onProgress?: (progress: { bytes: number; total: number; products: number }) => void
  /** Called after each batch that is kept. */
  onBatch?: () => void
}

export interface ImportResult extends Counts {
  layout: Layout['name']
  columns: Partial<Record<Field, string>>
  /** The report, when something was refused. */
  report: string | null
  /** Products of an import that was cut off and is now complete. */
  resumed: number
  dry_run: boolean
}

/** @throws ImportError when the file as a whole cannot be taken */
export async function importCatalogue(
  shop: { db: Database; now: () => Date },
  file: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, report = null } = options
  const total = await sizeOf(file)
  const now = shop.now()
  let bytes = 0
  const { layout, products } = await readProducts(file, {
    ...{ map: options.map, constants: options.constants ?? {}, unit: options.unit ?? 'rupees', now },
    encoding: options.encoding ?? 'utf-8',
    onBytes: (more) => (bytes += more),
  })
  const id = await importId(file, options)
  const saved = dryRun ? null : await savedProgress(shop.db, id)
  const run = new ImportRun(shop.db, {
    ...{ id, now, saved, dryRun, stock: options.stock ?? 10, desk: options.desk ?? null },
    report: openReport(report, saved?.reportBytes ?? 0),
    onBatch: options.onBatch ?? (() => undefined),
  })
  for await (const one of products) {
    await run.take(one)
    options.onProgress?.({ bytes, total, products: run.tally.products })
  }
  await run.finish()
  const written = run.tally.counts.refused + run.tally.counts.pictures_refused > 0
  return {
    ...{ layout: layout.name, columns: layout.columns, ...run.tally.counts },
    ...{ report: written ? report : null, resumed: saved?.groups ?? 0, dry_run: dryRun },
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new ImportError(`There is no file "${file}".`)
  return found.size
}

async function savedProgress(db: Database, id: string): Promise<Saved | null> {
  const text = await findProgress(db, id)
  return text === undefined ? null : (JSON.parse(text) as Saved)
}

/** The same file with the same choices is the same import. */
async function importId(
  file: string,
  { map, constants, unit, encoding, stock }: ImportOptions,
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([map, constants, unit, encoding, stock]))
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    digest.update(chunk as Buffer)
  return digest.digest('hex').slice(0, 32)
}
