/** What the grid edits: its columns, and how the cells of a spreadsheet are read. */
import type { staffProducts } from '@haat/contract/staff/products'
import type { CallInput } from '../api/client.ts'
import { amountText } from '../features/products/product-values.ts'
import type { VariantRow } from '../features/products/products.queries.ts'

export type Field = keyof CallInput<typeof staffProducts.bulk>['rows'][number]['set']

export interface GridColumn {
  field: Field
  label: string
  kind: 'amount' | 'count' | 'flag' | 'percent' | 'text'
  /** Of the product: all its variants have the same. */
  isShared: boolean
  width: number
  /** What it can be called in a spreadsheet, besides its label. */
  names: readonly string[]
  textOf: (row: VariantRow) => string
}

const yesNo = (flag: boolean): string => (flag ? 'yes' : 'no')

export const COLUMNS: readonly GridColumn[] = [
  {
    field: 'price',
    label: 'Price',
    kind: 'amount',
    isShared: false,
    width: 96,
    names: ['selling price', 'sale price', 'rate'],
    textOf: ({ price }) => amountText(price),
  },
  {
    field: 'mrp',
    label: 'MRP',
    kind: 'amount',
    isShared: false,
    width: 96,
    names: ['list price', 'compare at price'],
    textOf: ({ mrp }) => amountText(mrp),
  },
  {
    field: 'stock',
    label: 'Stock',
    kind: 'count',
    isShared: false,
    width: 80,
    names: ['qty', 'quantity', 'on hand', 'pieces'],
    textOf: ({ stock }) => String(stock),
  },
  {
    field: 'gst_rate',
    label: 'GST %',
    kind: 'percent',
    isShared: true,
    width: 80,
    names: ['gst', 'gst rate', 'tax', 'tax rate'],
    textOf: ({ gst_rate }) => (gst_rate === null ? '' : String(gst_rate)),
  },
  {
    field: 'hsn',
    label: 'HSN',
    kind: 'text',
    isShared: true,
    width: 104,
    names: ['hsn code', 'hsn/sac'],
    textOf: ({ hsn }) => hsn ?? '',
  },
  {
    field: 'category',
    label: 'Category',
    kind: 'text',
    isShared: true,
    width: 168,
    names: ['type'],
    textOf: ({ category }) => category,
  },
  {
    field: 'is_published',
    label: 'In the shop',
    kind: 'flag',
    isShared: true,
    width: 96,
    names: ['published', 'active', 'visible'],
    textOf: ({ is_published }) => yesNo(is_published),
  },
  {
    field: 'is_featured',
    label: 'Featured',
    kind: 'flag',
    isShared: true,
    width: 88,
    names: [],
    textOf: ({ is_featured }) => yesNo(is_featured),
  },
  {
    field: 'is_on_sale',
    label: 'On sale',
    kind: 'flag',
    isShared: true,
    width: 80,
    names: ['sale'],
    textOf: ({ is_on_sale }) => yesNo(is_on_sale),
  },
  {
    field: 'is_new_arrival',
    label: 'New',
    kind: 'flag',
    isShared: true,
    width: 72,
    names: ['new arrival'],
    textOf: ({ is_new_arrival }) => yesNo(is_new_arrival),
  },
]

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
