import type { Order } from '@haat/contract/orders'
import { Link } from 'react-router-dom'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'

/** Reminds of an order that was left at the bank, and leads back to it. */
export function UnpaidNotice({ order, paymentUrl }: { order: Order; paymentUrl: string | null }) {
  return (
    <Notice
      tone="wait"
      className="mb-6"
      action={
        <span className="flex gap-2">
          <Link to={paths.orderConfirmation(order.id)} className={buttonClass('outline', 'sm')}>
            View order
          </Link>
          {paymentUrl && (
            <a href={paymentUrl} className={buttonClass('primary', 'sm')}>
              Pay now
            </a>
          )}
        </span>
      }
    >
      Order #{order.id} is waiting for your payment
      {order.hold_expires_at && <>. Its items are kept until {longDate(order.hold_expires_at)}</>}.
    </Notice>
  )
}
