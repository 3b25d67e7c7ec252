import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffReports } from '@haat/contract/staff/reports'
import { buttonClass } from '@haat/ui/button'
import { EmptyState, Notice } from '@haat/ui/feedback'
import { cx } from '@haat/ui/cx'
import { Link } from 'react-router-dom'
import { actQuery, useMay } from '../api/queries.ts'
import { MonthSwitch, useMonth } from '../features/reports/month-switch.tsx'
import { daysOf, monthText } from '../features/reports/months.ts'
import { Tiles } from '../features/reports/tiles.tsx'
import { count, parseDay, shortDay } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { RowLink } from '../ui/link-row.tsx'
import { DownloadButton } from '../features/reports/download-button.tsx'

type Sales = ReplyOf<typeof staffReports.sales>
type Day = Sales['days'][number]

/** Sales of a month: by day, and what sold best. Every number leads to its orders. */
export function ReportsScreen() {
  const month = useMonth()
  const { data, instead } = useScreen(actQuery(staffReports.sales, { month }))
  if (!data) return instead
  return (
    <Screen
      title="Sales"
      actions={
        <>
          <Link to={paths.moneyReport(daysOf(month))} className={buttonClass('outline')}>
            Money
          </Link>
          <Link to={`${paths.gst}?month=${monthText(month)}`} className={buttonClass('outline')}>
            GST return
          </Link>
          <DownloadButton act={staffReports.sales} input={{ month }} name={`sales-${monthText(month)}`} />
        </>
      }
    >
      <MonthSwitch month={month} />
      {data.days.length === 0 ? (
        <EmptyState
          title="No orders in this month"
          text="Once orders come, their amounts stand here by day, with what sold best."
        />
      ) : (
        <Month sales={data} />
      )}
    </Screen>
  )
}

function Month({ sales }: { sales: Sales }) {
  const { total, days, products, categories, test_bank } = sales
  const tiles = [
    ['Sold', total.total_amount],
    ['Came back', total.returned],
    ['Net', total.net],
    ['Refunded', total.refunded],
  ] as const
  return (
    <>
      {test_bank && (
        <Notice tone="wait">
          {count(test_bank.orders, 'order')} of {formatShortRupees(test_bank.amount)} went through the test
          bank, which brought no money.
        </Notice>
      )}
      <Tiles tiles={tiles} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
        <Card title={`By day: ${count(total.orders, 'order')}, ${count(total.pieces, 'piece')}`}>
          <Days days={days} />
        </Card>
        <div className="grid grid-cols-1 gap-4">
          <Best title="Products that sold for most" rows={products} />
          <Best title="Categories that sold for most" rows={categories} />
        </div>
      </div>
    </>
  )
}

/** A table whose rows are bars, too. */
function Days({ days }: { days: readonly Day[] }) {
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
                  aria-hidden
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

function Best({ title, rows }: { title: string; rows: Sales['products' | 'categories'] }) {
  if (rows.length === 0) return null
  return (
    <Card title={title}>
      <ol className="text-sm figures">
        {rows.slice(0, 10).map(({ name, pieces, revenue }, index) => (
          <li key={name} className={cx('flex gap-3 py-2', index > 0 && 'border-t border-line')}>
            <span className="min-w-0 flex-1">{name}</span>
            <span className="shrink-0 text-ink-soft">{count(pieces, 'piece')}</span>
            <span className="w-24 shrink-0 text-right font-semibold">{formatShortRupees(revenue)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
