import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

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

/** Milliseconds between two requests while an order waits for its payment. */
export const POLL_DELAY = 5000
