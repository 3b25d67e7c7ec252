import { ImportError, type Layout } from '../fields.ts'
import { googleLayout, isGoogle } from './google.ts'
import { Headers } from './headers.ts'
import { parseColumnMap, plainLayout } from './plain.ts'
import { isShopify, shopifyLayout } from './shopify.ts'
import { isWooCommerce, wooCommerceLayout } from './woocommerce.ts'

/**
 * The layout of a file by its headings; with a map it is a plain table.
 *
 * @throws ImportError naming the columns found when nothing fits
 */
export function recogniseLayout(names: string[], map: string | undefined, now: Date): Layout {
  const headers = new Headers(names)
  if (headers.names.every((name) => name.trim() === '')) throw new ImportError('The file has no header row.')
  if (map !== undefined) return plainLayout(headers, parseColumnMap(map))
  if (isShopify(headers)) return shopifyLayout(headers)
  if (isWooCommerce(headers)) return wooCommerceLayout(headers, now)
  if (isGoogle(headers)) return googleLayout(headers, now)
  return plainLayout(headers, {})
}
