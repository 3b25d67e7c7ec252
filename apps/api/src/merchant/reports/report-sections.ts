/** Reports as titled tables, for the screen and for a spreadsheet. */
import { formatRupees, toRupees } from '@haat/contract/money'
import { codeCell } from '../importing/layouts/clean-text.ts'
import type { GstReport, InvoiceRow, SupplyRow } from './gst-report.ts'
import type { SalesReport, SalesSum } from './sales-report.ts'

/** A text, a count, an amount or a code of digits. */
type Cell = string | number | { paise: number } | { code: string }

/** A titled table of a report. */
export interface Section {
  title: string
  head: string[]
  rows: Cell[][]
}

/** `₹1,299.00` for the screen. */
export function screenCell(cell: Cell): string {
  if (typeof cell !== 'object') return String(cell)
  return 'paise' in cell ? formatRupees(cell.paise) : cell.code
}

/** `1299.00` for a spreadsheet, which must read it as a number, and codes as text. */
export function csvCell(cell: Cell): string {
  if (typeof cell !== 'object') return String(cell)
  return 'paise' in cell ? toRupees(cell.paise).toFixed(2) : codeCell(cell.code)
}

const paise = (amount: number): Cell => ({ paise: amount })

const TAX_HEAD = ['Taxable value', 'CGST', 'SGST/UTGST', 'IGST', 'Total']

const taxCells = ({
  taxable,
  cgst,
  sgst,
  igst,
  amount,
}: Omit<SupplyRow, 'rate' | 'place_of_supply' | 'supply'>) => [taxable, cgst, sgst, igst, amount].map(paise)

const supplyCells = (row: SupplyRow): Cell[] => [row.place_of_supply, `${row.rate}%`, ...taxCells(row)]
const invoiceCells = (row: InvoiceRow): Cell[] => [row.number, row.date, ...supplyCells(row)]

/** The columns of table 12 of GSTR-1. */
const HSN_HEAD = [
  'HSN',
  'Description',
  'UQC',
  'Total quantity',
  'Total value',
  'Rate',
  'Taxable value',
  'IGST',
  'CGST',
  'SGST/UTGST',
]

/** Every piece has the unit quantity code NOS, numbers: the shop sells by the piece. */
const hsnCells = ({ hsn, description, quantity, rate, ...tax }: GstReport['hsn'][number]): Cell[] => [
  { code: hsn || '-' },
  description,
  'NOS',
  quantity,
  paise(tax.amount),
  `${rate}%`,
  ...[tax.taxable, tax.igst, tax.cgst, tax.sgst].map(paise),
]

/** The sections with rows; the total and the documents even without. */
export function gstSections(report: GstReport): Section[] {
  const supplyHead = ['Place of supply', 'Rate', ...TAX_HEAD]
  const invoiceHead = ['Invoice', 'Date', ...supplyHead]
  const sections: Section[] = [
    {
      title: 'Sales to consumers by state and rate (B2C small)',
      head: supplyHead,
      rows: report.b2c.map(supplyCells),
    },
    {
      title: 'Sales above ₹1,00,000 to other states (B2C large)',
      head: invoiceHead,
      rows: report.b2c_large.map(invoiceCells),
    },
    { title: 'Nil-rated and exempt sales', head: supplyHead, rows: report.nil_rated.map(supplyCells) },
    {
      title: 'HSN summary',
      head: HSN_HEAD,
      rows: report.hsn.map(hsnCells),
    },
    {
      title: 'Cancelled this month, invoiced earlier (credit notes)',
      head: invoiceHead,
      rows: report.reversals.map(invoiceCells),
    },
  ]
  return [
    ...sections.filter(({ rows }) => rows.length > 0),
    {
      title: 'Documents issued',
      head: ['Document', 'From', 'To', 'Issued', 'Cancelled'],
      rows: report.documents.map(({ kind, from, to, issued, cancelled }) => [
        kind === 'tax_invoice' ? 'Tax invoice' : 'Bill of supply',
        from,
        to,
        issued,
        cancelled,
      ]),
    },
    { title: 'Total of the tax invoices', head: TAX_HEAD, rows: [taxCells(report.total)] },
    ...testBankSections(report),
  ]
}

/** Says which part of a report was only tried out; nothing without such orders. */
const testBankSections = ({ test_bank: { orders, amount } }: Pick<GstReport, 'test_bank'>): Section[] =>
  orders === 0
    ? []
    : [
        {
          title: 'Included above: orders paid at the test bank, which brought no money',
          head: ['Orders', 'Total'],
          rows: [[orders, paise(amount)]],
        },
      ]

const SALES_HEAD = ['Orders', 'Pieces', 'Goods', 'Discounts', 'Delivery', 'Total', 'Refunded']

const salesCells = (sum: SalesSum): Cell[] => [
  sum.orders,
  sum.pieces,
  paise(sum.items_total),
  paise(sum.total_discount_amount),
  paise(sum.total_shipping_price),
  paise(sum.total_amount),
  paise(sum.refunded),
]

export function salesSections({ total, days, products, categories, test_bank }: SalesReport): Section[] {
  const topHead = (of: string): string[] => [of, 'Orders', 'Pieces', 'Sold for']
  const topCells = (row: SalesReport['products'][number] | SalesReport['categories'][number]): Cell[] => [
    row.name,
    row.orders,
    row.pieces,
    paise(row.revenue),
  ]
  return [
    {
      title: 'Sales by day',
      head: ['Day', ...SALES_HEAD],
      rows: [...days.map(({ day, ...sum }) => [day, ...salesCells(sum)]), ['Total', ...salesCells(total)]],
    },
    {
      title: 'Products that sold for most, after discounts',
      head: topHead('Product'),
      rows: products.map(topCells),
    },
    {
      title: 'Categories that sold for most, after discounts (sub-categories on their own)',
      head: topHead('Category'),
      rows: categories.map(topCells),
    },
    ...testBankSections({ test_bank }),
  ]
}
