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
import { findLastEntry, isUndone } from '../../acts/audit/audit.store.ts'
import { undoEntry } from '../../acts/audit/undo.ts'
import * as store from '../../acts/catalogue/catalogue-rows.store.ts'
import { isEmpty } from '../../acts/catalogue/product-values.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { RejectedRow } from './layouts/rows.ts'
import { writeReport } from './layouts/rejection-report.ts'
import { type Existing, findExisting, loadCategoryPaths } from './match-products.ts'
import { type Batch, outcomeOf, planProduct, type ProductChange, type RowChange } from './product-changes.ts'
import { Drafts, type ProductDraft } from './product-drafts.ts'
import { readProducts, readRows, type ReadOptions } from './read-products.ts'
import { type MediaImport, storeMedia } from './store-media.ts'

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
    const input = { file: basename(file), ...(only && { only: [...only] }) }
    const audit = who && !dryRun ? auditedDatabase(shop, who, { act: 'imports.run', input }) : null
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
    products: (await store.allocateIds(tx, 'products', newProducts)).toReversed(),
    variants: (await store.allocateIds(tx, 'variants', variants)).toReversed(),
  }
}

/** Writes the changes of a batch: variants before products, as orders do. */
async function writeChanges(tx: Tx, changes: ProductChange[], now: Date): Promise<void> {
  const media = changes.flatMap((change) => change.media)
  const variants = changes.flatMap((change) => change.variants)
  const newMedia = media.filter(isNew)
  const mediaIds = await store.allocateIds(tx, 'media', newMedia.length)
  for (const [at, row] of newMedia.entries()) row.id = mediaIds[at] ?? 0
  await store.insertAll(tx, {
    products: rowsToInsert<store.NewProduct>(changes.map(({ product }) => product)),
    variants: rowsToInsert<store.NewVariant>(variants),
    media: rowsToInsert<store.NewMedia>(media),
  })
  await tx.updateMany('variants', variants.filter(isChanged))
  await tx.updateMany('media', media.filter(isChanged))
  const changed = changes.filter((change) => outcomeOf(change) === 'changed')
  const shown = changed.filter(isShown).map(({ product: { id, set } }) => [id, set] as const)
  await refreshListings(tx, changed.map(idOf), now, new Map(shown))
  const searched = changes.filter((change) => isNew(change.product) || isSearched(change)).map(idOf)
  if (searched.length > 0) await indexProducts(tx, searched)
}

const isNew = ({ before }: RowChange): boolean => before === null
const isChanged = ({ before, set }: RowChange): boolean => before !== null && !isEmpty(set)
const idOf = ({ product }: ProductChange): number => product.id

const rowsToInsert = <Row>(rows: RowChange[]): Row[] =>
  rows.filter(isNew).map(({ id, set }) => ({ id, ...set }) as Row)

const OPTIONS = ['color', 'size', 'variant_name'] as const
const SEARCHED = [
  'name',
  'brand',
  'category_id',
  'short_description',
  'description',
  'is_published',
] as const satisfies (keyof store.NewProduct)[]

const isSearched = ({ product, variants }: ProductChange): boolean =>
  SEARCHED.some((column) => column in product.set) ||
  variants.some((row) => isNew(row) || OPTIONS.some((column) => column in row.set))

/** Whether the product's page changes; of a variant, what it is, what it costs, and whether it can be bought. */
const isShown = ({ product, variants, media }: ProductChange): boolean =>
  !isEmpty(product.set) ||
  media.some(isNew) ||
  variants.some(({ before, set: { stock, ...values } }) => {
    const isSoldOutOrBack = stock !== undefined && before !== null && stock > 0 !== before.stock > 0
    return before === null || isSoldOutOrBack || [...OPTIONS, 'price', 'mrp'].some((name) => name in values)
  })

export type UndoneImport = Awaited<ReturnType<typeof undoImport>>

/**
 * `haat import undo`: takes back the last import that changed something, by the audit.
 *
 * @param dryRun writes nothing and only reports what the undo would do
 * @throws UserError when there is no import to undo
 */
export async function undoImport(shop: Pick<Shop, 'db' | 'now'>, who: Who, dryRun = false) {
  const entry = await findLastEntry(shop.db, 'imports.run')
  if (!entry || (await isUndone(shop.db, entry.id)))
    throw new UserError(
      'There is no import to undo: this undoes the last one, once. For an older one, see haat audit list --act imports, and haat undo.',
    )
  const { db } = auditedDatabase(shop, who, {
    act: 'audit.undo',
    input: { entry: entry.id },
    undo_of: entry.id,
    isTrial: dryRun,
  })
  const { kept, products, categories } = await undoEntry({ ...shop, db }, who, entry.id, dryRun)
  const counts = { deleted: 0, hidden: 0, restored: 0 }
  for (const outcome of products.values()) counts[outcome] += 1
  const { file } = JSON.parse(entry.input) as { file: string }
  return { file, at: entry.at, ...counts, categories, kept, dry_run: dryRun }
}
