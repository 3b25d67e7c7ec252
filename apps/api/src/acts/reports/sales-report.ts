/**
 * What a shop sold in a period: orders placed in it that are confirmed and not cancelled, less what came back in it.
 * Paise.
 */
import type { ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import type { Shop } from '../../shop.ts'
import { listCategories } from '../catalogue/categories.ts'
import {
  findRefundsByDay,
  findReturnsByDay,
  findSalesByDay,
  findTestBankSales,
  findTop,
  type Period,
} from './reports.store.ts'

type SalesReport = ReplyOf<Staff['reports']['sales']>
type SalesSum = SalesReport['total']

const TOP = 10

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
    days: [...days].toSorted(([a], [b]) => a - b).map(([day, sum]) => ({ day: dateOf(day), ...sum })),
    products: products.map(({ id, ...row }) => ({ product_id: id, ...row })),
    categories: categories.map(({ id, ...row }) => ({
      category_id: id,
      ...row,
      name: paths.get(id) ?? row.name,
    })),
    test_bank: test_bank.orders > 0 ? test_bank : null,
  }
}

/** @param day days since 1970 */
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

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
