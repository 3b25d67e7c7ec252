/**
 * WooCommerce's product CSV: one row for each simple product, variable product and variation. A variation
 * names its parent, which may be anywhere in the file. The regular price is the MRP while a sale runs.
 */
import { htmlToText, plainLine } from './clean-text.ts'
import {
  type Cell,
  type Field,
  type FieldRow,
  type Layout,
  PRODUCT_FIELDS,
  type RejectedRow,
  type SourceRow,
} from './fields.ts'
import { cellsOf, columnsOf, exportedColumns, type Headers, headingsOf, optionFields } from './columns.ts'
import { rejectDates, saleRuns } from './sale-dates.ts'

const HEADINGS: Partial<Record<Field, string[]>> = {
  key: ['SKU'],
  name: ['Name'],
  brand: ['Brands', 'Brand'],
  category: ['Categories'],
  short_description: ['Short description'],
  description: ['Description'],
  is_published: ['Published'],
  is_featured: ['Is featured?'],
  images: ['Images'],
  sku: ['SKU'],
  price: ['Sale price'],
  mrp: ['Regular price'],
  stock: ['Stock'],
  weight: ['Weight (kg)'],
  length: ['Length (cm)'],
  breadth: ['Width (cm)'],
  height: ['Height (cm)'],
}

export const isWooCommerce = (headers: Headers): boolean =>
  headers.has('Type', 'SKU', 'Name', 'Regular price')

/** @param now decides whether a sale with dates is running */
export function wooCommerceLayout(headers: Headers, now: Date): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const exported = exportedColumns(headers)
  const at = {
    id: headers.use('ID'),
    type: headers.use('Type'),
    parent: headers.use('Parent'),
    inStock: headers.use('In stock?'),
    from: headers.use('Date sale price starts'),
    to: headers.use('Date sale price ends'),
    visibility: headers.use('Visibility in catalog'),
  }
  const attributes = headers.names.flatMap((name, index) => {
    const number = /^Attribute (\d+) value\(s\)$/i.exec(name)?.[1]
    if (number === undefined) return []
    headers.markUsed(index)
    return [{ name: headers.use(`Attribute ${number} name`), value: index }]
  })

  const datesOf = (row: SourceRow) => [headers.cell(row, at.from), headers.cell(row, at.to)]

  function prices(row: SourceRow, { price, mrp }: FieldRow['fields']): FieldRow['fields'] {
    const sale = price && price.text.trim() !== '' && saleRuns(datesOf(row), now)
    if (sale) return { price, mrp, is_on_sale: { column: price.column, text: '1' } }
    const none = mrp && { column: mrp.column, text: '' }
    return { price: mrp, mrp: none, is_on_sale: mrp && { column: mrp.column, text: '0' } }
  }

  function stock(row: SourceRow, counted: Cell | undefined): Cell | undefined {
    if (counted && counted.text.trim() !== '') return counted
    const inStock = headers.cell(row, at.inStock)
    return inStock?.text.trim() === '0' ? inStock : undefined
  }

  function keyOf(row: SourceRow): string {
    return headers.text(row, columns.sku ?? -1) || `id:${headers.text(row, at.id)}`
  }

  function read(row: SourceRow): FieldRow | RejectedRow {
    const type = headers.text(row, at.type).toLowerCase().split(',')[0] ?? ''
    if (!['simple', 'variable', 'variation'].includes(type)) {
      return {
        line: row.line,
        column: headers.name(at.type),
        value: type,
        reason: 'Only simple and variable products can be imported',
      }
    }
    const cells = cellsOf(headers, row, columns)
    const rejection = rejectDates(row.line, cells.price?.text.trim() ? datesOf(row) : [])
    if (rejection) return rejection
    const fields: FieldRow['fields'] = { ...cells, ...prices(row, cells), stock: stock(row, cells.stock) }
    for (const field of ['description', 'short_description'] as const) {
      const cell = fields[field]
      if (cell) fields[field] = { ...cell, text: htmlToText(cell.text.replaceAll('\\n', '\n')) }
    }
    if (headers.text(row, at.visibility).toLowerCase() === 'hidden')
      fields.is_published = { column: headers.name(at.visibility), text: '0' }
    if (fields.category)
      fields.category = { ...fields.category, text: deepestCategory(plainLine(fields.category.text)) }
    Object.assign(fields, cellsOf(headers, row, exported))
    if (type === 'variable') {
      delete fields.sku
      return { line: row.line, key: keyOf(row), hasVariant: false, fields }
    }
    if (type === 'simple') return { line: row.line, key: keyOf(row), hasVariant: true, fields }
    const key = headers.text(row, at.parent)
    if (key === '')
      return {
        line: row.line,
        column: headers.name(at.parent),
        value: '',
        reason: 'The variation does not name its parent',
      }
    return { line: row.line, key, hasVariant: true, isVariation: true, fields: variation(row, fields) }
  }

  function variation(row: SourceRow, fields: FieldRow['fields']): FieldRow['fields'] {
    const options = attributes.flatMap(({ name, value }) => {
      const cell = headers.cell(row, value)
      return cell ? [{ name: headers.text(row, name), cell }] : []
    })
    const variant: FieldRow['fields'] = { ...optionFields(options), ...fields, variant_images: fields.images }
    for (const field of PRODUCT_FIELDS) delete variant[field]
    return variant
  }

  return {
    name: 'woocommerce',
    columns: {
      ...headingsOf(headers, columns),
      ...(columns.price !== undefined && { price: 'Sale price, or Regular price if empty' }),
      ...(at.visibility >= 0 && { is_published: 'Published, Visibility in catalog' }),
      ...(attributes.length > 0 && { color: 'attributes', size: 'attributes', variant_name: 'attributes' }),
      ...headingsOf(headers, exported),
    },
    unused: headers.unused(),
    read,
  }
}

/** The deepest of several categories ("A > B, C, D > E > F"). A comma within a name is `\,`. */
function deepestCategory(categories: string): string {
  const paths = categories.split(/(?<!\\),/).map((path) => path.replaceAll('\\,', ',').trim())
  return paths.reduce((best, path) => (path.split('>').length > best.split('>').length ? path : best))
}
