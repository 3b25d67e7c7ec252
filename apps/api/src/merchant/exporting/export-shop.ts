/** The shop's data as text for other programs, streamed: memory does not grow with the shop. */
import type { Reader } from '../../db/database.ts'
import { allCustomers, allOrders, allProducts } from './exporting.store.ts'
import { orderJson, orderSheet, shopifyOrderSheet } from './order-sheets.ts'
import { customerJson, customerSheet, shopifyCustomerSheet } from './people-sheets.ts'
import { productJson, productSheet, shopifySheet } from './product-sheets.ts'
import { csvOf, jsonOf } from './sheet.ts'

export const EXPORTS = ['products', 'orders', 'customers'] as const
export type ExportKind = (typeof EXPORTS)[number]

export const EXPORT_FORMATS = ['csv', 'json', 'shopify'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * @param publicUrl the shop's address, which foreign shops fetch pictures from
 * @returns the text, piece by piece
 */
export function exportShop(
  reader: Reader,
  kind: ExportKind,
  format: ExportFormat,
  publicUrl: string,
): AsyncGenerator<string> {
  if (kind === 'products') {
    if (format === 'json') return jsonOf(allProducts(reader), productJson)
    return csvOf(allProducts(reader), format === 'csv' ? productSheet : shopifySheet(publicUrl))
  }
  if (kind === 'orders') {
    if (format === 'json') return jsonOf(allOrders(reader), orderJson)
    return csvOf(allOrders(reader), format === 'csv' ? orderSheet : shopifyOrderSheet)
  }
  if (format === 'json') return jsonOf(allCustomers(reader), customerJson)
  return csvOf(allCustomers(reader), format === 'csv' ? customerSheet : shopifyCustomerSheet)
}
