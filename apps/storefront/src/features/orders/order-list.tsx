import { plural, t } from '@lingui/core/macro'
import { formatRupees } from '@haat/contract/money'
import type { Order } from '@haat/contract/orders'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORDER_GROUPS, type OrderGroup } from '@haat/contract/rules'
import { ChevronRight } from 'lucide-react'
import type { PropsWithChildren, ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changeSearch, Link, PrefetchLink } from '../../lib/link.tsx'
import { shortDate } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '@haat/ui/badge'
import { Button, buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { Loading, LoadFailed } from '../../ui/feedback.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Thumb } from '../../ui/picture.tsx'
import { arrivalNote, isLate, isLeftUnpaid, lookOf, returnNote, STATUSES, statusText } from './order-texts.ts'
import { type OrderFilter, ordersQuery } from './orders.queries.ts'
import { PayNow } from './pay-now.tsx'
import { Track } from './order-view.tsx'
import { paymentState, useToday } from './payment-texts.ts'

/** The customer's orders, page by page, with a button on each card; the children in place of none. */
export function OrderList(props: PropsWithChildren<{ actionFor?: (order: Order) => ReactNode }>) {
  const { actionFor, children } = props
  const [search] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const filter = filterIn(search)
  const isNarrowed = Object.values(filter).some(Boolean)
  const client = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ordersQuery(page, filter),
    placeholderData: keepPreviousData,
  })
  if (error && !data) {
    return <LoadFailed text={t`Your orders could not be loaded.`} onRetry={refetch} />
  }
  if (data?.total === 0 && !isNarrowed && !isPlaceholderData) return children
  return (
    <>
      <OrderFilters filter={filter} counts={data?.counts} />
      {!data || isPlaceholderData ? (
        <Loading text={t`Loading orders...`} size="h-140 rounded-lg" />
      ) : data.orders.length === 0 ? (
        <EmptyState
          title={t`There are no such orders.`}
          action={<Link to={paths.orders()} className={buttonClass()}>{t`Show all orders`}</Link>}
        />
      ) : (
        <ul className="grid gap-3 sm:gap-4 lg:grid-cols-2">
          {data.orders.map((order) => (
            <li key={order.id} className="lg:only:col-span-2">
              <OrderCard order={order} action={actionFor?.(order)} />
            </li>
          ))}
        </ul>
      )}
      {data && (data.totalPages > 1 || page > 1) && (
        <div className="mt-8">
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPrefetch={(target) => void client.prefetchQuery(ordersQuery(target, filter))}
          />
        </div>
      )}
    </>
  )
}

const GROUPS: Record<OrderGroup | 'all', () => string> = {
  all: () => t`All`,
  open: () => t`In progress`,
  delivered: () => t`Delivered`,
  ended: () => t`Cancelled and returned`,
}

function filterIn(search: URLSearchParams): OrderFilter {
  const show = search.get('show')
  return {
    show: show !== null && show in ORDER_GROUPS ? (show as OrderGroup) : undefined,
    search: search.get('search')?.trim() || undefined,
  }
}

type OrderFiltersProps = { filter: OrderFilter; counts: Record<string, number> | undefined }

/** Search and groups; both are kept in the address. */
function OrderFilters({ filter, counts }: OrderFiltersProps) {
  const [search, setSearch] = useSearchParams()
  const narrow = (filter: Record<string, string>) =>
    setSearch(changeSearch(search, { page: '', ...filter }), { replace: true, preventScrollReset: true })
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 sm:flex sm:flex-wrap sm:items-center">
      <form
        role="search"
        aria-label={t`Orders`}
        className="flex gap-2 sm:w-80"
        onSubmit={(event) => {
          event.preventDefault()
          narrow({ search: String(new FormData(event.currentTarget).get('search')).trim() })
        }}
      >
        <input
          key={filter.search}
          name="search"
          type="search"
          aria-label={t`Search your orders`}
          placeholder={t`Product or number`}
          maxLength={100}
          defaultValue={filter.search}
          className="min-h-11 min-w-0 grow rounded-md border border-line-strong bg-card px-3 placeholder:text-sm"
        />
        <Button type="submit" variant="outline">{t`Search`}</Button>
      </form>
      <div className="flex flex-wrap gap-2">
        {Object.entries(GROUPS).map(([group, label]) => (
          <Button
            key={group}
            size="sm"
            variant={(filter.show ?? 'all') === group ? 'primary' : 'outline'}
            aria-pressed={(filter.show ?? 'all') === group}
            className="shrink-0 max-sm:px-3!"
            onClick={() => narrow({ show: group === 'all' ? '' : group })}
          >
            {label()} <span className="figures font-normal">{counts?.[group]}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function OrderCard({ order, action }: { order: Order; action: ReactNode }) {
  const { id, order_number, created_at, order_items: items, order_status, total_amount } = order
  const [first] = items
  const others = items.length - 1
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const exchanged = order.exchange_of?.order_number ?? ''
  const today = useToday()
  const comesBack = returnNote(order)
  const isLeft = isLeftUnpaid(order)
  const tone = isLeft || order_status === 'DELIVERED' ? 'plain' : STATUSES[order_status].tone
  return (
    <article className="group relative h-full rounded-lg border border-line bg-card p-4 transition-colors hover:border-peacock sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="figures font-bold">
          <PrefetchLink
            to={paths.orderConfirmation(id)}
            className="after:absolute after:inset-0 after:rounded-lg group-hover:text-peacock"
          >
            {t`Order #${order_number}`}
          </PrefetchLink>
        </h2>
        <span className="figures text-lg font-bold">{formatRupees(total_amount)}</span>
      </div>
      <p className="text-sm text-ink-soft">
        <time dateTime={created_at.toISOString()}>{shortDate(created_at)}</time> ·{' '}
        {plural(pieces, { one: '# item', other: '# items' })}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-semibold">
        <Badge tone={tone}>{statusText(order)}</Badge>
        {comesBack && <Badge tone={lookOf(order).tone}>{comesBack}</Badge>}
        {order.refund_due && <Badge tone="wait">{t`Refund due`}</Badge>}
        {!order.refund_due && order.refunded_amount > 0 && <Badge>{t`Refunded`}</Badge>}
        <span className={isLate(order, today) ? 'text-brick' : undefined}>{arrivalNote(order, today)}</span>
      </p>
      <div className="mt-3 flex items-center gap-3">
        <div className="flex shrink-0 gap-2">
          {items.slice(0, 4).map((item, index) => (
            <Thumb
              key={item.order_item_id}
              src={item.variant_image}
              name={item.product_name}
              sizes="4rem"
              className={index > 0 ? 'size-16 max-sm:hidden' : 'size-16'}
            />
          ))}
        </div>
        <p className="min-w-0 grow text-sm">
          <span className="line-clamp-2 wrap-anywhere">{first?.product_name}</span>
          {others > 0 && (
            <span className="text-ink-soft">{t`and ${plural(others, { one: '# more product', other: '# more products' })}`}</span>
          )}
        </p>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft max-sm:hidden" />
      </div>
      {order.exchange_of && <p className="mt-3 text-sm">{t`In exchange for order #${exchanged}`}</p>}
      {(order_status === 'PENDING' || isLeft) && <p className="mt-3 text-sm">{paymentState(order, today)}</p>}
      <div className="relative z-10 mt-3 flex flex-wrap gap-2 empty:hidden">
        {order.can_pay && <PayNow order={order} size="sm" />}
        <Track order={order} size="sm" />
        {action}
      </div>
    </article>
  )
}
