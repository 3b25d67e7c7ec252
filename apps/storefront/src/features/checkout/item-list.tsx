import { lineTotal } from '@haat/contract/pricing'
import { shipsFree } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemRow } from '../orders/item-row.tsx'
import type { CheckoutItem } from './checkout-item.ts'
import { stockProblem } from './checkout-item.ts'

interface ItemListProps {
  items: readonly CheckoutItem[]
  /** The buttons for an item that cannot be bought as it is. */
  fixFor?: (item: CheckoutItem) => ReactNode
}

/** The items of the checkout. */
export function ItemList({ items, fixFor }: ItemListProps) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {items.map((item) => (
        <li key={item.variant_id} className="p-4">
          <Item item={item} fix={fixFor?.(item)} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item, fix }: { item: CheckoutItem; fix: ReactNode }) {
  const problem = stockProblem(item)
  const delivery = useSettings()?.delivery
  return (
    <>
      <ItemRow
        name={item.name}
        to={item.isAvailable ? paths.product(item.product_id, item.name, item.variant_id) : null}
        image={item.image}
        label={item.variant}
        price={item.price}
        quantity={item.quantity}
        total={lineTotal(item)}
        mrp={item.mrp}
        shipsFree={delivery && shipsFree(delivery, item)}
      />
      {problem !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-3 sm:pl-24">
          <Badge tone="bad">{problem}</Badge>
          {fix}
        </div>
      )}
    </>
  )
}
