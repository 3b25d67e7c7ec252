/** The files of other shops: Shopify, WooCommerce and Google Merchant. */
import { htmlToText, plainLine } from '../../../acts/cells/clean-text.ts'
import { type CellOf, type RejectedRow, rejectRow, type Row } from './rows.ts'
import { PRODUCT_FIELDS } from '../../../acts/cells/fields.ts'
import tables from './headings.json' with { type: 'json' }
import { type Layout, OTHER_CATEGORIES } from './layout.ts'
import { TAX_WORDS } from './plain.ts'

const TRACKER = 'Variant Inventory Tracker, Inventory tracker'

/**
 * Shopify's product CSV, with old or current headings: one row per variant, the product's cells on its first row,
 * further pictures on separate rows. The compare-at price is the MRP.
 */
export const shopify: Layout = {
  name: 'shopify',
  recognisedBy: [
    ['Handle', 'Variant Price'],
    ['URL handle', 'Title', 'Price'],
  ],
  isComplete: true,
  ...tables.shopify,
  words: TAX_WORDS!,
  options: { name: 'Option# Name', value: 'Option# Value' },
  texts: { description: htmlToText },
  complete: (row, cell) => {
    const giftCard = cell('Gift Card')
    if (/^(true|yes)$/i.test(giftCard?.text ?? ''))
      return rejectRow(row.line, giftCard, 'A gift card is not sold')
    // It is oversold.
    if (row.fields.stock?.text.startsWith('-')) row.fields.stock = { ...row.fields.stock, text: '0' }
    // A stock that Shopify does not track is not counted.
    if (cell(TRACKER)?.text === '') delete row.fields.stock
    return row
  },
}

const readHtml = (text: string): string => htmlToText(text.replaceAll('\\n', '\n'))

/**
 * WooCommerce's product CSV: one row for each simple product, variable product and variation. A variation names its
 * parent, which may be anywhere in the file. The regular price is the MRP while a sale runs.
 */
export const wooCommerce: Layout = {
  name: 'woocommerce',
  recognisedBy: [['Type', 'SKU', 'Name', 'Regular price']],
  isComplete: true,
  ...tables.woocommerce,
  words: TAX_WORDS!,
  options: { name: 'Attribute # name', value: 'Attribute # value(s)' },
  availability: 'In stock?',
  texts: { description: readHtml, short_description: readHtml, category: deepestCategory, gst_rate: rateOf },
  complete: joinVariations,
}

/** A class is named by its rate, such as "gst-18" or "5%", or says nothing of it. */
function rateOf(text: string): string {
  return /zero|nil|exempt/i.test(text) ? '0' : (/\d+(\.\d+)?/.exec(text)?.[0] ?? '')
}

/** The deepest of several categories ("A > B, C, D > E > F"). A comma within a name is `\,`. */
function deepestCategory(text: string, tell: (what: string) => void): string {
  const paths = plainLine(text)
    .split(/(?<!\\),/)
    .map((path) => path.replaceAll('\\,', ',').trim())
  const levels = (path: string): string[] => path.split('>').map((name) => name.trim())
  const [best = '', ...others] = paths.toSorted((a, b) => levels(b).length - levels(a).length)
  // Each parent is listed too.
  if (others.some((path) => !`${levels(best).join('>')}>`.startsWith(`${levels(path).join('>')}>`)))
    tell(OTHER_CATEGORIES)
  return best
}

function joinVariations(row: Row, cell: CellOf): Row | RejectedRow {
  const { line, fields } = row
  const [type, parent] = [cell('Type'), cell('Parent')]
  const [kind = ''] = type?.text.toLowerCase().split(',') ?? []
  row.key ||= `id:${cell('ID')?.text ?? ''}`
  if (kind === 'variation') {
    if (!parent?.text) return rejectRow(line, parent, 'The variation does not name its parent')
    if (fields.images) fields.variant_images = fields.images
    for (const field of PRODUCT_FIELDS) delete fields[field]
    return { ...row, key: parent.text, hasVariant: true }
  }
  for (const field of ['color', 'size', 'variant_name'] as const) delete fields[field]
  if (kind === 'simple') return row
  if (kind === 'variable') return { ...row, hasVariant: false }
  return rejectRow(line, type && { ...type, text: kind }, 'Only simple and variable products can be imported')
}

/** Google Merchant feeds, as TSV or XML: rows with the same item_group_id are variants of one product. */
export const google: Layout = {
  name: 'google',
  recognisedBy: [['id', 'title', 'availability', 'price']],
  isComplete: true,
  ...tables.google,
  joins: { images: '\n', variant_name: ' / ' },
  availability: 'availability',
  texts: { description: htmlToText, category: firstPath },
}

/** The first path of product_type, which may list several. A number names a category of Google's. */
function firstPath(text: string): string {
  const [path = ''] = plainLine(text.split('\n')[0] ?? '').split(/,(?=[^>]*>)/)
  return /^\d+$/.test(path) ? '' : path
}
