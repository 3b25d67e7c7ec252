/** Changes stock or prices from a table of two or three columns, such as a stock count or a price list. */
import { toRupees } from '@haat/contract/money'
import type { Database, Tx } from '../../db/database.ts'
import { changesOffer, markChanged, refreshPrices } from '../../features/catalog/listing-columns.store.ts'
import { Headings } from './layouts/columns.ts'
import { RejectionReport } from './layouts/rejection-report.ts'
import {
  type Cell,
  FIELD_RULES,
  isErased,
  type RejectedRow,
  type Row,
  type SourceRow,
} from './layouts/fields.ts'
import { LayoutReader } from './layouts/layout-reader.ts'
import { plainTableOf } from './layouts/plain.ts'
import { countReasons, differences, isEmpty, transactionOf } from './import-batch.ts'
import * as store from './importing.store.ts'
import { checkUpdates, readRows } from './read-products.ts'

const BATCH_ROWS = 1000

export type UpdateKind = 'stock' | 'prices'

export interface UpdateOptions {
  /** UTF-8 by default. */
  encoding?: string
  /** Whether an empty MRP cell erases the MRP; it leaves it as it is by default. */
  eraseMrp?: boolean
  /** Rolls every batch back and only reports what it would do. */
  dryRun?: boolean
  /** Path of the CSV list of rejected rows; null writes none. */
  report?: string | null
  /** Called with the size of each chunk that was read. */
  onBytes?: (bytes: number) => void
}

export interface UpdateResult {
  /** The column of each field that the file gives. */
  columns: LayoutReader['columns']
  /** Headings of the columns that are not read. */
  unused: string[]
  rows: number
  /** Variants. */
  changed: number
  unchanged: number
  /** Rows that were rejected. */
  refused: number
  /** How often each reason was given. */
  reasons: Record<string, number>
  /** Path of the list of rejected rows; null when nothing was rejected. */
  report: string | null
  dry_run: boolean
}

/** The change that a row requests. */
interface VariantChange {
  line: number
  /** The column that identifies the variant. */
  column: string
  /** The cells that the row gives a value in. */
  cells: Partial<Record<keyof VariantChange['set'], Cell>>
  sku: string
  key: string
  set: { stock?: number; price?: number; mrp?: number | null }
}

/** The fields that each kind of file changes. */
const FIELDS = { stock: ['stock'], prices: ['price', 'mrp'] } as const

/** @throws UserError when a column is missing or the file cannot be read */
export async function updateVariants(
  shop: { db: Database; now: () => Date },
  file: string,
  kind: UpdateKind,
  options: UpdateOptions = {},
): Promise<UpdateResult> {
  const { dryRun = false, report: reportFile = null } = options
  const { encoding = 'utf-8', onBytes = () => undefined } = options
  const source = await readRows(file, { encoding, onBytes })
  const { read, columns, unused } = changeReader(new Headings(source.columns), kind, shop.now(), options)
  const report = new RejectionReport(reportFile, file, 0)
  const result = { rows: 0, changed: 0, unchanged: 0, refused: 0, reasons: {} }
  const firstLines = new Map<string, number>()
  let changes: VariantChange[] = []
  let rejected: RejectedRow[] = []
  const writeBatch = async (): Promise<void> => {
    const written = await transactionOf(shop.db, dryRun, (tx) => applyChanges(tx, changes, shop.now()))
    result.changed += written.changed
    result.unchanged += changes.length - written.changed - written.rejected.length
    const refused = [...rejected, ...written.rejected]
    result.refused += refused.length
    result.reasons = countReasons(result.reasons, refused)
    report.add(refused)
    changes = []
    rejected = []
  }
  for await (const rows of source.rows) {
    for (const row of rows) {
      result.rows += 1
      const change = 'reason' in row ? row : read(row)
      const repeat = 'reason' in change ? null : rejectRepeat(change, firstLines)
      if ('reason' in change) rejected.push(change)
      else if (repeat) rejected.push(repeat)
      else changes.push(change)
      if (changes.length + rejected.length >= BATCH_ROWS) await writeBatch()
    }
  }
  await writeBatch()
  return { ...result, columns, unused, report: result.refused > 0 ? reportFile : null, dry_run: dryRun }
}

interface ChangeReader {
  read: (row: SourceRow) => VariantChange | RejectedRow
  /** The column of each field. */
  columns: LayoutReader['columns']
  /** Headings of the columns that nothing reads. */
  unused: string[]
}

/** @throws UserError when a column is missing */
function changeReader(
  headings: Headings,
  kind: UpdateKind,
  now: Date,
  { eraseMrp = false }: UpdateOptions,
): ChangeReader {
  const layout = new LayoutReader(plainTableOf(FIELDS[kind]), headings, { map: {}, now })
  const { columns } = layout
  checkUpdates(layout, FIELDS[kind], headings)
  return {
    read: (row) => {
      const fieldRow = layout.read(row)
      return 'reason' in fieldRow ? fieldRow : readChange(fieldRow)
    },
    columns,
    unused: layout.unused,
  }

  function readChange({ line, fields: cellOf }: Row): VariantChange | RejectedRow {
    const [sku, key] = [cellOf.sku?.text ?? '', cellOf.key?.text ?? '']
    const column = (sku === '' ? columns.key : undefined) ?? columns.sku ?? ''
    if (sku === '' && key === '') return { line, column, value: '', reason: 'Nothing identifies the product' }
    const identity = FIELD_RULES.sku.parse(sku || key)
    if ('reason' in identity) return { line, column, value: sku || key, ...identity }
    const set: VariantChange['set'] = {}
    const cells: VariantChange['cells'] = {}
    for (const field of FIELDS[kind]) {
      const cell = cellOf[field]
      if (!cell) continue
      if (cell.text === '' && !(field === 'mrp' && eraseMrp)) continue
      const parsed = FIELD_RULES[field].parse(isErased(field, cell.text) ? '' : cell.text)
      if ('reason' in parsed) return { line, column: cell.column, value: cell.text, ...parsed }
      Object.assign(set, { [field]: parsed.value })
      cells[field] = cell
    }
    return { line, column, sku, key, cells, set }
  }
}

const rejectChange = (
  { line, column, sku, key }: VariantChange,
  reason: string,
  kind = reason,
): RejectedRow => ({
  line,
  column,
  value: sku || key,
  reason,
  kind,
})

/** Rejects a row for a variant that an earlier row of the file names; otherwise notes the row's line. */
function rejectRepeat(change: VariantChange, firstLines: Map<string, number>): RejectedRow | null {
  const identity = change.sku ? `sku\n${change.sku}` : `key\n${change.key}`
  const firstLine = firstLines.get(identity)
  const same = change.sku ? 'SKU' : 'key'
  if (firstLine !== undefined)
    return rejectChange(change, `Has the ${same} of line ${firstLine}`, `Has the ${same} of an earlier row`)
  firstLines.set(identity, change.line)
  return null
}

interface WrittenChanges {
  /** Variants. */
  changed: number
  rejected: RejectedRow[]
}

async function applyChanges(tx: Tx, changes: VariantChange[], now: Date): Promise<WrittenChanges> {
  const bySku = await store.findVariantsBySku(tx, changes.map(({ sku }) => sku).filter(Boolean))
  const keys = changes.filter(({ sku }) => sku === '').map(({ key }) => key)
  const products = await store.findProductsByKey(tx, keys)
  const ids = [...products.values()].map((row) => row.id)
  const byProduct = Map.groupBy(await store.findVariantsOf(tx, ids), (row) => row.product_id)
  const written: WrittenChanges = { changed: 0, rejected: [] }
  const changedProducts: number[] = []
  const changedPages: number[] = []
  const updates: store.RowUpdate<store.NewVariant>[] = []
  for (const change of changes) {
    const matches = change.sku
      ? [bySku.get(change.sku)]
      : (byProduct.get(products.get(change.key)?.id ?? 0) ?? [])
    const [variant] = matches
    const rejection = checkChange(change, variant, matches.length)
    if (rejection !== null) written.rejected.push(rejection)
    if (rejection !== null || !variant) continue
    const set = differences<store.VariantRow>(variant, change.set)
    if (isEmpty(set)) continue
    updates.push({ id: variant.id, set })
    changedProducts.push(variant.product_id)
    if (!variant.is_default && changesOffer(variant, set)) changedPages.push(variant.product_id)
    written.changed += 1
  }
  await store.updateRows(tx, 'variants', updates)
  if (changedProducts.length > 0) await refreshPrices(tx, changedProducts, now)
  if (changedPages.length > 0) await markChanged(tx, changedPages, now)
  return written
}

/** Why the change cannot be made, with the cell at fault, or null. */
function checkChange(
  change: VariantChange,
  variant: store.VariantRow | undefined,
  matches: number,
): RejectedRow | null {
  if (!variant) return rejectChange(change, 'The shop has no such product')
  if (matches > 1)
    return rejectChange(
      change,
      `The product has ${matches} variants: name one by its SKU`,
      'The product has several variants: name one by its SKU',
    )
  const { line, cells, set } = change
  const mrp = set.mrp === undefined ? variant.mrp : set.mrp
  const price = set.price ?? variant.price
  const cell = cells.price ?? cells.mrp
  if (!cell || mrp === null || mrp >= price) return null
  const reason = `The price of ${toRupees(price)} is above the MRP of ${toRupees(mrp)}`
  return { line, column: cell.column, value: cell.text, reason, kind: 'The price is above the MRP' }
}
