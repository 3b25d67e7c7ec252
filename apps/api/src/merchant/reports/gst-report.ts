/**
 * What a month's GST return asks for, added up from the invoices of the month. All sales are to consumers (B2C). An
 * invoice whose order was cancelled in the same month counts as a cancelled document only; one that was cancelled in a
 * later month stays in its own month, and is reversed in the later one. So a month that is over does not change.
 */
import { invoiceHead, type InvoiceHead } from '../../features/invoices/invoices.ts'
import {
  addTax,
  HsnTotals,
  hsnTaxes,
  type HsnTax,
  type Supply,
  type Taxed,
} from '../../features/invoices/tax.ts'
import type { OrderItemRow } from '../../features/orders/orders.store.ts'
import { TEST_BANK } from '../../features/payments/payments.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatSortable } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { findShippedWithoutInvoice, invoicedOrders, type Period } from './reports.store.ts'

/** Above this, a sale to another state is reported invoice by invoice; paise. */
const LARGE_INVOICE = 1_00_000_00

/** Tax of one rate, in paise; `amount` includes the tax. */
export interface SupplyRow extends Taxed {
  /** `29-Karnataka`. */
  place_of_supply: string
  supply: Supply
}

/** A rate of one invoice. */
export interface InvoiceRow extends SupplyRow {
  number: string
  /** `2026-11-22` */
  date: string
}

export interface DocumentRow {
  kind: InvoiceHead['kind']
  from: string
  to: string
  issued: number
  cancelled: number
}

export interface GstReport {
  /** Null when the shop is not registered for GST. */
  gstin: string | null
  /** Taxable sales by place of supply and rate, except large ones to other states. */
  b2c: SupplyRow[]
  /** Large sales to other states, one row per invoice and rate. */
  b2c_large: InvoiceRow[]
  /** Sales at 0 %, by place of supply. */
  nil_rated: SupplyRow[]
  /** By HSN code and rate. Delivery is part of the goods delivered. */
  hsn: HsnTax[]
  documents: DocumentRow[]
  /** Invoices of earlier months whose orders were cancelled in this one: for credit notes. */
  reversals: InvoiceRow[]
  /** All invoices of the month but the cancelled ones. */
  total: Omit<Taxed, 'rate'>
  /** Total of the bills of supply of the month but the cancelled ones: they carry no tax. */
  bills_of_supply: number
  /** Orders of the month's invoices, but the cancelled ones, that were paid at the test bank, without money. */
  test_bank: { orders: number; amount: number }
  /** Ids of orders that were shipped without an invoice. */
  not_invoiced: number[]
}

export async function gstReport({ db }: Pick<Shop, 'db'>, period: Period): Promise<GstReport> {
  const { seller } = await readSettings(db)
  const totals = new Totals()
  const test_bank = { orders: 0, amount: 0 }
  for await (const page of invoicedOrders(db, period)) {
    for (const { order, items, cancelled_at } of page) {
      const invoice = { ...invoiceHead(order, items), items }
      const isCancelled = cancelled_at !== null && cancelled_at < period.to
      if (invoice.issued_at >= period.from) {
        totals.add(invoice, isCancelled)
        if (isCancelled || order.payment_provider !== TEST_BANK) continue
        test_bank.orders += 1
        test_bank.amount += invoice.taxed.total.amount
      } else if (isCancelled && cancelled_at >= period.from) totals.reverse(invoice)
    }
  }
  return {
    gstin: seller.gstin,
    ...totals.report(),
    test_bank,
    not_invoiced: await findShippedWithoutInvoice(db, period.to),
  }
}

type Invoice = InvoiceHead & { items: OrderItemRow[] }

/** Holds sums, not invoices: a month may have any number of them. */
class Totals {
  readonly #b2c = new Map<string, SupplyRow>()
  readonly #nil = new Map<string, SupplyRow>()
  readonly #large: InvoiceRow[] = []
  readonly #reversals: InvoiceRow[] = []
  readonly #hsn = new HsnTotals()
  readonly #documents = new Map<string, DocumentRow>()
  readonly #total = { amount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  #billsOfSupply = 0

  add(invoice: Invoice, isCancelled: boolean): void {
    this.#count(invoice, isCancelled)
    if (isCancelled) return
    const { kind, taxed, items, supply } = invoice
    if (kind === 'bill_of_supply') {
      this.#billsOfSupply += taxed.total.amount
      return
    }
    addTax(this.#total, taxed.total)
    for (const row of hsnTaxes(items, taxed)) this.#hsn.add(row)
    const isLarge = supply === 'inter' && taxed.total.amount > LARGE_INVOICE
    for (const row of supplyRows(invoice)) {
      if (row.rate === 0) addRow(this.#nil, row)
      else if (isLarge) this.#large.push(withInvoice(invoice, row))
      else addRow(this.#b2c, row)
    }
  }

  reverse(invoice: Invoice): void {
    this.#reversals.push(...supplyRows(invoice).map((row) => withInvoice(invoice, row)))
  }

  #count({ kind, number }: Invoice, isCancelled: boolean): void {
    const series = number.slice(0, number.lastIndexOf('/'))
    const row = this.#documents.get(series) ?? { kind, from: number, to: number, issued: 0, cancelled: 0 }
    this.#documents.set(series, row)
    // Numbers of a series have the same length.
    if (number < row.from) row.from = number
    if (number > row.to) row.to = number
    row.issued += 1
    if (isCancelled) row.cancelled += 1
  }

  report() {
    return {
      b2c: sorted(this.#b2c.values()),
      b2c_large: this.#large,
      nil_rated: sorted(this.#nil.values()),
      hsn: this.#hsn.rows(),
      documents: [...this.#documents.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      reversals: this.#reversals,
      total: this.#total,
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
