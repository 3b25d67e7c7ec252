import { t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { OrderItem } from '@haat/contract/orders'
import type { ReactNode } from 'react'
import { PrefetchLink } from '../../lib/link.tsx'
import { lineTotal } from '@haat/contract/pricing'
import { shipsFreeNote } from '../../lib/shop-texts.ts'
import { Thumb } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'

type Row = Pick<OrderItem, 'product_name' | 'price' | 'quantity' | 'subtotal'> &
  Partial<Pick<OrderItem, 'returned' | 'reduced_by' | 'ships_free'>>

interface ItemRowProps extends Row {
  /** The product's page; null renders the name without a link. */
  to: string | null
  image: string | null
  /** The variant. */
  label: string | null
  /** Paise. */
  mrp?: number | null
  /** Below the amounts. */
  action?: ReactNode
}

/** An item of an order or a checkout: picture, name, variant and price. */
export function ItemRow(props: ItemRowProps) {
  const { product_name: name, to, image, label, price, quantity, subtotal, ships_free, action } = props
  const { returned = 0, reduced_by = 0, mrp = null } = props
  const reduced = formatRupees(reduced_by)
  return (
    <article className="flex gap-4">
      <Thumb src={image} name={name} sizes="5rem" className="size-20" />
      <div className="min-w-0 grow sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:content-start sm:gap-x-4">
        <h3 className="leading-snug font-semibold wrap-anywhere max-xs:tamil:text-sm">
          {to === null ? (
            name
          ) : (
            <PrefetchLink to={to} className="underline-offset-4 hover:underline">
              {name}
            </PrefetchLink>
          )}
        </h3>
        <p className="figures flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {label && <span>{label}</span>}
          <span>{t`Quantity: ${quantity}`}</span>
          {returned > 0 && <span>{t`${returned} returned`}</span>}
          {reduced_by > 0 && <span>{t`${reduced} given back`}</span>}
        </p>
        {ships_free && <p className="text-sm font-semibold text-leaf">{shipsFreeNote()}</p>}
        <div className="mt-1 sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:mt-0 sm:text-right">
          <Price
            price={subtotal}
            mrp={mrp === null ? null : lineTotal({ price: mrp, quantity })}
            exact
            className="sm:flex-row-reverse"
          />
          <p className="figures text-sm text-ink-soft empty:hidden">
            {quantity > 1 && `${formatRupees(price)} × ${quantity}`}
          </p>
        </div>
        {action}
      </div>
    </article>
  )
}
