/** Plain tables, one row for each product or variant, under the headings that people use. */
import { hash } from 'node:crypto'
import { stripMarkup } from '../../../acts/cells/clean-text.ts'
import { isRowNumber } from './columns.ts'
import type { FoundBy } from '../../../acts/catalogue/find-products.store.ts'
import type { Cells, Row } from './rows.ts'
import type { Field } from '../../../acts/cells/fields.ts'
import tables from './headings.json' with { type: 'json' }
import type { Layout } from './layout.ts'

/** What only India's shops have: also in the metafields and meta columns of other programs. */
export const TAX_WORDS: Layout['words'] = {
  hsn: /\bhsn\b|एचएसएन/,
  gst_rate:
    /\b(gst|tax)\b(?!.*\b(name|type)\b).*(\b(rate|slab|category|percent\w*)\b|%)|\bmetafields\b.*\bgst\b|जीएसटी/,
  country_of_origin: /\bcountry of origin\b/,
}

/** Files need not have all columns: a row may change what the shop has by key, SKU, slug or id alone. */
export const plain: Layout = {
  name: 'plain',
  recognisedBy: [[]],
  isComplete: false,
  ...tables.plain,
  words: {
    ...TAX_WORDS,
    name: /\b(item|product|goods|material|article)\b.*\b(name|title)\b|नाम|सामान|उत्पाद/,
    price: /\b(sales?|selling|retail|net|our|offer|final)\b.*\b(price|rate)\b|बिक्री|विक्री|विक्रय/,
    mrp: /\bmrp\b|अधिकतम खुदरा/,
    // Not what came, went or is promised, and not what a box holds.
    stock:
      /^(?!.*(\b(rate|price|unit|uom|type|group|code|date|name|id|opening|op|inwards?|outwards?|out|in$|received|issued|sold|sales?|cartons?|ctn|case|box|pack|inner|outer|reserved|committed|transit|damaged?|expired|max|maximum|moq|free|scheme|per)\b|प्रारंभिक|आरंभिक|बिक्री|आवक|जावक)).*(\b(stock|qty|quantity|inventory)\b|\b(in|on) hand\b|मात्रा|स्टॉक)/,
    images: /\b(image|photo|picture)s?( \d+)?( links?| urls?)$/,
    weight: /\bweight\b.*\b(kgs?|g|gms?|grams?)\b/,
    length: /\blength\b.*\bcms?\b/,
    breadth: /\b(breadth|width)\b.*\bcms?\b/,
    height: /\bheight\b.*\bcms?\b/,
  },
  joins: { images: '\n', category: '>' },
  texts: { description: stripMarkup, short_description: stripMarkup, category: categoryPath },
  identify,
}

/** What `haat export` writes. Only this shop's own ratings are those of its customers. */
export const haatExport: Layout = {
  ...plain,
  recognisedBy: [['image_alts', 'variant_image_alts']],
  headings: { ...plain.headings, rating: 'rating' },
  texts: {},
  isExact: true,
}

/** Amazon's flat files, whose products are a parent row and its children, and its report of listings. */
export const amazon: Layout = {
  ...plain,
  name: 'amazon',
  recognisedBy: [
    ['Parentage', 'Parent SKU'],
    ['parent_child', 'parent_sku'],
    ['Parentage Level', 'Parent SKU'],
    ['seller-sku', 'item-name', 'listing-id'],
  ],
  headings: {
    ...plain.headings,
    key: ['Parent SKU', 'Seller SKU, item_sku, SKU'],
    description: 'product description, item-description',
  },
  complete: (row, cell) => {
    const isParent = /^parent$/i.test(cell('Parentage, parent_child, Parentage Level')?.text ?? '')
    return isParent ? { ...row, hasVariant: false } : row
  },
}

const IDENTIFYING: Field[] = ['key', 'slug', 'sku', 'brand', 'name', 'color', 'size', 'variant_name']

/** A plain table of which only some fields count, such as a price list, and what identifies its rows. */
export function plainTableOf(fields: readonly Field[]): Layout {
  const hasPrice = fields.includes('price')
  // A price without tax is not taken for one with it.
  const read = [...IDENTIFYING, ...fields, ...(hasPrice ? (['tax_included', 'gst_rate'] as const) : [])]
  const only = <Value>(of: Partial<Record<Field, Value>> = {}) =>
    Object.fromEntries(Object.entries(of).filter(([field]) => read.some((one) => one === field)))
  return {
    ...plain,
    headings: only(plain.headings),
    words: only(plain.words),
    prices: hasPrice ? plain.prices : { usual: '' },
    identify: (columns, headings) => {
      const identify = plain.identify!(columns, headings)
      // Its names are not taken over: a number counts before them.
      return (cells) =>
        identify(
          cells.key?.text || cells.slug?.text || cells.sku?.text ? { ...cells, name: undefined } : cells,
        )
    },
  }
}

const TREE_LEVELS = 3

/** Of a category that other shops export as a list, such as `["Clothing >> Shorts >> Alisha Shorts"]`, the first levels. */
function categoryPath(text: string): string {
  const tree = /^\["(.*?)"\]?$/.exec(text.trim())?.[1]
  return tree === undefined
    ? text
    : tree
        .split(/\s*>+\s*/)
        .slice(0, TREE_LEVELS)
        .join(' > ')
}

/** What the text of a column may be, in a row that names no product. */
const FOUND_BY: Record<'key' | 'slug' | 'sku', FoundBy[]> = {
  key: ['key', 'sku', 'slug'],
  slug: ['slug', 'key'],
  sku: ['sku', 'key', 'slug'],
}
const SHOP_ID = /^[1-9]\d{0,8}$/
const ID_HEADING = /^(product[ _]?)?id$/i

/**
 * A row with a name and no key is identified by brand and name. One without a name is a product of the shop, which its id
 * finds too. In a file that numbers its rows, and that has no column which could make them variants, rows of one name
 * stay apart.
 */
function identify(
  columns: Partial<Record<Field, string>>,
  headings: readonly string[],
): (cells: Cells) => Pick<Row, 'key' | 'findBy'> {
  const mayVary = (['sku', 'color', 'size', 'variant_name'] as const).some((field) => columns[field])
  const isNumbered = !mayVary && headings.some(isRowNumber)
  const mayBeId = ID_HEADING.test(columns.key ?? '')
  const rowsOfName = new Map<string, number>()
  return (cells) => {
    const name = cells.name?.text ?? ''
    if (cells.key?.text && name) return { key: cells.key.text, findBy: ['key'] }
    if (!name) {
      const by = (['key', 'slug', 'sku'] as const).find((field) => cells[field]?.text) ?? 'sku'
      const key = cells[by]?.text ?? ''
      const isId = by === 'key' && mayBeId && SHOP_ID.test(key)
      return { key, findBy: isId ? ['id', ...FOUND_BY[by]] : FOUND_BY[by] }
    }
    const key = [cells.brand?.text, name].filter(Boolean).join(' ').toLowerCase()
    const rows = (rowsOfName.get(key) ?? 0) + 1
    if (isNumbered) rowsOfName.set(key, rows)
    if (rows > 1) return { key: shorten(`${key} (${rows})`), findBy: ['key'] }
    return { key: shorten(key), findBy: ['name'] }
  }
}

const KEY_MAX_LENGTH = 200

const shorten = (key: string): string =>
  key.length <= KEY_MAX_LENGTH
    ? key
    : `${key.slice(0, KEY_MAX_LENGTH - 11)} ${hash('sha256', key).slice(0, 10)}`
