import type { Order } from '@haat/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call, contract, isRefusal } from '../../api/client.ts'

const ORDERS_PER_PAGE = 6

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

/**
 * The polling interval in milliseconds while an order waits for its payment, or could not be loaded; false for any other
 * order.
 */
export const pollInterval = ({ data, error }: { data: Order | undefined; error: Error | null }) =>
  (data?.order_status === 'PENDING' || (error !== null && !isRefusal(error))) && POLL_MS
