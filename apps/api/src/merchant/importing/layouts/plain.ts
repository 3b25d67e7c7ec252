/**
 * Any table with a row for each product or variant. Columns are known by their headings (those of our own
 * export among them) or named by `--map`.
 */
import { type Field, FIELDS, type FieldRow, ImportError, type Layout } from '../fields.ts'
import { cellsOf, columnsOf, type Headers, namesOf } from './headers.ts'

const HEADINGS: Partial<Record<Field, string[]>> = {
  key: ['key', 'handle', 'product id', 'item id', 'id', 'index', 'sr no', 'serial number'],
  slug: ['slug'],
  name: ['name', 'product', 'product name', 'title', 'item', 'item name'],
  brand: ['brand', 'brand name', 'vendor', 'manufacturer'],
  category: ['category', 'categories', 'category path', 'product type'],
  short_description: ['short description', 'summary'],
  description: ['description', 'details', 'about'],
  hsn: ['hsn', 'hsn code'],
  gst_rate: ['gst rate', 'gst', 'tax rate', 'gst %'],
  country_of_origin: ['country of origin', 'origin', 'made in'],
  rating: ['rating'],
  is_new_arrival: ['is new arrival', 'new arrival'],
  is_featured: ['is featured', 'featured'],
  is_on_sale: ['is on sale'],
  is_published: ['is published', 'published', 'visible'],
  created_at: ['created at'],
  images: ['images', 'image', 'image url', 'picture', 'pictures'],
  image_alts: ['image alts'],
  videos: ['videos'],
  sku: ['sku', 'item code', 'product code', 'barcode'],
  price: ['price', 'sale price', 'selling price', 'offer price', 'our price'],
  mrp: ['mrp', 'market price', 'list price', 'maximum retail price', 'regular price'],
  stock: ['stock', 'quantity', 'qty', 'inventory', 'stock qty'],
  color: ['color', 'colour', 'shade'],
  size: ['size'],
  variant_name: ['variant name', 'variant', 'option'],
  weight: ['weight', 'weight kg', 'weight (kg)'],
  length: ['length', 'length cm', 'length (cm)'],
  breadth: ['breadth', 'width', 'width cm', 'width (cm)'],
  height: ['height', 'height cm', 'height (cm)'],
  variant_images: ['variant images', 'variant image'],
  variant_image_alts: ['variant image alts'],
}

/** `--map` as typed: the columns of each field; several make a path. */
export type ColumnMap = Partial<Record<Field, string[]>>

const EXAMPLE = '--map "name=Product,price=Sale price,mrp=MRP,category=Department>Shelf"'

/**
 * `field=column,…`, where a category may be put together: `category=department>shelf`. A field without a
 * column is not read.
 *
 * @throws ImportError
 */
export function parseColumnMap(text: string): ColumnMap {
  const map: ColumnMap = {}
  for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
    const [name, column] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const field = FIELDS.find((known) => known === name.trim())
    if (!pair.includes('=') || !field) {
      throw new ImportError(
        `--map does not know "${(pair.includes('=') ? name : pair).trim()}". The fields are ${FIELDS.join(', ')}.`,
      )
    }
    map[field] = column === '' ? [] : column.split('>').map((one) => one.trim())
  }
  return map
}

/** @throws ImportError when the map names a column the file lacks, or name or price are nowhere */
export function plainLayout(headers: Headers, map: ColumnMap): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const found = `The file has these columns: ${headers.names.filter(Boolean).join(', ')}.`
  let path: number[] = []
  for (const field of FIELDS) {
    const asked = map[field]
    if (!asked) continue
    delete columns[field]
    const positions = asked.map((heading) => headers.find(heading))
    const missing = asked.find((_, index) => positions[index] === -1)
    if (missing !== undefined) throw new ImportError(`There is no column "${missing}". ${found}`)
    if (positions.length > 1 && field !== 'category') {
      throw new ImportError(`Only category can be put together from several columns. ${found}`)
    }
    if (positions.length > 1) path = positions
    else if (positions[0] !== undefined) columns[field] = positions[0]
  }
  for (const field of ['name', 'price'] as const) {
    if (columns[field] === undefined) {
      throw new ImportError(
        `No column was recognised as the ${field}. ${found} Say which is which: ${EXAMPLE}`,
      )
    }
  }
  return {
    name: 'plain',
    columns: {
      ...namesOf(headers, columns),
      ...(path.length > 0 && { category: path.map((index) => headers.name(index)).join(' > ') }),
    },
    read(row) {
      const fields = cellsOf(headers, row, columns)
      if (path.length > 0) {
        const parts = path.map((index) => headers.text(row, index).replaceAll('>', '›'))
        fields.category = { column: headers.name(path.at(-1) ?? 0), text: parts.filter(Boolean).join(' > ') }
      }
      return { line: row.line, key: keyOf(fields), hasVariant: true, fields }
    },
  }
}

/** Without a key of its own a product goes by its SKU, else by brand and name. */
function keyOf(fields: FieldRow['fields']): string {
  const text = (field: Field) => fields[field]?.text.trim() ?? ''
  return text('key') || text('sku') || [text('brand'), text('name')].filter(Boolean).join(' ').toLowerCase()
}
