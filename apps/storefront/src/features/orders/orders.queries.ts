import type { Order } from '@haat/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call, contract } from '../../api/client.ts'

export const ORDERS_PER_PAGE = 6

/** A page of the customer's orders, newest first. */
export const ordersQuery = (page: number, limit = ORDERS_PER_PAGE) =>
  queryOptions({
    queryKey: ['me', 'orders', { page, limit }],
    queryFn: ({ signal }) => call(contract.orders.list, { query: { page, limit }, signal }),
  })

/** One of the customer's orders. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['me', 'order', id],
    queryFn: async ({ signal }) => (await call(contract.orders.get, { params: { id }, signal })).order,
    staleTime: 0,
  })

const POLL_MS = 5000

/** Whether the server has not looked for the order: it did when it knows none. */
const isUnreached = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

/**
 * The polling interval in milliseconds while an order waits for its payment, or could not be loaded; false for any other
 * order.
 */
export const pollInterval = ({ data, error }: { data: Order | undefined; error: Error | null }) =>
  (data?.order_status === 'PENDING' || isUnreached(error)) && POLL_MS
