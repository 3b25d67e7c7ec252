/** Exports the shop's data as a stream of text in constant memory, and copies the pictures of its products. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Reader } from '../../db/database.ts'
import { parseMediaName } from '../../features/media/media-urls.ts'
import { openPictures } from '../../features/media/pictures.ts'
import { guardCell } from '../importing/clean-text.ts'
import { allCustomers, allOrders, allProducts, countMedia } from './exporting.store.ts'
import {
  customerJson,
  customerTable,
  orderJson,
  orderTable,
  shopifyCustomerTable,
  shopifyOrderTable,
} from './order-tables.ts'
import {
  type CellValue,
  productJson,
  productTable,
  shopifyProductTable,
  type Table,
} from './product-tables.ts'

export const EXPORTS = ['products', 'orders', 'customers'] as const
export type ExportKind = (typeof EXPORTS)[number]

export const EXPORT_FORMATS = ['csv', 'json', 'shopify'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
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
    return toCsv(allProducts(reader), format === 'csv' ? productTable : shopifyProductTable(publicUrl))
  }
  if (kind === 'orders') {
    if (format === 'json') return toJson(allOrders(reader), orderJson)
    return toCsv(allOrders(reader), format === 'csv' ? orderTable : shopifyOrderTable)
  }
  if (format === 'json') return toJson(allCustomers(reader), customerJson)
  return toCsv(allCustomers(reader), format === 'csv' ? customerTable : shopifyCustomerTable)
}

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : guardCell(value)
}

/** Guards the cells that a spreadsheet would run as a formula. */
async function* toCsv<Record>(
  pages: AsyncIterable<Record[]>,
  { headings, toRows }: Table<Record>,
): AsyncGenerator<string> {
  yield stringify([headings])
  for await (const page of pages) {
    const rows = page.flatMap((record) => toRows(record).map((row) => row.map(cellText)))
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

/** Width in pixels of pictures that are kept as drawings. */
const DRAWING_WIDTH = 1280

/**
 * Copies the pictures and films of all products to a folder, under the names that the export uses.
 *
 * @returns the number of files
 */
export async function exportPictures(
  reader: Reader,
  dataDir: string,
  folder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const pictures = openPictures(dataDir)
  const total = await countMedia(reader)
  const copied = new Set<string>()
  for await (const page of allProducts(reader)) {
    for (const { media_url } of page.flatMap(({ media }) => media)) {
      const name = media_url.replace(/^\/media\//, '')
      const parsed = parseMediaName(name)
      if (!parsed || copied.has(name)) continue
      const original = join(pictures.root, name)
      const source = existsSync(original)
        ? original
        : parsed.kind === 'picture' && (await pictures.find(parsed.base, DRAWING_WIDTH, 'webp'))
      if (!source) continue
      await copyFile(source, join(folder, name))
      copied.add(name)
      onProgress(copied.size, total)
    }
  }
  return copied.size
}
