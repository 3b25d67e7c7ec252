import { formatRupees, formatShortRupees } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import { providerLabel, staffPayments, testModeOf } from '@haat/contract/staff/payments'
import { EmptyState, Notice } from '@haat/ui/feedback'
import { TextField } from '@haat/ui/field'
import { Link } from 'react-router-dom'
import { actQuery } from '../api/queries.ts'
import { DownloadButton, FiguresTable, Tiles } from '../features/reports/figures.tsx'
import { monthText, parseMonth } from '../features/reports/month.tsx'
import { count, dayText, parseDay, shortDay, shortMoment } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { useListState } from '../table/list-state.ts'

type Money = ReplyOf<typeof staffPayments.ledger>

const KINDS: Record<string, string> = {
  payment: 'Paid online',
  with_courier: 'Cash with the courier',
  cash: 'Paid in cash',
  refund: 'Paid back',
  fee: 'Charge',
}

/** Every rupee in and out between two days. */
export function MoneyScreen() {
  const state = useListState()
  const now = useNow()
  const to = parseDay(state.get('to')) ?? parseDay(dayText(now)) ?? now
  const from = parseDay(state.get('from')) ?? parseMonth(monthText(to)) ?? to
  const input = { from, to: to < from ? from : to }
  const { data, instead } = useScreen(actQuery(staffPayments.ledger, input))
  if (!data) return instead
  const name = `money-${dayText(input.from)}-${dayText(input.to)}`
  return (
    <Screen
      title="Money"
      text="What came in and went out, by the day on which it did."
      back={{ label: 'Sales', path: `${paths.reports}?month=${monthText(from)}` }}
      actions={<DownloadButton act={staffPayments.entries} input={input} name={name} />}
    >
      <div className="grid max-w-96 grid-cols-2 gap-3">
        <DayField label="From" value={input.from} onChange={(day) => state.set({ from: day })} />
        <DayField label="To" value={input.to} onChange={(day) => state.set({ to: day })} />
      </div>
      <Figures money={data} />
    </Screen>
  )
}

interface DayFieldProps {
  label: string
  value: Date
  onChange: (day: string) => void
}

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <TextField
    type="date"
    label={label}
    value={dayText(value)}
    onChange={({ target }) => parseDay(target.value) && onChange(target.value)}
  />
)

function Figures({ money }: { money: Money }) {
  const { total, days, entries, entry_count, with_couriers, simulated, simulated_by } = money
  if (entry_count === 0)
    return (
      <EmptyState
        title="No money moved on these days"
        text="Payments, cash that couriers collected, refunds and the charges of gateways stand here once there are any."
      />
    )
  return (
    <>
      {simulated_by.length > 0 && (
        <Notice tone="wait">
          {formatShortRupees(simulated)} went through {simulated_by.map(testModeOf).join(' and ')}, which
          brought no money: it is not counted.
        </Notice>
      )}
      {with_couriers.orders > 0 && (
        <Notice tone="wait">
          Couriers have {formatShortRupees(with_couriers.amount)} in cash of{' '}
          {count(with_couriers.orders, 'order', 'orders')}: it counts once they hand it over.
        </Notice>
      )}
      <Tiles
        format={formatShortRupees}
        tiles={[
          ['Came in online', total.online],
          ['Came in cash', total.cash],
          ['Paid back', 0 - total.refunds],
          ['Charges of gateways', 0 - total.fees],
          ['Left', total.net],
        ]}
      />
      <FiguresTable
        title="By day"
        head={['Day', 'Online', 'Cash', 'Paid back', 'Charges', 'Left']}
        rows={days.map(({ day, online, cash, refunds, fees, net }) => [
          shortDay(parseDay(day) ?? new Date(day)),
          ...[online, cash, refunds, fees, net].map(formatShortRupees),
        ])}
      />
      <FiguresTable
        title={count(entry_count, 'entry', 'entries')}
        head={['When', 'What', 'Order', 'By', 'Amount']}
        texts={4}
        rows={entries.map(({ at, kind, order_number, provider, amount, simulated: isTest }) => [
          shortMoment(at),
          `${KINDS[kind] ?? kind}${isTest ? ' (test, not counted)' : kind === 'with_courier' ? ' (not counted)' : ''}`,
          <Link key="order" to={paths.order(order_number)} className="text-peacock underline">
            {order_number}
          </Link>,
          provider === null ? (kind === 'refund' ? 'You' : 'Cash') : providerLabel(provider),
          formatRupees(amount),
        ])}
      />
      {entry_count > entries.length && (
        <p className="text-sm text-ink-soft">
          {count(entry_count - entries.length, 'entry is', 'entries are')} in the CSV file only.
        </p>
      )}
    </>
  )
}
