import { formatRupees } from '@haat/contract/money'
import { lineTotal } from '@haat/contract/pricing'
import { SHIPS_FREE_NOTE } from '@haat/contract/rules'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { Picture } from '../../ui/picture.tsx'

interface ItemRowProps {
  name: string
  /** The product's page; null renders the name without a link. */
  to: string | null
  image: string | null
  /** The variant; empty renders nothing. */
  label: string
  /** Paise for one piece, as is `mrp`. */
  price: number
  quantity: number
  /** Paise. */
  total: number
  mrp?: number | null
  /** Whether the item adds no delivery charge. */
  shipsFree?: boolean | undefined
}

/** An item of an order or a checkout: picture, name, variant and price. */
export function ItemRow(props: ItemRowProps) {
  const { name, to, image, label, price, quantity, total, mrp = null, shipsFree } = props
  return (
    <article className="flex gap-4">
      <div className="size-20 shrink-0 overflow-hidden rounded-sm border border-line">
        <Picture src={image} alt="" sizes="5rem" />
      </div>
      <div className="min-w-0 grow">
        <h3 className="leading-snug font-semibold wrap-anywhere">
          {to === null ? (
            name
          ) : (
            <PrefetchLink to={to} className="underline-offset-4 hover:underline">
              {name}
            </PrefetchLink>
          )}
        </h3>
        {label && <p className="text-sm text-ink-soft">{label}</p>}
        <div className="figures mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="text-sm text-ink-soft">
            {formatRupees(price)} × {quantity}
            <span className="block">Quantity: {quantity}</span>
          </p>
          <p className="flex flex-wrap items-baseline gap-x-2 font-bold">
            {mrp !== null && mrp > price && (
              <s className="text-sm font-normal text-ink-soft">
                <span className="sr-only">MRP </span>
                {formatRupees(lineTotal({ price: mrp, quantity }))}
              </s>
            )}
            {formatRupees(total)}
          </p>
        </div>
        {shipsFree && <p className="mt-1 text-sm font-semibold text-leaf">{SHIPS_FREE_NOTE}</p>}
      </div>
    </article>
  )
}
