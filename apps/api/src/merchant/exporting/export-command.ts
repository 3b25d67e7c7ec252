/** `haat export`: products, orders or customers as a file. */
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSold } from '@haat/contract/rules'
import { Argument, type Command, Option } from 'commander'
import { stringify } from 'csv-stringify/sync'
import type { Reader } from '../../db/database.ts'
import { orderTax } from '../../features/invoices/invoices.ts'
import { parseMediaName } from '../../features/media/media-urls.ts'
import { Pictures } from '../../features/media/pictures.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatSortable } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { progressBar, withShop } from '../command.ts'
import { codeCell, guardCell } from '../importing/layouts/clean-text.ts'
import { UserError } from '../user-error.ts'
import type { CellValue, Table } from './columns.ts'
import { allCustomers, allOrders, allProducts, countMedia } from './exporting.store.ts'
import {
  customerJson,
  customerTable,
  orderJson,
  orderTable,
  shopifyCustomerTable,
  shopifyOrderTable,
  type TaxedOrderExport,
} from './order-tables.ts'
import { productJson, productTable, shopifyProductTable } from './product-tables.ts'

interface Options {
  format: ExportFormat
  out?: string
  pictures?: string
}

const EXAMPLES = `
A cell that a spreadsheet would run as a formula (it begins with =, +, - or @) gets a leading apostrophe,
which haat import removes again. Times are Indian time (in JSON: UTC). A code such as 0401 is written ="0401", so
that Excel keeps the 0. Passwords are never exported.

Examples:
  haat export products --out products.csv --pictures photos
  haat export products --format shopify > products_export.csv
  haat export orders --format json | jq '.[].total_amount'`

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('write products, orders or customers to a file or to standard output')
    .addArgument(new Argument('<what>', 'the data to export').choices(EXPORTS))
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('csv'))
    .option('--out <file>', 'write to this file, which only you can read')
    .option('--pictures <folder>', 'also copy the pictures of the products to this folder')
    .addHelpText('after', EXAMPLES)
    .action((kind: ExportKind, options: Options) =>
      withShop(async ({ db, config, media }) => {
        if (options.pictures !== undefined && kind !== 'products') {
          throw new UserError('--pictures can only be used with products.')
        }
        await writeOutput(exportShop(db, kind, options.format, config.publicUrl), options.out)
        if (options.pictures === undefined) return
        const bar = progressBar('Copying pictures')
        const folder = resolve(options.pictures)
        const count = await exportPictures({ db, media }, folder, bar.to).finally(bar.stop)
        console.error(`${count} pictures and videos are in ${options.pictures}.`)
      }),
    )
}

/** Writes to a temporary file first, so that an incomplete file never has the name. */
export async function writeOutput(
  text: AsyncIterable<string> | string[],
  out: string | undefined,
): Promise<void> {
  if (out === undefined) return toStandardOutput(text)
  const temporary = `${out}.part`
  try {
    const handle = await open(temporary, 'w', 0o600)
    await pipeline(Readable.from(text), handle.createWriteStream())
    await rename(temporary, out)
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error) throw new UserError(`"${out}" cannot be written.`)
    throw error
  }
}

/** The reader may close the pipe early, as `head` does. */
async function toStandardOutput(text: AsyncIterable<string> | string[]): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

const EXPORTS = ['products', 'orders', 'customers'] as const
export type ExportKind = (typeof EXPORTS)[number]

const EXPORT_FORMATS = ['csv', 'json', 'shopify'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * Exports the shop's data as a stream, in constant memory.
 *
 * @param publicUrl the shop's address, where Shopify fetches pictures
 * @returns the text of the file in parts
 */
export function exportShop(
  reader: Reader,
  kind: ExportKind,
  format: ExportFormat,
  publicUrl: string,
): AsyncGenerator<string> {
  if (kind === 'products') {
    if (format === 'json') return toJson(allProducts(reader), productJson)
    if (format === 'csv') return toCsv(allProducts(reader), productTable)
    return toShopifyCsv(allProducts(reader), shopifyProductTable(publicUrl))
  }
  if (kind === 'orders') {
    const orders = withTax(reader)
    if (format === 'json') return toJson(orders, orderJson)
    return format === 'csv' ? toCsv(orders, orderTable) : toShopifyCsv(orders, shopifyOrderTable)
  }
  const customers = allCustomers(reader)
  if (format === 'json') return toJson(customers, customerJson)
  return format === 'csv' ? toCsv(customers, customerTable) : toShopifyCsv(customers, shopifyCustomerTable)
}

/** All orders with their tax. That of an order without an invoice is computed with the seller of today. */
async function* withTax(reader: Reader): AsyncGenerator<TaxedOrderExport[]> {
  const { seller } = await readSettings(reader)
  for await (const page of allOrders(reader)) {
    yield page.map((exported) => {
      const { order, items } = exported
      const isSupply = order.invoice_number !== null || isSold(order.status)
      return { ...exported, tax: isSupply ? orderTax(order, items, seller) : null }
    })
  }
}

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Columns of codes, which spreadsheets would take for numbers: `0401` would lose its 0. */
const CODE_COLUMNS = ['key', 'sku', 'hsn', 'tracking_number']

/** For Excel, LibreOffice and `haat import`. Times are Indian time. */
async function* toCsv<Record>(pages: AsyncIterable<Record[]>, table: Table<Record>): AsyncGenerator<string> {
  const isCode = table.headings.map((heading) => CODE_COLUMNS.includes(heading))
  yield BYTE_ORDER_MARK
  yield* csvRows(pages, table, (value, column) => {
    if (value instanceof Date) return formatSortable(value)
    return isCode[column] && typeof value === 'string' ? codeCell(value) : cellText(value)
  })
}

const toShopifyCsv = <Record>(pages: AsyncIterable<Record[]>, table: Table<Record>): AsyncGenerator<string> =>
  csvRows(pages, table, (value) => (value instanceof Date ? value.toISOString() : cellText(value)))

/** Guards the cells that a spreadsheet would run as a formula. */
function cellText(value: Exclude<CellValue, Date>): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : guardCell(value)
}

async function* csvRows<Record>(
  pages: AsyncIterable<Record[]>,
  { headings, toRows }: Table<Record>,
  toText: (value: CellValue, column: number) => string,
): AsyncGenerator<string> {
  yield stringify([headings])
  for await (const page of pages) {
    const rows = page.flatMap((record) => toRows(record).map((row) => row.map(toText)))
    if (rows.length > 0) yield stringify(rows)
  }
}

async function* toJson<Record>(
  pages: AsyncIterable<Record[]>,
  toFields: (record: Record) => unknown,
): AsyncGenerator<string> {
  let first = true
  yield '['
  for await (const page of pages) {
    for (const record of page) {
      yield `${first ? '\n' : ',\n'}${JSON.stringify(toFields(record))}`
      first = false
    }
  }
  yield '\n]\n'
}

/** Width in pixels of exported pictures whose original is an SVG drawing. */
const DRAWING_WIDTH = 1280

/**
 * Copies the pictures and videos of all products to a folder, under the names that the export uses.
 *
 * @returns the number of files
 */
export async function exportPictures(
  { db, media }: Pick<Shop, 'db' | 'media'>,
  folder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const pictures = new Pictures(media)
  const total = await countMedia(db)
  const copied = new Set<string>()
  for await (const page of allProducts(db)) {
    for (const { media_url } of page.flatMap((product) => product.media)) {
      const name = media_url.replace(/^\/media\//, '')
      const parsed = parseMediaName(name)
      if (!parsed || copied.has(name)) continue
      const source =
        (await media.originals.fetch(name)) ??
        (parsed.kind === 'picture' && (await pictures.find(parsed.base, DRAWING_WIDTH, 'webp'))?.file)
      if (!source) continue
      await copyFile(source, join(folder, name))
      copied.add(name)
      onProgress(copied.size, total)
    }
  }
  return copied.size
}
