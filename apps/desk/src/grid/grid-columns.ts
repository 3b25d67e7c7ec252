/** What the grid edits: its columns, and how the cells of a spreadsheet are read. */
import { ENDED_GST_RATES, GST_RATES } from '@haat/contract/gst'
import { parseAmount } from '@haat/contract/money'
import type { staffProducts } from '@haat/contract/staff/products'
import type { CallInput } from '../api/client.ts'
import { amountText } from '../features/products/product-values.ts'
import type { VariantRow } from '../features/products/products.queries.ts'

export type Field = keyof CallInput<typeof staffProducts.bulk>['rows'][number]['set']

export interface GridColumn {
  field: Field & keyof VariantRow
  label: string
  kind: 'amount' | 'count' | 'flag' | 'percent' | 'text'
  width: number
  /** What it can be called in a spreadsheet, besides its label. */
  names: readonly string[]
}

export const COLUMNS: readonly GridColumn[] = [
  {
    field: 'price',
    label: 'Price',
    kind: 'amount',
    width: 96,
    names: ['selling price', 'sale price', 'rate'],
  },
  { field: 'mrp', label: 'MRP', kind: 'amount', width: 96, names: ['list price', 'compare at price'] },
  {
    field: 'stock',
    label: 'Stock',
    kind: 'count',
    width: 80,
    names: ['qty', 'quantity', 'on hand', 'pieces'],
  },
  {
    field: 'gst_rate',
    label: 'GST %',
    kind: 'percent',
    width: 80,
    names: ['gst', 'gst rate', 'tax', 'tax rate'],
  },
  { field: 'hsn', label: 'HSN', kind: 'text', width: 104, names: ['hsn code', 'hsn/sac'] },
  { field: 'category', label: 'Category', kind: 'text', width: 168, names: ['type'] },
  {
    field: 'is_published',
    label: 'In the shop',
    kind: 'flag',
    width: 96,
    names: ['published', 'active', 'visible'],
  },
  { field: 'is_featured', label: 'Featured', kind: 'flag', width: 88, names: [] },
  { field: 'is_on_sale', label: 'On sale', kind: 'flag', width: 80, names: ['sale'] },
  { field: 'is_new_arrival', label: 'New', kind: 'flag', width: 72, names: ['new arrival'] },
]

/** Whether all variants of a product have the same. */
export const isShared = ({ field }: GridColumn): boolean => !['price', 'mrp', 'stock'].includes(field)

/** What a cell shows that nobody has changed. */
export function textOf({ field, kind }: GridColumn, row: VariantRow): string {
  const value = row[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return kind === 'amount' && typeof value === 'number' ? amountText(value) : String(value ?? '')
}

const YES = /^(yes|y|true|1|on|हाँ|हां)$/i
const NO = /^(no|n|false|0|off|नहीं)$/i

/** Makes the text of a spreadsheet's cell that of the grid: `₹1,29,900.00` → `129900`. Others stay for the server. */
export function cleanCell({ kind }: Pick<GridColumn, 'kind'>, raw: string): string {
  const text = raw.trim()
  if (text === '' || kind === 'text') return text
  if (kind === 'flag') return YES.test(text) ? 'yes' : NO.test(text) ? 'no' : text
  if (kind === 'percent') return text.replace(/\s*%$/, '')
  const number = text
    .replace(/^(₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*\/-$/, '')
    .replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(number)) return text
  return number.replace(/\.0+$/, '')
}

/** Why the shop refuses a cell whatever else its row has. */
export function faultOf({ field, kind }: GridColumn, text: string): string | false {
  if (text === '') return field === 'price' && 'There is no price.'
  if (kind === 'amount') return parseAmount(text) === null && 'Give an amount of 0 or more, such as 499.'
  if (kind === 'flag') return !['yes', 'no'].includes(text) && 'Write yes or no.'
  return kind === 'count' && !/^[+-]?\d+$/.test(text) && 'Give a whole number of pieces.'
}

/** What the shop takes but is seldom meant. */
export const doubtOf = ({ field }: GridColumn, text: string): string | false =>
  field === 'gst_rate' &&
  /^[\d.]+$/.test(text) &&
  !GST_RATES.includes(Number(text)) &&
  `${ENDED_GST_RATES.includes(Number(text)) ? 'The rate ended in 2025' : 'India has no such rate'}: it has ${GST_RATES.join(', ')}.`
