import type { Order } from '@haat/contract/orders'
import type { ReactNode } from 'react'
import { OrderAddress } from './order-address.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTimeline } from './order-timeline.tsx'

/** An order in full; on paper a plain sheet. */
export function OrderView({ order, actions }: { order: Order; actions: ReactNode }) {
  return (
    <>
      <OrderHead order={order} actions={actions} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_23rem] print:grid-cols-2">
        <div className="grid grid-cols-1 gap-6 print:col-span-2">
          <Card title="Items">
            <OrderItems items={order.order_items} />
          </Card>
          <Card title="Order Timeline" className="print:hidden">
            <OrderTimeline order={order} />
          </Card>
        </div>
        <div className="grid grid-cols-1 gap-6 print:contents">
          <Card title="Order Summary">
            <OrderFacts order={order} />
          </Card>
          <Card title="Shipping Address">
            <OrderAddress order={order} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Card({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={className}>
      <div className="rounded-lg border border-line bg-card p-5 break-inside-avoid">
        <h2 className="mb-4 text-lg font-bold">{title}</h2>
        {children}
      </div>
    </section>
  )
}
