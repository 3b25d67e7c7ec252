import type { Order } from '@haat/contract/orders'

/** Where an order goes. */
export function OrderAddress({ order }: { order: Order }) {
  return (
    <address className="not-italic">
      <span className="block font-semibold">{order.shipping_name}</span>
      <span className="block">{order.shipping_street}</span>
      <span className="block">
        {order.shipping_city}, {order.shipping_state} {order.shipping_zip}
      </span>
      <span className="block">{order.shipping_country}</span>
      <span className="figures mt-1 block text-ink-soft">Phone: {order.shipping_phone}</span>
    </address>
  )
}
