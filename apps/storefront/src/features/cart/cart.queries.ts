import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The customer's cart, the oldest line first. */
export const cartQuery = () =>
  queryOptions({
    queryKey: ['me', 'cart'],
    queryFn: async ({ signal }) => (await call(contract.cart.list, { signal })).cart,
  })

/** The items saved for later. */
export const savedQuery = () =>
  queryOptions({
    queryKey: ['me', 'saved'],
    queryFn: async ({ signal }) => (await call(contract.cart.saved, { signal })).saved,
  })
