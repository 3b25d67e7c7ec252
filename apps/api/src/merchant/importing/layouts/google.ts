/** A Google Merchant feed, as TSV or XML: rows with one item_group_id are variants of one product. */
import { htmlToText } from '../clean-text.ts'
import type { Cell, Field, FieldRow, Layout, SourceRow } from '../fields.ts'
import { cellsOf, columnsOf, Headers, namesOf } from './headers.ts'
import { onSale } from './options.ts'

/** The attributes that are read; an XML feed's rows have exactly these columns. */
export const GOOGLE_COLUMNS = [
  ...['id', 'item_group_id', 'title', 'description', 'brand', 'product_type', 'google_product_category'],
  ...['price', 'sale_price', 'sale_price_effective_date', 'availability', 'quantity'],
  ...['image_link', 'additional_image_link', 'color', 'size', 'material', 'pattern'],
  ...['shipping_weight', 'shipping_length', 'shipping_width', 'shipping_height'],
]

const HEADINGS: Partial<Record<Field, string[]>> = {
  name: ['title'],
  description: ['description'],
  brand: ['brand'],
  images: ['image_link', 'image link'],
  sku: ['id'],
  mrp: ['price'],
  price: ['sale_price'],
  stock: ['quantity', 'sell_on_google_quantity'],
  color: ['color'],
  size: ['size'],
}

export const isGoogle = (headers: Headers): boolean => headers.has('id', 'title', 'availability', 'price')

/** @param now decides whether a dated sale runs */
export function googleLayout(headers: Headers, now: Date): Layout {
  const columns = columnsOf(headers, HEADINGS)
  const find = (name: string) => headers.find(name)
  const at = Object.fromEntries(GOOGLE_COLUMNS.map((name) => [name, find(name)]))
  const column = (name: string): number => at[name] ?? -1

  function saleRuns(row: SourceRow): boolean {
    const [from, to] = headers.text(row, column('sale_price_effective_date')).split('/').map(Date.parse)
    return !(now.getTime() < (from ?? NaN)) && !(now.getTime() >= (to ?? NaN))
  }

  function prices(row: SourceRow, { price, mrp }: FieldRow['fields']): FieldRow['fields'] {
    if (price && price.text.trim() !== '' && saleRuns(row))
      return { price, mrp, is_on_sale: onSale(price, mrp) }
    return {
      price: mrp,
      mrp: mrp && { column: mrp.column, text: '' },
      is_on_sale: mrp && { column: mrp.column, text: '0' },
    }
  }

  function stock(row: SourceRow, counted: Cell | undefined): Cell | undefined {
    const said = headers.cell(row, column('availability'))
    const gone = said && !/^in[ _]stock$/i.test(said.text.trim())
    if (gone) return { column: said.column, text: '0' }
    return counted && counted.text.trim() !== '' ? counted : undefined
  }

  function measures(row: SourceRow): FieldRow['fields'] {
    const read = (name: string, units: Record<string, number>): Cell | undefined => {
      const cell = headers.cell(row, column(name))
      const [, number, unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(cell?.text.trim() ?? '') ?? []
      const factor = units[unit.toLowerCase()]
      if (!cell || !number || !factor) return undefined
      return { column: cell.column, text: String(Math.round(Number(number) * factor * 1000) / 1000) }
    }
    const lengths = { cm: 1, in: 2.54, '': 1 }
    return {
      weight: read('shipping_weight', { kg: 1, g: 0.001, lb: 0.453592, oz: 0.0283495 }),
      length: read('shipping_length', lengths),
      breadth: read('shipping_width', lengths),
      height: read('shipping_height', lengths),
    }
  }

  /** A product_type names several paths at times; the first is the main one. */
  function category(row: SourceRow): Cell | undefined {
    const cell = ['product_type', 'google_product_category']
      .map((name) => headers.cell(row, column(name)))
      .find((one) => one && one.text.trim() !== '' && !/^\d+$/.test(one.text.trim()))
    return cell && { column: cell.column, text: cell.text.split(/\n|,(?=[^>]*>)/)[0] ?? '' }
  }

  function read(row: SourceRow): FieldRow {
    const fields = cellsOf(headers, row, columns)
    const id = headers.text(row, column('id'))
    const look = ['material', 'pattern'].map((name) => headers.text(row, column(name))).filter(Boolean)
    const more = headers.text(row, column('additional_image_link'))
    return {
      line: row.line,
      key: headers.text(row, column('item_group_id')) || id,
      hasVariant: true,
      fields: {
        ...fields,
        ...prices(row, fields),
        ...measures(row),
        stock: stock(row, fields.stock),
        category: category(row),
        variant_name: look.length > 0 ? { column: 'material', text: look.join(' / ') } : undefined,
        ...(fields.images && { images: { ...fields.images, text: `${fields.images.text}\n${more}` } }),
        ...(fields.description && {
          description: { ...fields.description, text: htmlToText(fields.description.text) },
        }),
      },
    }
  }

  return { name: 'google', columns: namesOf(headers, columns), read }
}
