/** Exports products, orders or customers as a file. */
import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isSold } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { stringify } from 'csv-stringify/sync'
import type { Reader } from '../../db/database.ts'
import { orderTax } from '../../features/invoices/invoices.ts'
import { parseMediaName } from '../../features/media/media-urls.ts'
import { Pictures } from '../../features/media/pictures.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { type Cell, fileCell, spreadsheetCell, type Table } from '../cells/columns.ts'
import { BYTE_ORDER_MARK } from '../cells/columns.ts'
import { badRequest } from '../../http/failure.ts'
import { allCustomers, allOrders, allProducts } from './exporting.store.ts'
import { customerJson, customerTable, orderJson, orderTable, type TaxedOrderExport } from './order-tables.ts'
import { productJson, productTable, shopifyProductTable } from './product-tables.ts'

type Input = InputOf<Staff['exports']['run']>
export type ExportKind = Input['what']
export type ExportFormat = Input['format']

export const exportActs: ActTable<Staff['exports']> = {
  async run({ db, config, media }, { what, format, pictures }) {
    if (what !== 'products' && (format === 'shopify' || pictures !== undefined))
      throw badRequest("Only products have Shopify's format and pictures.")
    const content = exportShop(db, what, format, config.publicUrl)
    const name = `${what}.${format === 'json' ? 'json' : 'csv'}`
    if (pictures === undefined) return { name, content }
    const count = await exportPictures({ db, media }, resolve(pictures))
    return { name, content, notes: [`${count} pictures and videos are in ${pictures}.`] }
  },
}

/**
 * Exports the shop's data as a stream, in constant memory.
 *
 * @param format Shopify's is for products only
 * @param publicUrl the shop's address, where Shopify fetches pictures
 * @returns the text of the file in parts
 */
export function exportShop(
  reader: Reader,
  kind: ExportKind,
  format: ExportFormat,
  publicUrl: string,
): AsyncGenerator<string> {
  if (kind === 'orders') {
    const orders = withTax(reader)
    return format === 'json' ? toJson(orders, orderJson) : toCsv(orders, orderTable)
  }
  if (kind === 'customers') {
    const customers = allCustomers(reader)
    return format === 'json' ? toJson(customers, customerJson) : toCsv(customers, customerTable)
  }
  const products = allProducts(reader)
  if (format === 'json') return toJson(products, productJson)
  if (format === 'csv') return toCsv(products, productTable)
  return csvRows(products, shopifyProductTable(publicUrl), fileCell)
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

/** For Excel, LibreOffice and `haat import`. */
export async function* toCsv<Record>(
  pages: AsyncIterable<Record[]>,
  table: Table<Record>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csvRows(pages, table, spreadsheetCell)
}

async function* csvRows<Record>(
  pages: AsyncIterable<Record[]>,
  { headings, toRows }: Table<Record>,
  toText: (cell: Cell) => string,
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
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    for (const record of page) {
      yield separator + JSON.stringify(toFields(record))
      separator = ',\n'
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
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const pictures = new Pictures(media)
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
    }
  }
  return copied.size
}
