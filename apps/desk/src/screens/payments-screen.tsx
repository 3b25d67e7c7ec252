import { formatShortRupees } from '@haat/contract/money'
import { endedText, type StaffPayment, staffPayments } from '@haat/contract/staff/payments'
import { buttonClass } from '@haat/ui/button'
import { EmptyState, Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { actQuery, useMay, todayQuery } from '../api/queries.ts'
import { useOrderSteps } from '../features/orders/order-steps.tsx'
import { ConfirmPayment } from '../features/payments/confirm-payment.tsx'
import { CourierCash, PaymentList, RefundList } from '../features/payments/payment-lists.tsx'
import { Settlement } from '../features/payments/settlement.tsx'
import { ago, utrText } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { Failed } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import type { View } from '../table/columns.tsx'
import { Views } from '../table/list-filters.tsx'
import { useListState } from '../table/list-state.ts'
import { CopyButton } from '../ui/copy-field.tsx'
import { RowLink } from '../ui/link-row.tsx'

/** Online payments: what the merchant confirms, pays back and compares. */
export function PaymentsScreen() {
  const may = useMay()
  const state = useListState()
  const { data } = useQuery(todayQuery)
  const { take } = useOrderSteps()
  const maySettle = may(staffPayments.settle.permission)
  const views: View[] = [
    { label: 'To confirm', search: {}, count: data?.payments_to_confirm },
    { label: 'Refunds', search: { view: 'refunds' }, count: data?.refunds_due },
    { label: 'With couriers', search: { view: 'couriers' } },
    { label: 'All', search: { view: 'all' } },
    ...(maySettle ? [{ label: 'Settlement', search: { view: 'settlement' } }] : []),
  ]
  const tabs = <Views views={views} />
  const view = state.get('view')
  if (view === 'refunds') return <RefundList tabs={tabs} onPaid={(order) => take('refund', [order])} />
  if (view === 'couriers') return <CourierCash tabs={tabs} />
  if (view === 'all') return <PaymentList tabs={tabs} />
  return (
    <>
      <ScreenHead title="Payments" />
      {tabs}
      {view === 'settlement' && maySettle ? <Settlement /> : <StatedPayments />}
    </>
  )
}

function StatedPayments() {
  const { data, error, isPending, refetch } = useQuery(
    actQuery(staffPayments.list, { waiting: true, limit: 200 }),
  )
  if (error) return <Failed error={error} onRetry={refetch} />
  return (
    <div className="desk-margin grid grid-cols-1 gap-3 py-4 lg:max-w-200">
      {isPending ? (
        <div aria-busy className="grid gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      ) : data.length === 0 ? (
        <NothingStated />
      ) : (
        <>
          <p className="text-ink-soft">
            Open your bank’s app and look for the UTR and the amount. The order waits for your answer, and not
            for ever.
          </p>
          <ul className="grid grid-cols-1 gap-3">
            {data.toReversed().map((payment) => (
              <li key={payment.id}>
                <StatedCard
                  payment={payment}
                  isOneOfSeveral={data.some((one) => one !== payment && one.order_id === payment.order_id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function NothingStated() {
  const may = useMay()
  return (
    <EmptyState
      title="No payment waits for you"
      text="A customer who pays to your UPI id types the number of the payment (UTR). It stands here until you have found it in your bank. Other payments confirm themselves."
      action={
        may('settings.write') && (
          <Link to={paths.settingGroup('payments')} className={buttonClass('outline')}>
            Set up UPI
          </Link>
        )
      }
    />
  )
}

interface StatedCardProps {
  payment: StaffPayment
  isOneOfSeveral: boolean
}

function StatedCard({ payment, isOneOfSeveral }: StatedCardProps) {
  const now = useNow()
  const { order_id, order_status, reference, customer, amount, started_at } = payment
  const utr = payment.utr ?? ''
  return (
    <article
      aria-label={`Payment of order ${order_id}`}
      className="rounded-lg border border-line bg-card p-4 sm:p-5"
    >
      <div className="flex items-baseline gap-3">
        <p className="text-3xl font-bold figures">{formatShortRupees(amount)}</p>
        <p className="ml-auto text-sm text-ink-soft">{ago(started_at, now)}</p>
      </div>
      <p className="mt-1">
        <RowLink to={paths.order(order_id)}>#{order_id}</RowLink> {customer}
        <span className="text-ink-soft"> · note {reference}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2 rounded-md bg-paper-deep py-1.5 pr-1.5 pl-3">
        <p className="min-w-0 flex-1 basis-40">
          <span className="block text-xs font-semibold text-ink-soft">UTR</span>
          <span className="text-xl font-semibold figures">{utrText(utr)}</span>
        </p>
        <CopyButton text={utr} size="sm" />
      </div>
      {order_status !== 'PENDING' && <p className="mt-3 text-brick">{endedText(order_status)}</p>}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1">
        <ConfirmPayment
          payment={{ order_id, order_status, customer, amount, utr, reference }}
          isOneOfSeveral={isOneOfSeveral}
        />
      </div>
    </article>
  )
}
