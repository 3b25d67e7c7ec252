/** Reports as titled tables, for the screen and for a spreadsheet. */
import { amount, type Cell, code, type Columns as ColumnsOf, toCells } from '../../merchant/columns.ts'
import type { CreditNoteRow, GstReport, InvoiceRow, SeriesRow, SupplyRow } from './gst-report.ts'
import type { SalesReport, SalesSum } from './sales-report.ts'

/** A titled table of a report. */
export interface Section {
  title: string
  head: string[]
  rows: Cell[][]
}

type Columns<Row> = ColumnsOf<[row: Row]>

const section = <Row>(title: string, columns: Columns<Row>, rows: Row[]): Section => ({
  title,
  head: Object.keys(columns),
  rows: rows.map((row) => toCells(columns, row)),
})

const TAX: Columns<GstReport['total']> = {
  'Taxable value': ({ taxable }) => amount(taxable),
  CGST: ({ cgst }) => amount(cgst),
  'SGST/UTGST': ({ sgst }) => amount(sgst),
  IGST: ({ igst }) => amount(igst),
  Total: (row) => amount(row.amount),
}

const SUPPLY: Columns<SupplyRow> = {
  'Place of supply': (row) => row.place_of_supply,
  Rate: ({ rate }) => `${rate}%`,
  ...TAX,
}

const INVOICE: Columns<InvoiceRow> = { Invoice: ({ number }) => number, Date: ({ date }) => date, ...SUPPLY }

/** The columns of table 12 of GSTR-1. Every piece has the unit quantity code NOS: the shop sells by the piece. */
const HSN: Columns<GstReport['hsn'][number]> = {
  HSN: ({ hsn }) => code(hsn || '-'),
  Description: ({ description }) => description,
  UQC: () => 'NOS',
  'Total quantity': ({ quantity }) => quantity,
  'Total value': (row) => amount(row.amount),
  Rate: ({ rate }) => `${rate}%`,
  'Taxable value': ({ taxable }) => amount(taxable),
  IGST: ({ igst }) => amount(igst),
  CGST: ({ cgst }) => amount(cgst),
  'SGST/UTGST': ({ sgst }) => amount(sgst),
}

const CREDIT_NOTE: Columns<CreditNoteRow> = {
  'Credit note': ({ number }) => number,
  Date: ({ date }) => date,
  Invoice: ({ invoice }) => invoice,
  'Invoice date': ({ invoice_date }) => invoice_date,
  'Table of GSTR-1': ({ table }) => table,
  ...SUPPLY,
}

const KINDS = { tax_invoice: 'Tax invoice', bill_of_supply: 'Bill of supply', credit_note: 'Credit note' }

const DOCUMENT: Columns<SeriesRow> = {
  Document: ({ kind }) => KINDS[kind],
  From: ({ from }) => from,
  To: ({ to }) => to,
  Issued: ({ issued }) => issued,
  Void: ({ cancelled }) => cancelled,
}

type TotalRow = GstReport['total'] & { name: string }

/** The sections with rows; the totals and the documents even without. */
export function gstSections(report: GstReport): Section[] {
  return [
    ...[
      section('Sales to consumers by state and rate (B2C small), less credit notes', SUPPLY, report.b2c),
      section('Sales above ₹1,00,000 to other states (B2C large)', INVOICE, report.b2c_large),
      section('Nil-rated and exempt sales, less credit notes', SUPPLY, report.nil_rated),
      section('HSN summary, less credit notes', HSN, report.hsn),
      section('Credit notes', CREDIT_NOTE, report.credit_notes),
    ].filter(({ rows }) => rows.length > 0),
    section('Documents issued', DOCUMENT, report.documents),
    section('Totals', { '': ({ name }: TotalRow) => name, ...TAX }, [
      { name: 'Tax invoices', ...report.total },
      { name: 'Credit notes', ...report.credited },
    ]),
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
          { Orders: ({ orders }) => orders, Total: (row) => amount(row.amount) },
          [test_bank],
        ),
      ]

const SALES: Columns<SalesSum> = {
  Orders: ({ orders }) => orders,
  Pieces: ({ pieces }) => pieces,
  Goods: ({ items_total }) => amount(items_total),
  Discounts: ({ total_discount_amount }) => amount(total_discount_amount),
  Delivery: ({ total_shipping_price }) => amount(total_shipping_price),
  Total: ({ total_amount }) => amount(total_amount),
  Returned: ({ returned }) => amount(returned),
  Net: ({ net }) => amount(net),
  Refunded: ({ refunded }) => amount(refunded),
}

type TopRow = Pick<SalesReport['products'][number], 'name' | 'orders' | 'pieces' | 'revenue'>

const topColumns = (of: string): Columns<TopRow> => ({
  [of]: ({ name }) => name,
  Orders: ({ orders }) => orders,
  Pieces: ({ pieces }) => pieces,
  'Sold for': ({ revenue }) => amount(revenue),
})

export function salesSections({ total, days, products, categories, test_bank }: SalesReport): Section[] {
  const byDay: Columns<SalesReport['days'][number]> = { Day: ({ day }) => day, ...SALES }
  return [
    section('Sales by day', byDay, [...days, { day: 'Total', ...total }]),
    section('Products that sold for most, after discounts and returns', topColumns('Product'), products),
    section(
      'Categories that sold for most, after discounts and returns (sub-categories on their own)',
      topColumns('Category'),
      categories,
    ),
    ...testBankSections({ test_bank }),
  ]
}
