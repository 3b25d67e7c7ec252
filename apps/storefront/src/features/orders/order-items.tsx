import type { OrderItem } from '@haat/contract/orders'
import { rupees } from '../../lib/format.ts'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'

/** What was ordered, as it was then. */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.order_item_id} className="flex gap-4 py-4 first:pt-0 last:pb-0">
          <div className="size-20 shrink-0 overflow-hidden rounded-sm border border-line">
            <Picture src={item.variant_image} alt="" sizes="5rem" />
          </div>
          <div className="min-w-0 grow">
            <h3 className="leading-snug font-semibold">
              <ItemName item={item} />
            </h3>
            <p className="text-sm text-ink-soft">{item.variant_name ?? 'Standard'}</p>
            <div className="figures mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-sm text-ink-soft">
                {rupees(item.price)} × {item.quantity}
                <span className="block">Quantity: {item.quantity}</span>
              </p>
              <p className="font-bold">{rupees(item.subtotal)}</p>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The product may be gone from the shop: then its name leads nowhere. */
function ItemName({ item }: { item: OrderItem }) {
  if (item.product_id === null) return item.product_name
  return (
    <PrefetchLink
      to={paths.product(item.product_id, item.variant_id ?? undefined)}
      className="underline-offset-4 hover:underline"
    >
      {item.product_name}
    </PrefetchLink>
  )
}
