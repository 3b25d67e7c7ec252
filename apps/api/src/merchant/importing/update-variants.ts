/** Stock or prices from a table of two or three columns: the evening's count, the supplier's new list. */
import { toRupees } from '@haat/contract/money'
import type { Database, Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { cleanLine } from './clean-text.ts'
import { ImportError, type Refusal, type SourceRow } from './fields.ts'
import * as store from './importing.store.ts'
import { KeyNumbers } from './key-numbers.ts'
import { Headers } from './layouts/headers.ts'
import { differences, isEmpty } from './merge.ts'
import { parsers, type Unit } from './parse-cell.ts'
import { readTable } from './read-table.ts'
import { openReport } from './report.ts'

const BATCH = 1000

export type UpdateKind = 'stock' | 'prices'

export interface UpdateOptions {
  unit?: Unit
  encoding?: string
  dryRun?: boolean
  report?: string | null
  onBytes?: (bytes: number) => void
}

export interface UpdateResult {
  rows: number
  /** Variants. */
  changed: number
  unchanged: number
  refused: number
  report: string | null
  dry_run: boolean
}

/** A row as far as it can be understood without the shop. */
interface Wish {
  line: number
  /** The column that names the variant. */
  column: string
  sku: string
  key: string
  set: { stock?: number; price?: number; mrp?: number | null }
}

const NAMES = {
  sku: ['sku', 'variant sku', 'item code'],
  key: ['key', 'handle', 'product id', 'id', 'index'],
}
const VALUES = {
  stock: ['stock', 'quantity', 'qty', 'variant inventory qty', 'inventory quantity'],
  price: ['price', 'variant price', 'sale price', 'selling price'],
  mrp: ['mrp', 'variant compare at price', 'market price', 'compare-at price'],
}
const FIELDS = { stock: ['stock'], prices: ['price', 'mrp'] } as const

const ROLLED_BACK = new Error('dry run')

/** @throws ImportError when a column is missing or the file cannot be read */
export async function updateVariants(
  shop: { db: Database; now: () => Date },
  file: string,
  kind: UpdateKind,
  options: UpdateOptions = {},
): Promise<UpdateResult> {
  const { dryRun = false, report: reportFile = null } = options
  const source = await readTable(file, options.encoding ?? 'utf-8', options.onBytes ?? (() => undefined))
  const read = wishReader(new Headers(source.columns), kind, options.unit ?? 'rupees')
  const report = openReport(reportFile, 0)
  const result: UpdateResult = {
    rows: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    report: null,
    dry_run: dryRun,
  }
  const seen = new KeyNumbers()
  let wishes: Wish[] = []
  let refusals: Refusal[] = []
  const write = async (): Promise<void> => {
    const done = await apply(shop, wishes, dryRun, seen)
    const all = [...refusals, ...done.refusals].toSorted((a, b) => a.line - b.line)
    report.add(all)
    result.changed += done.changed
    result.unchanged += wishes.length - done.changed - done.refusals.length
    result.refused += all.length
    ;[wishes, refusals] = [[], []]
  }
  for await (const row of source.rows) {
    result.rows += 1
    const wish = 'misfit' in row ? misfit(row) : read(row)
    if ('reason' in wish) refusals.push(wish)
    else wishes.push(wish)
    if (wishes.length + refusals.length >= BATCH) await write()
  }
  await write()
  return { ...result, report: result.refused > 0 ? reportFile : null }
}

const misfit = ({ line, misfit: value }: { line: number; misfit: string }): Refusal => ({
  ...{ line, column: '', value },
  reason: 'The row has more cells than the header',
})

function wishReader(headers: Headers, kind: UpdateKind, unit: Unit): (row: SourceRow) => Wish | Refusal {
  const parse = parsers(unit)
  const [sku, key] = [headers.find(...NAMES.sku), headers.find(...NAMES.key)]
  const [main] = FIELDS[kind]
  const found = `The file has these columns: ${headers.names.filter(Boolean).join(', ')}.`
  if (sku < 0 && key < 0)
    throw new ImportError(`No column names the products: sku or key is needed. ${found}`)
  if (headers.find(...VALUES[main]) < 0) throw new ImportError(`There is no column "${main}". ${found}`)
  return (row) => {
    const names = { sku: cleanLine(headers.text(row, sku)), key: cleanLine(headers.text(row, key)) }
    const column = headers.name(names.sku === '' && key >= 0 ? key : sku >= 0 ? sku : key)
    if (names.sku === '' && names.key === '') {
      return { line: row.line, column, value: '', reason: 'Nothing names the product' }
    }
    const set: Wish['set'] = {}
    for (const field of FIELDS[kind]) {
      const cell = headers.cell(row, headers.find(...VALUES[field]))
      if (!cell) continue
      const parsed = parse[field](cleanLine(cell.text))
      if ('reason' in parsed)
        return { line: row.line, column: cell.column, value: cell.text, reason: parsed.reason }
      Object.assign(set, { [field]: parsed.value })
    }
    return { line: row.line, column, ...names, set }
  }
}

interface Done {
  changed: number
  refusals: Refusal[]
}

async function apply(
  shop: { db: Database; now: () => Date },
  wishes: Wish[],
  dryRun: boolean,
  seen: KeyNumbers,
): Promise<Done> {
  let done: Done = { changed: 0, refusals: [] }
  const repeats = new Map<number, number>()
  for (const wish of wishes) {
    const name = `${wish.sku}\n${wish.sku === '' ? wish.key : ''}`
    const line = seen.get(name)
    if (line === undefined) seen.set(name, wish.line)
    else repeats.set(wish.line, line)
  }
  try {
    await shop.db.transaction(async (tx) => {
      done = await applyIn(tx, wishes, repeats, shop.now())
      if (dryRun) throw ROLLED_BACK
    })
  } catch (error) {
    if (error !== ROLLED_BACK) throw error
  }
  return done
}

async function applyIn(tx: Tx, wishes: Wish[], repeats: Map<number, number>, now: Date): Promise<Done> {
  const bySku = await store.findVariantsBySku(tx, wishes.map(({ sku }) => sku).filter(Boolean))
  const keys = wishes.filter(({ sku }) => sku === '').map(({ key }) => key)
  const products = await store.findProductsByKey(tx, keys)
  const ids = [...products.values()].map((row) => row.id)
  const byProduct = Map.groupBy(await store.findVariantsOf(tx, ids), (row) => row.product_id)
  const touched: number[] = []
  const done: Done = { changed: 0, refusals: [] }
  for (const wish of wishes) {
    const value = wish.sku || wish.key
    const refuse = (reason: string) =>
      done.refusals.push({ line: wish.line, column: wish.column, value, reason })
    const own = wish.sku ? [bySku.get(wish.sku)] : (byProduct.get(products.get(wish.key)?.id ?? 0) ?? [])
    const [variant] = own
    const repeat = repeats.get(wish.line)
    if (repeat !== undefined) refuse(`Repeats line ${repeat}`)
    else if (!variant) refuse('The shop has no such product')
    else if (own.length > 1) refuse(`The product has ${own.length} variants: name one by its SKU`)
    else {
      const mrp = wish.set.mrp === undefined ? variant.mrp : wish.set.mrp
      if (mrp !== null && mrp < (wish.set.price ?? variant.price)) {
        refuse(`The price is above the MRP of ${toRupees(mrp)}`)
        continue
      }
      const set = differences<store.VariantRow>(variant, wish.set)
      if (isEmpty(set)) continue
      await store.updateVariant(tx, variant.id, set)
      touched.push(variant.product_id)
      done.changed += 1
    }
  }
  if (touched.length > 0) await refreshListings(tx, touched, now)
  return done
}
