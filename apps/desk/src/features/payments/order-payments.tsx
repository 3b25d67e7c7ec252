/** How an order is paid, and what is paid back. */
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import type { StaffOrder } from '@haat/contract/staff/orders'
import { providerLabel } from '@haat/contract/staff/payments'
import { cx } from '@haat/ui/cx'
import type { ReactNode } from 'react'
import { shortMoment, utrText } from '../../lib/format.ts'
import { Chip, type Look } from '../../ui/chip.tsx'
import { paymentState, refundState } from './payment-state.ts'

export function OrderPayments({ status, payments, refunds }: StaffOrder) {
  if (payments.length + refunds.length === 0) return null
  return (
    <ul className="mt-3 divide-y divide-line border-t border-line text-sm">
      {payments.map((payment) => (
        <Entry
          key={payment.started_at.toISOString()}
          amount={payment.amount}
          state={paymentState({ ...payment, order_status: status })}
          title={providerLabel(payment.provider)}
          at={payment.paid_at ?? payment.started_at}
        >
          {payment.reference !== null && <span className="block">Note {payment.reference}</span>}
          {payment.utr !== null && <span className="block">UTR {utrText(payment.utr)}</span>}
          {payment.provider_payment_id !== null && payment.provider_payment_id !== payment.utr && (
            <span className="block break-all">{payment.provider_payment_id}</span>
          )}
          {payment.problem !== null && <span className="block text-brick">{payment.problem}</span>}
          {payment.fee !== null && <span className="block">Charge {formatRupees(payment.fee)}</span>}
        </Entry>
      ))}
      {refunds.map((refund) => (
        <Entry
          key={`refund ${refund.due_at.toISOString()} ${refund.amount}`}
          amount={refund.amount && -refund.amount}
          state={refundState(refund)}
          title={refund.provider === null ? 'Refund by you' : `Refund by ${providerLabel(refund.provider)}`}
          at={refund.paid_at ?? refund.due_at}
        >
          {refund.upi !== null && <span className="block break-all">by UPI to {refund.upi}</span>}
          {refund.reference !== null && <span className="block break-all">{refund.reference}</span>}
          {refund.problem !== null && (
            <span className={cx('block', refund.state === 'DUE' && 'text-brick')}>
              {refund.state !== 'DUE' && 'At first: '}
              {refund.problem}
            </span>
          )}
        </Entry>
      ))}
    </ul>
  )
}

interface EntryProps {
  /** Paise; negative for what goes back. */
  amount: number
  state: Look
  title: string
  at: Date
  children: ReactNode
}

function Entry({ amount, state, title, at, children }: EntryProps) {
  return (
    <li className="grid gap-1 py-2.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 flex-1 font-semibold">{title}</span>
        <span className="font-semibold figures">{formatShortRupees(amount)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2 text-ink-soft">
        <Chip {...state} />
        {shortMoment(at)}
      </span>
      <span className="text-ink-soft figures empty:hidden">{children}</span>
    </li>
  )
}
