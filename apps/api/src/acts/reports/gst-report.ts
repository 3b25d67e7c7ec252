/**
 * What a month's GST return asks for, added up from the documents of the month. Sales to businesses
 * that gave their GSTIN (B2B) are told one by one. A credit note counts in the month in which it is issued, so a month that is over does not change.
 */
import type { ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { type Invoice, toInvoice } from '../../features/invoices/invoices.ts'
import { addTax, HsnTotals, hsnTaxes, type Supply, type Taxed } from '@haat/contract/gst'
import type { DocumentRow } from '../../features/orders/documents.store.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatSortable } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { documentsIn, findShippedWithoutInvoice, type Period } from './reports.store.ts'

/** Above this, a sale to another state is reported invoice by invoice; paise. */
const LARGE_INVOICE = 1_00_000_00

type GstReport = Omit<ReplyOf<Staff['reports']['gst']>, 'notes'>
type SupplyRow = GstReport['b2c'][number] & { supply: Supply }
type InvoiceRow = SupplyRow & Pick<GstReport['b2c_large'][number], 'number' | 'date'>

export async function gstReport({ db }: Pick<Shop, 'db'>, period: Period): Promise<GstReport> {
  const { seller } = await readSettings(db)
  const totals = new Totals()
  const test_bank = { orders: 0, amount: 0 }
  for await (const page of documentsIn(db, period)) {
    for (const { document, found } of page) {
      totals.count(document)
      if (document.voided_at !== null) continue
      const stated = toInvoice(document, found)
      const invoice = found.documents.find(({ id }) => id === document.invoice_id)
      if (invoice) totals.credit(stated, toInvoice(invoice, found))
      else totals.add(stated)
      const { status, is_test } = found.order
      if (invoice || status === 'CANCELLED' || !is_test) continue
      test_bank.orders += 1
      test_bank.amount += stated.taxed.total.amount
    }
  }
  return {
    gstin: seller.gstin,
    ...totals.report(),
    test_bank: test_bank.orders > 0 ? test_bank : null,
    not_invoiced: await findShippedWithoutInvoice(db, period.to),
  }
}

const noTax = () => ({ amount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 })

const negative = <Tax extends Omit<Taxed, 'rate'>>(tax: Tax): Tax => {
  const { amount, taxable, cgst, sgst, igst } = tax
  return { ...tax, amount: -amount, taxable: -taxable, cgst: 0 - cgst, sgst: 0 - sgst, igst: 0 - igst }
}

const isBusiness = ({ order }: Invoice): boolean => order.buyer_gstin !== null

const isLarge = ({ supply, taxed }: Invoice): boolean =>
  supply === 'inter' && taxed.total.amount > LARGE_INVOICE

/** Holds sums, not invoices: a month may have any number of them. */
class Totals {
  readonly #b2c = new Map<string, SupplyRow>()
  readonly #nil = new Map<string, SupplyRow>()
  readonly #b2b: GstReport['b2b'] = []
  readonly #large: InvoiceRow[] = []
  readonly #creditNotes: GstReport['credit_notes'] = []
  readonly #hsn = new HsnTotals()
  readonly #series = new Map<string, GstReport['documents'][number]>()
  readonly #total = noTax()
  readonly #credited = noTax()
  #billsOfSupply = 0

  add(invoice: Invoice): void {
    const { kind, taxed, items } = invoice
    if (kind === 'bill_of_supply') {
      this.#billsOfSupply += taxed.total.amount
      return
    }
    addTax(this.#total, taxed.total)
    for (const row of hsnTaxes(items, taxed)) this.#hsn.add(row)
    for (const row of supplyRows(invoice)) {
      if (row.rate === 0) addRow(this.#nil, row)
      else if (isBusiness(invoice))
        this.#b2b.push({ buyer_gstin: invoice.order.buyer_gstin, ...withInvoice(invoice, row) })
      else if (isLarge(invoice)) this.#large.push(withInvoice(invoice, row))
      else addRow(this.#b2c, row)
    }
  }

  credit(note: Invoice, invoice: Invoice): void {
    const { kind, taxed, items } = note
    if (kind === 'bill_of_supply') {
      this.#billsOfSupply -= taxed.total.amount
      return
    }
    addTax(this.#credited, taxed.total)
    for (const row of hsnTaxes(items, taxed)) this.#hsn.add({ ...negative(row), quantity: -row.quantity })
    for (const row of supplyRows(note)) {
      const table = row.rate === 0 ? '8' : isBusiness(invoice) || isLarge(invoice) ? '9B' : '7'
      const { number, date } = withInvoice(invoice, row)
      const { buyer_gstin } = invoice.order
      const its = { invoice: number, invoice_date: date, table, buyer_gstin } as const
      this.#creditNotes.push({ ...withInvoice(note, row), ...its })
      if (table !== '9B') addRow(table === '8' ? this.#nil : this.#b2c, negative(row))
    }
  }

  count({ kind, number, voided_at }: DocumentRow): void {
    const series = number.slice(0, number.lastIndexOf('/'))
    const row = this.#series.get(series) ?? { kind, from: number, to: number, issued: 0, cancelled: 0 }
    this.#series.set(series, row)
    // Numbers of a series have the same length.
    if (number < row.from) row.from = number
    if (number > row.to) row.to = number
    row.issued += 1
    if (voided_at !== null) row.cancelled += 1
  }

  report() {
    return {
      b2b: this.#b2b,
      b2c: sorted(this.#b2c.values()),
      b2c_large: this.#large,
      nil_rated: sorted(this.#nil.values()),
      // What came back in the month in which it was sold leaves nothing.
      hsn: this.#hsn
        .rows()
        .filter(({ quantity, amount }) => quantity !== 0 || amount !== 0)
        // Every piece has the unit quantity code NOS: the shop sells by the piece.
        .map((row) => ({ ...row, hsn: row.hsn || '-', uqc: 'NOS' })),
      documents: [...this.#series.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      credit_notes: this.#creditNotes,
      total: this.#total,
      credited: this.#credited,
      bills_of_supply: this.#billsOfSupply,
    }
  }
}

const supplyRows = ({ destination, state_code, supply, taxed }: Invoice): SupplyRow[] =>
  taxed.rates.map((tax) => ({
    place_of_supply: state_code ? `${state_code}-${destination}` : destination,
    supply,
    ...tax,
  }))

const withInvoice = ({ number, issued_at }: Invoice, row: SupplyRow): InvoiceRow => ({
  number,
  date: formatSortable(issued_at).slice(0, 10),
  ...row,
})

function addRow(rows: Map<string, SupplyRow>, row: SupplyRow): void {
  const key = `${row.place_of_supply} ${row.supply} ${row.rate}`
  const sum = rows.get(key)
  if (sum) addTax(sum, row)
  else rows.set(key, row)
}

const sorted = (rows: Iterable<SupplyRow>): SupplyRow[] =>
  [...rows].toSorted((a, b) => a.place_of_supply.localeCompare(b.place_of_supply, 'en') || a.rate - b.rate)
