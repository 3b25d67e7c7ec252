import { lineTotal } from '@haat/contract/pricing'
import { linePrice, shipsFree, variantLabel } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { ItemRow } from '../orders/item-row.tsx'
import { type CheckoutItem, stockProblem } from './checkout-item.ts'

interface ItemListProps {
  items: readonly CheckoutItem[]
  /** The buttons for an item that cannot be bought as it is. */
  fixFor: (item: CheckoutItem) => ReactNode
}

/** The items of the checkout. */
export function ItemList({ items, fixFor }: ItemListProps) {
  const delivery = useSettings()?.delivery
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {items.map((item) => {
        const problem = stockProblem(item)
        const price = linePrice(item)
        return (
          <li key={item.variant_id} className="p-4">
            <ItemRow
              name={item.product_name}
              to={
                item.is_available ? paths.product(item.product_id, item.product_name, item.variant_id) : null
              }
              image={item.media_url}
              label={variantLabel(item)}
              price={price}
              quantity={item.quantity}
              total={lineTotal({ price, quantity: item.quantity })}
              mrp={item.mrp}
              shipsFree={delivery && shipsFree(delivery, { is_deal: item.deal_price !== null })}
            />
            {problem !== null && (
              <div className="mt-3 flex flex-wrap items-center gap-3 sm:pl-24">
                <Badge tone="bad">{problem}</Badge>
                {fixFor(item)}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
