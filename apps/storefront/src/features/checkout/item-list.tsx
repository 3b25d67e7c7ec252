import { plural, t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import { lineTotal } from '@haat/contract/pricing'
import { linePrice, shipsFree, variantLabel } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.queries.ts'
import { useMediaQuery } from '@haat/ui/use-media-query'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Thumb } from '../../ui/picture.tsx'
import { ItemRow } from '../orders/item-row.tsx'
import { type CheckoutItem, piecesOf, stockProblem } from './checkout-item.ts'

interface ItemListProps {
  items: readonly CheckoutItem[]
  /** The buttons for an item that cannot be bought as it is. */
  fixFor: (item: CheckoutItem) => ReactNode
}

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

/** What is bought, beside the payment; folded where there is no room beside it. */
export function ItemRecap({ items }: { items: readonly CheckoutItem[] }) {
  const isWide = useMediaQuery('(min-width: 1024px)')
  return (
    <details open={isWide} className="rounded-lg border border-line bg-card px-5 pt-1.5 pb-2">
      <summary className="min-h-11 cursor-pointer content-center font-bold">
        {t`Your ${plural(piecesOf(items), { one: '# item', other: '# items' })}`}
      </summary>
      <ul className="grid gap-3 pt-1 pb-2">
        {items.map((item) => (
          <li key={item.variant_id} className="flex items-center gap-3 text-sm">
            <Thumb src={item.media_url} name={item.product_name} sizes="3.5rem" className="size-14" />
            <p className="min-w-0 grow wrap-anywhere">
              <span className="line-clamp-3 font-semibold">{item.product_name}</span>
              <span className="figures text-ink-soft">
                {[variantLabel(item), t`Quantity: ${item.quantity}`].filter(Boolean).join(' · ')}
              </span>
            </p>
            <p className="figures shrink-0 font-semibold">
              {formatRupees(lineTotal({ price: linePrice(item), quantity: item.quantity }))}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
