/**
 * Shopify's product CSV, with old or current headings: one row per variant, the product's cells on its first
 * row, further pictures on separate rows. The compare-at price is the MRP.
 */
import { htmlToText } from './clean-text.ts'
import {
  type Cell,
  type Field,
  type FieldRow,
  type Layout,
  type SourceRow,
  VARIANT_FIELDS,
} from './fields.ts'
import {
  cellsOf,
  columnsOf,
  exportedColumns,
  type Headers,
  headingsOf,
  onSale,
  optionFields,
} from './columns.ts'

const HEADINGS: Partial<Record<Field, string[]>> = {
  key: ['Handle', 'URL handle'],
  name: ['Title'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  images: ['Image Src', 'Product image URL'],
  image_alts: ['Image Alt Text'],
  variant_images: ['Variant Image', 'Variant image URL'],
  sku: ['Variant SKU', 'SKU'],
  price: ['Variant Price', 'Price'],
  mrp: ['Variant Compare At Price', 'Compare-at price'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
}

export const isShopify = (headers: Headers): boolean =>
  headers.has('Handle', 'Variant Price') || headers.has('URL handle', 'Title', 'Price')

export function shopifyLayout(headers: Headers): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const exported = exportedColumns(headers)
  const find = (...headings: string[]) => headers.use(...headings)
  const [type, status] = [find('Type', 'Product type'), find('Status')]
  const productCategory = find('Product Category')
  const published = find('Published', 'Published on online store')
  const [grams, tracker] = [
    find('Variant Grams', 'Weight value (grams)'),
    find('Variant Inventory Tracker', 'Inventory tracker'),
  ]
  const options = [1, 2, 3].map((n) => ({
    name: find(`Option${n} Name`),
    value: find(`Option${n} Value`),
  }))
  /** Only a product's first row has the option names. */
  let names: { key: string; options: string[] } = { key: '', options: [] }

  function optionsOf(row: SourceRow, key: string): Partial<Record<Field, Cell>> {
    const given = options.map(({ name }) => headers.text(row, name))
    if (key !== names.key || given[0] !== '') names = { key, options: given }
    return optionFields(
      options.flatMap(({ value }, at) => {
        const cell = headers.cell(row, value)
        return cell ? [{ name: names.options[at] ?? '', cell }] : []
      }),
    )
  }

  function productFields(row: SourceRow, fields: FieldRow['fields']): FieldRow['fields'] {
    const category = [type, productCategory].find((at) => headers.text(row, at) !== '')
    const state = headers.text(row, status).toLowerCase()
    const visible = headers.cell(row, published)
    return {
      ...(fields.description && {
        description: { ...fields.description, text: htmlToText(fields.description.text) },
      }),
      ...(category !== undefined && { category: headers.cell(row, category) }),
      is_published: state === '' || state === 'active' ? visible : headers.cell(row, status),
      is_on_sale: onSale(fields.price, fields.mrp),
    }
  }

  function variantFields(row: SourceRow): FieldRow['fields'] {
    const weight = Number(headers.text(row, grams))
    const untracked = tracker >= 0 && headers.text(row, tracker) === ''
    return {
      ...optionsOf(row, headers.text(row, columns.key ?? -1)),
      ...(weight > 0 && { weight: { column: headers.name(grams), text: String(weight / 1000) } }),
      ...(untracked && { stock: undefined }),
    }
  }

  return {
    name: 'shopify',
    columns: {
      ...headingsOf(headers, columns),
      category: [type, productCategory].map((at) => headers.name(at)).find(Boolean) ?? '',
      is_published: [published, status]
        .map((at) => headers.name(at))
        .filter(Boolean)
        .join(', '),
      color: 'options',
      size: 'options',
      variant_name: 'options',
      weight: headers.name(grams),
      ...headingsOf(headers, exported),
    },
    unused: headers.unused(),
    read(row) {
      const basic = cellsOf(headers, row, columns)
      const first = (basic.name?.text ?? '').trim() !== ''
      const hasVariant =
        (basic.price?.text ?? '').trim() !== '' || (basic.sku?.text ?? '').trim() !== '' || first
      const fields: FieldRow['fields'] = { ...basic }
      if (first) Object.assign(fields, productFields(row, basic), cellsOf(headers, row, exported))
      else for (const field of ['name', 'description', 'brand'] as const) delete fields[field]
      if (hasVariant) Object.assign(fields, variantFields(row), variantOnly(cellsOf(headers, row, exported)))
      else for (const field of VARIANT_FIELDS) delete fields[field]
      return { line: row.line, key: headers.text(row, columns.key ?? -1), hasVariant, fields }
    },
  }
}

const variantOnly = (fields: FieldRow['fields']): FieldRow['fields'] =>
  Object.fromEntries(VARIANT_FIELDS.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])))
