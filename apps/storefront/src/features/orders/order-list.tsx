import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loading, Skeleton } from '../../ui/feedback.tsx'
import { Pager } from '../../ui/pager.tsx'
import { OrderCard } from './order-card.tsx'
import { ORDERS_PER_PAGE, ordersQuery } from './orders.queries.ts'

interface OrderListProps {
  page: number
  onPage: (page: number) => void
  /** The way on for somebody who has not ordered yet. */
  emptyAction: ReactNode
}

/** The shopper's orders, a page at a time. */
export function OrderList({ page, onPage, emptyAction }: OrderListProps) {
  const client = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ordersQuery(page),
    placeholderData: keepPreviousData,
  })
  if (error && !data) {
    return (
      <EmptyState
        title="Your orders could not be loaded."
        text={messageOf(error, 'Please check your connection.')}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  if (!data || isPlaceholderData) return <ListLoading />
  if (data.total === 0) {
    return <EmptyState title="No orders yet." text="What you order shows up here." action={emptyAction} />
  }
  return (
    <>
      <ul className="grid gap-3 sm:gap-4">
        {data.orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {data.orders.length === 0 && <EmptyState title="There are no orders on this page." />}
      {(data.totalPages > 1 || page > 1) && (
        <div className="mt-8">
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPage={onPage}
            onPrefetch={(target) => void client.prefetchQuery(ordersQuery(target))}
          />
        </div>
      )}
    </>
  )
}

function ListLoading() {
  return (
    <Loading text="Loading orders...">
      <div className="grid gap-3 sm:gap-4">
        {Array.from({ length: ORDERS_PER_PAGE }, (_, card) => (
          <Skeleton key={card} className="h-42 rounded-lg" />
        ))}
      </div>
    </Loading>
  )
}
