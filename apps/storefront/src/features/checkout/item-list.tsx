import type { ReactNode } from 'react'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { rupees } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { CheckoutItem } from './checkout-item.ts'
import { isShort } from './checkout-item.ts'

interface ItemListProps {
  items: readonly CheckoutItem[]
  /** What can be done about an item of which there are too few. */
  fixFor?: (item: CheckoutItem) => ReactNode
}

/** What is being bought. */
export function ItemList({ items, fixFor }: ItemListProps) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {items.map((item) => (
        <li key={item.variant_id} className="p-4">
          <Item item={item} />
          {isShort(item) && (
            <div className="mt-3 flex flex-wrap items-center gap-3">
              <Badge tone="bad">{item.stock === 0 ? 'Out of Stock' : `Only ${item.stock} left`}</Badge>
              {fixFor?.(item)}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: CheckoutItem }) {
  const { product_id, variant_id, name, variant, price, mrp, quantity, image } = item
  return (
    <article className="flex gap-4">
      <div className="size-20 shrink-0 overflow-hidden rounded-sm border border-line">
        <Picture src={image} alt="" sizes="5rem" />
      </div>
      <div className="min-w-0 grow">
        <h3 className="leading-snug font-semibold">
          <PrefetchLink
            to={paths.product(product_id, variant_id)}
            className="underline-offset-4 hover:underline"
          >
            {name}
          </PrefetchLink>
        </h3>
        {variant && <p className="text-sm text-ink-soft">{variant}</p>}
        <div className="figures mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="text-sm text-ink-soft">
            {rupees(price)} × {quantity}
            <span className="block">Quantity: {quantity}</span>
          </p>
          <p className="font-bold">
            {mrp !== null && mrp > price && (
              <s className="mr-2 text-sm font-normal text-ink-soft">
                <span className="sr-only">MRP </span>
                {rupees(mrp * quantity)}
              </s>
            )}
            {rupees(price * quantity)}
          </p>
        </div>
      </div>
    </article>
  )
}
