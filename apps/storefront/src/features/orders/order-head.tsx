import type { Order } from '@haat/contract/orders'
import { CircleCheck, CircleX, Clock, PackageCheck, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { PageHeading } from '../../ui/page.tsx'
import { OrderNews } from './order-news.tsx'
import { HEADINGS } from './order-words.ts'

const LOOKS = {
  PENDING: { icon: Clock, box: 'bg-marigold-tint', ink: 'text-ink' },
  CONFIRMED: { icon: CircleCheck, box: 'bg-leaf-tint', ink: 'text-leaf' },
  PAYMENT_FAILED: { icon: CircleX, box: 'bg-brick-tint', ink: 'text-brick' },
  PROCESSING: { icon: CircleCheck, box: 'bg-leaf-tint', ink: 'text-leaf' },
  SHIPPED: { icon: Truck, box: 'bg-leaf-tint', ink: 'text-leaf' },
  OUT_FOR_DELIVERY: { icon: Truck, box: 'bg-leaf-tint', ink: 'text-leaf' },
  DELIVERED: { icon: PackageCheck, box: 'bg-leaf-tint', ink: 'text-leaf' },
  CANCELLED: { icon: CircleX, box: 'bg-brick-tint', ink: 'text-brick' },
}

/** How an order stands: icon, heading, news, and what to do next. */
export function OrderHead({ order, actions }: { order: Order; actions: ReactNode }) {
  const { icon: Icon, box, ink } = LOOKS[order.order_status]
  return (
    <header className={cx('rounded-lg px-5 py-6 sm:px-8 sm:py-8 print:bg-transparent print:p-0', box)}>
      <div className="flex gap-4 sm:gap-6">
        <Icon aria-hidden className={cx('size-10 shrink-0 sm:size-14 print:hidden', ink)} strokeWidth={1.6} />
        <div className="min-w-0">
          <PageHeading key={order.order_status}>{HEADINGS[order.order_status]}</PageHeading>
          <p className="figures mt-1 font-semibold">Order #{order.id}</p>
          <p role="status" className="mt-2 max-w-prose print:hidden">
            <OrderNews order={order} />
          </p>
        </div>
      </div>
      <div data-no-print className="mt-5 flex flex-wrap gap-3 max-sm:*:grow sm:pl-20">
        {actions}
      </div>
    </header>
  )
}
