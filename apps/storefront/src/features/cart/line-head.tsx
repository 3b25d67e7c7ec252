import type { CartItem } from '@haat/contract/cart'
import { linePrice, variantLabel } from '@haat/contract/rules'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'

/** What a cart line and a saved item have in common. */
export type Line = Omit<CartItem, 'cart_item_id'>

/** Few enough to say so. */
const FEW = 5

function stockNote({ stock, quantity }: Line): string | null {
  if (stock === 0) return 'Out of Stock'
  if (quantity > stock) return `Only ${stock} left: take fewer`
  return stock <= FEW ? `Only ${stock} left` : null
}

interface LineHeadProps {
  line: Line
  /** What can be done with the line. */
  children: ReactNode
}

/** Picture, name, options and price of a line, with what can be done with it below. */
export function LineHead({ line, children }: LineHeadProps) {
  const label = variantLabel(line)
  const note = stockNote(line)
  return (
    <div className="flex min-w-0 grow gap-3 sm:gap-5">
      <div className="size-22 shrink-0 overflow-hidden rounded-md border border-line sm:size-30">
        <Picture
          src={line.media_url}
          alt=""
          sizes="7.5rem"
          className={cx(line.stock === 0 && 'opacity-60 grayscale')}
        />
      </div>
      <div className="min-w-0 grow">
        <h3 className="leading-snug font-semibold">
          <PrefetchLink
            to={paths.product(line.product_id, line.variant_id)}
            className="line-clamp-2 underline-offset-4 hover:text-peacock hover:underline"
          >
            {line.product_name}
          </PrefetchLink>
        </h3>
        {label && <p className="text-sm text-ink-soft">{label}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-3">
          <Price price={linePrice(line)} mrp={line.mrp} />
          {line.deal_price !== null && <Badge tone="offer">Deal</Badge>}
        </div>
        {note && (
          <p className={cx('text-sm font-semibold', line.quantity > line.stock ? 'text-brick' : 'text-leaf')}>
            {note}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">{children}</div>
      </div>
    </div>
  )
}
