/** Plain tables, one row for each product or variant, under the headings that people use. */
import { hash } from 'node:crypto'
import { plainLine, stripMarkup } from './clean-text.ts'
import { isRowNumber, isShopId } from './columns.ts'
import { type Cells, type Field, isFlag, jsonList, type Row } from './fields.ts'
import type { FileColumns, Layout, VisibilityHeading } from './layout.ts'

/** Columns whose yes hides a product. */
const HIDES = ['hidden', 'deleted', 'archived', 'disabled', 'inactive', 'discontinued']

const visibility: VisibilityHeading[] = [
  ...HIDES.flatMap((word) => [word, `is ${word}`]).map((heading) => {
    return { heading, read: opposite, note: ' (yes hides)' }
  }),
  ...['deleted at', 'archived at', 'discontinued at'].map((heading) => {
    return { heading, read: (text: string) => (/[1-9]/.test(text) ? 'no' : ''), note: ' (a date hides)' }
  }),
  // A status may say other things too.
  ...['status', 'product status'].map((heading) => {
    return { heading, read: (text: string) => (isFlag(text) ? text : '') }
  }),
]

/** The flag for being shown, from one for being hidden. */
function opposite(text: string): string {
  if (/^(1|true|yes|y)$/i.test(text) || HIDES.includes(text.toLowerCase())) return 'no'
  return /^(0|false|no|n)$/i.test(text) ? 'yes' : text
}

/** Files need not have all columns: a row may change what the shop has by key, SKU, slug or id alone. */
export const plain: Layout = {
  name: 'plain',
  recognisedBy: [[]],
  isComplete: false,
  headings: {
    key: 'key, handle, product id, item id, id',
    slug: 'slug',
    name: 'name, product, product name, title, item, item name, particulars',
    brand: 'brand, brand name, vendor, manufacturer',
    category:
      'category, categories, category path, product type, product category tree, category tree, item group, stock group, product group',
    short_description: 'short description, summary',
    description: 'description, details, about',
    hsn: 'hsn, hsn code, hsn/sac, hsn/sac code, hsn sac',
    gst_rate: 'gst rate, gst, tax rate, gst %, gst%, gst rate %, gst rate%, gst rate (%), gst (%)',
    country_of_origin: 'country of origin, origin, made in',
    is_new_arrival: 'is new arrival, new arrival',
    is_featured: 'is featured, featured',
    is_on_sale: 'is on sale',
    is_published: 'is published, published, visible, is visible, visibility, active, is active, enabled',
    created_at: 'created at',
    images: 'images, image, image url, picture, pictures',
    image_alts: 'image alts',
    videos: 'videos',
    sku: 'sku, item code, product code, barcode, variant sku',
    stock:
      'stock, quantity, qty, inventory, stock qty, closing stock, opening stock, inventory quantity, variant inventory qty',
    color: 'color, colour, shade',
    size: 'size, pack, pack size, net qty, net quantity, net weight, net content, net contents',
    variant_name: 'variant name, variant, option',
    weight: 'weight, weight kg, weight (kg)',
    length: 'length, length cm, length (cm)',
    breadth: 'breadth, width, width cm, width (cm)',
    height: 'height, height cm, height (cm)',
    variant_images: 'variant images, variant image',
    variant_image_alts: 'variant image alts',
  },
  prices: {
    usual: 'price, selling price, our price, rate, unit price, variant price',
    sale: 'discounted price, special price, sale price, offer price, deal price',
    list: 'mrp, market price, list price, maximum retail price, regular price, retail price, compare-at price, variant compare at price',
    starts: 'special price from, sale price from, sale starts',
    ends: 'special price to, sale price to, sale ends',
  },
  visibility,
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

/** A plain table of which only some fields count, such as a price list, and what identifies its rows. */
export const plainTableOf = (fields: readonly Field[]): Layout => ({
  ...plain,
  headings: Object.fromEntries(
    (['key', 'sku', ...fields] as const).map((field) => [field, plain.headings[field] ?? []]),
  ),
  prices: fields.includes('price') ? plain.prices : { usual: '' },
  visibility: fields.includes('is_published') ? visibility : [],
})

const TREE_LEVELS = 3
const QUOTED_COMMA = /["']\s*,\s*["']/

/**
 * The path of a category that other shops export as a list, such as `["Clothing >> Shorts >> Alisha Shorts"]`, also
 * with mixed quotes or cut short. Its deeper levels mostly name brands and products. Other text stays as it is.
 */
export function categoryPath(text: string): string {
  const line = plainLine(text)
  const list = jsonList(line)
  const start = /^\[\s*["']/.exec(line)
  if (!start && list === null) return text
  const content = line.slice(start?.[0].length).replace(/["']?\s*\]?$/, '')
  const entries = list && !list.some((entry) => QUOTED_COMMA.test(entry)) ? list : content.split(QUOTED_COMMA)
  const path = entries.find((entry) => entry.includes('>'))
  const levels = path === undefined ? entries : path.split(/\s*>+\s*/)
  const isCut = !line.endsWith(']') && levels.length > 1
  const whole = (isCut ? levels.slice(0, -1) : levels).filter((level) => !/(\.{2,}|…)$/.test(level))
  return whole.slice(0, TREE_LEVELS).join(' > ')
}

/**
 * A row without a key is identified by brand and name; one without a name is a product of the shop, which its slug or
 * SKU finds too. In a file that numbers its rows, and that has no column which could make them variants, rows of one
 * name stay apart.
 */
function identify({
  has,
  headings,
  key: keyHeading,
}: FileColumns): (cells: Cells) => Pick<Row, 'key' | 'findBy'> {
  const mayVary = (['sku', 'color', 'size', 'variant_name'] as const).some(has)
  const mayHaveIds = keyHeading !== null && !has('name') && isShopId(keyHeading)
  const rowsOfName = new Map<string, number>()
  const isNumbered = !mayVary && headings.some(isRowNumber)
  return (cells) => {
    const text = (field: Field): string => cells[field]?.text ?? ''
    const key = text('key')
    if (key) return { key, findBy: mayHaveIds && SHOP_ID.test(key) ? 'id' : 'key' }
    if (!text('name'))
      return text('slug') ? { key: text('slug'), findBy: 'slug' } : { key: text('sku'), findBy: 'sku' }
    const name = [text('brand'), text('name')].filter(Boolean).join(' ').toLowerCase()
    const rows = (rowsOfName.get(name) ?? 0) + 1
    if (isNumbered) rowsOfName.set(name, rows)
    return { key: shorten(rows > 1 ? `${name} (${rows})` : name), findBy: 'name' }
  }
}

const SHOP_ID = /^[1-9]\d{0,8}$/
const KEY_MAX_LENGTH = 200

const shorten = (key: string): string =>
  key.length <= KEY_MAX_LENGTH
    ? key
    : `${key.slice(0, KEY_MAX_LENGTH - 11)} ${hash('sha256', key).slice(0, 10)}`
