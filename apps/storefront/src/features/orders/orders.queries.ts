import type { Order } from '@haat/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** Orders on a page of the list. */
export const ORDERS_PER_PAGE = 6

/** A page of the shopper's orders, newest first. */
export const ordersQuery = (page: number, limit = ORDERS_PER_PAGE) =>
  queryOptions({
    queryKey: ['me', 'orders', { page, limit }],
    queryFn: ({ signal }) => call(contract.orders.list, { query: { page, limit }, signal }),
  })

/** One of the shopper's orders. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['me', 'order', id],
    queryFn: async ({ signal }) => (await call(contract.orders.get, { params: { id }, signal })).order,
    staleTime: 0,
  })

/** Milliseconds between two looks at a payment on its way. */
const PAYMENT_LOOK = 5000

/** How soon to look at an order again by itself: while its payment is open, every few seconds. */
export const lookAgain = (order: Order | undefined): number | false =>
  order?.order_status === 'PENDING' ? PAYMENT_LOOK : false
