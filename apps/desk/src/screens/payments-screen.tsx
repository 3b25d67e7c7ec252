import { staffPayments } from '@haat/contract/staff/payments'
import { useQuery } from '@tanstack/react-query'
import { todayQuery, useMay } from '../api/queries.ts'
import { useOrderSteps } from '../features/orders/order-steps.tsx'
import { CourierCash } from '../features/payments/courier-cash.tsx'
import { PaymentList, RefundList } from '../features/payments/payment-lists.tsx'
import { Settlement } from '../features/payments/settlement.tsx'
import { StatedPayments } from '../features/payments/stated-payments.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import type { View } from '../table/columns.tsx'
import { Views } from '../table/list-filters.tsx'
import { useListState } from '../table/list-state.ts'

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
