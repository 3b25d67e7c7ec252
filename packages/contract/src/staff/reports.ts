import * as z from 'zod/mini'
import { Id } from '../wire.ts'
import {
  act,
  Code,
  Day,
  each,
  field,
  FileReply,
  flag,
  localPath,
  Month,
  optional,
  Percent,
  table,
  AnyRupees,
} from './act.ts'

const titled = <S extends z.ZodMiniType>(schema: S, title: string): S => schema.check(z.meta({ title }))
const month = optional(Month, 'such as 2026-11')

const TAX = {
  taxable: titled(AnyRupees, 'Taxable value'),
  cgst: AnyRupees,
  sgst: titled(AnyRupees, 'SGST/UTGST'),
  igst: AnyRupees,
  amount: titled(AnyRupees, 'Total'),
}
const SUPPLY = { place_of_supply: z.string(), rate: Percent, ...TAX }
const INVOICE = { number: titled(z.string(), 'Invoice'), date: z.string(), ...SUPPLY }

const BUYER = { buyer_gstin: titled(z.nullable(z.string()), "Buyer's GSTIN") }

/** The columns of table 12 of GSTR-1. */
const HSN = {
  hsn: Code,
  description: z.string(),
  uqc: z.string(),
  quantity: titled(z.int(), 'Total quantity'),
  amount: titled(AnyRupees, 'Total value'),
  rate: Percent,
  taxable: TAX.taxable,
  ...{ igst: TAX.igst, cgst: TAX.cgst, sgst: TAX.sgst },
}

const CREDIT_NOTE = {
  number: titled(z.string(), 'Credit note'),
  ...each(z.string(), 'date', 'invoice', 'invoice_date'),
  table: titled(z.string(), 'Table of GSTR-1'),
  ...BUYER,
  ...SUPPLY,
}

const SERIES = z.object({
  kind: titled(z.enum(['tax_invoice', 'bill_of_supply', 'credit_note']), 'Document'),
  ...each(z.string(), 'from', 'to'),
  issued: z.int(),
  cancelled: titled(z.int(), 'Void'),
})

const TestBank = titled(
  z.nullable(z.object({ orders: z.int(), amount: titled(AnyRupees, 'Total') })),
  'Included above: orders paid at the test bank, which brought no money',
)

const SALES = {
  ...each(z.int(), 'orders', 'pieces'),
  items_total: titled(AnyRupees, 'Goods'),
  total_discount_amount: titled(AnyRupees, 'Discounts'),
  total_shipping_price: titled(AnyRupees, 'Delivery'),
  total_amount: titled(AnyRupees, 'Total'),
  ...each(AnyRupees, 'returned', 'net', 'refunded'),
}
const SOLD = { ...each(z.int(), 'orders', 'pieces'), revenue: titled(AnyRupees, 'Sold for') }
const TOP = ['name', 'orders', 'pieces', 'revenue']

export const staffReports = {
  gst: act('report gst', {
    // It issues the missing invoices on request.
    route: 'POST /api/desk/reports/gst',
    permission: 'reports.read',
    summary: "the figures of a month's GST return (GSTR-1), from its invoices",
    help: 'Examples:\n  haat report gst --month 2026-11\n  haat report gst --month 2026-11 --format csv --out gst-2026-11.csv',
    input: {
      month: field(Month, 'such as 2026-11'),
      issue_missing: flag('first issue the missing invoices of shipped orders, dated today; needs --yes'),
      yes: flag('issue them; without this, only say how many would be issued'),
    },
    reply: z.object({
      gstin: z.nullable(z.string()),
      b2b: table(z.object({ ...BUYER, ...INVOICE }), undefined, 'Sales to businesses with a GSTIN (B2B)'),
      b2c: table(
        z.object(SUPPLY),
        undefined,
        'Sales to consumers by state and rate (B2C small), less credit notes',
      ),
      b2c_large: table(z.object(INVOICE), undefined, 'Sales above ₹1,00,000 to other states (B2C large)'),
      nil_rated: table(z.object(SUPPLY), undefined, 'Nil-rated and exempt sales, less credit notes'),
      hsn: table(z.object(HSN), undefined, 'HSN summary, less credit notes'),
      credit_notes: table(z.object(CREDIT_NOTE), undefined, 'Credit notes'),
      documents: table(SERIES, undefined, 'Documents issued'),
      total: titled(z.object(TAX), 'Total of the tax invoices'),
      credited: titled(z.object(TAX), 'Total of the credit notes'),
      bills_of_supply: AnyRupees,
      test_bank: TestBank,
      not_invoiced: z.array(Id),
      notes: z.array(z.string()),
    }),
    spreadsheet: true,
    undo: false,
  }),
  sales: act('report sales', {
    route: 'GET /api/desk/reports/sales',
    permission: 'reports.read',
    summary: 'orders, pieces, amounts and refunds by day, and what sold best',
    help: 'Examples:\n  haat report sales --month 2026-11\n  haat report sales --from 2026-11-01 --to 2026-11-15 --format csv',
    input: {
      month,
      from: optional(Day, 'first day, such as 2026-11-01'),
      to: optional(Day, 'last day, such as 2026-11-15'),
    },
    reply: z.object({
      days: table(z.object({ day: z.string(), ...SALES }), undefined, 'Sales by day'),
      total: z.object(SALES),
      products: table(
        z.object({ product_id: Id, name: titled(z.string(), 'Product'), ...SOLD }),
        TOP,
        'Products that sold for most, after discounts and returns',
      ),
      categories: table(
        z.object({ category_id: Id, name: titled(z.string(), 'Category'), ...SOLD }),
        TOP,
        'Categories that sold for most, after discounts and returns (sub-categories on their own)',
      ),
      test_bank: TestBank,
    }),
    spreadsheet: true,
  }),
}

export const staffExports = {
  run: act('export <what>', {
    route: 'GET /api/desk/exports/{what}',
    permission: 'exports.run',
    summary: 'write products, orders or customers to a file or to standard output',
    help: `A cell that a spreadsheet would run as a formula (it begins with =, +, - or @) gets a leading apostrophe,
which haat import removes again. Times are Indian time (in JSON: UTC). A code such as 0401 is written ="0401", so
that Excel keeps the 0. Passwords are never exported.

Examples:
  haat export products --out products.csv --pictures photos
  haat export products --format shopify > products_export.csv
  haat export orders --format json | jq '.[].total_amount'`,
    input: {
      what: field(z.enum(['products', 'orders', 'customers']), 'what to export'),
      format: z.prefault(
        field(z.enum(['csv', 'json', 'shopify']), 'file format; shopify is for products'),
        'csv',
      ),
      pictures: z.optional(localPath('also copy the pictures of the products to this folder')),
    },
    reply: FileReply,
    file: 'text/csv',
    audited: true,
  }),
}
