/** What came in and went out between two days. */
import type { ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { dayText, type Reader } from '../../db/database.ts'
import { findCourierCash, findLedgerEntries, findMoneyByDay } from '../../features/payments/ledger.store.ts'
import { amount, type Columns, toCells } from '../cells/columns.ts'
import { toCsv } from '../exporting/export-shop.ts'
import type { Period } from '../reports/reports.store.ts'

/** More entries than this are in the file alone. */
const MOST_SHOWN = 200
const PAGE = 1000

const noMoney = () => ({ online: 0, cash: 0, refunds: 0, fees: 0, net: 0 })
const COLUMNS = { payment: 'online', cash: 'cash', refund: 'refunds', fee: 'fees' } as const

/** Paise. Test payments, and what couriers have, are in no sum. */
export async function moneyReport(
  reader: Reader,
  period: Period,
): Promise<ReplyOf<Staff['payments']['ledger']>> {
  const total = noMoney()
  const days = new Map<number, ReturnType<typeof noMoney>>()
  const simulatedBy = new Set<string>()
  let [simulated, entry_count] = [0, 0]
  for (const row of await findMoneyByDay(reader, period)) {
    entry_count += row.entries
    if (row.simulated) {
      simulated += row.amount
      if (row.provider !== null) simulatedBy.add(row.provider)
    }
    if (row.simulated || row.kind === 'with_courier') continue
    const day = days.get(row.day) ?? noMoney()
    days.set(row.day, day)
    for (const sums of [day, total]) {
      sums[COLUMNS[row.kind]] += row.amount
      sums.net += row.amount
    }
  }
  const cash = await findCourierCash(reader)
  return {
    days: [...days].map(([day, money]) => ({ day: dayText(day), ...money })),
    total,
    with_couriers: { amount: cash.reduce((sum, one) => sum + one.amount, 0), orders: cash.length },
    entry_count,
    entries: await findLedgerEntries(reader, period, { limit: MOST_SHOWN }),
    simulated,
    simulated_by: [...simulatedBy].toSorted(),
  }
}

type Entry = Awaited<ReturnType<typeof findLedgerEntries>>[number]

const FILE: Columns<[Entry]> = {
  at: ({ at }) => at,
  order_number: ({ order_number }) => order_number,
  kind: ({ kind }) => kind,
  provider: ({ provider }) => provider,
  amount: (entry) => amount(entry.amount),
  simulated: ({ simulated }) => simulated,
}

/** Every entry, in constant memory. */
export const ledgerFile = (reader: Reader, period: Period): AsyncGenerator<string> =>
  toCsv(pagesOf(reader, period), { headings: Object.keys(FILE), toRows: (entry) => [toCells(FILE, entry)] })

async function* pagesOf(reader: Reader, period: Period): AsyncGenerator<Entry[]> {
  let page: Entry[]
  let before: number | undefined
  do {
    page = await findLedgerEntries(reader, period, { before, limit: PAGE })
    before = page.at(-1)?.id
    yield page
  } while (page.length === PAGE)
}
