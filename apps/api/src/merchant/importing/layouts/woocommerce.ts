/**
 * WooCommerce's product CSV: one row for each simple product, variable product and variation. A variation names its
 * parent, which may be anywhere in the file. The regular price is the MRP while a sale runs.
 */
import { htmlToText, plainLine } from '../../../acts/cells/clean-text.ts'
import { type CellOf, type RejectedRow, rejectRow, type Row } from './rows.ts'
import { PRODUCT_FIELDS } from '../../../acts/cells/fields.ts'
import tables from './headings.json' with { type: 'json' }
import { type Layout, OTHER_CATEGORIES } from './layout.ts'
import { TAX_WORDS } from './plain.ts'

const readHtml = (text: string): string => htmlToText(text.replaceAll('\\n', '\n'))

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
