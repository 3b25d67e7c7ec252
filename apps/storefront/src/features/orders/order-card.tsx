import type { Order } from '@haat/contract/orders'
import { ChevronRight } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { count, rupees, shortDate } from '../../lib/format.ts'
import { PrefetchLink } from '../../lib/prefetch.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Picture } from '../../ui/picture.tsx'
import { statusText, toneOf } from './order-words.ts'

const PICTURES = 4

/** An order in a list; the whole card leads to its page. */
export function OrderCard({ order }: { order: Order }) {
  const { id, created_at, order_items: items, order_status, total_amount } = order
  const [first] = items
  const others = items.length - 1
  return (
    <article className="group relative rounded-lg border border-line bg-card p-4 transition-colors hover:border-peacock sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="figures font-bold">
          <PrefetchLink
            to={paths.orderConfirmation(id)}
            className="after:absolute after:inset-0 after:rounded-lg group-hover:text-peacock"
          >
            Order #{id}
          </PrefetchLink>
        </h2>
        <Badge tone={toneOf(order_status)}>{statusText(order_status)}</Badge>
      </div>
      <p className="mt-1 flex items-baseline justify-between gap-4">
        <span className="text-sm text-ink-soft">
          <time dateTime={created_at.toISOString()}>{shortDate(created_at)}</time> ·{' '}
          {count(items.length, 'item')}
        </span>
        <span className="figures text-lg font-bold">{rupees(total_amount)}</span>
      </p>
      <div className="mt-3 flex items-center gap-3">
        <div className="flex shrink-0 gap-2">
          {items.slice(0, PICTURES).map((item, index) => (
            <div
              key={item.order_item_id}
              className={cx(
                'size-16 shrink-0 overflow-hidden rounded-sm border border-line',
                index > 0 && 'max-sm:hidden',
              )}
            >
              <Picture src={item.variant_image} alt="" sizes="4rem" />
            </div>
          ))}
        </div>
        <p className="min-w-0 grow text-sm">
          <span className="line-clamp-2">{first?.product_name}</span>
          {others > 0 && <span className="text-ink-soft">and {count(others, 'more item')}</span>}
        </p>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft max-sm:hidden" />
      </div>
    </article>
  )
}
