import { plural, t } from '@lingui/core/macro'
import { lineTotal } from '@haat/contract/pricing'
import { linePrice, shipsFree, variantLabel } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { useMediaQuery } from '@haat/ui/use-media-query'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { ItemRow } from '../orders/item-row.tsx'
import { type CheckoutItem, piecesOf, stockProblem } from './checkout-item.ts'

interface ItemListProps {
  items: readonly CheckoutItem[]
  /** The buttons for an item that cannot be bought as it is. */
  fixFor: (item: CheckoutItem) => ReactNode
  /** Below the items, in their card. */
  children?: ReactNode
}

/** What its row shows in every step. */
const rowOf = (item: CheckoutItem) => ({
  product_name: item.product_name,
  image: item.media_url,
  label: variantLabel(item),
  price: linePrice(item),
  quantity: item.quantity,
  subtotal: lineTotal({ price: linePrice(item), quantity: item.quantity }),
})

export function ItemList({ items, fixFor, children }: ItemListProps) {
  const delivery = useSettings()?.delivery
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {items.map((item) => {
        const problem = stockProblem(item)
        return (
          <li key={item.variant_id} className="p-4">
            <ItemRow
              {...rowOf(item)}
              to={
                item.is_available ? paths.product(item.product_id, item.product_name, item.variant_id) : null
              }
              mrp={item.mrp}
              ships_free={delivery && shipsFree(delivery, { is_deal: item.deal_price !== null })}
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
      {children && <li className="p-4">{children}</li>}
    </ul>
  )
}

/** What is bought, beside the payment; folded where there is no room beside it. */
export function ItemRecap({ items }: { items: readonly CheckoutItem[] }) {
  const isWide = useMediaQuery('(min-width: 1024px)')
  return (
    <details
      open={isWide}
      className="rounded-lg border border-line bg-card px-5 pt-1.5 pb-2 max-lg:order-first"
    >
      <summary className="min-h-11 cursor-pointer content-center font-bold">
        {t`Your ${plural(piecesOf(items), { one: '# item', other: '# items' })}`}
      </summary>
      <ul className="grid gap-3 pt-1 pb-2">
        {items.map((item) => (
          <li key={item.variant_id}>
            <ItemRow {...rowOf(item)} to={null} />
          </li>
        ))}
      </ul>
    </details>
  )
}
