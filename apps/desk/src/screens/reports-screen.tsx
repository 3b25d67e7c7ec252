import { formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffReports } from '@haat/contract/staff/reports'
import { buttonClass } from '@haat/ui/button'
import { EmptyState, Notice } from '@haat/ui/feedback'
import { Link } from 'react-router-dom'
import { actQuery } from '../api/queries.ts'
import { Tiles, DownloadButton } from '../features/reports/figures.tsx'
import { Best, Days } from '../features/reports/sales.tsx'
import { MonthSwitch, useMonth, daysOf, monthText } from '../features/reports/month.tsx'
import { count } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'

type Sales = ReplyOf<typeof staffReports.sales>

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
          {products.length > 0 && (
            <Card title="Products that sold for most">
              <Best rows={products.slice(0, 10)} />
            </Card>
          )}
          {categories.length > 0 && (
            <Card title="Categories that sold for most">
              <Best rows={categories.slice(0, 10)} />
            </Card>
          )}
        </div>
      </div>
    </>
  )
}
