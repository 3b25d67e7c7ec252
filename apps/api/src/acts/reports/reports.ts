/** What a merchant can report: what a month's GST return asks for, and what was sold. */
import { formatRupees } from '@haat/contract/money'
import { type InputOf, Month, plural, type ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import * as z from 'zod/mini'
import { dayText } from '../../db/database.ts'
import { issueInvoice } from '../../features/invoices/invoices.ts'
import { isOpen } from '../../features/settings/settings.store.ts'
import { badRequest, forbidden } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { listCategories } from '../catalogue/categories.ts'
import { mayIssueInvoices } from '../orders/papers.ts'
import { gstReport } from './gst-report.ts'
import {
  findRefundsByDay,
  findReturnsByDay,
  findSalesByDay,
  findShippedWithoutInvoice,
  findTestBankSales,
  findTop,
  type Period,
} from './reports.store.ts'

const DAY_MS = 86_400_000

export const reportActs: ActTable<Staff['reports']> = {
  async gst(shop, { month, issue_missing, yes }, who) {
    if (issue_missing && yes && !mayIssueInvoices(who))
      throw forbidden('You may read invoices, but not issue them.', { code: 'FORBIDDEN' })
    const period = begun(monthOf(month), shop.now())
    const issued = issue_missing ? [await issueMissingInvoices(shop, period, yes)] : []
    const report = await gstReport(shop, period)
    return { ...report, notes: [...issued, ...gstNotes(report)] }
  },
  async sales(shop, given) {
    const { from, to } = begun(periodOf(given), shop.now())
    // What is ordered before the opening is a test.
    return salesReport(shop, { from: (await isOpen(shop.db, shop.config)) ? from : to, to })
  },
}

/** @param first its first moment */
export function monthOf(first: Date): Period {
  const inNext = new Date(first.getTime() + 32 * DAY_MS)
  return { from: first, to: z.decode(Month, z.encode(Month, inNext)) }
}

/** A month, or the days from the first to the last one. */
export function periodOf({ month, from, to }: InputOf<Staff['reports']['sales']>): Period {
  if (month !== undefined && from === undefined && to === undefined) return monthOf(month)
  if (month !== undefined || from === undefined || to === undefined)
    throw badRequest('Give either a month, or the first and the last day.')
  if (to < from) throw badRequest('The last day must not be before the first.')
  return { from, to: new Date(to.getTime() + DAY_MS) }
}

/** @throws Failure when the period is in the future */
export function begun(period: Period, now: Date): Period {
  if (period.from > now) throw badRequest('This month or day has not begun yet: there is nothing to report.')
  return period
}

/**
 * Issues the invoices of shipped orders that have none.
 *
 * @param yes whether to issue them, or only to count them
 * @returns a sentence that says how many
 */
export async function issueMissingInvoices(shop: Shop, { to }: Period, yes = false): Promise<string> {
  const ids = await findShippedWithoutInvoice(shop.db, to)
  if (ids.length === 0) return 'No invoice is missing.'
  const invoices = `${plural(ids.length, 'invoice')}, dated today`
  if (!yes)
    return `This would issue ${invoices}; their numbers cannot be taken back. Add --yes to issue them.`
  for (const id of ids) await issueInvoice(shop, id)
  return `Issued ${invoices}.`
}

function gstNotes({
  gstin,
  total,
  bills_of_supply,
  not_invoiced,
}: Omit<ReplyOf<Staff['reports']['gst']>, 'notes'>): string[] {
  const sum = formatRupees(bills_of_supply)
  const some = `${not_invoiced.slice(0, 10).join(', ')}${not_invoiced.length > 10 ? ' …' : ''}`
  return [
    ...(gstin === null ? ['The shop has no GSTIN: it charges no GST and files no return.'] : []),
    ...(bills_of_supply > 0 ? [`Bills of supply, without tax: ${sum}.`] : []),
    ...(gstin !== null && total.amount === 0 ? ['No tax invoice was issued in this month.'] : []),
    ...(not_invoiced.length > 0
      ? [
          `Shipped without an invoice, so not in this report: ${not_invoiced.length} (${some}). To invoice them now: --issue-missing --yes`,
        ]
      : []),
  ]
}

type SalesReport = ReplyOf<Staff['reports']['sales']>
type SalesSum = SalesReport['total']

const TOP = 10

/**
 * What a shop sold in a period: orders placed in it that are confirmed and not cancelled, less what came back in it.
 * Paise.
 */
export async function salesReport({ db }: Pick<Shop, 'db'>, period: Period): Promise<SalesReport> {
  const total = noSales()
  const days = new Map<number, SalesSum>()
  const add = (rows: readonly (Partial<SalesSum> & { day: number })[]): void => {
    for (const row of rows) {
      const sum = days.get(row.day) ?? noSales()
      days.set(row.day, sum)
      for (const name of Object.keys(total) as (keyof SalesSum)[]) {
        sum[name] += row[name] ?? 0
        total[name] += row[name] ?? 0
      }
    }
  }
  const { sums, pieces } = await findSalesByDay(db, period)
  add(sums)
  add(pieces)
  add(await findReturnsByDay(db, period))
  add(await findRefundsByDay(db, period))
  for (const sum of [total, ...days.values()]) sum.net = sum.total_amount - sum.returned
  const paths = new Map((await listCategories(db)).map(({ id, path }) => [id, path.join(' > ')]))
  const test_bank = await findTestBankSales(db, period)
  const products = await findTop(db, 'product', period, TOP)
  const categories = await findTop(db, 'category', period, TOP)
  return {
    total,
    days: [...days].toSorted(([a], [b]) => a - b).map(([day, sum]) => ({ day: dayText(day), ...sum })),
    products: products.map(({ id, ...row }) => ({ product_id: id, ...row })),
    categories: categories.map(({ id, ...row }) => ({
      category_id: id,
      ...row,
      name: paths.get(id) ?? row.name,
    })),
    test_bank: test_bank.orders > 0 ? test_bank : null,
  }
}

const noSales = (): SalesSum => ({
  orders: 0,
  pieces: 0,
  items_total: 0,
  total_discount_amount: 0,
  total_shipping_price: 0,
  total_amount: 0,
  returned: 0,
  net: 0,
  refunded: 0,
})
