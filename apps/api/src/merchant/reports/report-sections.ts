/** Reports as titled tables, for the screen and for a spreadsheet. */
import { formatRupees, toRupees } from '@haat/contract/money'
import { codeCell } from '../importing/layouts/clean-text.ts'
import type { DocumentRow, GstReport, InvoiceRow, SupplyRow } from './gst-report.ts'
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

/** Headings, each with what stands below it. */
type Columns<Row> = Record<string, (row: Row) => Cell>

const section = <Row>(title: string, columns: Columns<Row>, rows: Row[]): Section => ({
  title,
  head: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((column) => column(row))),
})

const TAX: Columns<GstReport['total']> = {
  'Taxable value': ({ taxable }) => paise(taxable),
  CGST: ({ cgst }) => paise(cgst),
  'SGST/UTGST': ({ sgst }) => paise(sgst),
  IGST: ({ igst }) => paise(igst),
  Total: ({ amount }) => paise(amount),
}

const SUPPLY: Columns<SupplyRow> = {
  'Place of supply': (row) => row.place_of_supply,
  Rate: ({ rate }) => `${rate}%`,
  ...TAX,
}

const INVOICE: Columns<InvoiceRow> = { Invoice: ({ number }) => number, Date: ({ date }) => date, ...SUPPLY }

/** The columns of table 12 of GSTR-1. Every piece has the unit quantity code NOS: the shop sells by the piece. */
const HSN: Columns<GstReport['hsn'][number]> = {
  HSN: ({ hsn }) => ({ code: hsn || '-' }),
  Description: ({ description }) => description,
  UQC: () => 'NOS',
  'Total quantity': ({ quantity }) => quantity,
  'Total value': ({ amount }) => paise(amount),
  Rate: ({ rate }) => `${rate}%`,
  'Taxable value': ({ taxable }) => paise(taxable),
  IGST: ({ igst }) => paise(igst),
  CGST: ({ cgst }) => paise(cgst),
  'SGST/UTGST': ({ sgst }) => paise(sgst),
}

const DOCUMENT: Columns<DocumentRow> = {
  Document: ({ kind }) => (kind === 'tax_invoice' ? 'Tax invoice' : 'Bill of supply'),
  From: ({ from }) => from,
  To: ({ to }) => to,
  Issued: ({ issued }) => issued,
  Cancelled: ({ cancelled }) => cancelled,
}

/** The sections with rows; the total and the documents even without. */
export function gstSections(report: GstReport): Section[] {
  return [
    ...[
      section('Sales to consumers by state and rate (B2C small)', SUPPLY, report.b2c),
      section('Sales above ₹1,00,000 to other states (B2C large)', INVOICE, report.b2c_large),
      section('Nil-rated and exempt sales', SUPPLY, report.nil_rated),
      section('HSN summary', HSN, report.hsn),
      section('Cancelled this month, invoiced earlier (credit notes)', INVOICE, report.reversals),
    ].filter(({ rows }) => rows.length > 0),
    section('Documents issued', DOCUMENT, report.documents),
    section('Total of the tax invoices', TAX, [report.total]),
    ...testBankSections(report),
  ]
}

/** Says which part of a report was only tried out; nothing without such orders. */
const testBankSections = ({ test_bank }: Pick<GstReport, 'test_bank'>): Section[] =>
  test_bank.orders === 0
    ? []
    : [
        section(
          'Included above: orders paid at the test bank, which brought no money',
          { Orders: ({ orders }) => orders, Total: ({ amount }) => paise(amount) },
          [test_bank],
        ),
      ]

const SALES: Columns<SalesSum> = {
  Orders: ({ orders }) => orders,
  Pieces: ({ pieces }) => pieces,
  Goods: ({ items_total }) => paise(items_total),
  Discounts: ({ total_discount_amount }) => paise(total_discount_amount),
  Delivery: ({ total_shipping_price }) => paise(total_shipping_price),
  Total: ({ total_amount }) => paise(total_amount),
  Refunded: ({ refunded }) => paise(refunded),
}

type TopRow = Pick<SalesReport['products'][number], 'name' | 'orders' | 'pieces' | 'revenue'>

const topColumns = (of: string): Columns<TopRow> => ({
  [of]: ({ name }) => name,
  Orders: ({ orders }) => orders,
  Pieces: ({ pieces }) => pieces,
  'Sold for': ({ revenue }) => paise(revenue),
})

export function salesSections({ total, days, products, categories, test_bank }: SalesReport): Section[] {
  const byDay: Columns<SalesReport['days'][number]> = { Day: ({ day }) => day, ...SALES }
  return [
    section('Sales by day', byDay, [...days, { day: 'Total', ...total }]),
    section('Products that sold for most, after discounts', topColumns('Product'), products),
    section(
      'Categories that sold for most, after discounts (sub-categories on their own)',
      topColumns('Category'),
      categories,
    ),
    ...testBankSections({ test_bank }),
  ]
}
