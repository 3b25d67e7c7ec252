import type { Order } from '@haat/contract/orders'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { longDate, rupees } from '../../lib/format.ts'
import { paymentText, statusText } from './order-words.ts'

/** What an order came to, how it is paid and where it stands. */
export function OrderFacts({ order }: { order: Order }) {
  const subtotal = order.order_items.reduce((sum, item) => sum + item.subtotal, 0)
  const { total_shipping_price, total_discount_amount, coupon_code } = order
  return (
    <>
      <dl className="figures grid gap-2.5">
        <Row label="Subtotal">{rupees(subtotal)}</Row>
        <Row label="Shipping" good={total_shipping_price === 0}>
          {total_shipping_price === 0 ? 'FREE' : rupees(total_shipping_price)}
        </Row>
        {total_discount_amount > 0 && (
          <Row label={coupon_code ? `Discount (${coupon_code})` : 'Discount'} good>
            −{rupees(total_discount_amount)}
          </Row>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2.5 font-bold">
          <dt>Total Amount</dt>
          <dd className="text-xl">{rupees(order.total_amount)}</dd>
        </div>
      </dl>
      <dl className="figures mt-4 grid gap-2.5 border-t border-line pt-4">
        <Row label="Payment Method">{paymentText(order)}</Row>
        <Row label="Order Status">{statusText(order.order_status)}</Row>
        <Row label="Order Date">{longDate(order.created_at)}</Row>
        {order.courier && <Row label="Courier">{order.courier}</Row>}
        {order.tracking_number && <Row label="Tracking Number">{order.tracking_number}</Row>}
      </dl>
    </>
  )
}

function Row({ label, good, children }: { label: string; good?: boolean; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className={cx('min-w-0 text-right', good ? 'font-semibold text-leaf' : 'font-medium')}>
        {children}
      </dd>
    </div>
  )
}
