import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffReports } from '@haat/contract/staff/reports'
import { Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { actQuery, useMay } from '../../api/queries.ts'
import { count, dayText, parseDay, shortDay, tileRupees } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/link-row.tsx'

const DAY_MS = 86_400_000
const DAYS = 30

type Reply = ReplyOf<typeof staffReports.sales>
type Sold = Pick<Reply['days'][number], 'day' | 'orders' | 'total_amount'>
type DayOfSales = Sold & { date: Date }

/** Every day of the last 30, those without orders too, the latest last. */
function daysOf(found: Reply['days'], today: Date): DayOfSales[] {
  const byDay = new Map(found.map((one) => [one.day, one]))
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(today.getTime() - (DAYS - 1 - index) * DAY_MS)
    const one = byDay.get(dayText(date))
    return { day: dayText(date), date, orders: one?.orders ?? 0, total_amount: one?.total_amount ?? 0 }
  })
}

/** The money of the last 30 days: every number leads to its orders. */
export function Sales({ now }: { now: Date }) {
  const to = parseDay(dayText(now)) ?? now
  const from = new Date(to.getTime() - (DAYS - 1) * DAY_MS)
  const { data } = useQuery(actQuery(staffReports.sales, { from, to }))
  if (!data)
    return (
      <Card title="Sales">
        <Skeleton className="h-56" />
      </Card>
    )
  const days = daysOf(data.days, to)
  return (
    <Card title="Sales">
      <div className="grid grid-cols-3 gap-3 sm:gap-4">
        <Tile name="Today" days={days.slice(-1)} />
        <Tile name="7 days" days={days.slice(-7)} />
        <Tile name="30 days" days={days} />
      </div>
      {data.test_bank && (
        <p className="mt-2 text-sm text-ink-soft">
          {formatShortRupees(data.test_bank.amount)} of it went through the test bank, which brought no money.
        </p>
      )}
      <Chart days={days} />
      {data.products.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-sm font-bold">Best sellers</h3>
          <Best rows={data.products.slice(0, 5)} />
        </>
      )}
    </Card>
  )
}

function Tile({ name, days }: { name: string; days: DayOfSales[] }) {
  const may = useMay()
  const amount = days.reduce((sum, one) => sum + one.total_amount, 0)
  const orders = days.reduce((sum, one) => sum + one.orders, 0)
  const content = (
    <>
      <span className="block text-sm text-ink-soft">{name}</span>
      <span className="block text-lg font-bold whitespace-nowrap figures sm:text-2xl">
        {tileRupees(amount)}
      </span>
      <span className="block text-sm text-ink-soft figures">{count(orders, 'order')}</span>
    </>
  )
  const from = days[0]
  const to = days.at(-1)
  if (!may('orders.read') || !from || !to) return <div className="p-2">{content}</div>
  return (
    <Link
      to={paths.orders({ from: from.day, to: to.day })}
      className="-mx-2 rounded-md p-2 hover:bg-paper-deep"
    >
      {content}
    </Link>
  )
}

/** A bar for each day; below, the days with orders, each of which leads to them. */
function Chart({ days }: { days: DayOfSales[] }) {
  const highest = Math.max(1, ...days.map(({ total_amount }) => total_amount))
  const sold = days.filter(({ orders }) => orders > 0).toReversed()
  return (
    <div className="mt-4">
      <div aria-hidden>
        <div className="flex h-28 items-end gap-px border-b border-line-strong sm:gap-0.5">
          {days.map(({ day, date, orders, total_amount: amount }) => (
            <span
              key={day}
              title={`${shortDay(date)}: ${formatShortRupees(amount)}, ${count(orders, 'order')}`}
              className="flex h-full min-w-0 flex-1 items-end"
            >
              <span
                className="block w-full rounded-t-xs bg-peacock"
                style={{ height: `${amount === 0 ? 0 : Math.max(3, (amount / highest) * 100)}%` }}
              />
            </span>
          ))}
        </div>
        <p className="mt-1 flex justify-between text-xs text-ink-soft">
          <span>{days[0] && shortDay(days[0].date)}</span>
          <span>today</span>
        </p>
      </div>
      {sold.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center font-semibold text-peacock">By day</summary>
          <Days days={sold} />
        </details>
      )}
    </div>
  )
}

/** A table whose rows are bars, too: each day leads to its orders. */
export function Days({ days }: { days: readonly Sold[] }) {
  const may = useMay()
  const highest = Math.max(1, ...days.map(({ total_amount }) => total_amount))
  return (
    <table className="w-full text-sm figures">
      <thead>
        <tr className="text-left text-ink-soft">
          <th className="py-1 font-semibold">Day</th>
          <th className="py-1 text-right font-semibold">Orders</th>
          <td aria-hidden className="w-2/5 max-sm:hidden" />
          <th className="py-1 text-right font-semibold">Sold</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, orders, total_amount }) => {
          const date = parseDay(day)
          return (
            <tr key={day} className="border-t border-line">
              <td className="py-1">
                <RowLink to={may('orders.read') ? paths.orders({ from: day, to: day }) : undefined}>
                  {date ? shortDay(date) : day}
                </RowLink>
              </td>
              <td className="text-right">{orders}</td>
              <td aria-hidden className="pl-4 max-sm:hidden">
                <span
                  className="block h-3 rounded-r-xs bg-peacock"
                  style={{ width: `${(total_amount / highest) * 100}%` }}
                />
              </td>
              <td className="text-right font-semibold">{formatShortRupees(total_amount)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export const Best = ({ rows }: { rows: Reply['products' | 'categories'] }) => (
  <ol className="divide-y divide-line text-sm figures">
    {rows.map(({ name, pieces, revenue }) => (
      <li key={name} className="flex gap-3 py-2">
        <span className="min-w-0 flex-1">{name}</span>
        <span className="shrink-0 text-ink-soft">{count(pieces, 'piece')}</span>
        <span className="w-24 shrink-0 text-right font-semibold">{formatShortRupees(revenue)}</span>
      </li>
    ))}
  </ol>
)
