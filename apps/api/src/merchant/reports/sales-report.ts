/** What a shop sold in a period: orders placed in it that are confirmed and not cancelled. Paise. */
import { formatSortable } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { findRefunds, findTopCategories, findTopProducts, type Period, soldOrders } from './reports.store.ts'

export interface SalesSum {
  orders: number
  pieces: number
  /** Before discounts and delivery. */
  items_total: number
  total_discount_amount: number
  total_shipping_price: number
  total_amount: number
  /** Paid back in the time, whenever the orders were placed. */
  refunded: number
}

export interface SalesReport {
  total: SalesSum
  /** Only days with orders or refunds, oldest first; `day` is `2026-11-22`. */
  days: (SalesSum & { day: string })[]
  /** Those that sold for most after discounts; delivery is not included. */
  products: Awaited<ReturnType<typeof findTopProducts>>
  categories: Awaited<ReturnType<typeof findTopCategories>>
}

const TOP = 10

export async function salesReport({ db }: Pick<Shop, 'db'>, period: Period): Promise<SalesReport> {
  const total = noSales()
  const days = new Map<string, SalesSum>()
  const add = (moment: Date, sales: Partial<SalesSum>): void => {
    const day = formatSortable(moment).slice(0, 10)
    const sum = days.get(day) ?? noSales()
    days.set(day, sum)
    for (const name of Object.keys(total) as (keyof SalesSum)[]) {
      sum[name] += sales[name] ?? 0
      total[name] += sales[name] ?? 0
    }
  }
  for await (const page of soldOrders(db, period)) {
    for (const { id: _, created_at, ...order } of page) add(created_at, { ...order, orders: 1 })
  }
  for (const { refunded_at, total_amount } of await findRefunds(db, period))
    if (refunded_at) add(refunded_at, { refunded: total_amount })
  return {
    total,
    days: [...days].map(([day, sum]) => ({ day, ...sum })).toSorted((a, b) => a.day.localeCompare(b.day)),
    products: await findTopProducts(db, period, TOP),
    categories: await findTopCategories(db, period, TOP),
  }
}

const noSales = (): SalesSum => ({
  orders: 0,
  pieces: 0,
  items_total: 0,
  total_discount_amount: 0,
  total_shipping_price: 0,
  total_amount: 0,
  refunded: 0,
})
