/**
 * Imports a file of products in batches of one transaction each. Importing the same file again changes nothing, so an
 * interrupted import is simply run again.
 */
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Database, lockName, type Tx } from '../../db/database.ts'
import { isLocked } from '../../db/errors.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import type { Shop } from '../../shop.ts'
import { closing, copyToFile } from '../moving/copy-shop.store.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { UserError } from '../user-error.ts'
import { ImportCounts } from './import-counts.ts'
import type { Who } from '../../acts/act-table.ts'
import { auditedDatabase } from '../../acts/audit/audited-database.ts'
import { allocateIds } from '../../acts/catalogue/catalogue-rows.store.ts'
import type { RejectedRow } from './layouts/rows.ts'
import { writeReport } from './layouts/rejection-report.ts'
import { type Existing, findExisting, loadCategoryPaths } from './match-products.ts'
import { type Batch, planProduct, type ProductChange } from './product-changes.ts'
import { Drafts, type ProductDraft } from './product-drafts.ts'
import { readProducts, readRows, type ReadOptions } from './read-products.ts'
import { type MediaImport, storeMedia } from './store-media.ts'
import { writeChanges } from './write-changes.store.ts'

const BATCH_PRODUCTS = 2000

/** The parts of a shop that an import needs. */
interface ImportedShop extends Pick<Shop, 'db' | 'now'> {
  config: Pick<Shop['config'], 'dataDir'>
}

export interface ImportOptions extends Omit<ReadOptions, 'now' | 'onBytes'> {
  /** Stock of a new variant whose stock the file does not give; none by default. */
  stock?: number | undefined
  /** Leaves the shop as it is and only reports what the import would do. */
  dryRun?: boolean | undefined
  /** Path of the CSV file of rejected rows; null writes none. */
  report?: string | null
  /** Null leaves pictures out. */
  media?: MediaImport | null
  /** Called after each chunk of the file with the bytes read so far and the size of the file. */
  onProgress?: (bytes: number, total: number) => void
  /** Who imports, for the audit; without it the audit is not told. */
  who?: Who | undefined
  /** Called after each batch. */
  onBatch?: (() => void) | undefined
}

export type ImportResult = Awaited<ReturnType<typeof importCatalogue>>

/** @throws UserError when the file or an option cannot be used at all */
export async function importCatalogue(shop: ImportedShop, file: string, options: ImportOptions = {}) {
  const { dryRun = false, report = null, stock = 0, onProgress, media = null, only = null, who } = options
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile()) throw new UserError(`There is no file "${file}".`)
  const now = shop.now()
  let bytes = 0
  const { layout, rows, defaults, notes } = await readProducts(file, {
    ...options,
    now,
    onBytes: (more) => (bytes += more),
  })
  const counts = new ImportCounts(only !== null)
  let entry: number | null = null
  const run = async (opened: Database): Promise<void> => {
    const audit = who && !dryRun ? audited({ ...shop, db: opened }, who, file, only) : null
    const db = audit?.db ?? opened
    const settings = {
      now,
      defaultStock: stock,
      only: options.only,
      media: media && dryRun ? withoutWriting(media) : media,
    }
    const write = async (batch: ProductDraft[]): Promise<void> => {
      await importBatch(db, counts, batch, settings)
      options.onBatch?.()
    }
    const drafts = new Drafts(layout.layout.isComplete, defaults)
    for await (const chunk of rows) {
      for (const row of chunk) {
        counts.addRow('reason' in row ? [row] : drafts.add(row))
        if (drafts.isFull) await write(drafts.take(false))
      }
      onProgress?.(bytes, stats.size)
    }
    const left = drafts.take(true)
    for (let start = 0; start < left.length; start += BATCH_PRODUCTS)
      await write(left.slice(start, start + BATCH_PRODUCTS))
    entry = counts.hasChanges ? (audit?.entry() ?? null) : null
  }
  // A dry run is the real thing on a copy of the shop: it holds up nobody, and its counts are those of the run.
  const onCopy = async (folder: string): Promise<void> => {
    const copy = join(folder, 'haat.db')
    await copyToFile(shop.db, copy)
    await closing(await openSqlite(copy), run)
  }
  if (dryRun) await withTemporaryFolder(shop.config.dataDir, 'dry-run-', onCopy)
  else await run(shop.db)
  return {
    layout: layout.layout.name,
    columns: layout.columns,
    unused: layout.unused,
    /** What the merchant should know of the file. */
    notes: notes(),
    /** Stock of new variants whose stock the file does not give. */
    stock,
    ...counts.result(),
    /** The only fields that the file may change, or null. `changed` and `unchanged` then count variants. */
    only,
    /** Path of the file of rejected rows; null when nothing was rejected. */
    report: (await writeReport(report, counts.rejected, () => readRows(file, options))) ? report : null,
    dry_run: dryRun,
    /** In the audit; null where nothing was written. */
    entry,
  }
}

/** Pictures are fetched and checked in a dry run too. */
const withoutWriting = (media: MediaImport): MediaImport => ({
  ...media,
  originals: { find: (...name) => media.originals.find(...name), write: async () => undefined },
})

const audited = (
  shop: Pick<ImportedShop, 'db' | 'now'>,
  who: Who,
  file: string,
  only: ImportOptions['only'] | null,
) =>
  auditedDatabase(shop, who, {
    act: 'imports.run',
    input: { file: basename(file), ...(only && { only: [...only] }) },
  })

interface RunSettings extends Pick<Batch, 'now' | 'defaultStock' | 'only'> {
  media: MediaImport | null
}

async function importBatch(
  db: Database,
  counts: ImportCounts,
  drafts: ProductDraft[],
  settings: RunSettings,
): Promise<void> {
  const { media, rejected } = await storeMedia(drafts, settings.media)
  const { changes, categories, refused } = await db
    .transaction((tx) => writeBatch(tx, drafts, media, settings))
    .catch((error: unknown) => {
      if (!isLocked(error)) throw error
      throw new UserError(
        'Something else writes to the shop and takes long, such as another import. Run this one again when that has ended.',
      )
    })
  counts.addBatch(changes, categories, refused, rejected)
}

/** Writes one batch, after those of other imports that are being written. It may run again after a deadlock. */
async function writeBatch(tx: Tx, drafts: ProductDraft[], media: Batch['media'], settings: RunSettings) {
  await lockName(tx, 'import')
  const existing = await findExisting(tx, drafts)
  const categories = await loadCategoryPaths(tx)
  const ids = await reserveIds(tx, existing)
  const refused: RejectedRow[] = []
  const batch: Batch = { ...settings, existing, categories, media, ids, rejected: refused }
  const changes: ProductChange[] = []
  for (const match of existing.matches) {
    const change = await planProduct(batch, match)
    if (change) changes.push(change)
  }
  await writeChanges(tx, changes, settings.now)
  return { categories: categories.created, changes, refused }
}

/** Ids for all rows that a batch could create, the next one last. */
async function reserveIds(tx: Tx, { matches }: Existing): Promise<Batch['ids']> {
  const newProducts = matches.filter(({ row }) => row === undefined).length
  const variants = matches.reduce((sum, { draft }) => sum + draft.variants.length, 0)
  return {
    products: (await allocateIds(tx, 'products', newProducts)).toReversed(),
    variants: (await allocateIds(tx, 'variants', variants)).toReversed(),
  }
}
